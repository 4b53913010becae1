// Rows that are investments, or more money on one: known by reference, else by investor, offering, currency and amounts.
import { dayOf } from '../db/day.ts'
import type { Tenant } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { createMany, type Match, matches, type NewInvestment } from '../investments/service.ts'
import {
  createMany as createInvestors,
  type Match as Investor,
  matches as investorsLike,
} from '../investors/service.ts'
import { list as masterData } from '../master-data/service.ts'
import { create as createOffering, named as offeringsNamed } from '../offerings/service.ts'
import { slices } from '../slices.ts'
import { createMany as createTransactions, type NewTransaction } from '../transactions/service.ts'
import { reasonOf, short } from './cells.ts'
import { type InvestmentData, type Lists, readInvestment, rowFaults } from './investment-row.ts'
import { findInvestor } from './investors.ts'
import type { Ground, Kind, OpenRow, Outcome, PlannedRow, Undo } from './kinds.ts'
import { attempt, takeTurnOf } from './queries.ts'

type Open = OpenRow<InvestmentData>

export const investments: Kind = {
  batchRows: 200,
  needs: { fields: ['investor', 'investor_code'], otherwise: 'Choose which column is the investor.' },
  planner: async (tenant, ground) => {
    const lists = await listsOf(tenant)
    const book: Book = new Map()
    return async (records) => {
      const read = await slices.map(records, (record) => ({ ...record, ...readInvestment(record, ground, lists) }))
      const names = await namesOf(tenant, read)
      await enter(tenant, book, read, names)
      return read.map(({ line, cells, data, problems, isTorn, unread }): PlannedRow => {
        const row = { line, cells, data, key: keyOf(data) }
        if (problems.length > 0) {
          const { faults } = isTorn ? { faults: [] } : lookUp(data, ground, lists, names, book, unread)
          return { ...row, action: 'error', reason: reasonOf([...problems, ...faults]), record_id: null }
        }
        const { action, reason, entry } = decide({ line, data }, ground, lists, names, book)
        return { ...row, action, reason, record_id: entry?.id ?? null }
      })
    }
  },
  apply: async (tenant, ground, rows) => {
    await takeTurnOf(tenant, 'investments')
    return await apply(tenant, ground, rows as Open[])
  },
}

async function listsOf(tenant: Tenant): Promise<Lists> {
  const statuses = (await masterData(tenant, 'investment_statuses')).data
  const stages = (await masterData(tenant, 'investment_stages')).data
  return { statuses, stages }
}

interface Names {
  investors: Investor[]
  offerings: { id: string; name: string; currency: string }[]
}

async function namesOf(tenant: Tenant, rows: { data: InvestmentData }[]): Promise<Names> {
  const investors = await investorsLike(
    tenant,
    rows.map(({ data }) => data.investor.code).filter(Boolean),
    rows.map(({ data }) => data.investor.name).filter(Boolean),
  )
  return { investors, offerings: await offeringsNamed(tenant, rows.map(({ data }) => data.offering).filter(Boolean)) }
}

/** An investment that is there, or that a row further up makes. */
interface Entry {
  id: string | null
  name: string
  line: number | null
  investor: string
  currency: string
  transactions: Set<string>
}
/** By what it is known: several keys lead to one. */
type Book = Map<string, Entry>

const referenceKey = (reference: string) => `ref ${reference.toLowerCase()}`
/** Rows that a person would call the same investment. */
const keyOf = ({ reference, investor, offering }: InvestmentData) =>
  reference ? referenceKey(reference) : `of ${[investor.code || investor.name, offering].join('|').toLowerCase()}`
const likeKey = (investor: string, offering: string, currency: string, amounts: (string | null)[]) =>
  `like ${JSON.stringify([investor, offering, currency, ...amounts])}`
const transactionKey = ({ kind, amount, on, reference }: Match['transactions'][number]) =>
  JSON.stringify([kind, amount, on, reference.toLowerCase()])

/** Writes down what is there already of these rows. */
async function enter(tenant: Tenant, book: Book, rows: { data: InvestmentData }[], { investors }: Names) {
  const references = rows.map(({ data }) => data.reference).filter(Boolean)
  const known = await matches(
    tenant,
    references,
    investors.map(({ id }) => id),
  )
  for (const match of known) {
    const entry: Entry = {
      id: match.id,
      name: match.reference,
      line: null,
      investor: match.investor_id,
      currency: match.currency,
      transactions: new Set(match.transactions.map(transactionKey)),
    }
    const amounts = [match.expected_amount, match.committed_amount]
    for (const key of [
      referenceKey(match.reference),
      likeKey(match.investor_id, match.offering_id ?? '', match.currency, amounts),
    ])
      if (!book.has(key)) book.set(key, entry)
  }
}

