// Imports rows as investments or transactions: matches them by reference, else one by one by similarity.
import { type Message, message } from '../../../contract/messages/message.ts'
import { closedUntil, lockPeriod } from '../../identity/organization/service.ts'
import { dayOf } from '../../platform/db/day.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { timeSlices } from '../../time-slices.ts'
import { createMany, matches, type NewInvestment } from '../investments/service.ts'
import type { Match as Investor } from '../investors/service.ts'
import { list as masterData } from '../master-data/service.ts'
import { createMany as createTransactions, type NewTransaction } from '../transactions/service.ts'
import { distinct, isTotal, short, totalRow } from './cells.ts'
import {
  claimMatch,
  type Entry,
  type ExistingInvestments,
  existingInvestments,
  type Found,
  paymentOn,
} from './existing-investments.ts'
import { fieldLabel } from './field-labels.ts'
import type {
  DuplicateChoice,
  DuplicateKind,
  ImportContext,
  PendingRow,
  PlannedRow,
  RecordImporter,
  RowOutcome,
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
  needs: { fields: ['investor', 'investor_code'] },
  planner: async (tenant, context) => {
    const lists = await listsOf(tenant)
    const book = existingInvestments()
    return async (records) => {
      const read = await timeSlices.map(records, (record) => ({ ...record, ...readInvestment(record, context, lists) }))
      const names = await namesOf(tenant, read)
      await enter(tenant, book, read, names)
      return await timeSlices.map(
        read,
        ({ line, cells, duplicate_choice = null, data, problems, isTorn, unread }): PlannedRow => {
          const row = { line, cells, data, key: keyOf(data), duplicate_choice }
          if (problems.length > 0) {
            const { faults } = isTorn ? { faults: [] } : lookUp(data, context, lists, names, book, unread)
            return { ...row, action: 'error', reasons: distinct([...problems, ...faults]), record_id: null }
          }
          if (isFootOf(data, names)) return { ...row, action: 'skip', reasons: [totalRow], record_id: null }
          const decided = decide({ line, data, duplicate_choice }, context, lists, names, book)
          const { action, reasons, entry, duplicate_kind = null, transaction_id = null } = decided
          return { ...row, action, reasons, duplicate_kind, transaction_id, record_id: entry?.id ?? null }
        },
      )
    }
  },
  apply: async (tenant, context, rows) => {
    await lockKind(tenant, 'investments')
    // Rows in a closed period are rejected one by one; a period closed in mid-batch would fail the whole import.
    await lockPeriod(tenant, 'shared')
    return await apply(tenant, context, rows as PendingInvestmentRow[])
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
  const existing = await matches(
    tenant,
    references,
    investors.map(({ id }) => id),
  )
  const claimed = importId
    ? await claimedBefore(
        tenant,
        importId,
        existing.map(({ id }) => id),
      )
    : undefined
  for (const match of existing) book.enter(match, claimed)
}

interface Decided {
  action: PlannedRow['action']
  reasons: Message[]
  /** The investment that it adds to or creates. */
  entry?: Entry
  investor?: Investor | undefined
  offering?: Names['offerings'][number] | undefined
  currency?: string
  duplicate_kind?: DuplicateKind | undefined
  /** The existing transaction. */
  transaction_id?: string | undefined
}

const refused = (...reasons: Message[]): Decided => ({ action: 'error', reasons })

/** Resolves the names in a row and its investment, with all problems found. `unread`: as in `rowFaults`. */
function lookUp(
  data: InvestmentData,
  { options }: ImportContext,
  lists: Lists,
  { investors, offerings }: Names,
  book: ExistingInvestments,
  unread: ReadonlySet<string> = new Set(),
) {
  const faults: Message[] = []
  const found = findInvestor(data.investor, investors)
  const investor = found === 'several' ? undefined : found
  const called = data.investor.name || data.investor.code
  const isMade = found === undefined && options.create_investors && data.investor.name && options.investor_type_id
  if (found === 'several') faults.push(message('row.investors_alike', { name: short(called) }))
  else if (called && !investor && !isMade) faults.push(message('row.no_investor_yet', { name: short(called) }))
  const isInvestorKnown = Boolean(investor || isMade)
  const offering = offerings.find(({ name }) => name.toLowerCase() === data.offering.toLowerCase())
  const isOfferingKnown = !data.offering || offering !== undefined || options.create_offerings
  if (!isOfferingKnown) faults.push(message('row.no_offering', { name: short(data.offering) }))
  const byReference = book.withReference(data.reference)
  const currency = data.currency ?? byReference?.currency ?? offering?.currency ?? options.currency
  const whose = investor?.id ?? `new ${data.investor.name.toLowerCase()}`
  const where = offering?.id ?? (data.offering && `new ${data.offering.toLowerCase()}`)
  const entry = byReference
  const isCurrencyKnown = !unread.has('currency') && (isOfferingKnown || data.currency !== null)
  if (entry && isInvestorKnown && entry.investor !== whose)
    faults.push(message('row.of_other_investor', { name: entry.name }))
  if (entry && isCurrencyKnown && entry.currency !== currency)
    faults.push(message('row.currency_differs', { name: entry.name, currency: entry.currency, other: currency }))
  const resolved = { currency: isCurrencyKnown ? currency : null, isNew: entry === undefined, unread }
  faults.push(...rowFaults(data, resolved, lists))
  if (entry && !data.transaction) faults.push(...otherAmounts(data, entry))
  return { faults, investor, offering, currency, entry, position: { investor: whose, offering: where, currency, data } }
}

/** Two amounts for one reference: the second would be lost silently. */
function otherAmounts(data: InvestmentData, { name, line, ...entry }: Entry): Message[] {
  return (['expected_amount', 'committed_amount'] as const).flatMap((field) => {
    const amount = data[field]
    if (amount === null || amount === entry[field]) return []
    const values = { name, known: entry[field] ?? message('place.nothing'), field: fieldLabel(field), amount }
    return line === null
      ? message('row.amount_differs', values)
      : message('row.amount_differs_from_line', { ...values, line })
  })
}

function decide(
  {
    line,
    data,
    duplicate_choice,
  }: { line: number; data: InvestmentData; duplicate_choice?: DuplicateChoice | null | undefined },
  context: ImportContext,
  lists: Ledger,
  names: Names,
  book: ExistingInvestments,
): Decided {
  const { faults, investor, offering, currency, entry, position } = lookUp(data, context, lists, names, book)
  if (faults.length > 0) return refused(...distinct(faults))
  const found: Found | undefined = entry
    ? data.transaction
      ? paymentOn(entry, data)
      : { entry }
    : data.reference
      ? undefined
      : book.like(position)
  const { duplicate_kind } = found ?? {}
  const { duplicate_rows, similar_rows } = context.options
  const answer =
    duplicate_kind && (duplicate_choice ?? (duplicate_kind === 'identical' ? duplicate_rows : similar_rows) ?? 'create')
  const doubt = duplicate_kind && found && doubtOf(found, data, entry !== undefined)
  const about = { investor, offering, currency, duplicate_kind }
  if (found && (answer !== 'create' || entry)) {
    const decided = decideKnown(found, data, currency, answer, doubt)
    const closed = decided.action === 'update' && closedFault(lists, data.transaction?.on)
    return closed ? refused(closed) : { ...about, ...decided }
  }
  const closed = closedFault(lists, data.transaction?.on, data.committed_on)
  if (closed) return refused(closed)
  const made = book.make(line, position)
  const news = [
    doubt,
    data.remark,
    investor ? null : message('row.creates_investor', { name: data.investor.name }),
    data.offering && !offering ? message('row.creates_offering', { name: data.offering }) : null,
  ]
  return { ...about, action: 'create', reasons: distinct(news), entry: made }
}

/** A row writes transactions on these days. */
function closedFault({ closedUntil }: Ledger, ...days: (string | null | undefined)[]): Message | undefined {
  return closedUntil !== null && days.some((day) => day && day <= closedUntil)
    ? message('period.closed', { closed: closedUntil })
    : undefined
}

/** A row about an existing investment, or one that an earlier row creates. */
function decideKnown(
  found: Found,
  data: InvestmentData,
  currency: string,
  answer: DuplicateChoice | undefined,
  doubt: Message | undefined,
): Decided {
  const { entry, transaction_id, duplicate_kind } = found
  const { name, line } = entry
  claimMatch(found, data)
  if (transaction_id)
    return { action: 'skip', reasons: [message('row.payment_known', { name })], entry, transaction_id }
  const isRepeated = duplicate_kind === 'identical' || !data.transaction
  if (answer === 'merge' && isRepeated)
    return { action: 'skip', reasons: [message('row.merged_with', { place: placeOf(entry) })], entry }
  if (!data.transaction)
    return {
      action: 'skip',
      reasons: [line === null ? message('row.already_there', { name }) : message('row.investment_repeated', { line })],
      entry,
    }
  const { amount, on } = data.transaction
  const adds = message('row.adds_payment', { paid: { amount, currency }, day: on, name })
  return { action: 'update', reasons: distinct([answer === 'create' ? doubt : null, adds]), entry }
}

const placeOf = ({ line, name }: Entry) => (line === null ? name : message('place.line', { line }))

function doubtOf({ entry, differs }: Found, { transaction }: InvestmentData, isOfReference: boolean): Message {
  if (isOfReference) return message('row.payment_repeated', { name: entry.name })
  const place = placeOf(entry)
  if (transaction && !differs) return message('row.payment_identical', { place })
  if (!differs || differs.length === 0) return message('row.investment_identical', { place })
  return message('row.investment_alike', { place, facts: differs, count: differs.length })
}

type Step = Decided & { row: PendingInvestmentRow; undo: UndoStep }

async function apply(tenant: Tenant, context: ImportContext, rows: PendingInvestmentRow[]): Promise<RowOutcome[]> {
  const lists = await listsOf(tenant)
  const names = await namesOf(tenant, rows)
  const undoOfNames = await createNames(tenant, context, rows, names)
  const book = existingInvestments()
  await enter(tenant, book, rows, names, context.id)
  const today = await dayOf(tenant)
  const steps = rows.map((row): Step => {
    const undo = { made: [...(undoOfNames.get(row.line) ?? [])] }
    return { ...decide(row, context, lists, names, book), row, undo }
  })
  const creates = steps.filter(({ action }) => action === 'create')
  const idOf = await idsOfTags(
    tenant,
    creates.flatMap(({ row }) => row.data.tags ?? []),
  )
  const made = await createMany(tenant, creates.map(newInvestment))
  for (const [index, step] of creates.entries()) {
    const id = made[index]?.id
    if (!id) Object.assign(step, refused(message('investment.reference_taken', { reference: step.row.data.reference })))
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
    } else Object.assign(step, refused(message('row.investment_changed')))
  }
  for (const step of paying.filter(({ entry }) => !entry!.id))
    Object.assign(step, refused(message('row.investment_not_imported')))
  return steps.map(({ row, action, reasons, entry, transaction_id, undo }) => ({
    line: row.line,
    action,
    transaction_id: action === 'error' ? null : (transaction_id ?? null),
    reasons: action === 'create' ? row.reasons : reasons,
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
