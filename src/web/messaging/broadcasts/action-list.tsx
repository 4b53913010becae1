// Actions of a broadcast: the next step as a button, the others in the menu; none can be pressed twice before its request is answered.
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Broadcast, type BroadcastStatus, broadcasts } from '../../../contract/broadcasts.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { useAllows } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Lacking } from '../../platform/ui/may.tsx'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { progressOf } from './progress.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))
const FollowUpDialog = lazy(() => import('./follow-up-dialog.tsx'))

type Verb = 'send' | 'withdraw' | 'unschedule' | 'pause' | 'resume' | 'follow_up' | 'duplicate' | 'cancel' | 'remove'
type Confirmation = 'send' | 'cancel' | 'remove'

/** The next step of each status comes first, if there is one. */
const offered: Record<BroadcastStatus, { first?: Verb; others: Verb[] }> = {
  draft: { others: ['duplicate', 'remove'] },
  awaiting_approval: { first: 'withdraw', others: ['duplicate', 'cancel'] },
  scheduled: { first: 'unschedule', others: ['send', 'cancel'] },
  preparing: { others: ['cancel'] },
  sending: { first: 'pause', others: ['cancel'] },
  paused: { first: 'resume', others: ['follow_up', 'cancel'] },
  completed: { first: 'follow_up', others: ['duplicate', 'remove'] },
  cancelled: { first: 'follow_up', others: ['duplicate', 'remove'] },
  failed: { first: 'follow_up', others: ['duplicate', 'remove'] },
}

/** A broadcast that missed its time never started: it can become a draft again, and has no recipients to follow up. */
function stepsOf({ status, pause_reason, started_at, approval }: Broadcast): { first?: Verb; others: Verb[] } {
  if (status === 'preparing' && approval?.state === 'asked') return offered.awaiting_approval
  if (status === 'paused' && pause_reason === 'needs_approval') return { first: 'unschedule', others: ['cancel'] }
  if (status === 'paused' && pause_reason === 'missed_window')
    return { first: 'resume', others: ['unschedule', 'cancel'] }
  const { first, others } = offered[status]
  if (started_at !== null) return offered[status]
  // Nothing was sent, so nobody can be followed up.
  if (first === 'follow_up') return { first: 'duplicate', others: others.filter((verb) => verb !== 'duplicate') }
  return { ...offered[status], others: others.filter((verb) => verb !== 'follow_up') }
}

const permissionOf = (verb: Verb) => broadcasts[verb === 'follow_up' ? 'create' : verb].permission

