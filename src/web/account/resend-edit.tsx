// Switch: whether a session resends unconfirmed messages.
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type WaSession, waSessions } from '../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { notifyError } from '../ui/notices.tsx'

export function ResendEdit({ session: { id, name, resend_unknown } }: { session: WaSession }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (wanted: boolean) => call(waSessions.update, { params: { id }, body: { resend_unknown: wanted } }),
    onSuccess: (now) =>
      client.setQueryData(
        query(waSessions.list).queryKey,
        (before) => before && { data: before.data.map((session) => (session.id === now.id ? now : session)) },
      ),
    onError: (error) => notifyError(error, t('That could not be done')),
    onSettled: () => invalidate(client, waSessions.list.path),
  })
  return (
    <Switch
      checked={save.isPending ? save.variables : resend_unknown}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
      aria-label={t('“{name}” sends once more what nobody confirmed', { name })}
      label={t('Send once more what nobody confirmed')}
      description={t(
        'When a line is lost, nobody knows whether the last messages left. They are sent once more under the same id: phones are believed, not proven, to show one message per id. Switched off, such a message counts as failed, not confirmed, and you decide.',
      )}
    />
  )
}
