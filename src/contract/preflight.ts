// Preflight: who would get a broadcast and who would not, each rendered message, and an estimate of when it would end.

import * as z from 'zod/mini'
import { Id, listQuery, PhoneText, pageOf, Timestamp } from './common.ts'
import { MessageData } from './messages/data.ts'

/** When the messages would be sent under the session's current limits. */
export const Estimate = z.object({
  /** Earliest start; the first message may have to wait as well. */
  begins_at: Timestamp,
  /** When the last message is sent. */
  ends_at: Timestamp,
  /** The 90 % interval; null if jitter moves the end by less than 5 % of the duration, or two minutes. */
  ends_between: z.nullable(z.object({ earliest: Timestamp, latest: Timestamp })),
  /** Simulated message by message to the end; otherwise extrapolated at the same rate. */
  is_exact: z.boolean(),
  /** Messages per hour, or per day for long broadcasts. Intervals without messages are omitted. */
  schedule: z.array(z.object({ from: Timestamp, count: z.int() })),
  schedule_step: z.enum(['hour', 'day']),
  /** Reasons for waiting with their seconds, longest first. */
  waits: z.array(z.object({ reason: z.string(), seconds: z.int() })),
})
export type Estimate = z.output<typeof Estimate>

/** Problems that prevent the start, each with the field to fix. */
export const PreflightProblem = z.object({ path: z.string(), message: MessageData })

export const Preflight = z.object({
  /** All chosen contacts and groups, each number once. */
  total: z.int(),
  /** Recipients who will get it, as far as known now. */
  reach: z.int(),
  /** Recipients who will not, by reason: `opted_out`, `no_number`, `missing_variable:contact.company`, … */
  excluded: z.array(
    z.object({
      reason: z.string(),
      count: z.int(),
      /** A few examples; `contact_id` is null for a group. */
      examples: z.array(z.object({ contact_id: z.nullable(Id), name: z.string() })),
    }),
  ),
  /** How many messages were rendered to find missing values; a sample if the audience is large. */
  rendered: z.int(),
  /** Recipients without recorded consent. */
  unknown_consent: z.int(),
  /** Recipients whose number was not on WhatsApp at the last attempt. */
  not_on_whatsapp: z.int(),
  /** Recipients who wait because they got another broadcast within `contact_hours`. */
  recently_messaged: z.int(),
  contact_hours: z.int(),
  /** Recipients by chat: `new` means they have never written to the session's number. */
  chats: z.object({ new: z.int(), known: z.int(), group: z.int() }),
  /** Null if the session is not throttled: messages are sent as fast as WhatsApp accepts them. */
  estimate: z.nullable(Estimate),
  problems: z.array(PreflightProblem),
  /** The broadcast needs approval by a second person, by the organization's rule. */
  needs_approval: z.boolean(),
})
export type Preflight = z.output<typeof Preflight>

/** The preflight of an unsaved draft also has its first recipient by name, because the form shows that person's message. */
export const DraftPreflight = z.extend(Preflight, {
  first: z.nullable(z.object({ contact_id: z.nullable(Id), name: z.string() })),
})
export type DraftPreflight = z.output<typeof DraftPreflight>

/** The message of one recipient. */
export const RenderedMessage = z.object({
  contact_id: z.nullable(Id),
  name: z.string(),
  address_text: PhoneText,
  /** Null if nothing is sent, because of `reason`. */
  text: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type RenderedMessage = z.output<typeof RenderedMessage>
export const RenderedMessages = pageOf(RenderedMessage)
export const RenderedMessageQuery = z.strictObject(listQuery(['name']))
export type RenderedMessageQuery = z.output<typeof RenderedMessageQuery>
