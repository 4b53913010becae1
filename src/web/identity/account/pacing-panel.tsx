// Sending speed of a session: one line in the form of a broadcast, a folded part on the session's card.
import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Fold } from '../../platform/ui/fold.tsx'
import { May } from '../../platform/ui/may.tsx'
import { HoldShow } from './hold-show.tsx'
import { modeLabel, paceText } from './pacing.ts'
import styles from './pacing-panel.module.css'

const PacingEditDialog = lazy(() => import('./pacing-edit-dialog.tsx'))

export function PacingPanel({ session }: { session: WaSession }) {
  return (
    <>
      <HoldShow session={session} />
      <Row as="p" gap={8} rowGap={0} align="stretch" wrap dimmed className={styles.pace}>
        <strong>{titleOf(session)}</strong>
        <Pace session={session} />
      </Row>
    </>
  )
}

export function PacingFold({ session }: { session: WaSession }) {
  return (
    <Fold title={titleOf(session)}>
      <Row as="p" gap={8} rowGap={0} align="stretch" wrap dimmed>
        <Pace session={session} />
      </Row>
    </Fold>
  )
}

const titleOf = ({ pacing }: WaSession) => t('Sending speed: {mode}', { mode: modeLabel(pacing.mode) })

function Pace({ session }: { session: WaSession }) {
  const [editing, setEditing] = useState(false)
  const { name, pacing } = session
  return (
    <>
      <span>{paceText(pacing.mode, pacing.limits)}</span>
      <May permission="manage_phones">
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
      </May>
      {editing && (
        <Suspense>
          <PacingEditDialog session={session} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
