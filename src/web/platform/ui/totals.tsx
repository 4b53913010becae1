// Footer of a list: sums of all matches in the base currency and by currency, and amounts that were not converted.
import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { calendarDay } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { ToneBadge } from './badge.tsx'
import { Row, Text } from './box.tsx'
import { AmountOrDash } from './exact-amount.tsx'
import styles from './totals.module.css'
import { isNothing, linesOf, type TotalsAnswer, type TotalsLine } from './totals-lines.ts'

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
  /** The figures to sum: the field in the response, its label, and the column with its amounts if it has another name. */
  figures: readonly Figure[]
  /** Columns of the table above; absent below cards. */
  columns?: readonly { id: string }[] | undefined
  /** Address where a rate of this currency can be added. */
  rateTo: (currency: string) => string
  /** Text of the count: "1,243 investments". */
  counted: (count: number) => string
}

interface Figure {
  key: string
  label: string
  column?: string
}

/** More currencies than this are collapsed; amounts that were not converted are always visible. */
const maxOnDesk = 8
const maxOnPhone = 1

/** Reserves as many lines as on the last visit, so that nothing moves when the totals arrive. */
export function Totals(props: TotalsProps) {
  const { name, totals, figures, columns } = props
  const { data, error, isPlaceholderData } = totals
  const maxLines = columns ? maxOnDesk : maxOnPhone
  const [isOpen, setOpen] = useState(false)
  const all =
    data &&
    linesOf(
      data,
      figures.map(({ key }) => key),
    )
  const few = all?.filter((line, index) => all.length <= maxLines || index < maxLines - 1 || line.isMissing)
  const isLong = few !== undefined && few.length < all!.length
  const expected = useSavedCount(`totals-lines:${name}`, few?.length)
  const Foot = columns ? TableFoot : CardFoot
  if (error && !data)
    return (
      <Foot columns={columns}>
        <Message columns={columns}>
          {t('The totals could not be loaded')}
          <Button variant="default" size="compact-sm" onClick={() => totals.refetch()}>
            {t('Try again')}
          </Button>
        </Message>
      </Foot>
    )
  const lines = isOpen ? all : few
  return (
    <Foot columns={columns} isStale={isPlaceholderData} isBusy={!data}>
      <Line {...props} line={data && { ...baseLine(data, figures), isBase: true, hasOthers: all!.length > 0 }} />
      {lines
        ? lines.map((line) => <Line key={`${line.currency} ${line.isMissing}`} {...props} line={line} />)
        : Array.from({ length: expected }, (_, index) => <Line key={index} {...props} line={undefined} />)}
      {isLong && (
        <Message columns={columns}>
          <UnstyledButton className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconChevronDown size={14} aria-hidden />
            {isOpen ? t('Fewer currencies') : t('All currencies')}
          </UnstyledButton>
        </Message>
      )}
    </Foot>
  )
}

type FootProps = Pick<TotalsProps, 'columns'> & { isStale?: boolean; isBusy?: boolean; children: ReactNode }

function TableFoot({ isStale, isBusy, children }: FootProps) {
  return (
    <tfoot className={styles.foot} aria-label={t('Totals')} data-stale={isStale || undefined} aria-busy={isBusy}>
      {children}
    </tfoot>
  )
}

function CardFoot({ isStale, isBusy, children }: FootProps) {
  return (
    <section className={styles.stacked} aria-label={t('Totals')} data-stale={isStale || undefined} aria-busy={isBusy}>
      {children}
    </section>
  )
}

function Message({ columns, children }: Pick<TotalsProps, 'columns'> & { children: ReactNode }) {
  const content = (
    <Row gap={16} rowGap={8} wrap dimmed py={8}>
      {children}
    </Row>
  )
  if (!columns) return content
  return (
    <tr>
      <td colSpan={columns.length}>{content}</td>
    </tr>
  )
}

