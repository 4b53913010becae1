// What can be done with a broadcast now: each button waits for its own press to be answered.
import { Button } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Broadcast, type BroadcastStatus, broadcasts } from '../../contract/broadcasts.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { notify, notifyError } from '../ui/notices.tsx'
import { progressOf } from './progress.ts'

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'))

type Verb = 'pause' | 'resume' | 'cancel' | 'remove'

const offered: Record<BroadcastStatus, Verb[]> = {
  draft: ['remove'],
  scheduled: ['cancel'],
  preparing: ['cancel'],
  sending: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  completed: ['remove'],
  cancelled: ['remove'],
  failed: ['remove'],
}

export function ActionList({ broadcast }: { broadcast: Broadcast }) {
  const [asking, setAsking] = useState<'cancel' | 'remove'>()
  const press = usePress(broadcast)
  const pending = press.isPending ? press.variables : undefined
  const button = (verb: Verb) => {
    const { label, icon: Icon, primary } = buttons[verb]
    return (
      <Button
        key={verb}
        variant={primary ? 'filled' : 'default'}
        leftSection={<Icon size={16} aria-hidden />}
        loading={pending === verb}
        disabled={pending !== undefined && pending !== verb}
        onClick={() => (verb === 'cancel' || verb === 'remove' ? setAsking(verb) : press.mutate(verb))}
      >
        {t(label)}
      </Button>
    )
  }
  return (
    <>
      {broadcast.status === 'draft' && (
        <Button
          component={Link}
          to={`/broadcasts/${broadcast.id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('Edit and send')}
        </Button>
      )}
      {offered[broadcast.status].map(button)}
      {asking && (
        <Suspense>
          <ConfirmDialog
            {...questions[asking](broadcast)}
            cancelLabel={t('Go back')}
            danger
            onConfirm={() =>
              press.mutateAsync(asking).then(
                () => setAsking(undefined),
                () => setAsking(undefined),
              )
            }
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function usePress(broadcast: Broadcast) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, name } = broadcast
  const keep = (now: Broadcast) => client.setQueryData(query(broadcasts.get, { params: { id } }).queryKey, now)
  return useMutation({
    mutationFn: async (verb: Verb) => {
      if (verb !== 'remove') return await call(broadcasts[verb], { params: { id } })
      await call(broadcasts.remove, { params: { id } })
      return undefined
    },
    onSuccess: async (now) => {
      if (now) {
        keep(now)
        void invalidate(client, '/v1/broadcasts')
        return
      }
      await navigate('/broadcasts')
      void invalidate(client, '/v1/broadcasts')
      notify({ title: t('{name} deleted', { name }) })
    },
    onError: (error) => {
      notifyError(error, t('That could not be done'))
      if (error instanceof ApiError && error.code === 'state_conflict') {
        if (error.current) keep(error.current as Broadcast)
        void invalidate(client, '/v1/broadcasts')
      }
    },
  })
}

const buttons: Record<Verb, { label: string; icon: typeof IconTrash; primary?: true }> = {
  pause: { label: 'Pause', icon: IconPlayerPause },
  resume: { label: 'Resume', icon: IconPlayerPlay, primary: true },
  cancel: { label: 'Cancel broadcast', icon: IconPlayerStop },
  remove: { label: 'Delete', icon: IconTrash },
}

const questions = {
  cancel: ({ counts }: Broadcast) => ({
    title: t('Cancel this broadcast?'),
    text: t.plural(
      progressOf(counts).pending,
      '{count} message that has not left yet will never be sent. What has left stays as it is. This cannot be undone.',
      '{count} messages that have not left yet will never be sent. What has left stays as it is. This cannot be undone.',
    ),
    confirmLabel: t('Cancel broadcast'),
  }),
  remove: ({ status, name }: Broadcast) => ({
    title: status === 'draft' ? t('Delete this draft?') : t('Delete this broadcast?'),
    text:
      status === 'draft'
        ? t('“{name}” has not been sent. This cannot be undone.', { name })
        : t('“{name}” and what became of each message leave the list. This cannot be undone.', { name }),
    confirmLabel: t('Delete'),
  }),
}
