// Columns of the list of broadcasts.
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { dateTime, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { BroadcastState } from './broadcast-badge.tsx'
import styles from './broadcast-columns.module.css'
import { OutcomeBar } from './outcome-show.tsx'
import { funnelOf, progressOf } from './progress.ts'

const column = columnsOf<Broadcast>()

/** A started broadcast shows its outcome as numbers with small bars; any other shows its audience there. */
export const broadcastColumns = (isWide: boolean): Columns<Broadcast> => [
  column.accessor('name', {
    header: t('Name'),
    meta: { sort: 'name', card: 'title', least: 11 },
    cell: ({ row: { original } }) => (
      <Stack as="span" gap={2} py={6} className={styles.named}>
        <Text as="span" weight={500} lines={2} breakWords className={styles.name}>
          {original.name}
        </Text>
        <Text as="span" size={13} weight={400} dimmed truncate>
          {t('To {audience}', { audience: audienceOf(original) })}
        </Text>
      </Stack>
    ),
  }),
  column.display({
    id: 'state',
    header: t('State'),
    meta: { sort: 'status', width: isWide ? '15%' : '7.5rem', card: 'aside' },
    cell: ({ row }) => <BroadcastState broadcast={row.original} />,
  }),
  outcome('delivered', t('Delivered'), isWide ? 8.5 : 6.75, ({ counts }) => funnelOf(counts).delivered),
  outcome('read', t('Read'), isWide ? 6.5 : 4.75, ({ counts }) => funnelOf(counts).read),
  outcome('replied', t('Replied'), isWide ? 6.5 : 5.5, ({ replied }) => replied),
  column.accessor('created_at', {
    header: t('When'),
    meta: { sort: 'created_at', width: isWide ? '14%' : '8rem' },
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
  if (started_at)
    return (
      <span className={styles.begins}>
        <Ago time={started_at} />
      </span>
    )
  return (
    <span className={styles.none}>
      <Ago time={created_at} text={(when) => t('created {when}', { when })} />
    </span>
  )
}

/** Column with the number of recipients who reached this step (sent, delivered, …). `width` is in rem. */
function outcome(
  id: 'delivered' | 'read' | 'replied',
  header: string,
  width: number,
  countOf: (broadcast: Broadcast) => number,
) {
  return column.accessor((broadcast) => (isBefore(broadcast) ? null : countOf(broadcast)), {
    id,
    header,
    meta: { sort: id, width: `${width}rem`, wide: id !== 'delivered' },
    cell: ({ getValue, row: { original } }) => <Outcome step={id} count={getValue()} counts={original.counts} />,
  })
}

interface OutcomeProps {
  step: 'delivered' | 'read' | 'replied'
  /** Null before the broadcast has started. */
  count: number | null
  counts: Broadcast['counts']
}

function Outcome({ step, count, counts }: OutcomeProps) {
  if (count === null) return <span className={styles.none}>–</span>
  return (
    <span className={styles.outcome}>
      <span>
        {step === 'delivered'
          ? t('{count} of {total}', { count: number(count), total: number(progressOf(counts).toSend) })
          : number(count)}
      </span>
      <OutcomeBar step={step} count={count} of={funnelOf(counts).sent} />
    </span>
  )
}

/** Recipients are not frozen yet. */
const isBefore = ({ started_at }: Broadcast) => started_at === null

function audienceOf({ audience }: Broadcast) {
  if (audience.all_contacts) return t('all contacts')
  const groups = audience.broadcast_groups.length
  const [only] = audience.broadcast_groups
  const people = audience.contact_count + audience.group_count
  if (groups === 0) return people === 0 ? t('nobody yet') : t('{count} chosen', { count: number(people) })
  const named = only && groups === 1 ? only.name : t.plural(groups, '{count} group', '{count} groups')
  return people === 0 ? named : t('{groups} + {count}', { groups: named, count: number(people) })
}
