// Switch: whether a session resends unconfirmed messages.
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

export function ResendEdit({ session: { id, name, resend_unknown } }: { session: WaSession }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (wanted: boolean) => call(waSessions.update, { params: { id }, body: { resend_unknown: wanted } }),
    onSuccess: (now) =>
      client.setQueryData(
        query(waSessions.list).queryKey,
        (before) => before && { data: before.data.map((session) => (session.id === now.id ? now : session)) },
      ),
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, waSessions.list.path),
  })
  return (
    <Switch
      checked={save.isPending ? save.variables : resend_unknown}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
      aria-label={t('“{name}” resends unconfirmed messages', { name })}
      label={t('Resend unconfirmed messages')}
      description={t(
        'After a lost connection, messages without a confirmation are sent again with the same ID. Phones are believed, not proven, to show them once. Switched off, they count as failed, and you decide.',
      )}
    />
  )
}
