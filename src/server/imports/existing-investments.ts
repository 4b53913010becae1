// The investments that rows of a file may be about: those that are there, and those that rows further up make.
import type { Match } from '../investments/service.ts'
import { enumerate } from './cells.ts'
import type { RowQuestion } from './importer.ts'
import type { InvestmentData } from './investment-row.ts'

/** What tells two investments of one investor, offering, currency and amount apart. */
const facts = [
  ['committed_on', 'the day'],
  ['expected_close_on', 'the expected closing'],
  ['closed_on', 'the closing day'],
  ['stage_id', 'the stage'],
  ['instrument', 'the instrument'],
  ['title', 'the title'],
  ['units', 'the units'],
  ['unit_price', 'the price of a unit'],
  ['ownership_percent', 'the ownership'],
  ['interest_rate_percent', 'the interest rate'],
  ['discount_percent', 'the discount'],
  ['valuation_cap', 'the valuation cap'],
  ['maturity_on', 'the maturity'],
] as const
type Facts = { [fact in (typeof facts)[number][0]]: string | null }

export interface Entry {
  id: string | null
  name: string
  /** The row that makes it; null when it was there before. */
  line: number | null
  investor: string
  currency: string
  expected_amount: string | null
  committed_amount: string | null
  facts: Facts
  /** A row of this file is about it already. */
  isClaimed: boolean
  hasTransactions: boolean
  /** Transactions that were there before and that no row was matched with yet, by their key. */
  open: Map<string, string[]>
  /** Keys of transactions that rows of this file brought. */
  brought: Set<string>
}

interface Position {
  investor: string
  offering: string
  currency: string
  data: InvestmentData
}

export interface Found {
  entry: Entry
  /** An existing transaction that the row tells of again. */
  transaction_id?: string
  /** Whether it really is the same is for a person to say. */
  question?: RowQuestion
  differs?: string[]
}

export const transactionKey = ({ kind, amount, on, reference }: Omit<Match['transactions'][number], 'id'>) =>
  JSON.stringify([kind, amount, on, reference.toLowerCase()])
const paymentOf = ({ transaction }: InvestmentData) => transaction && transactionKey(transaction)

export type ExistingInvestments = ReturnType<typeof existingInvestments>

export function existingInvestments() {
  const ids = new Set<string>()
  const byReference = new Map<string, Entry>()
  const alike = new Map<string, Entry[]>()
  const put = (entry: Entry, reference: string, offering: string) => {
    if (reference) byReference.set(reference.toLowerCase(), entry)
    const key = keyOf({ ...entry, offering })
    alike.set(key, [...(alike.get(key) ?? []), entry])
  }

  return {
    /** `claimed`: ids of the investments and transactions that rows done before are about. */
    enter(match: Match, claimed: ReadonlySet<string> = new Set()) {
      if (ids.has(match.id)) return
      ids.add(match.id)
      const entry: Entry = {
        id: match.id,
        name: match.reference,
        line: null,
        investor: match.investor_id,
        currency: match.currency,
        expected_amount: match.expected_amount,
        committed_amount: match.committed_amount,
        facts: match,
        isClaimed: claimed.has(match.id),
        hasTransactions: match.transactions.length > 0,
        open: new Map(),
        brought: new Set(),
      }
      for (const transaction of match.transactions) {
        const key = transactionKey(transaction)
        if (claimed.has(transaction.id)) entry.brought.add(key)
        else entry.open.set(key, [...(entry.open.get(key) ?? []), transaction.id])
      }
      put(entry, match.reference, match.offering_id ?? '')
    },

    make(line: number, { investor, offering, currency, data }: Position): Entry {
      const entry: Entry = {
        id: null,
        name: data.reference || `the investment of line ${line}`,
        line,
        investor,
        currency,
        expected_amount: data.expected_amount,
        committed_amount: data.committed_amount,
        facts: data,
        isClaimed: true,
        hasTransactions: data.transaction !== null,
        open: new Map(),
        brought: new Set([paymentOf(data)].filter((key) => key !== null)),
      }
      put(entry, data.reference, offering)
      return entry
    },

    withReference: (reference: string) => (reference ? byReference.get(reference.toLowerCase()) : undefined),

    /** What a row is about that names no investment; nothing when it is new beyond doubt. */
    like({ investor, offering, currency, data }: Position): Found | undefined {
      const { expected_amount, committed_amount } = data
      const candidates = alike.get(keyOf({ investor, offering, currency, expected_amount, committed_amount })) ?? []
      if (candidates.length === 0) return undefined
      const payment = paymentOf(data)
      const same = candidates.filter((entry) => differences(data, entry, 'given').length === 0).sort(closest(data))
      if (payment) {
        const paid = same.find((entry) => entry.open.has(payment))
        if (paid) return { entry: paid, transaction_id: paid.open.get(payment)![0]! }
      }
      const unclaimed = same.find((entry) => !entry.isClaimed && (!payment || !entry.hasTransactions))
      if (unclaimed) return { entry: unclaimed }
      const equal = same.find(
        (entry) => differences(data, entry, 'all').length === 0 && (payment ? entry.brought.has(payment) : true),
      )
      if (equal) return { entry: equal, question: 'equal' }
      const nearest = same[0] ?? [...candidates].sort(closest(data))[0]!
      const differs = differences(data, nearest, 'all')
      if (payment && !nearest.brought.has(payment)) differs.push('the payment')
      return { entry: nearest, question: 'similar', differs }
    },
  }
}

/** A payment on a known investment: there before, brought by another row, or new. */
export function paymentOn(entry: Entry, data: InvestmentData): Found {
  const key = paymentOf(data)!
  const [transaction_id] = entry.open.get(key) ?? []
  if (transaction_id) return { entry, transaction_id }
  return entry.brought.has(key) ? { entry, question: 'equal' } : { entry }
}

/** No other row is matched with what this one is about. */
export function claimMatch({ entry, transaction_id }: Found, data: InvestmentData) {
  entry.isClaimed = true
  const key = paymentOf(data)
  if (!key) return
  entry.hasTransactions = true
  entry.brought.add(key)
  const left = entry.open.get(key)?.filter((id) => id !== transaction_id) ?? []
  if (left.length > 0) entry.open.set(key, left)
  else entry.open.delete(key)
}

export function differsText(differs: string[] = []): string {
  if (differs.length === 0) return 'nothing differs'
  return differs.length === 1 ? `only ${differs[0]} differs` : `only ${enumerate(differs)} differ`
}

const keyOf = ({
  investor,
  offering,
  currency,
  expected_amount,
  committed_amount,
}: Pick<Entry, 'investor' | 'currency' | 'expected_amount' | 'committed_amount'> & { offering: string }) =>
  JSON.stringify([investor, offering, currency, expected_amount, committed_amount])

/** `given`: of what stands in the row; what it says nothing of may have been filled in since. */
function differences(data: InvestmentData, { facts: known, line }: Entry, which: 'given' | 'all'): string[] {
  return facts.flatMap(([fact, label]) => {
    // The title of a record is made up where nobody gave one.
    const saysNothing = !data[fact] && ((which === 'given' && line === null) || fact === 'title')
    return saysNothing || (data[fact] ?? '') === (known[fact] ?? '') ? [] : [label]
  })
}

const closest = (data: InvestmentData) => (a: Entry, b: Entry) =>
  differences(data, a, 'all').length - differences(data, b, 'all').length
