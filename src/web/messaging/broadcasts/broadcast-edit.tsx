// Creates a broadcast or edits a draft.
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Missing } from '../../platform/ui/empty.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { DraftEdit } from './draft-edit.tsx'
import { useBroadcastStart } from './use-broadcast-start.ts'

const pollMs = 10_000

export default function BroadcastEdit() {
  const { id } = useParams()
  return id ? <Existing key={id} id={id} /> : <New />
}

function New() {
  const sessions = useSessions()
  const start = useBroadcastStart()
  if (sessions.data && start.data) return <DraftEdit sessions={sessions.data.data} start={start.data} />
  return (
    <Waiting
      title={t('New broadcast')}
      error={sessions.error ?? start.error}
      onRetry={() => {
        for (const part of [sessions, start]) if (part.error) void part.refetch()
      }}
    />
  )
}

function Existing({ id }: { id: string }) {
  const sessions = useSessions()
  // Always refetched: editing must start from the current version.
  const broadcast = useQuery({
    ...query(broadcasts.get, { params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const audience = useQuery({ ...query(broadcasts.audience, { params: { id } }), gcTime: 0 })
  if (broadcast.data && broadcast.data.status !== 'draft') return <Navigate to={`/broadcasts/${id}`} replace />
  if (sessions.data && broadcast.data && audience.data)
    return <DraftEdit sessions={sessions.data.data} saved={{ broadcast: broadcast.data, audience: audience.data }} />
  return (
    <Waiting
      title={t('Draft')}
      error={broadcast.error ?? audience.error ?? sessions.error}
      onRetry={() => {
        for (const part of [sessions, broadcast, audience]) if (part.error) void part.refetch()
      }}
    />
  )
}

/** The session statuses are shown in the picker. */
function useSessions() {
  return useQuery({ ...query(waSessions.list), staleTime: 0, refetchInterval: pollMs })
}

function Waiting({ title, error, onRetry }: { title: string; error: Error | null; onRetry: () => void }) {
  const list = { to: '/broadcasts', label: t('Broadcasts') }
  return (
    <Page title={title} back={list}>
      <Section>
        {error ? (
          <Missing
            error={error}
            onRetry={onRetry}
            icon={IconSpeakerphone}
            title={t('Broadcast not found')}
            list={list}
          />
        ) : (
          <SkeletonLines height={34} />
        )}
      </Section>
    </Page>
  )
}
