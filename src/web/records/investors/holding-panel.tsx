// Investments of an investor: status and funding progress of each.
import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Investment, investments } from '../../../contract/investments.ts'
import type { Investor } from '../../../contract/investors.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { useMay, useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { AmountOrDash } from '../../platform/ui/exact-amount.tsx'
import { May } from '../../platform/ui/may.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { Table } from '../../platform/ui/table.tsx'
import { StatusBadge } from '../master-data/status-badge.tsx'
import styles from './holding-panel.module.css'
import { isSome } from './words.ts'

/** The rest is in the list of investments. */
const shown = 10

export function HoldingPanel({
  investor: { id, name, investment_count },
  everyMs,
}: {
  investor: Investor
  everyMs: number
}) {
  const { data, error, refetch } = useQuery({
    ...query(investments.list, { query: { investor_id: id, per_page: shown, sort: '-created_at' } }),
    placeholderData: keepPreviousData,
    enabled: useMayOrWait('see_amounts') === true,
    refetchOnMount: 'always',
    refetchInterval: everyMs,
  })
  const total = data?.pagination.total ?? 0
  const mayEdit = useMay('edit')
  return (
    <Section
      flush
      title={t('Investments')}
      actions={
        <May permission="edit">
          <Button
            component={Link}
            to={`/investments/add?investor_id=${id}`}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            {t('Add investment')}
          </Button>
        </May>
      }
    >
      {!data && error ? <ErrorState error={error} onRetry={() => refetch()} /> : null}
      {!data && !error && investment_count > 0 ? (
        <div className={styles.wait} style={{ '--rows': Math.min(investment_count, shown) } as React.CSSProperties}>
          <div>
            <Skeleton height="100%" />
          </div>
        </div>
      ) : null}
      {data && total === 0 && (
        <Text dimmed className={styles.none}>
          {mayEdit
            ? t('No investments yet. Add the first as soon as {name} shows interest.', { name })
            : t('No investments yet')}
        </Text>
      )}
      {data && total > 0 && <Rows rows={data.data} />}
      {total > shown && (
        <Text dimmed lineAbove className={styles.rest}>
          <Anchor component={Link} to={`/investments?investor_id=${id}`}>
            {t('All {count} investments', { count: number(total) })}
          </Anchor>
        </Text>
      )}
    </Section>
  )
}

function Rows({ rows }: { rows: readonly Investment[] }) {
  return (
    <div className={styles.room}>
      <Table className={styles.table} aria-label={t('Investments')}>
        <thead>
          <tr>
            <th>{t('Investment')}</th>
            <th data-wide>{t('Status')}</th>
            <th data-end>{t('Committed')}</th>
            <th data-end data-wide>
              {t('Funded')}
            </th>
            <th data-end data-wide>
              {t('Outstanding')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((investment) => (
            <TableRow key={investment.id} investment={investment} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function TableRow({ investment }: { investment: Investment }) {
  const { id, reference, offering, status, stage, currency, committed_amount, expected_amount } = investment
  // An automatic title starts with the investor's name, which the page already shows.
  const title = offering?.name ?? (investment.title_is_automatic ? t('No offering yet') : investment.title)
  return (
    <tr>
      <td>
        <Anchor component={Link} to={`/investments/${id}`} fw={500}>
          {title}
        </Anchor>
        <Text as="span" size={13} dimmed block className={styles.small}>
          {[reference, stage?.name].filter(Boolean).join(' · ')}
        </Text>
        <span className={styles.under}>
          <StatusBadge status={status} />
        </span>
      </td>
      <td data-wide>
        <StatusBadge status={status} />
      </td>
      <td data-end>
        {committed_amount !== null ? (
          <>
            {money(committed_amount, currency)}
            <span className={styles.under}>
              {isSome(investment.funded) && (
                <Text as="span" size={13} dimmed block className={styles.small}>
                  {t('{amount} funded', { amount: money(investment.funded, currency) })}
                </Text>
              )}
              {isSome(investment.outstanding) && (
                <Text as="span" size={13} dimmed block className={styles.small}>
                  {t('{amount} outstanding', { amount: money(investment.outstanding, currency) })}
                </Text>
              )}
            </span>
          </>
        ) : (
          <Text as="span" size={13} dimmed block className={styles.small}>
            {expected_amount !== null && t('{amount} expected', { amount: money(expected_amount, currency) })}
          </Text>
        )}
      </td>
      <td data-end data-wide>
        <AmountOrDash amount={investment.funded} currency={currency} />
      </td>
      <td data-end data-wide>
        <AmountOrDash amount={investment.outstanding} currency={currency} />
      </td>
    </tr>
  )
}
