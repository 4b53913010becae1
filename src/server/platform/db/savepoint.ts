// Savepoints: a part of a transaction that may fail alone.
import { sql } from 'kysely'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Tenant } from './index.ts'

/** Runs `work` in a savepoint: an error rolls back only its changes. */
export async function attempt<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(tenant.db)
  try {
    const answer = await work()
    await sql`release savepoint attempt`.execute(tenant.db)
    return answer
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tenant.db)
    // The trigger `reject_closed_day` rejected the record: the `AppError` tells the user why.
    const { code, detail } = error as { code?: string; detail?: string }
    throw code === '23K09'
      ? new AppError('period_closed', message('period.closed', { closed: detail! }), { cause: error })
      : error
  }
}