interface Decided {
  action: PlannedRow['action']
  reason: string | null
  /** What it adds to, or makes. */
  entry?: Entry
  investor?: Investor | undefined
  offering?: Names['offerings'][number] | undefined
  currency?: string
}

const refused = (reason: string | null): Decided => ({ action: 'error', reason })

/** What a row names and which investment it is about, with all that is wrong with that. `unread`: as `rowFaults`. */
function lookUp(
  data: InvestmentData,
  { options }: Ground,
  lists: Lists,
  { investors, offerings }: Names,
  book: Book,
  unread: ReadonlySet<string> = new Set(),
) {
  const faults: string[] = []
  const found = findInvestor(data.investor, investors)
  const investor = found === 'several' ? undefined : found
  const called = data.investor.name || data.investor.code
  const isMade = found === undefined && options.create_investors && data.investor.name && options.investor_type_id
  if (found === 'several')
    faults.push(`Several investors are called ${short(called)}. Give the code of the one that is meant.`)
  else if (called && !investor && !isMade)
    faults.push(`There is no investor ${short(called)}. Import the investors first, or let this import create them.`)
  const isInvestorKnown = Boolean(investor || isMade)
  const offering = offerings.find(({ name }) => name.toLowerCase() === data.offering.toLowerCase())
  const isOfferingKnown = !data.offering || offering !== undefined || options.create_offerings
  if (!isOfferingKnown)
    faults.push(`There is no offering ${short(data.offering)}. Add it first, or let this import create offerings.`)
  const byReference = data.reference ? book.get(referenceKey(data.reference)) : undefined
  const currency = data.currency ?? byReference?.currency ?? offering?.currency ?? options.currency
  const whose = investor?.id ?? `new ${data.investor.name.toLowerCase()}`
  const where = offering?.id ?? (data.offering && `new ${data.offering.toLowerCase()}`)
  const like = likeKey(whose, where, currency, [data.expected_amount, data.committed_amount])
  const entry = byReference ?? (data.reference ? undefined : book.get(like))
  const isCurrencyKnown = !unread.has('currency') && (isOfferingKnown || data.currency !== null)
  if (entry && isInvestorKnown && entry.investor !== whose) faults.push(`${entry.name} is of another investor.`)
  if (entry && isCurrencyKnown && entry.currency !== currency)
    faults.push(`${entry.name} is in ${entry.currency}, and this row in ${currency}.`)
  const known = { currency: isCurrencyKnown ? currency : null, isNew: entry === undefined, unread }
  faults.push(...rowFaults(data, known, lists))
  return { faults, investor, offering, currency, entry, whose, like }
}

function decide(
  { line, data }: { line: number; data: InvestmentData },
  ground: Ground,
  lists: Lists,
  names: Names,
  book: Book,
): Decided {
  const { faults, investor, offering, currency, entry, whose, like } = lookUp(data, ground, lists, names, book)
  if (faults.length > 0) return refused(reasonOf(faults))
  const transaction = data.transaction && transactionKey(data.transaction)
  if (entry) {
    if (!transaction)
      return entry.line === null
        ? { action: 'skip', reason: `${entry.name} is there already, and nothing is new.`, entry }
        : { action: 'skip', reason: `Same investment as line ${entry.line}.`, entry }
    if (entry.transactions.has(transaction))
      return {
        action: 'skip',
        reason: `${entry.name} has this transaction already. If it is another one, give it a reference of its own.`,
        entry,
      }
    entry.transactions.add(transaction)
    const { amount, on } = data.transaction!
    const reason = `Adds ${currency} ${amount} of ${on} to ${entry.name}.`
    return { action: 'update', reason, entry, investor, offering, currency }
  }
  const made: Entry = {
    id: null,
    name: data.reference || `the investment of line ${line}`,
    line,
    investor: whose,
    currency,
    transactions: new Set(transaction ? [transaction] : []),
  }
  book.set(like, book.get(like) ?? made)
  if (data.reference) book.set(referenceKey(data.reference), made)
  const news = [
    data.remark ?? '',
    investor ? '' : `Creates the investor ${data.investor.name}.`,
    data.offering && !offering ? `Creates the offering ${data.offering}.` : '',
  ]
  return {
    action: 'create',
    reason: news.filter(Boolean).join('\n') || null,
    entry: made,
    investor,
    offering,
    currency,
  }
}

type Step = Decided & { row: Open; undo: Undo }

