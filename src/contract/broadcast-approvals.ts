// Approval of broadcasts by a second person: requests, decisions, and messages that changed after the approval.

import * as z from 'zod/mini'
import { Id, line, listQuery, PhoneText, pageOf, Timestamp } from './common.ts'

/** Names are null if the user was deleted. */
export const BroadcastApproval = z.object({
  state: z.enum(['asked', 'approved']),
  requested_by: z.nullable(z.string()),
  requested_at: Timestamp,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Timestamp),
  /** While the broadcast is `preparing`: how many messages have been written. */
  written: z.int(),
})
export const Rejection = z.object({ by: z.nullable(z.string()), at: Timestamp, reason: z.string() })

/** `version`: what the caller saw, so that nothing else gets approved. */
export const Decision = z.strictObject({ version: z.int() })
export const RejectionInput = z.strictObject({ version: z.int(), reason: line(500, 1) })

export const Approvals = z.object({
  data: z.array(
    z.object({
      id: Id,
      requested_by: z.nullable(z.string()),
      requested_at: Timestamp,
      /** Null if not decided yet, or if the broadcast was cancelled first. */
      decision: z.nullable(z.enum(['approved', 'rejected', 'withdrawn', 'changes_approved'])),
      decided_by: z.nullable(z.string()),
      decided_at: z.nullable(Timestamp),
      reason: z.string(),
      /** SHA-256 of the approved text and file, and of every recipient with number and message. */
      digest: z.nullable(z.string()),
      /** How many messages were approved. */
      recipients: z.nullable(z.int()),
    }),
  ),
})
export type Approvals = z.output<typeof Approvals>

export const ChangedMessage = z.object({
  recipient_id: Id,
  contact_id: z.nullable(Id),
  name: z.string(),
  approved_text: z.string(),
  /** The message as it would be sent now. */
  text: z.string(),
  /** The approved number, then the contact's present number; null for a group. */
  approved_address_text: PhoneText,
  address_text: PhoneText,
})
export type ChangedMessage = z.output<typeof ChangedMessage>
export const ChangedQuery = z.strictObject(listQuery(['name']))
export type ChangedQuery = z.output<typeof ChangedQuery>
/** `digest` covers the changed messages on all pages. */
export const ChangedMessages = z.extend(pageOf(ChangedMessage), { digest: z.string() })
export const ApprovedChanges = z.strictObject({ digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })
