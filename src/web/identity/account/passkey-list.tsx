// The user's passkeys: adding, renaming and removing them.
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { auth } from '../../../contract/auth.ts'
import { type Passkey, type PasskeyList as Passkeys, passkeyLimit, passkeys } from '../../../contract/passkeys.ts'
import { secondFactor } from '../../../contract/second-factor.ts'
import { team } from '../../../contract/team.ts'
import { users } from '../../../contract/users.ts'
import { call, invalidate, query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { hasPasskeys } from '../../platform/lib/passkeys.ts'
import { t } from '../../platform/lib/text.ts'
import { useAgo } from '../../platform/lib/use-ago.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import ConfirmDialog from '../../platform/ui/confirm-dialog.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { PasskeyAddPanel } from './passkey-add-panel.tsx'

const PasskeyEditDialog = lazy(() => import('./passkey-edit-dialog.tsx'))
type Task = { kind: 'rename' | 'remove'; passkey: Passkey }

export function PasskeyList() {
  const { data: list, error, refetch } = useQuery({ ...query(passkeys.list), staleTime: 0 })
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const refresh = useFactorsChanged()
  if (!list && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!list) return <SkeletonLines height={4} />
  return (
    <Stack gap={12}>
      {list.data.length > 0 && (
        <PlainList divided>
          {list.data.map((passkey) => (
            <Key key={passkey.id} passkey={passkey} onTask={(kind) => setTask({ kind, passkey })} />
          ))}
        </PlainList>
      )}
      <div>{mayAdd(list) ? <PasskeyAddPanel onDone={refresh} /> : <Text dimmed>{reasonOf(list)}</Text>}</div>
      {task && (
        <Suspense>
          {task.kind === 'rename' ? (
            <PasskeyEditDialog passkey={task.passkey} title={t('Rename the passkey')} onClose={close} />
          ) : (
            <RemoveDialog passkey={task.passkey} onClose={close} />
          )}
        </Suspense>
      )}
    </Stack>
  )
}

function Key({ passkey, onTask }: { passkey: Passkey; onTask: (kind: Task['kind']) => void }) {
  const { name, is_synced, created_at, last_used_at } = passkey
  const used = useAgo(last_used_at ?? created_at)
  const facts = [
    t('Added {day}', { day: day(created_at) }),
    last_used_at ? t('Last used {ago}', { ago: used }) : t('Never used'),
    is_synced ? t('Synced between your devices') : t('On one device only'),
  ]
  return (
    <Row as="li" gap={16} rowGap={4} justify="between" wrap py={8}>
      <div>
        <Text weight={500} breakWords>
          {name}
        </Text>
        <Text size={14} dimmed>
          {facts.join(' · ')}
        </Text>
      </div>
      <Row gap={8}>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onTask('rename')}
          aria-label={t('Rename “{name}”', { name })}
        >
          {t('Rename')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={() => onTask('remove')}
          aria-label={t('Remove “{name}”', { name })}
        >
          {t('Remove')}
        </Button>
      </Row>
    </Row>
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = useFactorsChanged()
  const removing = useMutation({
    mutationFn: () => call(passkeys.remove, { params: { id } }),
    onSuccess: () => notify({ title: t('Passkey removed') }),
    onError: (error) => notifyError(error, t('Could not remove the passkey')),
    onSettled: async () => {
      onClose()
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('Remove “{name}”?', { name })}
      text={t('It no longer logs you in, and you are logged out everywhere else. Delete it on your device, too.')}
      confirmLabel={t('Remove')}
      danger
      onConfirm={() => removing.mutateAsync().catch(() => undefined)}
      onClose={onClose}
    />
  )
}

/** Refetches all that depends on the second factor, and the list of devices, because others may have been logged out. */
function useFactorsChanged() {
  const client = useQueryClient()
  return () =>
    invalidate(client, passkeys.list.path, secondFactor.get.path, users.profile.path, auth.sessions.path, team.get.path)
}

const mayAdd = ({ data, unavailable, address }: Passkeys) =>
  !unavailable && hasPasskeys() && address === location.origin && data.length < passkeyLimit

function reasonOf({ data, unavailable, address }: Passkeys) {
  if (unavailable === 'ip_address')
    return t('Browsers have no passkeys for an IP address. Whoever runs Kabar can give it a name.')
  if (unavailable === 'not_secure')
    return t('Browsers have no passkeys without HTTPS. Whoever runs Kabar can turn it on.')
  if (address !== location.origin)
    return t('Passkeys work at {address} only. Open Kabar there to add one.', { address })
  if (data.length >= passkeyLimit) return t('You have {count} passkeys, which is the maximum.', { count: passkeyLimit })
  return t('This browser does not support passkeys.')
}
