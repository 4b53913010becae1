// Tries Kabar without a phone: one click connects a session that was never linked to the simulator.
import { Button, type ButtonProps } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { notifyError } from '../../platform/ui/notices.tsx'
import { mayTry } from './session.ts'

interface TrialPanelProps extends ButtonProps {
  /** The first one that can use the simulator is tried. */
  sessions: readonly WaSession[]
  onPressed?: () => void
}

export function SimulatorPanel({ sessions, onPressed, ...look }: TrialPanelProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = sessions.find(mayTry)
  const trial = useMutation({
    mutationFn: async ({ id }: WaSession) => {
      onPressed?.()
      await call(waSessions.update, { params: { id }, body: { driver: 'simulator' } })
      await call(waSessions.start, { params: { id } })
    },
    // The page where its code is scanned.
    onSuccess: () => navigate('/account#whatsapp'),
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, '/v1/whatsapp'),
  })
  const may = useMay('manage_phones')
  if (!session || !may) return null
  return (
    <Button {...look} loading={trial.isPending} onClick={() => trial.mutate(session)}>
      {t('Try without a phone')}
    </Button>
  )
}
