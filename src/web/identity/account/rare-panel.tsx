// What few users have above all pages, in one chunk: the bars of a restored copy and of a deletion, and notifications in the browser,
// which are turned on again after a new login.
import { useEffect } from 'react'
import { DeletionBar } from './deletion-panel.tsx'
import { renew } from './push.ts'
import { RestoredBar } from './restored-panel.tsx'

export default function RarePanel() {
  // If it fails, the next page load tries again.
  useEffect(() => void renew().catch(() => undefined), [])
  return (
    <>
      <RestoredBar />
      <DeletionBar />
    </>
  )
}
