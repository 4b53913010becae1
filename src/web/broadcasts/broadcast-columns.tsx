// Columns of the list of broadcasts.
import { Progress } from '@mantine/core'
import type { Broadcast } from '../../contract/broadcasts.ts'
import { ago, dateTime, number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { type Columns, columnsOf } from '../ui/data-table.tsx'
import { BroadcastState } from './broadcast-badge.tsx'
import styles from './broadcast-columns.module.css'
import { progressOf } from './progress.ts'

const column = columnsOf<Broadcast>()

/** Size and session only on wide screens; each broadcast's page shows them too. */
export const broadcastColumns = (isWide: boolean): Columns<Broadcast> => [
  column.accessor('name', { header: t('Name'), meta: { sort: 'name', card: 'title' } }),
  column.display({
    id: 'state',
    header: t('State'),
    meta: { width: isWide ? '20%' : '27%' },
    cell: ({ row }) => <BroadcastState broadcast={row.original} />,
  }),
  column.accessor((broadcast) => (isBefore(broadcast) ? null : progressOf(broadcast.counts).settled), {
    id: 'progress',
    header: t('Progress'),
    meta: { width: isWide ? '15%' : '23%' },
    cell: ({ row }) => <Settled broadcast={row.original} />,
  }),
  ...(isWide
    ? [
        column.display({
          id: 'audience',
          header: t('Audience'),
          meta: { width: '11%', align: 'end' },
          cell: ({ row }) => audienceOf(row.original),
        }),
        column.accessor('session_name', { header: t('Session'), meta: { width: '12%' } }),
      ]
    : []),
  column.accessor('created_at', {
    header: t('When'),
    meta: { sort: 'created_at', width: isWide ? '17%' : '22%' },
    cell: ({ row }) => <Moment broadcast={row.original} />,
  }),
]

function Moment({ broadcast: { started_at, created_at, status, send_at } }: { broadcast: Broadcast }) {
  if (status === 'scheduled' && send_at)
    return (
      <time dateTime={send_at} title={t('Starts {when}', { when: dateTime(send_at) })} className={styles.begins}>
        {dateTime(send_at)}
      </time>
    )
  const time = started_at ?? created_at
  return (
    <time
      dateTime={time}
      title={started_at ? dateTime(time) : t('Created {when}', { when: dateTime(time) })}
      className={started_at ? undefined : styles.none}
    >
      {ago(time)}
    </time>
  )
}

function Settled({ broadcast }: { broadcast: Broadcast }) {
  if (isBefore(broadcast)) return <span className={styles.none}>—</span>
  const { settled, total } = progressOf(broadcast.counts)
  return (
    <span className={styles.progress}>
      <Progress
        className={styles.bar}
        size="sm"
        value={total ? (settled / total) * 100 : 0}
        color={broadcast.status === 'completed' ? 'green' : undefined}
        aria-label={t('Progress of {name}', { name: broadcast.name })}
      />
      <span className={styles.figures}>
        {t('{settled} / {total}', { settled: number(settled), total: number(total) })}
      </span>
    </span>
  )
}

/** Recipients are not frozen yet. */
const isBefore = ({ started_at }: Broadcast) => started_at === null

function audienceOf(broadcast: Broadcast) {
  const { audience, counts, status } = broadcast
  if (!isBefore(broadcast) && status !== 'preparing') return number(progressOf(counts).total)
  if (audience.all_contacts) return t('All contacts')
  const groups = audience.broadcast_groups.length
  const people = audience.contact_count + audience.group_count
  if (groups === 0) return number(people)
  const named = t.plural(groups, '{count} group', '{count} groups')
  return people === 0 ? named : t('{groups} + {count}', { groups: named, count: number(people) })
}
