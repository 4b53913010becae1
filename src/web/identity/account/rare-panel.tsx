// Parts of every page that few users need, loaded as one file: the bars of a restored copy and of a deletion, and turning notifications in
// the browser on again after a new login.
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