type ShownLine = TotalsLine & { isBase?: boolean; hasOthers?: boolean; as_of?: string }

const baseLine = ({ base, count }: TotalsAnswer, figures: readonly Figure[]): ShownLine => ({
  currency: base.currency,
  as_of: base.as_of,
  count,
  amounts: Object.fromEntries(figures.map(({ key }) => [key, String(base[key])])),
  isMissing: false,
})

/** Sums in one currency, or all sums in the base currency. Without `line` it is a placeholder. */
function Line({ line, figures, columns, counted, rateTo }: TotalsProps & { line: ShownLine | undefined }) {
  const title = line ? <Title line={line} counted={counted} rateTo={rateTo} /> : <Skeleton width="9rem" height={12} />
  const shown = ({ key }: Figure) =>
    line ? (
      <AmountOrDash amount={line.amounts[key]!} currency={line.currency} />
    ) : (
      <Skeleton width="60%" height={12} ml="auto" />
    )
  if (!columns)
    return (
      <div className={styles.line} data-base={line?.isBase}>
        <Text as="div">{title}</Text>
        <dl>
          {figures
            .filter(({ key }) => line?.isBase || !line || !isNothing(line.amounts[key]!))
            .map((figure) => (
              <div key={figure.key}>
                <dt>{figure.label}</dt>
                <dd>{shown(figure)}</dd>
              </div>
            ))}
        </dl>
      </div>
    )
  const figureOf = (id: string) => figures.find(({ key, column = key }) => column === id)
  const first = columns.findIndex(({ id }) => figureOf(id))
  const before = first < 0 ? columns.length : Math.max(1, first)
  const homeless = figures.filter(({ key, column = key }) => !columns.some(({ id }) => id === column))
  return (
    <tr data-base={line?.isBase}>
      <th scope="row" colSpan={before}>
        {title}
        {line && (
          <Row gap={16} rowGap={0} wrap className={styles.homeless}>
            {homeless
              .filter(({ key }) => !isNothing(line.amounts[key]!))
              .map((figure) => (
                <span key={figure.key}>
                  {figure.label} <AmountOrDash amount={line.amounts[figure.key]!} currency={line.currency} />
                </span>
              ))}
          </Row>
        )}
      </th>
      {columns.slice(before).map(({ id }) => {
        const figure = figureOf(id)
        return (
          <td key={id} data-align={figure && 'end'}>
            {figure && shown(figure)}
          </td>
        )
      })}
    </tr>
  )
}

function Title({ line, counted, rateTo }: Pick<TotalsProps, 'counted' | 'rateTo'> & { line: ShownLine }) {
  const { currency, count, isMissing, isBase, hasOthers, as_of } = line
  if (isMissing)
    return (
      <Text as="span" className={styles.missing}>
        {currency} <ToneBadge tone="warning">{t('Not converted: no rate')}</ToneBadge>{' '}
        <Link to={rateTo(currency)}>{t('Add a rate')}</Link>
      </Text>
    )
  const notes = [
    isBase ? t('Sums of {counted}', { counted: counted(count) }) : counted(count),
    hasOthers && t('Rates as of {day}', { day: calendarDay(as_of!) }),
  ].filter(Boolean)
  return (
    <>
      {isBase ? t('All in {currency}', { currency }) : currency}{' '}
      <span className={styles.note}>{notes.join(' · ')}</span>
    </>
  )
}

/** The number as of the last visit until the current one is known. */
function useSavedCount(key: string, count: number | undefined): number {
  const [before] = useState(() => {
    try {
      return Math.min(Number(localStorage.getItem(key)) || 0, maxOnDesk)
    } catch {
      return 0
    }
  })
  useEffect(() => {
    if (count === undefined) return
    try {
      localStorage.setItem(key, String(count))
    } catch {
      // Storage is full or blocked: the footer may grow again on the next visit.
    }
  }, [key, count])
  return before
}
