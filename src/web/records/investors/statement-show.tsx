// Statement of an investor, for the screen and for print.
import { Button } from '@mantine/core'
import { IconDownload, IconFileText, IconPrinter, IconUserOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import { Day } from '../../../contract/common.ts'
import { type Statement, statements } from '../../../contract/statements.ts'
import type { TransactionKind } from '../../../contract/transactions.ts'
import { call, query } from '../../api.ts'
import { download } from '../../download.ts'
import { MessageButton } from '../../messaging/direct-messages/message-button-panel.tsx'
import { countryName } from '../../platform/lib/countries.ts'
import { calendarDay, locale, today } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { language, t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { Empty, isMissing, Missing } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { kindText } from '../transactions/transaction-badge.tsx'
import styles from './statement-show.module.css'

const Search = z.strictObject({ as_of: z.optional(Day) })

export default function StatementShow() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearch(Search)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(statements.get, { params: { id }, query: search }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const name = data?.investor.name
  const list = { to: '/investors', label: t('Investors') }
  const isGone = isMissing(error)
  return (
    <div className={styles.page}>
      <Page
        title={t('Statement')}
        back={isGone ? list : { to: `/investors/${id}`, label: name ?? t('Investor') }}
        actions={
          !isGone && (
            <>
              <div className={styles.day}>
                <DateField
                  aria-label={t('As of')}
                  max={today()}
                  value={search.as_of ?? today()}
                  onlyDays
                  onChange={(day) => setSearch({ as_of: day && day < today() ? day : undefined })}
                />
              </div>
              {/* While it loads, the sheet still shows the previously chosen day. */}
              <FileButtons statement={data} disabled={!data || isPlaceholderData} />
            </>
          )
        }
      >
        {isGone || (error && !data) ? (
          <Section>
            <Missing error={error} onRetry={refetch} icon={IconUserOff} title={t('Investor not found')} list={list} />
          </Section>
        ) : (
          <Text as="article" surface className={styles.sheet} aria-busy={!data || isPlaceholderData}>
            {data ? <Sheet statement={data} /> : <SkeletonLines height={26.25} />}
          </Text>
        )}
      </Page>
    </div>
  )
}

function FileButtons({ statement, disabled }: { statement: Statement | undefined; disabled: boolean }) {
  const [busy, setBusy] = useState(false)
  const isPhone = useIsPhone()
  const id = statement?.investor.id ?? ''
  const file = { as_of: statement?.as_of, locale: locale() }
  async function save() {
    setBusy(true)
    try {
      await download({ kind: 'statement', input: { id, ...file } })
    } catch (error) {
      notifyError(error, t('The file could not be created'))
    } finally {
      setBusy(false)
    }
  }
  const day = statement ? calendarDay(statement.as_of) : ''
  const send = (
    <MessageButton
      to={{ investor_id: id }}
      attach={() => call(statements.keep, { params: { id }, body: file })}
      textFor={(name) => t('Hello {name}, here is your statement as of {day}.', { name, day })}
      disabled={disabled}
    >
      {t('Send')}
    </MessageButton>
  )
  // *Send* keeps its place, so that its dialog stays open when the phone is turned.
  return (
    <>
      {!isPhone && (
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={disabled}
            onClick={() => window.print()}
          >
            {t('Print')}
          </Button>
          <May permission="export">
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={disabled}
              loading={busy}
              onClick={save}
            >
              {t('Save as PDF')}
            </Button>
          </May>
        </>
      )}
      {send}
      {isPhone && (
        <MoreMenu busy={busy}>
          {(Menu) => (
            <>
              <Menu.Item
                leftSection={<IconPrinter size={16} aria-hidden />}
                disabled={disabled}
                onClick={() => window.print()}
              >
                {t('Print')}
              </Menu.Item>
              <May permission="export">
                <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} disabled={disabled} onClick={save}>
                  {t('Save as PDF')}
                </Menu.Item>
              </May>
            </>
          )}
        </MoreMenu>
      )}
    </>
  )
}

function Sheet({ statement: { organization, investor, as_of, currencies } }: { statement: Statement }) {
  const place = [investor.city, investor.country && countryName(investor.country, language())]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <Row as="header" gap={32} rowGap={16} align="stretch" justify="between" wrap className={styles.head}>
        <div>
          <Text size={17} weight={600}>
            {organization || t('Statement')}
          </Text>
          <Text size={13} dimmed className={styles.quiet}>
            {t('Statement as of {day}', { day: calendarDay(as_of) })}
          </Text>
        </div>
        <Text as="div" textAlign="end" pushEnd className={styles.investor}>
          <Text size={17} weight={600}>
            {investor.name}
          </Text>
          <Text size={13} dimmed className={styles.quiet}>
            {[investor.code, place].filter(Boolean).join(' · ')}
          </Text>
        </Text>
      </Row>
      {currencies.length === 0 ? (
        <Empty icon={IconFileText} title={t('No commitments or payments by this day.')} />
      ) : (
        currencies.map((part) => <InCurrency key={part.currency} part={part} />)
      )}
      <Text as="footer" size={13} dimmed>
        {t('Funded is what was paid in less refunds; outstanding is what is committed and not yet paid.')}
      </Text>
    </>
  )
}

