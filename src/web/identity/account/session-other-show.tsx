// Rarely needed settings and actions of a session, folded: connection, resending, restarting, unlinking, removal.
import { Anchor, Button } from '@mantine/core'
import { IconRefresh, IconTrash, IconUnlink, type TablerIcon } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { isDemo } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack } from '../../platform/ui/box.tsx'
import { Fold } from '../../platform/ui/fold.tsx'
import { ResendEdit } from './resend-edit.tsx'
import { actionsOf, mayRemove } from './session.ts'
import type { Act, Removal } from './use-session.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))
const SessionDriverDialog = lazy(() => import('./session-driver-dialog.tsx'))

interface SessionOtherShowProps {
  session: WaSession
  act: Act
  removal: Removal
}

type Question = 'logout' | 'remove' | 'driver'

export function SessionOtherShow({ session, act, removal }: SessionOtherShowProps) {
  const [asking, setAsking] = useState<Question>()
  const { name, driver } = session
  const close = () => setAsking(undefined)
  const pending = act.isPending ? act.variables : undefined
  const press = (label: string, Icon: TablerIcon, isRunning: boolean, onClick: () => void) => (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon size={16} aria-hidden />}
      loading={isRunning}
      disabled={pending !== undefined && !isRunning}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  const actions = actionsOf(session)
  return (
    <Fold title={t('Advanced')} label={t('Advanced settings of “{name}”', { name })}>
      <Stack gap={16}>
        <ResendEdit session={session} />
        <Row gap={8} rowGap={0} wrap>
          {t('Connection: {kind}', { kind: driver === 'simulator' ? t('Simulator') : t('WhatsApp (linked device)') })}
          {mayRemove(session) && !isDemo() && (
            <Anchor
              component="button"
              type="button"
              inherit
              underline="always"
              aria-label={t('Change the connection of “{name}”', { name })}
              onClick={() => setAsking('driver')}
            >
              {t('Change')}
            </Anchor>
          )}
        </Row>
        <Row gap={8} wrap>
          {actions.includes('restart') &&
            press(t('Restart'), IconRefresh, pending === 'restart', () => act.mutate('restart'))}
          {actions.includes('logout') &&
            press(t('Unlink phone'), IconUnlink, pending === 'logout', () => setAsking('logout'))}
          {mayRemove(session) && press(t('Remove session'), IconTrash, removal.isPending, () => setAsking('remove'))}
        </Row>
      </Stack>
      <Suspense>
        {asking === 'driver' && <SessionDriverDialog session={session} onClose={close} />}
        {asking === 'remove' && (
          <ConfirmDialog
            title={t('Remove “{name}”?', { name })}
            text={t(
              'Unlinks the phone from Kabar. Sent messages are kept under this name. Drafts that use this session need another one.',
            )}
            confirmLabel={t('Remove')}
            danger
            onConfirm={() => removal.mutateAsync().finally(close)}
            onClose={close}
          />
        )}
        {asking === 'logout' && (
          <ConfirmDialog
            title={t('Unlink the phone of “{name}”?', { name })}
            text={t('Broadcasts of this session wait until a phone is linked again with a new code.')}
            confirmLabel={t('Unlink phone')}
            danger
            onConfirm={() => act.mutateAsync('logout').finally(close)}
            onClose={close}
          />
        )}
      </Suspense>
    </Fold>
  )
}
