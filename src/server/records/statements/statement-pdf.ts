// Writes a statement as a PDF in the reader's locale, with the figures of the screen. The same statement makes the same bytes.

import { moneyText } from '../../../contract/messages/amount.ts'
import type { Message } from '../../../contract/messages/message.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Statement } from '../../../contract/statements.ts'
import { languageOf, sentenceOf } from '../../errors.ts'
import { openPaper, type Paper } from './paper.ts'
import { drawTable, type PaperColumn } from './paper-table.ts'

type Part = Statement['currencies'][number]
type Payment = Part['payments'][number]

/** Formats texts, amounts and dates for the reader's locale. */
interface Wording {
  say(said: Message): string
  money(amount: string, currency: string): string
  day(day: string): string
  place(city: string, country: string | null): string
}

export async function statementPdf(statement: Statement, locale: string): Promise<Buffer> {
  const wording = wordingOf(locale)
  const { say, day } = wording
  const { investor, organization, as_of, currencies } = statement
  const paper = await openPaper({
    title: `${say(message('statement.title'))} ${investor.name}`,
    author: organization,
    madeOn: as_of,
    footer: (page, pages) => [
      [investor.name, day(as_of)].join(' · '),
      say(message('statement.page', { page: String(page), pages: String(pages) })),
    ],
  })
  drawHead(paper, statement, wording)
  for (const part of currencies) await drawCurrency(paper, part, wording)
  if (currencies.length === 0) paper.text(say(message('statement.none')), { size: 10 })
  paper.space(14)
  paper.text(say(message('statement.note')), { size: 8, dimmed: true })
  return await paper.end()
}

function wordingOf(locale: string): Wording {
  const language = languageOf(locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const regions = new Intl.DisplayNames([locale], { type: 'region' })
  // Formats are cached, because a long statement has thousands of amounts.
  const formats = new Map<string, Intl.NumberFormat>()
  const formatOf = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
    formats.set(key, format)
    return format
  }
  return {
    say: (said) => sentenceOf(said, language),
    money: (amount, currency) => moneyText(amount, currency, formatOf),
    day: (day) => days.format(new Date(`${day}T00:00:00Z`)),
    place: (city, country) => [city, country && regions.of(country)].filter(Boolean).join(', '),
  }
}

function drawHead(paper: Paper, { organization, investor, as_of }: Statement, { say, day, place }: Wording) {
  const about = [investor.code, place(investor.city, investor.country)].filter(Boolean).join(' · ')
  paper.sides(
    [organization || say(message('statement.title')), say(message('statement.as_of', { day: day(as_of) }))],
    [investor.name, about],
  )
  paper.rule()
}

async function drawCurrency(paper: Paper, part: Part, wording: Wording): Promise<void> {
  const { say, money, day } = wording
  const { currency, investments, payments, due } = part
  const amount = (value: string) => money(value, currency)
  paper.space(18)
  paper.keepTogether(90)
  paper.text(currency, { size: 13, bold: true })

  type Sums = Pick<Part, 'committed' | 'funded' | 'outstanding' | 'distributed'>
  const sum = (head: Message, text: (row: Sums) => string): PaperColumn<Sums> => ({
    head: say(head),
    isAmount: true,
    text,
  })
  const sums = [
    sum(message('statement.committed'), (row) => amount(row.committed)),
    sum(message('statement.funded'), (row) => amount(row.funded)),
    sum(message('statement.outstanding'), (row) => amount(row.outstanding)),
    sum(message('statement.distributed'), (row) => amount(row.distributed)),
  ]
  await drawTable(paper, {
    caption: say(message('statement.commitments')),
    columns: [
      {
        head: say(message('statement.investment')),
        text: (row) => row.title,
        note: (row) => [row.reference, row.status].filter(Boolean).join(' · '),
      },
      ...sums,
    ] as PaperColumn<Part['investments'][number]>[],
    rows: investments,
    foot: [say(message('statement.all_in', { currency })), ...sums.map(({ text }) => text(part))],
  })

  const columns = (amounts: { head: string; holds: (row: Payment) => boolean }[]): PaperColumn<Payment>[] => [
    {
      head: say(message('statement.date')),
      width: 76,
      text: (row) => (row.day ? day(row.day) : say(message('statement.no_date'))),
    },
    {
      head: say(message('statement.investment')),
      text: (row) => row.investment,
      note: (row) => [say(kinds[row.kind]), row.reference].filter(Boolean).join(' · '),
    },
    ...amounts.map(({ head, holds }) => ({
      head,
      isAmount: true,
      text: (row: Payment) => (holds(row) ? amount(row.amount) : ''),
    })),
  ]
  if (payments.length > 0)
    await drawTable(paper, {
      caption: say(message('statement.payments')),
      columns: columns([
        { head: say(message('statement.paid_in')), holds: ({ kind }) => !isPaidOut(kind) },
        { head: say(message('statement.paid_out')), holds: ({ kind }) => isPaidOut(kind) },
      ]),
      rows: payments,
    })
  if (due.length > 0)
    await drawTable(paper, {
      caption: say(message('statement.due')),
      columns: columns([{ head: say(message('statement.amount')), holds: () => true }]),
      rows: due,
    })
}

const kinds: Record<Payment['kind'], Message> = {
  contribution: message('statement.contribution'),
  distribution: message('statement.distribution'),
  return_of_capital: message('statement.return_of_capital'),
  fee: message('statement.fee'),
  refund: message('statement.refund'),
}

/** True if the investor receives the payment. */
const isPaidOut = (kind: Payment['kind']) =>
  kind === 'distribution' || kind === 'return_of_capital' || kind === 'refund'
