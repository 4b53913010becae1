// Who waits for an answer, strangers too: a button where there is somebody.
import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../lib/text.ts'
import { unansweredText, useUnanswered } from './unanswered-badge.tsx'

const InboxShowDialog = lazy(() => import('./inbox-show-dialog.tsx'))

export function InboxPanel() {
  const people = useUnanswered()
  const [opened, setOpened] = useState(false)
  if (people === 0 && !opened) return null
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconMessageCircle size={16} aria-hidden />}
        aria-label={unansweredText(people)}
        onClick={() => setOpened(true)}
      >
        {t('Replies ({count})', { count: people })}
      </Button>
      {opened && (
        <Suspense>
          <InboxShowDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