export function ActionList({ broadcast }: { broadcast: Broadcast }) {
  const [asking, setAsking] = useState<Confirmation>()
  const [isFollowing, setIsFollowing] = useState(false)
  const press = usePress(broadcast)
  const { pending } = press
  const allows = useAllows()
  const step = stepsOf(broadcast)
  const first = step.first && allows(permissionOf(step.first)) ? step.first : undefined
  const others = step.others.filter((verb) => allows(permissionOf(verb)))
  const labelOf = (verb: Verb) =>
    verb === 'resume' && broadcast.pause_reason === 'missed_window' ? t('Send now') : t(steps[verb].label)
  const iconOf = (verb: Verb) => {
    const { icon: Icon } = steps[verb]
    return <Icon size={16} aria-hidden />
  }
  const start = (verb: Verb) => {
    if (pending !== undefined) return
    if (verb === 'follow_up') setIsFollowing(true)
    else if (verb === 'send' || verb === 'cancel' || verb === 'remove') setAsking(verb)
    else press.mutate(verb)
  }
  return (
    <>
      {step.first && !first && permissionOf(step.first) === 'send_broadcasts' && (
        <Lacking permission="send_broadcasts" />
      )}
      {broadcast.status === 'draft' && allows('edit') && (
        <Button
          component={Link}
          to={`/broadcasts/${broadcast.id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('Edit and send')}
        </Button>
      )}
      {first && (
        <Button
          variant={steps[first].primary ? 'filled' : 'default'}
          leftSection={iconOf(first)}
          loading={pending === first}
          disabled={pending !== undefined && pending !== first}
          onClick={() => start(first)}
        >
          {labelOf(first)}
        </Button>
      )}
      {others.length > 0 && (
        <MoreMenu busy={pending !== undefined && pending !== first}>
          {(Menu) =>
            others.map((verb) => (
              <Menu.Item key={verb} leftSection={iconOf(verb)} onClick={() => start(verb)}>
                {labelOf(verb)}
              </Menu.Item>
            ))
          }
        </MoreMenu>
      )}
      {asking && (
        <Suspense>
          <ConfirmDialog
            {...questions[asking](broadcast)}
            cancelLabel={t('Go back')}
            danger={asking !== 'send'}
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
      {isFollowing && (
        <Suspense>
          <FollowUpDialog broadcast={broadcast} onClose={() => setIsFollowing(false)} />
        </Suspense>
      )}
    </>
  )
}

function usePress(broadcast: Broadcast) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // Disabled until the next page is rendered, as a second click would be another request.
  const [left, setLeft] = useState<Verb>()
  const { id, name } = broadcast
  const keepAs = (now: Broadcast) =>
    client.setQueryData(query(broadcasts.get, { params: { id: now.id } }).queryKey, now)
  const keep = (now: Broadcast) => client.setQueryData(query(broadcasts.get, { params: { id } }).queryKey, now)
  const restore = () =>
    call(broadcasts.restore, { params: { id } })
      .then(() => invalidate(client, '/v1/broadcasts'))
      .catch((error) => notifyError(error, t('{name} could not be restored', { name })))
  const press = useMutation({
    mutationFn: async (verb: Verb) => {
      if (verb === 'follow_up') return undefined
      if (verb !== 'remove') return await call(broadcasts[verb], { params: { id } })
      await call(broadcasts.remove, { params: { id } })
      return undefined
    },
    onSuccess: (now, verb) => {
      if (now?.status === 'draft') {
        // Leads to the new draft, or to this one.
        keepAs(now)
        setLeft(verb)
        void navigate(`/broadcasts/${now.id}/edit`)
        void invalidate(client, '/v1/broadcasts')
        if (verb === 'duplicate') notify({ title: t('{name} duplicated', { name }) })
        return
      }
      if (now) {
        keep(now)
        void invalidate(client, '/v1/broadcasts')
        return
      }
      setLeft(verb)
      void navigate('/broadcasts')
      void invalidate(client, '/v1/broadcasts')
      notify({ title: t('{name} was deleted', { name }), undo: restore })
    },
    onError: (error) => {
      notifyError(error, t('Action failed'))
      if (error instanceof ApiError && error.code === 'state_conflict') {
        if (error.current) keep(error.current as Broadcast)
        void invalidate(client, '/v1/broadcasts')
      }
    },
  })
  return { ...press, pending: left ?? (press.isPending ? press.variables : undefined) }
}

const steps: Record<Verb, { label: string; icon: typeof IconTrash; primary?: true }> = {
  send: { label: 'Send now', icon: IconSend },
  withdraw: { label: 'Withdraw', icon: IconArrowBackUp },
  unschedule: { label: 'Change', icon: IconPencil },
  follow_up: { label: 'Follow up', icon: IconRepeat, primary: true },
  duplicate: { label: 'Duplicate', icon: IconCopy },
  pause: { label: 'Pause', icon: IconPlayerPause },
  resume: { label: 'Resume', icon: IconPlayerPlay, primary: true },
  cancel: { label: 'Cancel broadcast', icon: IconPlayerStop },
  remove: { label: 'Delete', icon: IconTrash },
}

const questions = {
  send: ({ name }: Broadcast) => ({
    title: t('Send it now?'),
    text: t('“{name}” starts now instead of at its scheduled time.', { name }),
    confirmLabel: t('Send now'),
  }),
  cancel: ({ counts }: Broadcast) => ({
    title: t('Cancel this broadcast?'),
    text:
      progressOf(counts).total === 0
        ? t('The broadcast will never be sent. This cannot be undone.')
        : t.plural(
            progressOf(counts).pending,
            '{count} message that has not been sent will never be sent. Sent messages are unchanged. This cannot be undone.',
            '{count} messages that have not been sent will never be sent. Sent messages are unchanged. This cannot be undone.',
          ),
    confirmLabel: t('Cancel broadcast'),
  }),
  remove: ({ status, name }: Broadcast) => ({
    title: status === 'draft' ? t('Delete this draft?') : t('Delete this broadcast?'),
    text:
      status === 'draft'
        ? t('“{name}” has not been sent. It can be restored from the trash.', { name })
        : t('“{name}” and the outcome of each message can be restored from the trash.', { name }),
    confirmLabel: t('Delete'),
  }),
}
