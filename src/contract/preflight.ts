// What a broadcast would do if it began: who gets it and who does not, what each would read, and when it would end.
import * as z from 'zod/mini'
import { Id, listQuery, PhoneText, pageOf, Timestamp } from './common.ts'

/** When the messages would leave under the session's limits, as far as they are known now. */
export const Estimate = z.object({
  /** From when on it may leave: the first one may have to wait, too. */
  begins_at: Timestamp,
  /** When the last one leaves. */
  ends_at: Timestamp,
  /** Nine times in ten; null where chance moves the end by less than a twentieth of the time, or two minutes. */
  ends_between: z.nullable(z.object({ earliest: Timestamp, latest: Timestamp })),
  /** Worked out message by message to the end; otherwise the rest is taken to go on at the same rate. */
  is_exact: z.boolean(),
  /** Messages by the hour, or by the day when there are many hours. Only stretches in which something leaves. */
  schedule: z.array(z.object({ from: Timestamp, count: z.int() })),
  schedule_step: z.enum(['hour', 'day']),
  /** What it waits for, by the seconds that it takes; the longest first. */
  waits: z.array(z.object({ reason: z.string(), seconds: z.int() })),
})
export type Estimate = z.output<typeof Estimate>

/** What keeps a broadcast from being started, on the field where it is mended. */
export const PreflightProblem = z.object({ path: z.string(), message: z.string() })

export const Preflight = z.object({
  /** Everybody who was chosen, each number once. */
  total: z.int(),
  /** Who will get it, as far as that is known now. */
  reach: z.int(),
  /** Who will not, and why: `opted_out`, `no_number`, `missing_variable:contact.company`, … */
  left_out: z.array(
    z.object({
      reason: z.string(),
      count: z.int(),
      /** A few of them; `contact_id` null: a group. */
      some: z.array(z.object({ contact_id: z.nullable(Id), name: z.string() })),
    }),
  ),
  /** How many messages were written for it to find gaps; less than all of them in a large audience. */
  written: z.int(),
  /** Of those who get it: how many never said that they want messages. */
  unknown_consent: z.int(),
  /** Of those who get it: how many WhatsApp did not know the last time. */
  not_on_whatsapp: z.int(),
  /** Of those who get it: how many wait because they got another broadcast within `contact_hours`. */
  recently_messaged: z.int(),
  contact_hours: z.int(),
  /** By what the chat is to this session: `new` people have never written to its number. */
  chats: z.object({ new: z.int(), known: z.int(), group: z.int() }),
  /** Null: no pace is kept, messages leave as fast as WhatsApp takes them. */
  estimate: z.nullable(Estimate),
  faults: z.array(PreflightProblem),
})
export type Preflight = z.output<typeof Preflight>

/** A message as it would be sent to one of them. */
export const RenderedMessage = z.object({
  contact_id: z.nullable(Id),
  name: z.string(),
  address_text: PhoneText,
  /** Null: nothing is sent, for `reason`. */
  text: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type RenderedMessage = z.output<typeof RenderedMessage>
export const RenderedMessages = pageOf(RenderedMessage)
export const RenderedMessageQuery = z.strictObject(listQuery(['name']))
export type RenderedMessageQuery = z.output<typeof RenderedMessageQuery>
