// Columns of the list of broadcasts.
import { Progress } from '@mantine/core'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { dateTime, number, percent } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { BroadcastState } from './broadcast-badge.tsx'
import styles from './broadcast-columns.module.css'
import { funnelOf, progressOf } from './progress.ts'

const column = columnsOf<Broadcast>()

/** Size and session only on wide screens; each broadcast's page shows them too. */
export const broadcastColumns = (isWide: boolean): Columns<Broadcast> => [
  column.accessor('name', { header: t('Name'), meta: { sort: 'name', card: 'title' } }),
  column.display({
    id: 'state',
    header: t('State'),
    meta: { sort: 'status', width: isWide ? '14%' : '27%' },
    cell: ({ row }) => <BroadcastState broadcast={row.original} />,
  }),
  column.display({
    id: 'sent',
    header: t('Sent'),
    meta: { sort: 'sent', width: isWide ? '16%' : '23%' },
    cell: ({ row }) => <Sent broadcast={row.original} />,
  }),
  ...(isWide
    ? [
        outcome('delivered', t('Delivered'), ({ counts }) => funnelOf(counts).delivered),
        outcome('read', t('Read'), ({ counts }) => funnelOf(counts).read),
        outcome('replied', t('Replied'), ({ replied }) => replied),
        column.accessor('session_name', { header: t('Session'), meta: { sort: 'session', width: '11%' } }),
      ]
    : []),
  column.accessor('created_at', {
    header: t('When'),
    meta: { sort: 'created_at', width: isWide ? '13%' : '22%' },
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
  if (started_at) return <Ago time={started_at} />
  return (
    <span className={styles.none}>
      <Ago time={created_at} text={(when) => t('created {when}', { when })} />
    </span>
  )
}

/** Messages that were sent, of those that are to be sent. */
function Sent({ broadcast }: { broadcast: Broadcast }) {
  if (isBefore(broadcast) || broadcast.status === 'preparing')
    return <span className={styles.none}>{audienceOf(broadcast)}</span>
  const { sent, toSend } = progressOf(broadcast.counts)
  return (
    <Row as="span" gap={10}>
      <Progress.Root className={styles.bar} size="sm">
        <Progress.Section
          value={toSend ? (sent / toSend) * 100 : 0}
          color={broadcast.status === 'completed' ? 'green' : undefined}
          aria-label={t('Progress of {name}', { name: broadcast.name })}
        />
        <Progress.Section value={toSend ? (broadcast.counts.failed / toSend) * 100 : 0} color="red" aria-hidden />
      </Progress.Root>
      <Text as="span" size={13} figures className={styles.figures}>
        {t('{sent} / {total}', { sent: number(sent), total: number(toSend) })}
      </Text>
    </Row>
  )
}

/** A later step of the funnel: how many of the sent messages came to it. */
function outcome(id: 'delivered' | 'read' | 'replied', header: string, countOf: (broadcast: Broadcast) => number) {
  return column.display({
    id,
    header,
    meta: { sort: id, width: '9%', align: 'end' },
    cell: ({ row: { original } }) => <Outcome count={countOf(original)} of={funnelOf(original.counts).sent} />,
  })
}

function Outcome({ count, of }: { count: number; of: number }) {
  if (of === 0) return <span className={styles.none}>—</span>
  return (
    <Row as="span" gap={6} justify="end" align="baseline">
      <span>{number(count)}</span>
      <Text as="span" size={13} dimmed figures className={styles.share}>
        {percent(count, of)}
      </Text>
    </Row>
  )
}

/** Recipients are not frozen yet. */
const isBefore = ({ started_at }: Broadcast) => started_at === null

function audienceOf({ audience }: Broadcast) {
  if (audience.all_contacts) return t('All contacts')
  const groups = audience.broadcast_groups.length
  const people = audience.contact_count + audience.group_count
  if (groups === 0) return people === 0 ? t('Nobody chosen') : t('{count} chosen', { count: number(people) })
  const named = t.plural(groups, '{count} group', '{count} groups')
  return people === 0 ? named : t('{groups} + {count}', { groups: named, count: number(people) })
}
