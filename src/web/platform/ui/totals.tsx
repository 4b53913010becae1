// List footer: the number of matches and their totals in the base currency, by currency, and what was not converted.
import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { calendarDay } from '../lib/format.ts'
import { money } from '../lib/money.ts'
import { t } from '../lib/text.ts'
import { ToneBadge } from './badge.tsx'
import { Row, Text } from './box.tsx'
import { useIsPhone } from './breakpoints.ts'
import { Table } from './table.tsx'
import styles from './totals.module.css'
import { isNothing, linesOf, type TotalsAnswer, type TotalsLine } from './totals-lines.ts'
import { useSavedHeight } from './use-saved-height.ts'

interface TotalsProps {
  /** The list's key, under which this device stores the footer's height. */
  name: string
  /** The result of useQuery, with `placeholderData: keepPreviousData`. */
  totals: {
    data: TotalsAnswer | undefined
    error: unknown
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** The figures to sum: the field in the response, and its label. */
  figures: readonly { key: string; label: string }[]
  /** Address where a rate of this currency can be added. */
  rateTo: (currency: string) => string
  /** Text of the count: "1,243 investments". */
  counted: (count: number) => string
}

/** More currencies than this are collapsed; amounts that were not converted are always visible. */
const maxOnDesk = 8
const maxOnPhone = 1

/** Starts with the height of the last visit, so that nothing shifts when the totals arrive. */
export function Totals({ name, totals, figures, counted, rateTo }: TotalsProps) {
  const { data, error, isPlaceholderData } = totals
  const isPhone = useIsPhone()
  const maxLines = isPhone ? maxOnPhone : maxOnDesk
  const [isOpen, setOpen] = useState(false)
  const all =
    data &&
    linesOf(
      data,
      figures.map(({ key }) => key),
    )
  const few = all?.filter((line, index) => all.length <= maxLines || index < maxLines - 1 || line.isMissing)
  const isLong = few !== undefined && few.length < all!.length
  const shown = isOpen ? all : few
  const heightProps = useSavedHeight<HTMLElement>(`totals:${name}`, data !== undefined && !isOpen)
  if (error && !data) {
    return (
      <Row gap={16} rowGap={8} wrap dimmed py={16} px={20} lineAbove>
        {t('The totals could not be loaded')}
        <Button variant="default" size="compact-sm" onClick={() => totals.refetch()}>
          {t('Try again')}
        </Button>
      </Row>
    )
  }
  return (
    <section
      {...heightProps}
      className={styles.totals}
      aria-label={t('Totals')}
      data-stale={isPlaceholderData || undefined}
      aria-busy={!data}
    >
      {/* Hides the empty column headers while loading. */}
      <Table className={styles.table} aria-label={t('Totals')} aria-hidden={!data || undefined}>
        <thead>
          <tr>
            <th>{data ? counted(data.count) : <Skeleton width="7rem" height={12} />}</th>
            {figures.map(({ key, label }) => (
              <th key={key}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr data-base>
            <th scope="row">
              {data ? (
                <>
                  {t('All in {currency}', { currency: data.base.currency })}{' '}
                  {all!.length > 0 && (
                    <span className={styles.note}>{t('Rates as of {day}', { day: calendarDay(data.base.as_of) })}</span>
                  )}
                </>
              ) : (
                <Skeleton width="5rem" height={12} />
              )}
            </th>
            {figures.map(({ key, label }) => (
              <td key={key} data-label={label}>
                {data ? (
                  money(String(data.base[key]), data.base.currency)
                ) : (
                  <Skeleton width="8rem" height={12} ml="auto" />
                )}
              </td>
            ))}
          </tr>
          {shown?.map((line) => (
            <Line
              key={`${line.currency} ${line.isMissing}`}
              line={line}
              figures={figures}
              counted={counted}
              rateTo={rateTo}
            />
          ))}
        </tbody>
      </Table>
      {isLong && (
        <UnstyledButton className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronDown size={14} aria-hidden />
          {isOpen ? t('Fewer currencies') : t('All currencies')}
        </UnstyledButton>
      )}
    </section>
  )
}

interface LineProps extends Pick<TotalsProps, 'figures' | 'counted' | 'rateTo'> {
  line: TotalsLine
}

function Line({ line: { currency, count, amounts, isMissing }, figures, counted, rateTo }: LineProps) {
  return (
    <tr data-missing={isMissing || undefined}>
      <th scope="row">
        {currency}{' '}
        {isMissing ? (
          <Text as="span" nowrap className={styles.missing}>
            <ToneBadge tone="warning">{t('Not converted: no rate')}</ToneBadge>{' '}
            <Link to={rateTo(currency)}>{t('Add a rate')}</Link>
          </Text>
        ) : (
          <span className={styles.note}>{counted(count)}</span>
        )}
      </th>
      {figures.map(({ key, label }) => {
        const amount = amounts[key]!
        return (
          <td key={key} data-label={label} data-nothing={isNothing(amount) || undefined}>
            {isNothing(amount) ? '–' : money(amount, currency)}
          </td>
        )
      })}
    </tr>
  )
}
