// The approval of a broadcast: who asked for it, and the buttons to decide, or why this user may not.
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Approvals } from '../../../contract/broadcast-approvals.ts'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { dateTime, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Stack, Text } from '../../platform/ui/box.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { DecisionShow } from './decision-show.tsx'
import { progressOf } from './progress.ts'
import { BeginShow } from './schedule-show.tsx'

const RejectDialog = lazy(() => import('./broadcast-reject-dialog.tsx'))

/** Requested and not decided yet: being prepared, or awaiting approval. */
export const isRequested = ({ status, approval }: Broadcast) =>
  status === 'awaiting_approval' || (status === 'preparing' && approval?.state === 'asked')

export function ApprovalShow({ broadcast }: { broadcast: Broadcast }) {
  const { approval, rejection } = broadcast
  const history = useQuery({
    ...query(broadcasts.approvals, { params: { id: broadcast.id } }),
    staleTime: 0,
    enabled: approval !== null || rejection !== null,
  })
  if (!approval && !rejection) return null
  const rows = history.data?.data ?? []
  return (
    <Section title={t('Approval')}>
      <Stack gap={16}>
        {isRequested(broadcast) && <Request broadcast={broadcast} />}
        {rejection && (
          <Text note fill="warning" role="status" preWrap>
            {t('Rejected by {name} on {when}: {reason}', {
              name: rejection.by ?? t('A former member'),
              when: dateTime(rejection.at),
              reason: rejection.reason,
            })}
          </Text>
        )}
        <PlainList gap={6} aria-label={t('Requests and decisions')}>
          {rows.map((row) => (
            <Text as="li" key={row.id} size={13} dimmed breakWords>
              {historyText(row)}
            </Text>
          ))}
        </PlainList>
      </Stack>
    </Section>
  )
}

function historyText({
  requested_by,
  requested_at,
  decision,
  decided_by,
  decided_at,
  reason,
  recipients,
}: Approvals['data'][number]) {
  const asked = t('{name} asked for approval on {when}', {
    name: requested_by ?? t('A former member'),
    when: dateTime(requested_at),
  })
  if (decision === null || decided_at === null) return asked
  const values = { name: decided_by ?? t('A former member'), when: dateTime(decided_at) }
  const count = recipients ?? 0
  switch (decision) {
    case 'approved':
      return `${asked} · ${t.plural(count, '{name} approved {count} message on {when}', '{name} approved {count} messages on {when}', values)}`
    case 'rejected':
      return `${asked} · ${t('{name} rejected it on {when}: {reason}', { ...values, reason })}`
    case 'withdrawn':
      return `${asked} · ${t('{name} withdrew it on {when}', values)}`
    case 'changes_approved':
      return t.plural(
        count,
        '{name} approved {count} changed message on {when}',
        '{name} approved {count} changed messages on {when}',
        values,
      )
  }
}

function Request({ broadcast }: { broadcast: Broadcast }) {
  const [isRejecting, setIsRejecting] = useState(false)
  const { approve, refused } = useDecision(broadcast)
  const { approval, counts, send_at } = broadcast
  const { total, pending } = progressOf(counts)
  if (broadcast.status === 'preparing')
    return (
      <Text role="status" dimmed>
        {total === 0
          ? t('Preparing recipients…')
          : t('{written} of {total} messages are ready. The broadcast can be approved when all are.', {
              written: number(approval?.written ?? 0),
              total: number(total),
            })}
      </Text>
    )
  return (
    <>
      <Text>
        {t.plural(
          pending,
          '{name} asks for approval of {count} message. Read it below; exactly this message is sent.',
          '{name} asks for approval of {count} messages. Read them below; exactly these messages are sent.',
          { name: approval?.requested_by ?? t('A former member') },
        )}
      </Text>
      {send_at !== null && <BeginShow broadcast={broadcast} />}
      <DecisionShow broadcast={broadcast}>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={approve.isPending}
          onClick={() => approve.mutate()}
        >
          {send_at !== null && Date.parse(send_at) > Date.now() ? t('Approve and schedule') : t('Approve and send')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          disabled={approve.isPending}
          onClick={() => setIsRejecting(true)}
        >
          {t('Reject…')}
        </Button>
      </DecisionShow>
      {isRejecting && (
        <Suspense>
          <RejectDialog broadcast={broadcast} onRefused={refused} onClose={() => setIsRejecting(false)} />
        </Suspense>
      )}
    </>
  )
}

function useDecision({ id, version }: Broadcast) {
  const client = useQueryClient()
  const { queryKey } = query(broadcasts.get, { params: { id } })
  /** After a refusal the page is refetched: somebody else has decided, or there is another request. */
  const refused = (error: unknown) => {
    notifyError(error, t('Action failed'))
    if (error instanceof ApiError && error.current) client.setQueryData(queryKey, error.current as Broadcast)
    void invalidate(client, '/v1/broadcasts')
  }
  const approve = useMutation({
    mutationFn: () => call(broadcasts.approve, { params: { id }, body: { version } }),
    onSuccess: (now) => {
      client.setQueryData(queryKey, now)
      void invalidate(client, '/v1/broadcasts', '/v1/home')
      notify({ title: now.status === 'scheduled' ? t('Broadcast scheduled') : t('Broadcast started') })
    },
    onError: refused,
  })
  return { approve, refused }
}
