// Button for pages that need a session: starts it, or leads to the code to scan. Nothing for users who may not manage phones.
import { Button, type ButtonProps } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { directMessages } from '../../../contract/direct-messages.ts'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

interface StartPanelProps extends ButtonProps {
  session: Pick<WaSession, 'id' | 'status'>
}

/** Everything that tells the user whether messages wait for a session. */
const waiting = ['/v1/whatsapp', '/v1/replies', '/v1/conversations', '/v1/home', directMessages.preview.path]

export function StartPanel({ session: { id, status }, ...button }: StartPanelProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(waSessions.start, { params: { id } }),
    onError: (error) => notifyError(error, t('The session could not be connected')),
    onSettled: () => invalidate(client, ...waiting),
  })
  if (!useMay('manage_phones')) return null
  const look = { leftSection: <IconPlugConnected size={16} aria-hidden />, children: t('Connect'), ...button }
  if (status === 'scan_qr') return <Button component={Link} to="/account#whatsapp" {...look} />
  return <Button loading={isPending || status === 'starting'} onClick={() => mutate()} {...look} />
}
