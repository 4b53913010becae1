// Imports rows as investments or transactions: matches them by reference, else one by one by similarity.
import { dayOf } from '../db/day.ts'
import type { Tenant } from '../db/index.ts'
import { periodClosedText } from '../errors.ts'
import { createMany, matches, type NewInvestment } from '../investments/service.ts'
import type { Match as Investor } from '../investors/service.ts'
import { list as masterData } from '../master-data/service.ts'
import { closedUntil, lockPeriod } from '../organization/service.ts'
import { timeSlices } from '../time-slices.ts'
import { createMany as createTransactions, type NewTransaction } from '../transactions/service.ts'
import { isTotal, reasonOf, short, totalRow } from './cells.ts'
import {
  claimMatch,
  differsText,
  type Entry,
  type ExistingInvestments,
  existingInvestments,
  type Found,
  paymentOn,
} from './existing-investments.ts'
import type {
  DuplicateChoice,
  ImportContext,
  PendingRow,
  PlannedRow,
  RecordImporter,
  RowOutcome,
  RowQuestion,
  UndoStep,
} from './importer.ts'
import { createNames, type Names, namesOf } from './investment-names.ts'
import { type InvestmentData, type Lists, readInvestment, rowFaults } from './investment-row.ts'
import { findInvestor } from './investors.ts'
import { addTags, idsOfTags } from './marks.ts'
import { lockKind } from './queries.ts'
import { claimedBefore } from './rows/queries.ts'

type PendingInvestmentRow = PendingRow<InvestmentData>

export const investments: RecordImporter = {
  batchRows: 200,
  needs: { fields: ['investor', 'investor_code'], otherwise: 'Choose which column is the investor.' },
  planner: async (tenant, ground) => {
    const lists = await listsOf(tenant)
    const book = existingInvestments()
    return async (records) => {
      const read = await timeSlices.map(records, (record) => ({ ...record, ...readInvestment(record, ground, lists) }))
      const names = await namesOf(tenant, read)
      await enter(tenant, book, read, names)
      return await timeSlices.map(read, ({ line, cells, same, data, problems, isTorn, unread }): PlannedRow => {
        const row = { line, cells, data, key: keyOf(data), same: same ?? null }
        if (problems.length > 0) {
          const { faults } = isTorn ? { faults: [] } : lookUp(data, ground, lists, names, book, unread)
          return { ...row, action: 'error', reason: reasonOf([...problems, ...faults]), record_id: null }
        }
        if (isFootOf(data, names)) return { ...row, action: 'skip', reason: totalRow, record_id: null }
        const decided = decide({ line, data, same }, ground, lists, names, book)
        const { action, reason, entry, question = null, transaction_id = null } = decided
        return { ...row, action, reason, question, transaction_id, record_id: entry?.id ?? null }
      })
    }
  },
  apply: async (tenant, ground, rows) => {
    await lockKind(tenant, 'investments')
    // Rows in a closed period are rejected one by one; a period closed in mid-batch would fail the whole import.
    await lockPeriod(tenant, 'shared')
    return await apply(tenant, ground, rows as PendingInvestmentRow[])
  },
}

/** A total row: the word for a total, which names no investor here, and nothing but amounts. */
const isFootOf = ({ investor, reference, offering, title, transaction }: InvestmentData, { investors }: Names) =>
  isTotal(investor.name) &&
  !investor.code &&
  !reference &&
  !offering &&
  !title &&
  !transaction?.reference &&
  findInvestor(investor, investors) === undefined

type Ledger = Lists & { closedUntil: string | null }

async function listsOf(tenant: Tenant): Promise<Ledger> {
  const statuses = (await masterData(tenant, 'investment_statuses')).data
  const stages = (await masterData(tenant, 'investment_stages')).data
  return { statuses, stages, closedUntil: await closedUntil(tenant) }
}

/** Rows that look like the same investment. */
const keyOf = ({ reference, investor, offering }: InvestmentData) =>
  reference
    ? `ref ${reference.toLowerCase()}`
    : `of ${[investor.code || investor.name, offering].join('|').toLowerCase()}`

/** Loads the existing records that these rows may match. `importId`: of a running import, whose earlier rows have claimed theirs. */
async function enter(
  tenant: Tenant,
  book: ExistingInvestments,
  rows: { data: InvestmentData }[],
  { investors }: Names,
  importId?: string,
) {
  const references = rows.map(({ data }) => data.reference).filter(Boolean)
  const known = await matches(
    tenant,
    references,
    investors.map(({ id }) => id),
  )
  const claimed = importId
    ? await claimedBefore(
        tenant,
        importId,
        known.map(({ id }) => id),
      )
    : undefined
  for (const match of known) book.enter(match, claimed)
}

