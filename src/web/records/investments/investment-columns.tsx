// Columns of the investment list, named as in its export.
import type { Investment, investmentColumns as names } from '../../../contract/investments.ts'
import { calendarDay, day, percent } from '../../platform/lib/format.ts'
import { isZero } from '../../platform/lib/progress.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Text } from '../../platform/ui/box.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { AmountOrDash, ExactAmount } from '../../platform/ui/exact-amount.tsx'
import { StageBadge } from '../master-data/stage-badge.tsx'
import { StatusBadge } from '../master-data/status-badge.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import styles from './investment-columns.module.css'
import { instrumentText } from './words.ts'

const column = columnsOf<Investment>()
const amount = '11rem'

export const investmentColumns = (): Columns<Investment> =>
  column.columns([
    column.accessor('title', {
      header: t('Investment'),
      meta: { sort: 'title', card: 'title', least: 12 },
      cell: ({ row: { original } }) => <Named investment={original} />,
    }),
    column.accessor('reference', {
      header: t('Reference'),
      meta: { sort: 'reference', optional: true, width: '7rem' },
    }),
    column.accessor(({ offering }) => offering?.name ?? null, {
      id: 'offering',
      header: t('Offering'),
      meta: { sort: 'offering', optional: true, card: 'hidden', least: 12 },
    }),
    column.accessor('status', {
      header: t('Status'),
      meta: { sort: 'status', width: '10rem', card: 'aside' },
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    column.accessor(({ stage }) => stage?.name ?? null, {
      id: 'stage',
      header: t('Stage'),
      meta: { sort: 'stage', optional: true },
      cell: ({ row: { original } }) => original.stage && <StageBadge stage={original.stage} />,
    }),
    column.accessor(({ instrument }) => instrument && instrumentText(instrument), {
      id: 'instrument',
      header: t('Instrument'),
      meta: { sort: 'instrument', optional: true, least: 9.5 },
    }),
    column.accessor('expected_amount', {
      header: t('Expected'),
      meta: { sort: 'expected_amount', align: 'end', optional: true, width: amount, card: 'hidden' },
      cell: ({ row: { original }, getValue }) => <AmountOrDash amount={getValue()} currency={original.currency} />,
    }),
    column.accessor(({ committed_amount, expected_amount }) => committed_amount ?? expected_amount, {
      id: 'committed_amount',
      header: t('Committed'),
      meta: { sort: 'committed_amount', align: 'end', width: amount },
      cell: ({ row: { original } }) => <Committed investment={original} />,
    }),
    column.accessor(({ funded }) => (isZero(funded) ? null : funded), {
      id: 'funded',
      header: t('Funded'),
      meta: { sort: 'funded', align: 'end', width: amount, wide: true },
      cell: ({ row: { original }, getValue }) => <AmountOrDash amount={getValue()} currency={original.currency} />,
    }),
    column.accessor(({ outstanding }) => (isZero(outstanding) ? null : outstanding), {
      id: 'outstanding',
      header: t('Outstanding'),
      meta: { sort: 'outstanding', align: 'end', width: amount, wide: true },
      cell: ({ row: { original } }) => <Outstanding investment={original} />,
    }),
    column.accessor(({ distributed }) => (isZero(distributed) ? null : distributed), {
      id: 'distributed',
      header: t('Distributed'),
      meta: { sort: 'distributed', align: 'end', width: amount, optional: true, card: 'hidden' },
      cell: ({ row: { original }, getValue }) => <AmountOrDash amount={getValue()} currency={original.currency} />,
    }),
    column.accessor('probability', {
      header: t('Probability'),
      meta: { sort: 'probability', align: 'end', optional: true, width: '7rem' },
      cell: ({ getValue }) => getValue() !== null && percent(getValue()!, 100),
    }),
    column.accessor('next_due_on', {
      header: t('Next due'),
      meta: { sort: 'next_due_on', width: '8.5rem', optional: true },
      cell: ({ getValue }) => getValue() && calendarDay(getValue()!),
    }),
    column.accessor('expected_close_on', {
      header: t('Expected close'),
      meta: { sort: 'expected_close_on', width: '8.5rem', wide: 'very' },
      cell: ({ getValue }) => getValue() && calendarDay(getValue()!),
    }),
    column.accessor('committed_on', {
      header: t('Committed on'),
      meta: { sort: 'committed_on', width: '8.5rem', optional: true, card: 'hidden' },
      cell: ({ getValue }) => getValue() && calendarDay(getValue()!),
    }),
    column.accessor(({ owner }) => owner?.name ?? null, {
      id: 'owner',
      header: t('Owner'),
      meta: { sort: 'owner', optional: true },
    }),
    column.accessor('tags', {
      header: t('Tags'),
      meta: { optional: true, card: 'hidden', least: 13 },
      cell: ({ getValue }) => <TagBadges tags={getValue()} most={2} />,
    }),
    column.accessor('created_at', {
      header: t('Added'),
      meta: { sort: 'created_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => day(getValue()),
    }),
    column.accessor('updated_at', {
      header: t('Changed'),
      meta: { sort: 'updated_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => <Ago time={getValue()} />,
    }),
  ])

/** Columns for the export: one cell here may hold several names, and amounts need their currency. */
export const exported = (ids: readonly string[]): (typeof names)[number][] => [
  'investor',
  'offering',
  'currency',
  ...(ids as (typeof names)[number][]),
]

/** An automatic title is shown as its two names on two lines; a custom title is above them. */
function Named({ investment: { title, title_is_automatic, investor, offering } }: { investment: Investment }) {
  const below = title_is_automatic ? offering?.name : [investor.name, offering?.name].filter(Boolean).join(' · ')
  return (
    <Text as="span" block py={6} className={styles.named} title={title}>
      <Text as="span" breakWords lines={3} className={styles.name}>
        {title_is_automatic ? investor.name : title}
      </Text>
      {below && (
        <Text as="span" size={12} weight={400} dimmed block className={styles.below}>
          {below}
        </Text>
      )}
    </Text>
  )
}

/** Before there is a commitment, the expected amount is shown and labeled. */
function Committed({ investment: { committed_amount, expected_amount, currency } }: { investment: Investment }) {
  if (committed_amount !== null || expected_amount === null)
    return <AmountOrDash amount={committed_amount} currency={currency} />
  return (
    <Text as="span" dimmed>
      <ExactAmount amount={expected_amount} currency={currency} /> <span className={styles.word}>{t('expected')}</span>
    </Text>
  )
}

function Outstanding({ investment: { outstanding, overdue, currency } }: { investment: Investment }) {
  if (isZero(overdue)) return <AmountOrDash amount={outstanding} currency={currency} />
  return (
    <>
      <ExactAmount amount={outstanding} currency={currency} />{' '}
      <Text as="span" size={12} weight={500} tone="bad" block className={styles.overdue}>
        {t('overdue')}
      </Text>
    </>
  )
}
