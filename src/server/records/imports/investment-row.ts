// Parses one row as an investment with its transactions, or reports its problems.

import type { CustomValues } from '../../../contract/custom-values.ts'
import type { termFields } from '../../../contract/imports.ts'
import { Instrument, InvestmentInput } from '../../../contract/investments.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { Amount, Currency, precisionFault } from '../../../contract/money.ts'
import { TransactionKind } from '../../../contract/transactions.ts'
import { faultsOf } from '../investments/service.ts'
import { isCalled } from '../master-data/service.ts'
import { proseOf, short, textOf, tooManyCells } from './cells.ts'
import type { SourceRow } from './csv.ts'
import { readCustomRow } from './custom-cells.ts'
import { fieldFault, fieldLabel } from './field-labels.ts'
import type { ImportContext } from './importer.ts'
import { tagsOf } from './marks.ts'
import { canonical, fitsCurrency, readAmount, readDay, unreadAmounts, unreadDay } from './styles.ts'

type Term = (typeof termFields)[number]
type Terms = { [term in Term]: string | null }

export interface InvestmentData extends Terms {
  reference: string
  investor: { code: string; name: string }
  offering: string
  title: string
  status_id: string
  stage_id: string | null
  instrument: string | null
  /** Null: the currency of the offering, else the default. */
  currency: string | null
  expected_amount: string | null
  committed_amount: string | null
  expected_close_on: string | null
  committed_on: string | null
  closed_on: string | null
  lost_reason: string
  notes: string
  transaction: { kind: TransactionKind; amount: string; on: string; reference: string } | null
  /** Currency signs next to amounts: `RP`. */
  signs: string[]
  remark: Message | null
  tags?: string[]
  custom?: CustomValues
}

interface NamedRow {
  id: string
  name: string
  seed_key: string | null
  is_active: boolean
}

export interface Lists {
  statuses: (NamedRow & { category: Parameters<typeof faultsOf>[1]; is_default: boolean })[]
  stages: NamedRow[]
}

type Field = Parameters<typeof textOf>[2]

export function readInvestment({ cells }: SourceRow, context: ImportContext, { statuses, stages }: Lists) {
  const { layout, options } = context
  const text = (field: Field) => textOf(cells, layout, field)
  const problems: Message[] = []
  const unread = new Set<string>()
  const say = (problem: Message, field?: Field) => {
    problems.push(problem)
    if (field) unread.add(field)
    return null
  }
  const signs: string[] = []
  const amountIn = (cell: string, field: Field, isRight: (plain: string) => boolean) => {
    if (/^[-–—]?$/.test(cell)) return null
    const reading = readAmount(cell, options.number_style)
    if (!reading.ok) return say(unreadAmounts[reading.problem](cell), field)
    signs.push(reading.value.sign)
    const plain = canonical(reading.value.amount)
    return isRight(plain) ? plain : say(message('row.amount_out_of_range', { text: short(cell) }), field)
  }
  const amount = (field: Field) => amountIn(text(field), field, (plain) => Amount.safeParse(plain).success)
  const day = (field: Field) => {
    const cell = text(field)
    if (cell === '') return null
    const reading = readDay(cell, options.date_style)
    if (reading.ok) return reading.value
    return say(unreadDay(cell, reading.problem), field)
  }
  const pick = <Row extends NamedRow>(rows: Row[], field: Field, what: Message) => {
    const name = text(field)
    if (name === '') return null
    const row = rows.find((each) => isCalled(each, name))
    if (!row) return say(message('row.not_in_master_data', { what, name: short(name) }), field)
    return row.is_active ? row : say(message('row.inactive', { what, name: row.name }), field)
  }
  /** A numeric term; a percentage with or without its sign. */
  const figure = (field: Exclude<Term, 'maturity_on'>) => {
    const cell = field.endsWith('_percent') ? text(field).replace(/\s*%$/, '') : text(field)
    const before = signs.length
    const read = amountIn(cell, field, (plain) => InvestmentInput.shape[field].safeParse(plain).success)
    // Only amounts of money may have a currency sign.
    const isMoney = field === 'unit_price' || field === 'valuation_cap'
    const [sign = ''] = isMoney ? [] : signs.splice(before)
    return sign === '' ? read : say(message('row.not_amount', { text: short(cell) }), field)
  }
  const status = pick(statuses, 'status', message('column.status')) ?? statuses.find(({ is_default }) => is_default)
  const instrument = wordOf(text('instrument'), Instrument.options, instruments)
  if (instrument === undefined) say(message('row.not_instrument', { text: short(text('instrument')) }))
  const kind = wordOf(text('transaction_kind'), TransactionKind.options, transactionKinds)
  if (kind === undefined) say(message('row.not_transaction_kind', { text: short(text('transaction_kind')) }))
  const currency = text('currency').toUpperCase()
  if (currency && !Currency.safeParse(currency).success)
    say(message('value.not_currency', { text: short(currency) }), 'currency')
  const terms = proseOf(cells, layout, 'terms')
  const paid = amount('transaction_amount')
  const on = day('transaction_on')
  const isPaid = paid !== null && paid !== '0'
  if (isPaid && text('transaction_on') === '') say(message('row.transaction_date_missing'))
  const data: InvestmentData = {
    reference: text('reference'),
    investor: { code: text('investor_code'), name: text('investor') },
    offering: text('offering'),
    title: text('title'),
    status_id: status?.id ?? '',
    stage_id: pick(stages, 'stage', message('column.stage'))?.id ?? null,
    instrument: instrument ?? null,
    currency: currency || null,
    expected_amount: amount('expected_amount'),
    committed_amount: amount('committed_amount'),
    expected_close_on: day('expected_close_on'),
    committed_on: day('committed_on'),
    closed_on: day('closed_on'),
    lost_reason: text('lost_reason'),
    ...termsIn(figure),
    maturity_on: day('maturity_on'),
    notes: [proseOf(cells, layout, 'notes'), terms && `Terms: ${terms}`].filter(Boolean).join('\n'),
    tags: tagsOf(cells, layout, say, options.tags),
    custom: readCustomRow(cells, context, say),
    transaction:
      isPaid && on !== null
        ? { kind: kind ?? 'contribution', amount: paid, on, reference: text('transaction_reference') }
        : null,
    signs: [...new Set(signs)].filter(Boolean),
    remark: text('status') === '' && status ? message('row.status_set', { status: status.name }) : null,
  }
  if (data.investor.code === '' && data.investor.name === '') say(message('row.investor_missing'))
  for (const [field, value, max] of [
    ['reference', data.reference, 40],
    ['offering', data.offering, 200],
    ['title', data.title, 200],
    ['investor', data.investor.name, 200],
    ['lost_reason', data.lost_reason, 500],
    ['notes', data.notes, 20_000],
  ] as const)
    if (value.length > max) say(message('row.text_longer', { field: fieldLabel(field), max }))
  // Cells in the wrong columns would only cause further errors.
  const torn = tooManyCells(cells, layout)
  return { data, problems: torn ? [torn] : problems, isTorn: torn !== null, unread }
}