async function apply(tenant: Tenant, ground: Ground, rows: Open[]): Promise<Outcome[]> {
  const lists = await listsOf(tenant)
  const names = await namesOf(tenant, rows)
  const undoOfNames = await createNames(tenant, ground, rows, names)
  const book: Book = new Map()
  await enter(tenant, book, rows, names)
  const today = await dayOf(tenant)
  const steps = rows.map((row): Step => {
    const undo = { made: [...(undoOfNames.get(row.line) ?? [])] }
    return { ...decide(row, ground, lists, names, book), row, undo }
  })
  const creates = steps.filter(({ action }) => action === 'create')
  const made = await createMany(tenant, creates.map(newInvestment))
  for (const [index, step] of creates.entries()) {
    const id = made[index]?.id
    if (!id) Object.assign(step, refused(`Another investment has the reference ${step.row.data.reference}.`))
    else {
      step.entry!.id = id
      step.undo.made!.push({ what: 'investment', id, version: 1 })
    }
  }
  const paying = steps.filter(({ action, row }) => (action === 'create' || action === 'update') && row.data.transaction)
  const added = paying.filter(({ entry }) => entry!.id)
  const ids = await createTransactions(
    tenant,
    added.map((step) => newTransaction(step, today)),
  )
  for (const [index, step] of added.entries()) {
    const id = ids[index]
    if (id) step.undo.made!.push({ what: 'transaction', id, version: 1, of: step.entry!.id! })
    else Object.assign(step, refused('Its investment was changed meanwhile. Import the row again.'))
  }
  for (const step of paying.filter(({ entry }) => !entry!.id))
    Object.assign(step, refused('The row that makes its investment could not be imported.'))
  return steps.map(({ row, action, reason, entry, undo }) => ({
    line: row.line,
    action,
    reason: action === 'create' ? row.reason : reason,
    record_id: entry?.id ?? null,
    undo: undo.made!.length > 0 ? undo : null,
  }))
}

/** Investors and offerings that are not there yet, where that was asked for; each once, by the first row that names it. */
async function createNames(tenant: Tenant, { options }: Ground, rows: Open[], names: Names) {
  const undo = new Map<number, NonNullable<Undo['made']>>()
  const note = (line: number, what: 'investor' | 'offering', id: string) =>
    undo.set(line, [...(undo.get(line) ?? []), { what, id, version: 1 }])
  await createInvestorsOf(tenant, options, rows, names, (line, id) => note(line, 'investor', id))
  for (const { line, data } of rows) {
    if (!options.create_offerings || !data.offering) continue
    if (names.offerings.some((each) => each.name.toLowerCase() === data.offering.toLowerCase())) continue
    const currency = data.currency ?? options.currency
    try {
      const made = await attempt(tenant, () => createOffering(tenant, { name: data.offering, kind: 'round', currency }))
      note(line, 'offering', made.id)
      names.offerings.push({ id: made.id, name: made.name, currency })
    } catch (error) {
      // Somebody was faster: the row says that there is none, and the next import finds it.
      if (!(error instanceof AppError)) throw error
    }
  }
  return undo
}

async function createInvestorsOf(
  tenant: Tenant,
  options: Ground['options'],
  rows: Open[],
  { investors }: Names,
  note: (line: number, id: string) => void,
) {
  const type = options.create_investors
    ? (await masterData(tenant, 'investor_types')).data.find(({ id }) => id === options.investor_type_id)
    : undefined
  if (!type) return
  const missing = new Map<string, { line: number; code: string; name: string }>()
  for (const { line, data } of rows) {
    const { name, code } = data.investor
    const key = (code || name).toLowerCase()
    if (name && !missing.has(key) && !findInvestor({ name, code }, investors)) missing.set(key, { line, code, name })
  }
  const wanted = [...missing.values()]
  const made = await createInvestors(
    tenant,
    wanted.map(({ code, name }) => ({ code, name, kind: type.kind, investor_type_id: type.id })),
  )
  for (const [index, { line, name }] of wanted.entries()) {
    const row = made[index]
    if (!row) continue
    note(line, row.id)
    investors.push({ ...blankInvestor, name, id: row.id, code: row.code })
  }
}

const blankInvestor = {
  email: '',
  country: null,
  city: '',
  website: '',
  source: '',
  notes: '',
  next_follow_up_on: null,
  contact_ids: [],
}

function newInvestment({ row: { data }, investor, offering, currency }: Step): NewInvestment {
  const { investor: _, offering: __, transaction: ___, signs: ____, remark: _____, ...given } = data
  return {
    ...given,
    currency: currency!,
    investor_id: investor!.id,
    investor: investor!.name,
    offering_id: offering?.id ?? null,
    offering: offering?.name ?? null,
  }
}

/** What lies ahead is scheduled, what was is settled. */
function newTransaction({ row: { data }, entry, currency }: Step, today: string): NewTransaction {
  const { kind, amount, on, reference } = data.transaction!
  const isAhead = on > today
  return {
    investment_id: entry!.id!,
    currency: currency!,
    kind,
    amount,
    reference,
    note: '',
    state: isAhead ? 'scheduled' : 'settled',
    due_on: isAhead ? on : null,
    settled_on: isAhead ? null : on,
  }
}