interface Decided {
  action: PlannedRow['action']
  reason: string | null
  /** The investment that it adds to or creates. */
  entry?: Entry
  investor?: Investor | undefined
  offering?: Names['offerings'][number] | undefined
  currency?: string
  question?: RowQuestion | undefined
  /** The existing transaction. */
  transaction_id?: string | undefined
}

const refused = (reason: string | null): Decided => ({ action: 'error', reason })

/** Resolves the names in a row and its investment, with all problems found. `unread`: as in `rowFaults`. */
function lookUp(
  data: InvestmentData,
  { options }: ImportContext,
  lists: Lists,
  { investors, offerings }: Names,
  book: ExistingInvestments,
  unread: ReadonlySet<string> = new Set(),
) {
  const faults: string[] = []
  const found = findInvestor(data.investor, investors)
  const investor = found === 'several' ? undefined : found
  const called = data.investor.name || data.investor.code
  const isMade = found === undefined && options.create_investors && data.investor.name && options.investor_type_id
  if (found === 'several') faults.push(`Several investors are called ${short(called)}. Enter the investor’s code.`)
  else if (called && !investor && !isMade)
    faults.push(`There is no investor ${short(called)}. Import the investors first, or let this import create them.`)
  const isInvestorKnown = Boolean(investor || isMade)
  const offering = offerings.find(({ name }) => name.toLowerCase() === data.offering.toLowerCase())
  const isOfferingKnown = !data.offering || offering !== undefined || options.create_offerings
  if (!isOfferingKnown)
    faults.push(`There is no offering ${short(data.offering)}. Add it first, or let this import create offerings.`)
  const byReference = book.withReference(data.reference)
  const currency = data.currency ?? byReference?.currency ?? offering?.currency ?? options.currency
  const whose = investor?.id ?? `new ${data.investor.name.toLowerCase()}`
  const where = offering?.id ?? (data.offering && `new ${data.offering.toLowerCase()}`)
  const entry = byReference
  const isCurrencyKnown = !unread.has('currency') && (isOfferingKnown || data.currency !== null)
  if (entry && isInvestorKnown && entry.investor !== whose) faults.push(`${entry.name} is of another investor.`)
  if (entry && isCurrencyKnown && entry.currency !== currency)
    faults.push(`${entry.name} is in ${entry.currency}, and this row in ${currency}.`)
  const known = { currency: isCurrencyKnown ? currency : null, isNew: entry === undefined, unread }
  faults.push(...rowFaults(data, known, lists))
  if (entry && !data.transaction) faults.push(...otherAmounts(data, entry))
  return { faults, investor, offering, currency, entry, position: { investor: whose, offering: where, currency, data } }
}

/** Two amounts for one reference: the second would be lost silently. */
function otherAmounts(data: InvestmentData, entry: Entry): string[] {
  return amountLabels.flatMap(([field, label]) => {
    if (data[field] === null || data[field] === entry[field]) return []
    const where = entry.line === null ? '' : ` (line ${entry.line})`
    return `${entry.name} has ${entry[field] ?? 'nothing'} as ${label}${where}, and this row ${data[field]}. Give it another reference, or the same amount.`
  })
}
const amountLabels = [
  ['expected_amount', 'expected amount'],
  ['committed_amount', 'committed amount'],
] as const

function decide(
  { line, data, same }: { line: number; data: InvestmentData; same?: DuplicateChoice | null | undefined },
  ground: ImportContext,
  lists: Ledger,
  names: Names,
  book: ExistingInvestments,
): Decided {
  const { faults, investor, offering, currency, entry, position } = lookUp(data, ground, lists, names, book)
  if (faults.length > 0) return refused(reasonOf(faults))
  const found: Found | undefined = entry
    ? data.transaction
      ? paymentOn(entry, data)
      : { entry }
    : data.reference
      ? undefined
      : book.like(position)
  const { question } = found ?? {}
  const { equal_rows, similar_rows } = ground.options
  const answer = question && (same ?? (question === 'equal' ? equal_rows : similar_rows) ?? 'create')
  const doubt = question && found && doubtOf(found, data, entry !== undefined)
  const about = { investor, offering, currency, question }
  if (found && (answer !== 'create' || entry)) {
    const known = decideKnown(found, data, currency, answer, doubt)
    const closed = known.action === 'update' && closedFault(lists, data.transaction?.on)
    return closed ? refused(closed) : { ...about, ...known }
  }
  const closed = closedFault(lists, data.transaction?.on, data.committed_on)
  if (closed) return refused(closed)
  const made = book.make(line, position)
  const news = [
    doubt ?? '',
    data.remark ?? '',
    investor ? '' : `Creates the investor ${data.investor.name}.`,
    data.offering && !offering ? `Creates the offering ${data.offering}.` : '',
  ]
  return { ...about, action: 'create', reason: reasonOf(news), entry: made }
}