const termsIn = (figure: (field: Exclude<Term, 'maturity_on'>) => string | null) => ({
  units: figure('units'),
  unit_price: figure('unit_price'),
  ownership_percent: figure('ownership_percent'),
  interest_rate_percent: figure('interest_rate_percent'),
  discount_percent: figure('discount_percent'),
  valuation_cap: figure('valuation_cap'),
})

interface LookedUpRow {
  /** Null: unknown, because of other problems of the row. */
  currency: string | null
  isNew: boolean
  /** Fields whose cells could not be read: their being empty is no further problem. */
  unread: ReadonlySet<string>
}

/** Problems that can be found only after the row has been matched. */
export function rowFaults(
  data: InvestmentData,
  { currency, isNew, unread }: LookedUpRow,
  { statuses }: Lists,
): Message[] {
  const faults: Message[] = []
  if (currency !== null) {
    for (const sign of data.signs)
      if (!fitsCurrency(sign, currency)) faults.push(message('row.currency_sign', { sign, currency }))
    const paid = data.transaction && precisionFault(data.transaction.amount, currency)
    if (paid) faults.push(message('row.transaction_amount_fault', { fault: paid }))
  }
  if (unread.has('status')) return faults
  const status = statuses.find(({ id }) => id === data.status_id)
  if (!status) return [...faults, message('row.no_default_status')]
  if (!isNew) return faults
  for (const { path, message: fault } of faultsOf(
    { ...data, currency: currency ?? '', valuation_cap: data.valuation_cap ?? null },
    status.category,
  )) {
    const isGiven = Boolean(data[path as keyof InvestmentData])
    // A given amount can only have wrong decimals, and their number depends on the currency.
    if (isGiven ? currency !== null : !unread.has(path))
      faults.push(sentences[path]?.(fault) ?? fieldFault(path, fault))
  }
  return faults
}

const sentences: { [path: string]: (fault: Message) => Message } = {
  expected_amount: (fault) => message('row.expected_amount_fault', { fault }),
  committed_amount: (fault) => message('row.committed_amount_fault', { fault }),
  lost_reason: (fault) => message('row.lost_reason_fault', { fault }),
  valuation_cap: (fault) => message('row.valuation_cap_fault', { fault }),
}

const instruments = new Map<string, Instrument>(
  Object.entries({
    saham: 'equity',
    'saham preferen': 'preferred_equity',
    pinjaman: 'loan',
    'surat utang konversi': 'convertible_note',
    'bagi hasil': 'profit_share',
    'bagi pendapatan': 'revenue_share',
    'unit penyertaan': 'fund_interest',
    lainnya: 'other',
  }),
)
const transactionKinds = new Map<string, TransactionKind>(
  Object.entries({
    setoran: 'contribution',
    funding: 'contribution',
    payment: 'contribution',
    distribusi: 'distribution',
    dividen: 'distribution',
    dividend: 'distribution',
    'pengembalian modal': 'return_of_capital',
    biaya: 'fee',
    'pengembalian dana': 'refund',
  }),
)

/** Null for an empty cell, undefined for an unknown word. */
function wordOf<Word extends string>(
  text: string,
  words: readonly Word[],
  others: ReadonlyMap<string, Word>,
): Word | null | undefined {
  const lowerCased = text.toLowerCase()
  if (lowerCased === '') return null
  return words.find((word) => word === lowerCased.replace(/[\s-]+/g, '_')) ?? others.get(lowerCased)
}