type Part = Statement['currencies'][number]

function InCurrency({ part }: { part: Part }) {
  const { currency, investments, payments, due } = part
  const amount = (value: string) => money(value, currency)
  return (
    <Text as="section" mt={32} className={styles.currency}>
      <h2>{currency}</h2>
      <table>
        <caption>{t('Commitments')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Investment')}</th>
            <th scope="col">{t('Committed')}</th>
            <th scope="col">{t('Funded')}</th>
            <th scope="col">{t('Outstanding')}</th>
            <th scope="col">{t('Distributed')}</th>
          </tr>
        </thead>
        <tbody>
          {investments.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.title}
                <Text as="span" size={13} dimmed className={styles.quiet}>
                  {row.reference} · {row.status}
                </Text>
              </th>
              <td data-label={t('Committed')}>{amount(row.committed)}</td>
              <td data-label={t('Funded')}>{amount(row.funded)}</td>
              <td data-label={t('Outstanding')}>{amount(row.outstanding)}</td>
              <td data-label={t('Distributed')}>{amount(row.distributed)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('All in {currency}', { currency })}</th>
            <td data-label={t('Committed')}>{amount(part.committed)}</td>
            <td data-label={t('Funded')}>{amount(part.funded)}</td>
            <td data-label={t('Outstanding')}>{amount(part.outstanding)}</td>
            <td data-label={t('Distributed')}>{amount(part.distributed)}</td>
          </tr>
        </tfoot>
      </table>
      {payments.length > 0 && (
        <Payments
          title={t('Payments')}
          rows={payments}
          amount={amount}
          columns={[
            { head: t('Paid in'), holds: ({ kind }) => !isPaidOut(kind) },
            { head: t('Paid out'), holds: ({ kind }) => isPaidOut(kind) },
          ]}
        />
      )}
      {due.length > 0 && (
        <Payments
          title={t('Still to be paid')}
          rows={due}
          amount={amount}
          columns={[{ head: t('Amount'), holds: () => true }]}
        />
      )}
    </Text>
  )
}

/** From the investor's perspective: payments received. */
const isPaidOut = (kind: TransactionKind) =>
  kind === 'distribution' || kind === 'return_of_capital' || kind === 'refund'

interface PaymentsProps {
  title: string
  rows: Part['payments']
  amount: (value: string) => string
  /** Amount columns: each row has its amount in one of them. */
  columns: { head: string; holds: (row: Part['payments'][number]) => boolean }[]
}

function Payments({ title, rows, amount, columns }: PaymentsProps) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Date')}</th>
          <th scope="col">{t('Investment')}</th>
          {columns.map(({ head }) => (
            <th key={head} scope="col" data-amount>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.day ? calendarDay(row.day) : t('No date')}</th>
            <td data-text>
              {row.investment}
              <Text as="span" size={13} dimmed className={styles.quiet}>
                {kindText(row.kind)} · {row.reference}
              </Text>
            </td>
            {columns.map(({ head, holds }) => (
              <td key={head}>{holds(row) && amount(row.amount)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
