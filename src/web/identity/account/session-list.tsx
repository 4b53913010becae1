// The WhatsApp sessions, polled often while one is connecting.
import { Button, Title } from '@mantine/core'
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { maxSessions, type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { invalidate, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { Lacking } from '../../platform/ui/may.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { pollMs } from './session.ts'
import { SessionShow } from './session-show.tsx'

const SessionAddDialog = lazy(() => import('./session-add-dialog.tsx'))

export function SessionList() {
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const sessions = useQuery({
    ...query(waSessions.list),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      pollMs(
        (state.data?.data ?? []).map(({ status }) => status),
        pressedAt.current,
        performance.now(),
      ),
  })
  // Updates the indicator in the top bar immediately, without waiting for its next poll.
  const states = sessions.data?.data.map(({ status }) => status).join()
  useEffect(() => {
    if (states) void invalidate(client, waSessions.status.path)
  }, [client, states])

  return (
    <section aria-labelledby="whatsapp-title">
      <Row as="header" gap={16} rowGap={8} justify="between" align="start" wrap mb={16}>
        <div>
          <Title order={2} id="whatsapp-title">
            {t('WhatsApp')}
          </Title>
          <Text mt={2} dimmed>
            {t('A session is a WhatsApp account that Kabar sends from.')}
          </Text>
          <Lacking permission="manage_phones" />
        </div>
      </Row>
      <Sessions
        sessions={sessions}
        onAdd={() => setAdding(true)}
        onPressed={() => {
          pressedAt.current = performance.now()
        }}
      />
      {adding && (
        <Suspense>
          <SessionAddDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  )
}

interface SessionsProps {
  sessions: Pick<UseQueryResult<{ data: WaSession[] }>, 'data' | 'error' | 'refetch'>
  onAdd: () => void
  onPressed: () => void
}

function Sessions({ sessions: { data: loaded, error, refetch }, onAdd, onPressed }: SessionsProps) {
  const mayManage = useMay('manage_phones')
  if (!loaded) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines height={9} />
  const { data } = loaded
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
      {t('Add a session')}
    </Button>
  )
  return (
    <>
      {data.length === 0 && (
        <Empty
          icon={IconDeviceMobile}
          permission="manage_phones"
          title={t('No WhatsApp session')}
          text={t('Broadcasts are sent through a session. Add one, then scan its code with the phone.')}
          action={add}
        />
      )}
      <PlainList gap={16}>
        {data.map((session) => (
          <li key={session.id}>
            <SessionShow session={session} onPressed={onPressed} />
          </li>
        ))}
      </PlainList>
      {data.length > 0 && mayManage && (
        <Text as="div" mt={16} dimmed>
          {data.length < maxSessions ? add : t('At most {count} sessions.', { count: maxSessions })}
        </Text>
      )}
    </>
  )
}
