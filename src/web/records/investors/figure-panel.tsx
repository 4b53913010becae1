// Key figures of an investor: in the base currency, by currency, and amounts not converted.
import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { type InvestmentTotals, investments } from '../../../contract/investments.ts'
import type { Investor } from '../../../contract/investors.ts'
import { query } from '../../api.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { useMayOrWait } from '../../platform/lib/permissions.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Section } from '../../platform/ui/section.tsx'
import styles from './figure-panel.module.css'
import { figureNames, figureText, isSome } from './words.ts'

export function FigurePanel({ investor: { id, figures }, everyMs }: { investor: Investor; everyMs: number }) {
  const { data, error, refetch } = useQuery({
    // No placeholder data: the previous investor's sums would appear under this one's name.
    ...query(investments.totals, { query: { investor_id: id } }),
    enabled: useMayOrWait('see_amounts') === true,
    refetchOnMount: 'always',
    refetchInterval: everyMs,
  })
  const base = useBaseCurrency(data?.base.currency)
  // The record has the same sums by currency, which are shown until the totals have loaded.
  const lines = (data?.by_currency ?? figures).filter(isMoney)
  const isMixed = lines.some(({ currency }) => currency !== base)
  if (!data && error) {
    return (
      <Section>
        <ErrorState error={error} title={t('The totals could not be loaded')} onRetry={() => refetch()} />
      </Section>
    )
  }
  return (
    <Section>
      <dl className={styles.figures} data-mixed={isMixed || undefined}>
        {figureNames.map((name) => (
          <div key={name}>
            <dt>{figureText(name)}</dt>
            <dd>{data ? money(data.base[name], data.base.currency) : <Skeleton width="7rem">{'\u00a0'}</Skeleton>}</dd>
          </div>
        ))}
      </dl>
      {/* If all money is in the base currency, the figures above show it already. */}
      {isMixed && (
        <Currencies lines={lines} base={data?.base ?? { currency: base ?? '…', as_of: today(), not_converted: [] }} />
      )}
    </Section>
  )
}

type Line = Investor['figures'][number]

/** Currencies with any money; mere prospects have none. */
const isMoney = (line: Line) => figureNames.some((name) => isSome(line[name]))

/** The base currency; until this investor's totals have loaded, the one of the investor viewed before. */
function useBaseCurrency(known: string | undefined) {
  useEffect(() => {
    if (known) lastBase = known
  }, [known])
  return known ?? lastBase
}
let lastBase: string | undefined

/** If a currency has a rate now, only payments before its first rate may be missing. */
const sums = (line: Line) =>
  figureNames
    .filter((name) => isSome(line[name]))
    .map((name) => `${figureText(name)} ${money(line[name], line.currency)}`)
    .join(' · ')

interface CurrenciesProps {
  lines: readonly Line[]
  base: Pick<InvestmentTotals['base'], 'currency' | 'as_of' | 'not_converted'>
}

function Currencies({ lines, base }: CurrenciesProps) {
  return (
    <Text as="div" mt={16} pt={12} lineAbove>
      <table className={styles.table} aria-label={t('By currency')}>
        <thead>
          <tr>
            <th scope="col">{t('Currency')}</th>
            {figureNames.map((name) => (
              <th key={name} scope="col">
                {figureText(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.currency}>
              <th scope="row">{line.currency}</th>
              {figureNames.map((name) => (
                <td key={name} data-label={figureText(name)} data-none={!isSome(line[name]) || undefined}>
                  {isSome(line[name]) ? money(line[name], line.currency) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Row as="p" align="stretch" wrap mt={12} size={13} dimmed className={styles.foot}>
        <span>
          {t('Totals above in {currency}, at the rates of {day}; payments at the rates of their own days.', {
            currency: base.currency,
            day: calendarDay(base.as_of),
          })}
        </span>
        {base.not_converted.filter(isMoney).map((line) => (
          <span key={line.currency} className={styles.missing}>
            {t('Not converted, no rate: {sums}', { sums: sums(line) })}{' '}
            <Anchor component={Link} to={rateLink(line.currency)} inherit underline="always">
              {t('Add a rate')}
            </Anchor>
          </span>
        ))}
      </Row>
    </Text>
  )
}
