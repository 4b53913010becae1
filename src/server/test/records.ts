// Creates records through the API for tests.
import type { InvestmentInput } from '../../contract/investments.ts'
import { investments } from '../../contract/investments.ts'
import type { InvestorCreate } from '../../contract/investors.ts'
import { investors } from '../../contract/investors.ts'
import { investmentStatuses, investorTypes, type StatusCategory } from '../../contract/master-data.ts'
import type { TransactionInput } from '../../contract/transactions.ts'
import { transactions } from '../../contract/transactions.ts'
import type { Caller, TestResponse } from './app.ts'

/** Returns the body, or throws an error that shows the refusal. */
export function made<T>({ status, body, problem }: TestResponse<T>): T {
  if (status >= 300) throw new Error(JSON.stringify(problem))
  return body
}

export async function addInvestor(caller: Caller, input: Partial<InvestorCreate> = {}) {
  const [type] = made(await caller.call(investorTypes.list)).data
  return made(
    await caller.call(investors.create, {
      body: { name: 'Budi Santoso', kind: 'individual', investor_type_id: type!.id, ...input },
    }),
  )
}

/** The first status of a category. */
export async function statusOf(caller: Caller, category: StatusCategory): Promise<string> {
  const { data } = made(await caller.call(investmentStatuses.list))
  return data.find((status) => status.category === category)!.id
}

export async function addInvestment(caller: Caller, input: Partial<InvestmentInput> & { investor_id: string }) {
  return made(await caller.call(investments.create, { body: { currency: 'USD', ...input } }))
}

export async function addTransaction(caller: Caller, id: string, input: Partial<TransactionInput> = {}) {
  const body = { kind: 'contribution', state: 'settled', amount: '1000', settled_on: '2026-01-15', ...input } as const
  return made(await caller.call(transactions.create, { params: { id }, body }))
}
