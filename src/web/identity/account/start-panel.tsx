// Starts a session from any page that needs it connected.
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

export function StartPanel({ session: { id } }: { session: WaSession }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(waSessions.start, { params: { id } }),
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, '/v1/whatsapp'),
  })
  return (
    <Button leftSection={<IconPlugConnected size={16} aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {t('Connect')}
    </Button>
  )
}
