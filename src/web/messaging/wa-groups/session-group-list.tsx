// Groups of one session, with checkboxes.
import { Button, Checkbox } from '@mantine/core'
import { IconBrandWhatsapp, IconCloudOff, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxImported, type SessionGroup, waGroups } from '../../../contract/wa-groups.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { SearchField } from '../../platform/ui/search-field.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { GroupBadge } from './group-badge.tsx'
import styles from './group-import-list.module.css'
import { groupWaitOf } from './wait.ts'
import { WaitShow } from './wait-show.tsx'

const per_page = 50

export function SessionGroupList({ session }: { session: WaSession }) {
  const { id, name, status } = session
  const isWorking = status === 'working'
  const [search, setSearch] = useState({ name: '', page: 1 })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const input = { params: { id }, query: { page: search.page, per_page, ...(search.name && { name: search.name }) } }
  const { data, error, refetch } = useQuery({
    ...query(waGroups.ofSession, input),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isWorking && data && (data.is_refreshing || (!data.refreshed_at && !data.failure)) ? 1_000 : false,
  })
  const refresh = useRefresh(id)
  // The list may be outdated after a reconnect: the server checks its age and refreshes it.
  useEffect(() => {
    if (isWorking) void refetch({ cancelRefetch: false })
  }, [isWorking, refetch])
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data)
    return (
      <Text as="div" py={8} px={20}>
        <SkeletonLines height={16} />
      </Text>
    )
  const { groups, pagination, refreshed_at, is_refreshing, failure } = data
  const isNothing = pagination.total === 0 && !search.name
  const wait = groupWaitOf(status, { refreshed_at, failure, isNothing })
  if (wait) return <WaitShow wait={wait} session={session} />
  const again = (label: string) => (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={is_refreshing || refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      {label}
    </Button>
  )
  if (isNothing && failure)
    return (
      <Empty
        tone="bad"
        icon={IconCloudOff}
        title={t('Groups could not be loaded')}
        text={sentenceOf(failure)}
        action={again(t('Try again'))}
      />
    )
  if (isNothing)
    return (
      <Empty
        icon={IconBrandWhatsapp}
        title={t('This phone is not in any groups')}
        text={t('Groups appear here once the phone joins one.')}
        action={again(t('Refresh'))}
      />
    )
  const news = groups.filter(({ imported }) => !imported)
  const tickedHere = news.filter(({ wa_id }) => ticked.has(wa_id)).length
  const tick = (those: SessionGroup[], isTicked: boolean) => {
    const after = new Set(ticked)
    for (const { wa_id } of those) {
      if (isTicked) after.add(wa_id)
      else after.delete(wa_id)
    }
    setTicked(after)
  }
  return (
    <>
      {failure && <Note>{sentenceOf(failure)}</Note>}
      {!isWorking && <Note>{t('This session is not connected: its groups may have changed.')}</Note>}
      <Row gap={16} rowGap={8} justify="between" wrap py={12} px={20}>
        <SearchField
          label={t('Search groups')}
          value={search.name}
          onChange={(text) => setSearch({ name: text, page: 1 })}
        />
        <Row as="span" gap={8} size={13} dimmed className={styles.age}>
          {refreshed_at && <Ago time={refreshed_at} text={(when) => t('Updated {when}', { when })} />}
          {isWorking && again(t('Refresh'))}
        </Row>
      </Row>
      {groups.length === 0 ? (
        <Empty icon={IconSearchOff} title={t('No groups match')} />
      ) : (
        <PlainList aria-label={t('Groups of {session}', { session: name })}>
          <Row as="li" gap={12} py={8} px={20} lineAbove className={styles.group}>
            <Checkbox
              label={t('Select all on this page')}
              disabled={news.length === 0}
              checked={news.length > 0 && tickedHere === news.length}
              indeterminate={tickedHere > 0 && tickedHere < news.length}
              onChange={(event) => tick(news, event.currentTarget.checked)}
            />
          </Row>
          {groups.map((group) => (
            <Choice
              key={group.wa_id}
              group={group}
              isTicked={ticked.has(group.wa_id)}
              onTick={(isTicked) => tick([group], isTicked)}
            />
          ))}
        </PlainList>
      )}
      {pagination.total_pages > 1 && (
        <Text as="div" px={20}>
          <Pager
            label={t('Groups of {session}', { session: name })}
            pagination={pagination}
            onPage={(page) => setSearch({ ...search, page })}
          />
        </Text>
      )}
      <Importing session_id={id} ticked={[...ticked]} />
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Text py={8} px={20} className={styles.note} role="status">
    {children}
  </Text>
)

interface ChoiceProps {
  group: SessionGroup
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}

function Choice({ group: { name, participants_count, can_post, imported }, isTicked, onTick }: ChoiceProps) {
  return (
    <Row as="li" gap={12} py={8} px={20} lineAbove className={styles.group}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it */}
      <label>
        <Checkbox
          checked={imported || isTicked}
          disabled={imported}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <Text as="span" shrink breakWords className={styles.name}>
          {name}
          <span>{t.plural(participants_count, 'one member', '{count} members')}</span>
        </Text>
      </label>
      <Row as="span" gap={6} align="stretch" justify="end" wrap fixed className={styles.badges}>
        {imported && <ToneBadge tone="neutral">{t('Imported')}</ToneBadge>}
        <GroupBadge reason={can_post ? null : 'may_not_post'} />
      </Row>
    </Row>
  )
}

function Importing({ session_id, ticked }: { session_id: string; ticked: string[] }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(waGroups.importGroups, { body: { groups: ticked.map((wa_id) => ({ session_id, wa_id })) } }),
    onSuccess: async ({ groups }) => {
      await invalidate(client, '/v1/whatsapp')
      notify({ title: t.plural(groups.length, 'One group was imported', '{count} groups were imported') })
      await navigate('/wa-groups')
    },
    onError: (error) => {
      notifyError(error, t('The groups could not be imported'))
      void invalidate(client, '/v1/whatsapp')
    },
  })
  const count = ticked.length
  return (
    <Row gap={16} rowGap={8} justify="between" wrap py={12} px={20} lineAbove className={styles.foot}>
      <p role="status">
        {count > maxImported
          ? t('At most {count} at once.', { count: number(maxImported) })
          : count === 0
            ? t('No groups selected.')
            : t.plural(count, 'One group selected.', '{count} groups selected.')}
      </p>
      <Button disabled={count === 0 || count > maxImported} loading={isPending} onClick={() => mutate()}>
        {count === 0 ? t('Import groups') : t.plural(count, 'Import one group', 'Import {count} groups')}
      </Button>
    </Row>
  )
}

function useRefresh(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(waGroups.refresh, { params: { id } }),
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, '/v1/whatsapp'),
  })
}
