// Activity panel: the timeline of a contact, an investor or an investment, newest first.
import { NativeSelect, Switch } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActivityKind, activity } from '../../../contract/activity.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './activity-panel.module.css'
import { EntryShow } from './entry-show.tsx'

/** The record: exactly one of the three is set. */
export type Subject = { investor_id: string } | { contact_id: string } | { investment_id: string }

const groups = {
  notes: ['note'],
  tasks: ['task'],
  money: ['transaction', 'status'],
  messages: ['message', 'reply', 'answer'],
  changes: ['created', 'changed'],
} satisfies Record<string, ActivityKind[]>
type Group = Exclude<keyof typeof groups, 'messages'>
const others: ActivityKind[] = [...groups.notes, ...groups.tasks, ...groups.money, ...groups.changes]

export function ActivityPanel({ about }: { about: Subject }) {
  const [page, setPage] = useState(1)
  const [group, setGroup] = useState<Group | null>(null)
  // Contacts and investors have a conversation on their page, which shows the messages already. Investments have none.
  const [withMessages, setWithMessages] = useState('investment_id' in about)
  const kinds = group ? groups[group] : withMessages ? undefined : others
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(activity.list, {
      query: { ...about, per_page: 10, ...(page > 1 && { page }), ...(kinds && { kind: kinds }) },
    }),
    placeholderData: keepPreviousData,
    // Always refetched: edits on this page and by colleagues add entries.
    staleTime: 0,
    refetchInterval: 60_000,
  })
  // A contact has no payments to filter by.
  const choices = [
    { value: 'notes', label: t('Notes') },
    { value: 'tasks', label: t('Tasks done') },
    ...('contact_id' in about ? [] : [{ value: 'money', label: t('Status and transactions') }]),
    { value: 'changes', label: t('Changes') },
  ]
  return (
    <Section
      title={t('Activity')}
      actions={
        <>
          {!('investment_id' in about) && (
            <Switch
              size="xs"
              label={t('Messages')}
              checked={withMessages}
              onChange={(event) => {
                setWithMessages(event.currentTarget.checked)
                setGroup(null)
                setPage(1)
              }}
            />
          )}
          <NativeSelect
            size="xs"
            aria-label={t('Filter activity')}
            data={[{ value: '', label: t('Everything') }, ...choices]}
            value={group ?? ''}
            onChange={(event) => {
              setGroup((event.currentTarget.value || null) as Group | null)
              setPage(1)
            }}
          />
        </>
      }
    >
      {!data && error ? <ErrorState error={error} onRetry={() => refetch()} /> : null}
      {!data && !error ? <SkeletonLines height={7.5} /> : null}
      {data && data.data.length === 0 && <Empty icon={IconHistory} title={t('No activity of this kind yet')} />}
      {data && data.data.length > 0 && (
        <PlainList as="ol" className={styles.entries} aria-busy={isPlaceholderData}>
          {data.data.map((entry) => (
            <EntryShow key={`${entry.kind} ${entry.id}`} entry={entry} isAbout={Object.values(about)[0]!} />
          ))}
        </PlainList>
      )}
      {data && data.pagination.total_pages > 1 && (
        <Pager label={t('Activity')} pagination={data.pagination} onPage={setPage} />
      )}
    </Section>
  )
}
