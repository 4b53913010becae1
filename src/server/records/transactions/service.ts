// Rules of transactions: an amount fits its currency, and a settled transaction has a day.
import { message } from '../../../contract/messages/message.ts'
import { precisionFault } from '../../../contract/money.ts'
import type { SavedTransaction, TransactionChange, TransactionInput } from '../../../contract/transactions.ts'
import { AppError, fieldError, notFound, orNotFound, versionConflict } from '../../errors.ts'
import { dayOf } from '../../platform/db/day.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { getInvestment, lockInvestment } from '../investments/service.ts'
import * as queries from './queries.ts'

export { columns } from './columns.ts'
export {
  insertMany as createMany,
  type ListedTransaction,
  listed,
  type NewTransaction,
  ofInvestments,
  removeUnchanged,
} from './queries.ts'

export async function list(tenant: Tenant, investment_id: string) {
  orNotFound(await getInvestment(tenant, investment_id))
  return { data: await queries.list(tenant, investment_id) }
}

export async function create(
  tenant: Tenant,
  investment_id: string,
  input: TransactionInput,
): Promise<SavedTransaction> {
  const { currency } = orNotFound(await lockInvestment(tenant, investment_id))
  const transaction = { due_on: null, settled_on: null, reference: '', note: '', ...input }
  await check(tenant, transaction, currency)
  const id = await summable(queries.insert(tenant, investment_id, transaction))
  return await saved(tenant, investment_id, id)
}

export async function update(
  tenant: Tenant,
  investment_id: string,
  id: string,
  { version, ...change }: TransactionChange,
): Promise<SavedTransaction> {
  const { currency } = orNotFound(await lockInvestment(tenant, investment_id))
  const current = orNotFound(await queries.get(tenant, investment_id, id))
  const { kind, state, amount, due_on, settled_on, reference, note } = { ...current, ...change }
  const next = { kind, state, amount, due_on, settled_on, reference, note }
  await check(tenant, next, currency)
  if (!(await summable(queries.update(tenant, id, version, next))))
    throw versionConflict(message('transaction.changed'), current)
  return await saved(tenant, investment_id, id)
}

export async function remove(tenant: Tenant, investment_id: string, id: string): Promise<void> {
  orNotFound(await lockInvestment(tenant, investment_id))
  if (!(await queries.mark(tenant, investment_id, id, 'deleted'))) throw notFound()
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore(tenant: Tenant, investment_id: string, id: string): Promise<SavedTransaction> {
  const { currency } = orNotFound(await lockInvestment(tenant, investment_id))
  // Without transactions, the investment's currency may have been changed since.
  const before = await queries.currencyWhenDeleted(tenant, investment_id, id)
  if (before !== undefined && before !== currency)
    throw new AppError('state_conflict', message('transaction.currency_changed', { before, currency }))
  await summable(queries.mark(tenant, investment_id, id, 'live'))
  return await saved(tenant, investment_id, id)
}

async function saved(tenant: Tenant, investment_id: string, id: string): Promise<SavedTransaction> {
  const transaction = orNotFound(await queries.get(tenant, investment_id, id))
  const { funded } = orNotFound(await getInvestment(tenant, investment_id))
  return { ...transaction, warnings: funded.startsWith('-') ? ['refunds_exceed_contributions'] : [] }
}

/** A trigger adds the amount to the sums of its investment, which have 20 digits before the decimal point. */
async function summable<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if ((error as { code?: unknown }).code !== numericValueOutOfRange) throw error
    throw fieldError('invalid_request', 'amount', message('field.too_large_for_totals'))
  }
}
const numericValueOutOfRange = '22003'

async function check(tenant: Tenant, { amount, state, settled_on }: queries.LockedTransaction, currency: string) {
  if (/^0+(\.0*)?$/.test(amount))
    throw fieldError('invalid_request', 'amount', message('field.not_more_than', { bound: 0 }))
  const fault = precisionFault(amount, currency)
  if (fault) throw fieldError('invalid_request', 'amount', fault)
  if (state !== 'settled') {
    if (settled_on !== null) throw fieldError('invalid_request', 'settled_on', message('field.only_for_settled'))
    return
  }
  if (settled_on === null) throw fieldError('invalid_request', 'settled_on', message('field.required_for_settled'))
  if (settled_on > (await dayOf(tenant)))
    throw fieldError('invalid_request', 'settled_on', message('field.after_today_schedule'))
}
