// Reverts what rows created and filled, unless someone has changed it since.

import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { attempt } from '../../platform/db/savepoint.ts'
import { update as changeContact, emptyMany, removeUnchanged } from '../contacts/service.ts'
import { update as changeInvestment, removeUnchanged as removeUnchangedInvestments } from '../investments/service.ts'
import { update as changeInvestor, empty, removeContact, remove as removeInvestor } from '../investors/service.ts'
import { update as changeOffering, remove as removeOffering } from '../offerings/service.ts'
import { takeMany } from '../tags/service.ts'
import { update as changeTransaction, removeUnchanged as removeUnchangedTransactions } from '../transactions/service.ts'
import type { UndoStep } from './importer.ts'
import type { UndoRow } from './rows/queries.ts'

type Made = NonNullable<UndoStep['made']>[number]

/** Returns for each row why part of it could not be reverted, or null. */
export async function revertRows(
  tenant: Tenant,
  rows: UndoRow[],
): Promise<{ line: number; revert_failure: Message | null }[]> {
  const failures = new Map<number, Message>()
  for (const { line, undo } of rows) {
    const reason = undo.changed && (await restoreValues(tenant, undo.changed))
    if (reason) failures.set(line, reason)
  }
  await revertMoney(tenant, rows, failures)
  const oneByOne = ({ what }: Made) => what === 'link' || what === 'investor' || what === 'offering'
  for (const { line, undo } of rows)
    for (const made of undo.made?.filter(oneByOne).reverse() ?? []) {
      const reason = await removeOne(tenant, made)
      if (reason && !failures.has(line)) failures.set(line, reason)
    }
  for (const { line, undo } of rows)
    if (
      undo.filled?.what === 'investor' &&
      (await empty(tenant, undo.filled.id, undo.filled.values, undo.filled.custom))
    )
      failures.set(line, someStays)
  await revertTags(tenant, rows)
  await revertContacts(tenant, rows, failures)
  return rows.map(({ line }) => ({ line, revert_failure: failures.get(line) ?? null }))
}

async function revertTags(tenant: Tenant, rows: UndoRow[]) {
  for (const kind of ['contact', 'investor'] as const) {
    const pairs = rows.flatMap(({ undo: { tagged } }) =>
      tagged?.what === kind ? tagged.tag_ids.map((tag_id) => ({ record_id: tagged.id, tag_id })) : [],
    )
    if (pairs.length > 0) await takeMany(tenant, kind, pairs)
  }
}

const someStays = message('revert.changed_since')

/** If an investment or transaction of a row cannot be reverted, neither is the other: retries without such rows until none is left. */
async function revertMoney(tenant: Tenant, rows: UndoRow[], failures: Map<number, Message>) {
  try {
    await attempt(tenant, async () => {
      const stay = await removeMoney(
        tenant,
        rows.filter(({ line }) => !failures.has(line)),
      )
      if (stay.size > 0) throw new RecordsInUse(stay)
    })
  } catch (error) {
    if (!(error instanceof RecordsInUse)) throw error
    for (const [line, reason] of error.stay) failures.set(line, reason)
    await revertMoney(tenant, rows, failures)
  }
}

class RecordsInUse extends Error {
  stay: ReadonlyMap<number, Message>
  constructor(stay: ReadonlyMap<number, Message>) {
    super()
    this.stay = stay
  }
}

/** Removes transactions before their investments. */
async function removeMoney(tenant: Tenant, rows: UndoRow[]): Promise<Map<number, Message>> {
  const stay = new Map<number, Message>()
  const all = rows.flatMap(({ line, undo }) => undo.made?.map((made) => ({ line, ...made })) ?? [])
  const transactions = all.filter(({ what }) => what === 'transaction')
  if (transactions.length > 0) {
    const versions = transactions.map(({ id, version, of }) => ({ id, version, investment_id: of! }))
    const why = await removeUnchangedTransactions(tenant, versions)
    for (const { line, id } of transactions) if (why.has(id)) stay.set(line, whyTransactionsStay[why.get(id)!])
  }
  const investments = all.filter(({ what }) => what === 'investment')
  if (investments.length > 0) {
    const why = await removeUnchangedInvestments(tenant, investments)
    for (const { line, id } of investments)
      if (why.has(id) && !stay.has(line)) stay.set(line, whyInvestmentsStay[why.get(id)!])
  }
  return stay
}

const whyTransactionsStay = {
  changed: message('revert.transaction_changed'),
  closed: message('revert.transaction_closed'),
}

const whyInvestmentsStay = {
  closed: message('revert.investment_closed'),
  changed: message('revert.investment_changed'),
  has_transactions: message('revert.investment_has_transactions'),
}

async function revertContacts(tenant: Tenant, rows: UndoRow[], failures: Map<number, Message>) {
  const made = rows.flatMap(({ undo }) => undo.made?.filter(({ what }) => what === 'contact') ?? [])
  const gone = made.length > 0 ? await removeUnchanged(tenant, made) : new Set<string>()
  const filled = rows.flatMap(({ undo }) => (undo.filled?.what === 'contact' ? [undo.filled] : []))
  const changed = filled.length > 0 ? await emptyMany(tenant, filled) : new Map<string, boolean>()
  for (const { line, undo } of rows) {
    if (undo.made?.some(({ what, id }) => what === 'contact' && !gone.has(id)))
      failures.set(line, message('revert.contact_used'))
    if (undo.filled?.what === 'contact' && changed.get(undo.filled.id) !== false) failures.set(line, someStays)
  }
}

/** Restores the previous values, unless someone has changed the record since. */
async function restoreValues(tenant: Tenant, { what, id, version, before, of }: NonNullable<UndoStep['changed']>) {
  const change = { version, ...before }
  try {
    return await attempt(tenant, async () => {
      if (what === 'contact') await changeContact(tenant, id, change)
      else if (what === 'investor') await changeInvestor(tenant, id, change)
      else if (what === 'investment') await changeInvestment(tenant, id, change)
      else if (what === 'offering') await changeOffering(tenant, id, change)
      else await changeTransaction(tenant, of!, id, change)
      return null
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not_found') return null
    return error.code === 'version_conflict' ? someStays : error.said
  }
}

async function removeOne(tenant: Tenant, { what, id, version, of }: Made): Promise<Message | null> {
  try {
    return await attempt(tenant, async () => {
      if (what === 'investor') await removeInvestor(tenant, id, version)
      else if (what === 'link') await removeContact(tenant, of!, id)
      else if (what === 'offering') await removeOffering(tenant, id, version)
      return null
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'version_conflict')
      return message(what === 'investor' ? 'revert.investor_changed' : 'revert.offering_changed')
    // Already deleted.
    return error.code === 'not_found' ? null : error.said
  }
}
