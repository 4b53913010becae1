// What users must have seen and typed to delete their account.
import type { DeletionRequest } from '../../../contract/account.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { countMembers, credentials } from '../users/service.ts'

/** What will be deleted, and the text that the user must type to confirm it. */
export async function terms(tenant: Tenant, { user_id }: Caller) {
  const user = await credentials(tenant, user_id)
  const members = await countMembers(tenant)
  // A concurrent request, such as a second click, has deleted the user already.
  if (!user || members === 0) throw new AppError('unauthenticated')
  const is_last_member = members === 1
  return { user, members, is_last_member, confirmation: (is_last_member && user.organization) || user.email }
}

/** Returns the user if they typed the confirmation and were shown what is deleted. */
export async function agreed(tenant: Tenant, caller: Caller, request: DeletionRequest) {
  const { user, is_last_member, confirmation: text } = await terms(tenant, caller)
  if (is_last_member !== request.is_last_member) {
    throw new AppError(
      'state_conflict',
      is_last_member ? message('account.last_member') : message('account.member_joined'),
    )
  }
  if (request.confirmation.trim().normalize('NFC') !== text) {
    throw fieldError('invalid_request', 'confirmation', message('account.confirm_text', { text }))
  }
  return user
}
