// What Kabar answers by itself: once, under an id that is committed before it leaves, and at the pace of the session.
import * as chats from '../chats/service.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { DriverError } from '../drivers/driver.ts'
import type { Term } from './leases/queries.ts'
import { type Message, type Paced, waitForKnown, writeSend } from './paced.ts'

export type AnswerChoice = { kind: 'answer'; owed: chats.Owed } | { kind: 'wait'; until: number }

/** The first attempt, and one more under the same id when nobody knows what became of it. */
const mostAttempts = 2
const laterMs = 60_000

export async function claimAnswer(tenant: Tenant, situation: Paced): Promise<AnswerChoice | undefined> {
  const { term, now, abilities } = situation
  const owed = await chats.nextOwed(tenant, term.session_id)
  if (!owed) return undefined
  const wait = await waitForKnown(tenant, situation)
  if (wait.reason) return { kind: 'wait', until: wait.at }
  await writeSend(tenant, situation, owed.answer_id, owed.address_key)
  const isLast = owed.attempts + 1 >= mostAttempts || !abilities.ownIds
  const next = isLast ? null : new Date(now + abilities.acknowledgementMs)
  await chats.markAnswering(tenant, term.session_id, owed.answer_id, next)
  return { kind: 'answer', owed }
}

/** Why it was not sent. Where that cannot be told, the next attempt is written down already. */
export async function answerOutcome(database: Database, term: Term, { id }: Message, error: unknown): Promise<void> {
  if (!(error instanceof DriverError) || error.kind === 'unknown') return
  const due = error.kind === 'impossible' ? null : new Date(Date.now() + laterMs)
  await inTenant(database, term, (tenant) => chats.answerReturned(tenant, term.session_id, id, due))
}
