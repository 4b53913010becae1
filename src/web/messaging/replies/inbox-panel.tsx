// Button that opens the inbox of unhandled replies, including those of unknown numbers.
import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isDemo } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useCachedValue } from '../../platform/lib/use-cached-value.ts'
import styles from './inbox-panel.module.css'
import { unansweredText, useUnanswered } from './unanswered-badge.tsx'

const InboxShowDialog = lazy(() => import('./inbox-show-dialog.tsx'))

export function InboxPanel() {
  const people = useUnanswered()
  const [opened, setOpened] = useState(false)
  const shown = Number(useCachedValue(isDemo() ? 'unanswered:demo' : 'unanswered', people?.toString()))
  if (!shown && !opened) return null
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconMessageCircle size={16} aria-hidden />}
        // Reserves its space while loading: otherwise the list below would move on a phone.
        className={people === undefined ? styles.kept : undefined}
        aria-label={unansweredText(shown)}
        onClick={() => setOpened(true)}
      >
        {t('Replies ({count})', { count: shown })}
      </Button>
      {opened && (
        <Suspense>
          <InboxShowDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
