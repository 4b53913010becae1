// Page of one broadcast, live: progress, what it waits for, and the outcome for each recipient.
import { Anchor } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { type Broadcast, broadcasts, RecipientQuery } from '../../../contract/broadcasts.ts'
import { query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { isMissing, Missing } from '../../platform/ui/empty.tsx'
import { Lacking } from '../../platform/ui/may.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { TabList } from '../../platform/ui/tab-list.tsx'
import { TaskPanel } from '../../records/tasks/task-panel.tsx'
import { readableText, useCustomVariables } from '../templates/labels.ts'
import { ActionList } from './action-list.tsx'
import { ApprovalShow, isRequested } from './approval-show.tsx'
import { BroadcastBadge } from './broadcast-badge.tsx'
import styles from './broadcast-show.module.css'
import { LinkedList } from './linked-list.tsx'
import { MessageShow } from './message-show.tsx'
import { pollMs } from './progress.ts'
import { ProgressShow, WaitShow } from './progress-show.tsx'
import { RecipientList } from './recipient-list.tsx'
import { RenderedMessageShow } from './rendered-message-show.tsx'
import { useReplyCounts } from './reply-counts.ts'
import { BeginShow, ScheduleShow } from './schedule-show.tsx'
import { SentMessageShow } from './sent-message-show.tsx'
import { StatePicker } from './state-picker.tsx'

const back = () => ({ to: '/broadcasts', label: t('Broadcasts') })

export default function BroadcastShow() {
  const { id = '' } = useParams()
  const broadcast = useQuery({
    ...query(broadcasts.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data),
  })
  // It may be deleted while the page is open.
  if (broadcast.data && !isMissing(broadcast.error))
    return <Live key={id} broadcast={broadcast.data} isLost={broadcast.isError} />
  return (
    <Page title={t('Broadcast')} back={back()}>
      <Section>
        {broadcast.error ? (
          <Missing
            error={broadcast.error}
            onRetry={broadcast.refetch}
            icon={IconSpeakerphone}
            title={t('Broadcast not found')}
            list={back()}
          />
        ) : (
          <SkeletonLines height={30} />
        )}
      </Section>
    </Page>
  )
}

function Live({ broadcast, isLost }: { broadcast: Broadcast; isLost: boolean }) {
  const customs = useCustomVariables()
  const isDraft = broadcast.status === 'draft'
  const mayEdit = useMay('edit')
  // No recipients yet: scheduled, missed its time, or never started.
  const isUnstarted = broadcast.started_at === null
  return (
    <Page
      title={
        <Row as="span" inline gap={12} rowGap={4} wrap className={styles.title}>
          {broadcast.name}
          <span role="status" className={styles.status}>
            <BroadcastBadge status={broadcast.status} />
          </span>
        </Row>
      }
      subtitle={
        <>
          <Subtitle broadcast={broadcast} />
          <Audience broadcast={broadcast} />
        </>
      }
      back={back()}
      actions={<ActionList broadcast={broadcast} />}
    >
      {isLost && (
        <Text mb={16} note fill="warning" role="alert">
          {t('These figures may be outdated: Kabar cannot be reached right now.')}
        </Text>
      )}
      <LinkedList broadcast={broadcast} />
      <ApprovalShow broadcast={broadcast} />
      {broadcast.changed > 0 && (
        <Suspense fallback={<SkeletonLines height={12} />}>
          <ChangedList broadcast={broadcast} />
        </Suspense>
      )}
      {isUnstarted && !isDraft && !isRequested(broadcast) && (
        <Stack gap={16} className={styles.columns}>
          <div>
            <Section title={broadcast.status === 'scheduled' ? t('Scheduled') : t('Outcome')}>
              {broadcast.status === 'scheduled' && !broadcast.approval ? (
                <ScheduleShow broadcast={broadcast} />
              ) : (
                <Stack gap={16}>
                  <WaitShow broadcast={broadcast} />
                  <BeginShow broadcast={broadcast} />
                </Stack>
              )}
            </Section>
          </div>
          <div>
            <Section title={t('Message')}>
              {broadcast.status === 'scheduled' && !broadcast.approval ? (
                <RenderedMessageShow broadcast={broadcast} />
              ) : (
                <MessageShow
                  text={readableText(broadcast.body, customs) || t('No message yet')}
                  media={broadcast.media}
                />
              )}
            </Section>
          </div>
        </Stack>
      )}
      {isUnstarted && broadcast.approval && (
        <Text as="div" mt={16}>
          <RecipientsShow broadcast={broadcast} isShown />
        </Text>
      )}
      {!isUnstarted && (
        <Stack gap={24} mt={broadcast.approval ? 16 : undefined}>
          <Section title={t('Progress')}>
            <ProgressShow broadcast={broadcast} />
          </Section>
          <Started broadcast={broadcast} />
        </Stack>
      )}
      {isDraft && (
        <Section
          title={t('Message')}
          text={
            mayEdit ? (
              t('This is a draft: nothing has been sent. Open it to review and send it.')
            ) : (
              <Lacking permission="edit" />
            )
          }
        >
          <MessageShow text={readableText(broadcast.body, customs) || t('No message yet')} media={broadcast.media} />
        </Section>
      )}
      <TaskPanel about={{ broadcast_id: broadcast.id }} />
    </Page>
  )
}

const ChangedList = lazy(async () => ({ default: (await import('./changed-list.tsx')).ChangedList }))
const RepliesShow = lazy(async () => ({ default: (await import('./replies-show.tsx')).RepliesShow }))

const tabs = ['recipients', 'replies', 'message'] as const

/** The tabs of a started broadcast. */
function Started({ broadcast }: { broadcast: Broadcast }) {
  const [params] = useSearchParams()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'recipients'
  const counts = useReplyCounts(broadcast)
  return (
    <div>
      <TabList
        label={t('Parts of the broadcast')}
        current={tab}
        tabs={[
          { tab: 'recipients', label: t('Recipients') },
          {
            tab: 'replies',
            label: counts.waiting ? t('Replies ({count} waiting)', { count: counts.waiting }) : t('Replies'),
          },
          { tab: 'message', label: t('Message') },
        ]}
      />
      <RecipientsShow broadcast={broadcast} isShown={tab === 'recipients'} />
      {tab === 'replies' && (
        <Suspense fallback={<SkeletonLines height={12} />}>
          <RepliesShow broadcast={broadcast} counts={counts} />
        </Suspense>
      )}
      {tab === 'message' && (
        <Section title={t('Message')} text={messageSource(broadcast)}>
          <SentMessageShow broadcast={broadcast} />
        </Section>
      )}
    </div>
  )
}

function RecipientsShow({ broadcast, isShown }: { broadcast: Broadcast; isShown: boolean }) {
  const [search, setSearch] = useSearch(RecipientQuery)
  const recipients = useQuery({
    ...query(broadcasts.recipients, { params: { id: broadcast.id }, query: search }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: isShown,
    refetchInterval: pollMs(broadcast),
  })
  if (!isShown) return null
  return (
    <>
      <StatePicker
        counts={broadcast.counts}
        value={search.status}
        onChange={(status) => setSearch({ status, reason: '' })}
      />
      <RecipientList broadcast={broadcast} page={recipients} search={search} onSearch={setSearch} />
    </>
  )
}

function Subtitle({ broadcast: { driver, session_name, started_at, expires_at, status } }: { broadcast: Broadcast }) {
  return (
    <>
      {driver === 'simulator' && <strong>{t('Simulator: nothing reaches a phone.')} </strong>}
      {t('Sent from')}{' '}
      <Anchor component={Link} to="/account#whatsapp" inherit underline="always">
        {session_name}
      </Anchor>
      {started_at && (
        <>
          {' · '}
          <time dateTime={started_at}>{t('started {when}', { when: dateTime(started_at) })}</time>
        </>
      )}
      {expires_at && (status === 'sending' || status === 'paused') && (
        <>
          {' · '}
          <time dateTime={expires_at}>{t('expires {when}', { when: dateTime(expires_at) })}</time>
        </>
      )}
    </>
  )
}

/** The audience as chosen. The resulting recipients are in the list below. */
function Audience({ broadcast: { audience } }: { broadcast: Broadcast }) {
  const { all_contacts, broadcast_groups, contact_count, group_count, exclude_count } = audience
  const parts: ReactNode[] = [
    all_contacts && t('all contacts'),
    ...broadcast_groups.map(({ id, name, is_deleted }) =>
      is_deleted ? (
        t('“{name}”, which was deleted', { name })
      ) : (
        <Anchor component={Link} to={`/broadcast-groups/${id}/edit`} inherit underline="always">
          {name}
        </Anchor>
      ),
    ),
    contact_count > 0 && t.plural(contact_count, '{count} chosen contact', '{count} chosen contacts'),
    group_count > 0 && t.plural(group_count, '{count} WhatsApp group', '{count} WhatsApp groups'),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Text as="span" breakWords block>
      {t('To')}{' '}
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          {part}
        </Fragment>
      ))}
      {exclude_count > 0 && ` · ${t.plural(exclude_count, 'except {count} contact', 'except {count} contacts')}`}
    </Text>
  )
}

function messageSource({ template_id, template_name }: Broadcast) {
  if (!template_id) return t('Custom message, as of the start of the broadcast.')
  if (!template_name) return t('From a template that was deleted after the broadcast started.')
  return t('From the template “{name}”, as of the start of the broadcast.', { name: template_name })
}
