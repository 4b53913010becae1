// Imports groups: choose a session, tick its groups.
import { Button, NativeSelect } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { query } from '../../api.ts'
import { SessionBadge } from '../../identity/account/session-badge.tsx'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './group-import-list.module.css'
import { SessionGroupList } from './session-group-list.tsx'
import { pollMs } from './wait.ts'

export default function GroupImportList() {
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery({
    ...query(waSessions.list),
    staleTime: 0,
    // A session may have been connected on another page.
    refetchInterval: ({ state }) => pollMs((state.data?.data ?? []).map(({ status }) => status)),
  })
  const sessions = data?.data ?? []
  const session = sessions.find(({ id }) => id === params.get('session')) ?? firstOf(sessions)
  return (
    <Page
      title={t('Import groups')}
      subtitle={t('Select the groups of a phone that you want to see and message here.')}
      back={{ to: '/wa-groups', label: t('All groups') }}
    >
      <Section flush>
        {session ? (
          <>
            <Choice
              sessions={sessions}
              session={session}
              onChoose={(id) => setParams({ session: id }, { replace: true })}
            />
            <SessionGroupList key={session.id} session={session} />
          </>
        ) : data ? (
          <Empty
            icon={IconDeviceMobile}
            title={t('No WhatsApp session')}
            text={t('Groups come from a phone. Add a session and scan its code first.')}
            action={
              <Button component={Link} to="/account#whatsapp">
                {t('Go to Account')}
              </Button>
            }
          />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <Text as="div" py={8} px={20}>
            <SkeletonLines height={16} />
          </Text>
        )}
      </Section>
    </Page>
  )
}

const firstOf = (sessions: WaSession[]) => sessions.find(({ status }) => status === 'working') ?? sessions[0]

interface ChoiceProps {
  sessions: WaSession[]
  session: WaSession
  onChoose: (id: string) => void
}

function Choice({ sessions, session, onChoose }: ChoiceProps) {
  return (
    <Row gap={12} rowGap={8} wrap py={16} px={20} className={styles.choice}>
      {sessions.length > 1 ? (
        <NativeSelect
          aria-label={t('WhatsApp session')}
          value={session.id}
          data={sessions.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      ) : (
        <strong>{session.name}</strong>
      )}
      <SessionBadge session={session} />
      <Text as="span" size={13} dimmed>
        {session.phone_number_text}
      </Text>
      {session.driver === 'simulator' && (
        <Text as="span" size={13} dimmed>
          {t('Simulator: nothing reaches a phone')}
        </Text>
      )}
    </Row>
  )
}
