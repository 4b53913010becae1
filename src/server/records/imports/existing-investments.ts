// Matches rows with investments: existing ones, and those that earlier rows create.
import { type Message, message } from '../../../contract/messages/message.ts'
import type { Match } from '../investments/service.ts'
import type { DuplicateKind } from './importer.ts'
import type { InvestmentData } from './investment-row.ts'

/** What distinguishes two investments of one investor, offering, currency and amount. */
const facts = [
  ['committed_on', message('fact.committed_on')],
  ['expected_close_on', message('fact.expected_close_on')],
  ['closed_on', message('fact.closed_on')],
  ['stage_id', message('fact.stage')],
  ['instrument', message('fact.instrument')],
  ['title', message('fact.title')],
  ['units', message('fact.units')],
  ['unit_price', message('fact.unit_price')],
  ['ownership_percent', message('fact.ownership_percent')],
  ['interest_rate_percent', message('fact.interest_rate_percent')],
  ['discount_percent', message('fact.discount_percent')],
  ['valuation_cap', message('fact.valuation_cap')],
  ['maturity_on', message('fact.maturity_on')],
] as const
type Facts = { [fact in (typeof facts)[number][0]]: string | null }

export interface Entry {
  id: string | null
  name: string | Message
  /** The row that creates it; null for an existing investment. */
  line: number | null
  investor: string
  currency: string
  expected_amount: string | null
  committed_amount: string | null
  facts: Facts
  /** A row of this file is matched with it already. */
  isClaimed: boolean
  hasTransactions: boolean
  /** Existing transactions that no row is matched with yet, by key. */
  open: Map<string, string[]>
  /** Keys of transactions from rows of this file. */
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
  /** An existing transaction that the row repeats. */
  transaction_id?: string
  /** Set if a person must decide whether both are the same. */
  duplicate_kind?: DuplicateKind
  differs?: Message[]
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
    /** `claimed`: ids of the investments and transactions that finished rows are matched with. */
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
        name: data.reference || message('place.investment_of_line', { line }),
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

    /** Finds the match of a row without a reference; undefined if it is certainly new. */
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
      const identical = same.find(
        (entry) => differences(data, entry, 'all').length === 0 && (payment ? entry.brought.has(payment) : true),
      )
      if (identical) return { entry: identical, duplicate_kind: 'identical' }
      const nearest = same[0] ?? [...candidates].sort(closest(data))[0]!
      const differs = differences(data, nearest, 'all')
      if (payment && !nearest.brought.has(payment)) differs.push(message('fact.payment'))
      return { entry: nearest, duplicate_kind: 'similar', differs }
    },
  }
}

/** A payment on a known investment: an existing one, one from another row, or a new one. */
export function paymentOn(entry: Entry, data: InvestmentData): Found {
  const key = paymentOf(data)!
  const [transaction_id] = entry.open.get(key) ?? []
  if (transaction_id) return { entry, transaction_id }
  return entry.brought.has(key) ? { entry, duplicate_kind: 'identical' } : { entry }
}

/** Claims a match, so that no other row is matched with the same record. */
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

const keyOf = ({
  investor,
  offering,
  currency,
  expected_amount,
  committed_amount,
}: Pick<Entry, 'investor' | 'currency' | 'expected_amount' | 'committed_amount'> & { offering: string }) =>
  JSON.stringify([investor, offering, currency, expected_amount, committed_amount])

/** `given` compares only cells with a value; the other facts may have been filled in since. */
function differences(data: InvestmentData, { facts: entryFacts, line }: Entry, which: 'given' | 'all'): Message[] {
  return facts.flatMap(([fact, label]) => {
    // A record without a title got a generated one.
    const saysNothing = !data[fact] && ((which === 'given' && line === null) || fact === 'title')
    return saysNothing || (data[fact] ?? '') === (entryFacts[fact] ?? '') ? [] : [label]
  })
}

const closest = (data: InvestmentData) => (a: Entry, b: Entry) =>
  differences(data, a, 'all').length - differences(data, b, 'all').length
