// Takes back what rows made and filled, where nobody changed it since.
import { emptyMany, removeUnchanged } from '../contacts/service.ts'
import type { Tenant } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { getInvestment, remove as removeInvestment } from '../investments/service.ts'
import { empty, get as getInvestor, removeContact, remove as removeInvestor } from '../investors/service.ts'
import { remove as removeOffering } from '../offerings/service.ts'
import { list as listTransactions, remove as removeTransaction } from '../transactions/service.ts'
import type { Undo } from './kinds.ts'
import { attempt, type UndoRow } from './queries.ts'

type Made = NonNullable<Undo['made']>[number]

/** Of each row why something of it stays, or null. */
export async function takeBack(tenant: Tenant, rows: UndoRow[]): Promise<{ line: number; kept: string | null }[]> {
  const kept = new Map<number, string>()
  const records = rows.filter(({ undo }) => undo.made?.some(({ what }) => what !== 'contact'))
  for (const { line, undo } of records)
    for (const made of undo.made!.filter(({ what }) => what !== 'contact').reverse()) {
      const reason = await removeOne(tenant, made)
      if (reason && !kept.has(line)) kept.set(line, reason)
    }
  for (const { line, undo } of rows)
    if (undo.filled?.what === 'investor' && (await empty(tenant, undo.filled.id, undo.filled.values)))
      kept.set(line, someStays)
  await takeBackContacts(tenant, rows, kept)
  return rows.map(({ line }) => ({ line, kept: kept.get(line) ?? null }))
}

const someStays = 'Somebody changed it since: what they wrote stays.'

async function takeBackContacts(tenant: Tenant, rows: UndoRow[], kept: Map<number, string>) {
  const made = rows.flatMap(({ undo }) => undo.made?.filter(({ what }) => what === 'contact') ?? [])
  const gone = made.length > 0 ? await removeUnchanged(tenant, made) : new Set<string>()
  const filled = rows.flatMap(({ undo }) => (undo.filled?.what === 'contact' ? [undo.filled] : []))
  const changed = filled.length > 0 ? await emptyMany(tenant, filled) : new Map<string, boolean>()
  for (const { line, undo } of rows) {
    if (undo.made?.some(({ what, id }) => what === 'contact' && !gone.has(id)))
      kept.set(line, 'The contact was changed or is used since: it stays.')
    if (undo.filled?.what === 'contact' && changed.get(undo.filled.id) !== false) kept.set(line, someStays)
  }
}

async function removeOne(tenant: Tenant, { what, id, version, of }: Made): Promise<string | null> {
  try {
    return await attempt(tenant, async () => {
      if (what === 'investment') {
        const found = await getInvestment(tenant, id)
        if (!found) return null
        if (found.version !== version) return 'The investment was changed since: it stays.'
        if (found.transaction_count > 0) return 'The investment has other transactions since: it stays.'
        await removeInvestment(tenant, id)
      } else if (what === 'transaction') {
        const found = (await listTransactions(tenant, of!)).data.find((each) => each.id === id)
        if (!found) return null
        if (found.version !== version) return 'The transaction was changed since: it stays.'
        await removeTransaction(tenant, of!, id)
      } else if (what === 'investor') {
        if ((await getInvestor(tenant, id)).version !== version) return 'The investor was changed since: it stays.'
        await removeInvestor(tenant, id)
      } else if (what === 'link') await removeContact(tenant, of!, id)
      else if (what === 'offering') await removeOffering(tenant, id)
      return null
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Somebody deleted it already.
    return error.code === 'not_found' ? null : error.message
  }
}
