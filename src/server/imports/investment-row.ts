// Parses one row as an investment with its transactions, or reports its problems.
import type { termFields } from '../../contract/imports.ts'
import { Instrument, InvestmentInput } from '../../contract/investments.ts'
import { Amount, Currency, precisionFault } from '../../contract/money.ts'
import { TransactionKind } from '../../contract/transactions.ts'
import { faultsOf } from '../investments/service.ts'
import { proseOf, short, textOf, tooManyCells } from './cells.ts'
import type { SourceRow } from './csv.ts'
import type { ImportContext } from './importer.ts'
import { tagsOf } from './marks.ts'
import { fitsCurrency, readAmount, readDay } from './styles.ts'

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
  /** Currency signs beside amounts: `RP`. */
  signs: string[]
  remark: string | null
  tags?: string[]
}

interface NamedRow {
  id: string
  name: string
  is_active: boolean
}

export interface Lists {
  statuses: (NamedRow & { category: Parameters<typeof faultsOf>[1]; is_default: boolean })[]
  stages: NamedRow[]
}

type Field = Parameters<typeof textOf>[2]

export function readInvestment({ cells }: SourceRow, { layout, options }: ImportContext, { statuses, stages }: Lists) {
  const text = (field: Field) => textOf(cells, layout, field)
  const problems: string[] = []
  const unread = new Set<string>()
  const say = (problem: string, field?: Field) => {
    problems.push(problem)
    if (field) unread.add(field)
    return null
  }
  const signs: string[] = []
  const amountIn = (cell: string, field: Field, isRight: (plain: string) => boolean) => {
    if (/^[-–—]?$/.test(cell)) return null
    const reading = readAmount(cell, options.number_style)
    if (!reading.ok)
      return say(
        reading.problem === 'unclear'
          ? `“${short(cell)}” is ambiguous. Choose the number format.`
          : reading.problem === 'scale'
            ? unclearScale(cell)
            : `“${short(cell)}” is not an amount such as 1500000.50.`,
        field,
      )
    signs.push(reading.value.sign)
    const plain = canonical(reading.value.amount)
    return isRight(plain) ? plain : say(`“${short(cell)}” is too large or has too many decimals.`, field)
  }
  const amount = (field: Field) => amountIn(text(field), field, (plain) => Amount.safeParse(plain).success)
  const day = (field: Field) => {
    const cell = text(field)
    if (cell === '') return null
    const reading = readDay(cell, options.date_style)
    if (reading.ok) return reading.value
    return say(
      reading.problem === 'unclear'
        ? `“${short(cell)}” is ambiguous. Choose the date format.`
        : `“${short(cell)}” is not a day such as 2026-11-20.`,
      field,
    )
  }
  const pick = <Row extends NamedRow>(rows: Row[], field: Field, what: string) => {
    const name = text(field)
    if (name === '') return null
    const row = rows.find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (!row) return say(`There is no ${what} “${short(name)}”. Add it in Master Data, or write another here.`, field)
    return row.is_active ? row : say(`The ${what} “${row.name}” is inactive.`, field)
  }
  /** A numeric term; a percentage with or without its sign. */
  const figure = (field: Exclude<Term, 'maturity_on'>) => {
    const cell = field.endsWith('_percent') ? text(field).replace(/\s*%$/, '') : text(field)
    const before = signs.length
    const read = amountIn(cell, field, (plain) => InvestmentInput.shape[field].safeParse(plain).success)
    // Only amounts of money may have a currency sign.
    const isMoney = field === 'unit_price' || field === 'valuation_cap'
    const [sign = ''] = isMoney ? [] : signs.splice(before)
    return sign === '' ? read : say(`“${short(cell)}” is not an amount such as 1500000.50.`, field)
  }
  const status = pick(statuses, 'status', 'status') ?? statuses.find(({ is_default }) => is_default)
  const instrument = wordOf(text('instrument'), Instrument.options, instruments)
  if (instrument === undefined) say(`“${short(text('instrument'))}” is not an instrument that Kabar knows.`)
  const kind = wordOf(text('transaction_kind'), TransactionKind.options, transactionKinds)
  if (kind === undefined) say(`“${short(text('transaction_kind'))}” is not a kind of transaction that Kabar knows.`)
  const currency = text('currency').toUpperCase()
  if (currency && !Currency.safeParse(currency).success)
    say(`“${short(currency)}” is not a currency code that Kabar knows.`, 'currency')
  const terms = proseOf(cells, layout, 'terms')
  const paid = amount('transaction_amount')
  const on = day('transaction_on')
  const isPaid = paid !== null && paid !== '0'
  if (isPaid && text('transaction_on') === '') say('The day of the transaction is missing.')
  const data: InvestmentData = {
    reference: text('reference'),
    investor: { code: text('investor_code'), name: text('investor') },
    offering: text('offering'),
    title: text('title'),
    status_id: status?.id ?? '',
    stage_id: pick(stages, 'stage', 'stage')?.id ?? null,
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
    tags: tagsOf(cells, layout, say),
    transaction:
      isPaid && on !== null
        ? { kind: kind ?? 'contribution', amount: paid, on, reference: text('transaction_reference') }
        : null,
    signs: [...new Set(signs)].filter(Boolean),
    remark: text('status') === '' && status ? `Status is missing: set to ${status.name}.` : null,
  }
  if (data.investor.code === '' && data.investor.name === '') say('Investor is missing. Enter a name or a code.')
  for (const [field, value, max] of [
    ['reference', data.reference, 40],
    ['offering', data.offering, 200],
    ['title', data.title, 200],
    ['investor', data.investor.name, 200],
    ['lost reason', data.lost_reason, 500],
    ['notes', data.notes, 20_000],
  ] as const)
    if (value.length > max) say(`The text in ${field} is longer than ${max} characters.`)
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
): string[] {
  const faults: string[] = []
  if (currency !== null) {
    for (const sign of data.signs)
      if (!fitsCurrency(sign, currency)) faults.push(`An amount is marked ${sign}, but the currency is ${currency}.`)
    const paid = data.transaction && precisionFault(data.transaction.amount, currency)
    if (paid) faults.push(`The amount of the transaction ${paid}.`)
  }
  if (unread.has('status')) return faults
  const status = statuses.find(({ id }) => id === data.status_id)
  if (!status) return [...faults, 'There is no default status for new investments. Choose one in Master Data.']
  if (!isNew) return faults
  for (const { path, message } of faultsOf(
    { ...data, currency: currency ?? '', valuation_cap: data.valuation_cap ?? null },
    status.category,
  )) {
    const isGiven = Boolean(data[path as keyof InvestmentData])
    // A given amount can only have wrong decimals, and their number depends on the currency.
    if (isGiven ? currency !== null : !unread.has(path)) faults.push(`${labels[path] ?? path} ${message}.`)
  }
  return faults
}

const labels: { [path: string]: string } = {
  expected_amount: 'The expected amount',
  committed_amount: 'The committed amount',
  lost_reason: 'The lost reason',
  valuation_cap: 'The valuation cap',
}

export const unclearScale = (cell: string) =>
  `“${short(cell)}”: M may mean million or miliar (billion). Write for example 1.5 million, 1,5 juta or 1,5 miliar.`

/** `1500.00` becomes `1500`. */
export function canonical(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  const rest = decimals.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`
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
  const asked = text.toLowerCase()
  if (asked === '') return null
  return words.find((word) => word === asked.replace(/[\s-]+/g, '_')) ?? others.get(asked)
}
