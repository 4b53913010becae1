// Rules about what an investor refers to, and what refers to an investor: for one investor and for many.
import { type Message, message } from '../../../contract/messages/message.ts'
import { fieldError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as queries from './queries.ts'

/** The previous type may be kept even if it is no longer offered. */
export async function needType(tenant: Tenant, id: string, path: string, before?: string): Promise<void> {
  const type = await queries.holdType(tenant, id)
  if (!type) throw fieldError('not_found', path, message('investor_type.deleted'))
  if (!type.is_active && id !== before) throw fieldError('invalid_request', path, message('investor_type.inactive'))
}

export async function needOwner(tenant: Tenant, owner_user_id: unknown, path: string): Promise<void> {
  if (await queries.unknownId(tenant, { owner_user_id: owner_user_id as string | null | undefined }))
    throw fieldError('not_found', path, message('owner.not_member'))
}

/** Why an investor with investments cannot be deleted. */
export const hasInvestments = (count: number): Message =>
  count === 1 ? message('investor.has_investments', { count: 1 }) : message('investor.has_investments', { count })