/** A row writes transactions on these days. */
function closedFault({ closedUntil }: Ledger, ...days: (string | null | undefined)[]): string | undefined {
  return closedUntil !== null && days.some((day) => day && day <= closedUntil)
    ? periodClosedText(closedUntil)
    : undefined
}

/** A row about an existing investment, or one that an earlier row creates. */
function decideKnown(
  found: Found,
  data: InvestmentData,
  currency: string,
  answer: DuplicateChoice | undefined,
  doubt: string | undefined,
): Decided {
  const { entry, transaction_id, question } = found
  const { name, line } = entry
  claimMatch(found, data)
  if (transaction_id) return { action: 'skip', reason: `${name} has this transaction already.`, entry, transaction_id }
  const isRepeated = question === 'equal' || !data.transaction
  if (answer === 'one' && isRepeated)
    return { action: 'skip', reason: `Merged with ${placeOf(entry)}, as you chose.`, entry }
  if (!data.transaction)
    return {
      action: 'skip',
      reason: line === null ? `${name} already exists, and nothing is new.` : `Same investment as line ${line}.`,
      entry,
    }
  const { amount, on } = data.transaction
  const adds = `Adds ${currency} ${amount} of ${on} to ${name}.`
  return { action: 'update', reason: reasonOf([answer === 'create' ? (doubt ?? '') : '', adds]), entry }
}

const placeOf = ({ line, name }: Entry) => (line === null ? name : `line ${line}`)

function doubtOf({ entry, differs }: Found, { transaction }: InvestmentData, isOfReference: boolean): string {
  if (isOfReference) return `May be the same payment as another of ${entry.name}: identical.`
  if (transaction && !differs) return `May be the same investment and payment as ${placeOf(entry)}: identical.`
  return `May be the same investment as ${placeOf(entry)}: ${differsText(differs)}.`
}

type Step = Decided & { row: PendingInvestmentRow; undo: UndoStep }

async function apply(tenant: Tenant, ground: ImportContext, rows: PendingInvestmentRow[]): Promise<RowOutcome[]> {
  const lists = await listsOf(tenant)
  const names = await namesOf(tenant, rows)
  const undoOfNames = await createNames(tenant, ground, rows, names)
  const book = existingInvestments()
  await enter(tenant, book, rows, names, ground.id)
  const today = await dayOf(tenant)
  const steps = rows.map((row): Step => {
    const undo = { made: [...(undoOfNames.get(row.line) ?? [])] }
    return { ...decide(row, ground, lists, names, book), row, undo }
  })
  const creates = steps.filter(({ action }) => action === 'create')
  const idOf = await idsOfTags(
    tenant,
    creates.flatMap(({ row }) => row.data.tags ?? []),
  )
  const made = await createMany(tenant, creates.map(newInvestment))
  for (const [index, step] of creates.entries()) {
    const id = made[index]?.id
    if (!id) Object.assign(step, refused(`Another investment has the reference ${step.row.data.reference}.`))
    else {
      step.entry!.id = id
      step.undo.made!.push({ what: 'investment', id, version: 1 })
    }
  }
  const tagged = creates.flatMap(({ entry, row }) => (entry!.id ? { id: entry!.id, tags: row.data.tags ?? [] } : []))
  await addTags(tenant, 'investment', tagged, idOf)
  const paying = steps.filter(({ action, row }) => (action === 'create' || action === 'update') && row.data.transaction)
  const added = paying.filter(({ entry }) => entry!.id)
  const ids = await createTransactions(
    tenant,
    added.map((step) => newTransaction(step, today)),
  )
  for (const [index, step] of added.entries()) {
    const id = ids[index]
    if (id) {
      step.transaction_id = id
      step.undo.made!.push({ what: 'transaction', id, version: 1, of: step.entry!.id! })
    } else Object.assign(step, refused('Someone else changed its investment. Import the row again.'))
  }
  for (const step of paying.filter(({ entry }) => !entry!.id))
    Object.assign(step, refused('The row that creates its investment could not be imported.'))
  return steps.map(({ row, action, reason, entry, transaction_id, undo }) => ({
    line: row.line,
    action,
    transaction_id: action === 'error' ? null : (transaction_id ?? null),
    reason: action === 'create' ? row.reason : reason,
    record_id: entry?.id ?? null,
    undo: undo.made!.length > 0 ? undo : null,
  }))
}

function newInvestment({ row: { data }, investor, offering, currency }: Step): NewInvestment {
  const { investor: _, offering: __, transaction: ___, signs: ____, remark: _____, tags: ______, ...given } = data
  return {
    ...given,
    currency: currency!,
    investor_id: investor!.id,
    investor: investor!.name,
    offering_id: offering?.id ?? null,
    offering: offering?.name ?? null,
  }
}

/** A transaction in the future is scheduled, one in the past is settled. */
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
