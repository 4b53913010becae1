// Sending speed of a session in one line, with WhatsApp's hold; shown on its card and in a new broadcast.
import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { holdText, modeLabel, paceText } from './pacing.ts'
import styles from './pacing-panel.module.css'

const PacingEditDialog = lazy(() => import('./pacing-edit-dialog.tsx'))

export function PacingPanel({ session }: { session: WaSession }) {
  const [editing, setEditing] = useState(false)
  const { name, hold, pacing } = session
  return (
    <>
      {hold && (
        <Text note fill="warning" role="status">
          {holdText(hold.new_chats_only, dateTime(hold.until))}
        </Text>
      )}
      <Row as="p" gap={8} rowGap={0} align="stretch" wrap dimmed className={styles.pace}>
        <strong>{t('Sending speed: {mode}', { mode: modeLabel(pacing.mode) })}</strong>
        <span>{paceText(pacing.mode, pacing.limits)}</span>
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          aria-label={t('Change the sending speed of “{name}”', { name })}
          onClick={() => setEditing(true)}
        >
          {t('Change')}
        </Anchor>
      </Row>
      {editing && (
        <Suspense>
          <PacingEditDialog session={session} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
