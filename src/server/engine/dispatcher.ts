// Sends what one session has to send: claim → mark with our own id, commit → driver → result.
import type { PacingMode } from '../../contract/wa-sessions.ts'
import * as broadcasts from '../broadcasts/service.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { type Driver, DriverError, type DriverSession } from '../drivers/driver.ts'
import { compile, type Recipe } from '../templates/service.ts'
import { messageId } from './message-id.ts'
import { nextSendAt, paces } from './pacing.ts'
import * as queries from './queries.ts'
import type { Ledger } from './receipts.ts'

export interface Dispatcher {
  /** Something may have changed: look at once. */
  wake(): void
  /** Claims nothing more; resolves when every send under way has its result written. */
  stop(): Promise<void>
}

export interface DispatcherOptions {
  database: Database
  term: queries.Term
  /** False once the lease may have run out: nothing may leave then. */
  trusted: () => boolean
  abilities: Driver['abilities']
  connection: DriverSession
  ledger: Ledger
  pacing: PacingMode
  messageKey: Buffer
  log: { error(detail: object, text: string): void }
  random?: () => number
}

/** Tries after the network said "later", with growing pauses; then it is a failure that *Retry failed* takes. */
const laterTries = 5
/** Polling alone is correct; a wake-up only saves this wait. */
const idleMs = 1_000

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, term, abilities, connection, ledger, random = Math.random } = options
  const pace = paces[options.pacing]
  /** Compiled once per broadcast: its body is frozen. */
  const recipes = new Map<string, Recipe>()
  let stopped = false
  let underWay = 0
  let lastBroadcast = ''
  let signal = () => {}
  let awake = false
  const wake = () => {
    awake = true
    signal()
  }
  const running = loop()

  return {
    wake,
    stop: async () => {
      stopped = true
      wake()
      await running
    },
  }

  async function loop() {
    while (!stopped) {
      awake = false
      const wait = await round().catch((error: unknown) => {
        options.log.error({ err: error, session_id: term.session_id }, 'sending waits')
        return idleMs
      })
      if (wait > 0 && !awake && !stopped) await sleep(wait)
    }
    while (underWay > 0) await sleep(idleMs)
  }

  async function sleep(ms: number) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, 60_000))
      signal = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    signal = () => {}
  }

  /** One claim; returns how long to wait before the next, in milliseconds. */
  async function round(): Promise<number> {
    const free = Math.min(abilities.inFlight - underWay, pace.gap ? 1 : abilities.inFlight)
    // A round costs five statements: with fewer than a fifth of the places free it is worth waiting for more.
    if (free < 1 || (!pace.gap && free < abilities.inFlight / 5)) return idleMs
    const claimed = await inTenant(database, term, (tenant) => claimRound(tenant, free))
    for (const message of claimed.messages) void send(message)
    return claimed.wait
  }

  /** All of it is one transaction: when it commits, the intent is durable and the term was ours. */
  async function claimRound(tenant: Tenant, limit: number): Promise<{ messages: Outgoing[]; wait: number }> {
    const lease = await queries.holdTerm(tenant, term)
    if (!lease || !options.trusted()) return { messages: [], wait: idleMs }
    const early = lease.next_send_at === '-infinity' ? 0 : Date.parse(lease.next_send_at) - Date.now()
    if (pace.gap && early > 0) return { messages: [], wait: early }

    const messages: Outgoing[] = abilities.ownIds
      ? await queries.claimResends(tenant, term, limit, abilities.acknowledgementMs)
      : []
    let more = messages.length === limit
    if (messages.length < limit) {
      const broadcast = await broadcasts.nextInTurn(tenant, term.session_id, lastBroadcast)
      if (broadcast) {
        lastBroadcast = broadcast.id
        const fresh = await markNext(tenant, broadcast, limit - messages.length)
        messages.push(...fresh.messages)
        more ||= fresh.found > 0
      }
    }
    const after = messages.length > 0 ? nextSendAt(pace, new Date(), 'new', random) : null
    if (after) await queries.setNextSend(tenant, term, after)
    return { messages, wait: after ? after.getTime() - Date.now() : more ? 0 : idleMs }
  }

  async function markNext(tenant: Tenant, broadcast: broadcasts.Turn, limit: number) {
    const claimed = await queries.claim(tenant, broadcast.id, limit)
    if (claimed.length === 0) return { messages: [], found: 0 }
    const recipe = recipeOf(broadcast)
    const decisions = claimed.map((row) => decide(row, recipe, broadcast.organization_name))
    await queries.markSending(tenant, term, decisions, abilities.acknowledgementMs)
    const messages = claimed.flatMap(({ id, address, attempts }, index): Outgoing[] => {
      const { text, wa_message_id } = decisions[index]!
      return text === null ? [] : [{ id, address, wa_message_id: wa_message_id!, text, attempts }]
    })
    return { messages, found: claimed.length }
  }

  function recipeOf(broadcast: broadcasts.Turn): Recipe {
    const known = recipes.get(broadcast.id)
    if (known) return known
    const compiled = compile(broadcast.body)
    if (!compiled.ok) throw new Error(`broadcast ${broadcast.id} was started with a template that does not compile`)
    recipes.set(broadcast.id, compiled.recipe)
    return compiled.recipe
  }

  function decide(row: queries.Claimed, recipe: Recipe, organizationName: string): queries.Decision {
    const skip = (reason: string) => ({ place: row.place, wa_message_id: null, text: null, reason })
    if (row.refusal) return skip(row.refusal)
    if (!row.contact) return skip('contact_deleted')
    const rendered = recipe.render({ contact: row.contact, organization: { name: organizationName } })
    if (!rendered.ok) {
      return skip(rendered.missing.length > 0 ? `missing_variable:${rendered.missing.join(',')}` : 'template_mistake')
    }
    return {
      place: row.place,
      wa_message_id: row.wa_message_id ?? messageId(options.messageKey, row.id),
      text: rendered.text,
      reason: null,
    }
  }

  async function send(message: Outgoing) {
    underWay += 1
    try {
      const { status } = await connection.send({
        id: message.wa_message_id,
        to: message.address,
        text: message.text,
        repeat: message.attempts === undefined,
      })
      if (status === 'sent')
        await ledger.receipt({ type: 'receipt', id: message.wa_message_id, status: 'sent', at: new Date() })
      else await ledger.outcome(outcome(message, 'accepted', null, null, abilities.acknowledgementMs))
    } catch (error) {
      await ledger.outcome(outcomeOf(message, error))
    } finally {
      underWay -= 1
      if (stopped || underWay <= abilities.inFlight / 2) wake()
    }
  }

  function outcomeOf(message: Outgoing, error: unknown): queries.Outcome {
    if (!(error instanceof DriverError)) {
      options.log.error({ err: error, session_id: term.session_id }, 'the driver failed in an unforeseen way')
      return outcome(message, 'unknown', null, null, abilities.evidenceMs)
    }
    const tries = message.attempts ?? 0
    switch (error.kind) {
      case 'impossible':
        return outcome(message, 'failed', error.code, false, 0)
      case 'later':
        return tries + 1 >= laterTries
          ? outcome(message, 'failed', error.code, true, 0)
          : outcome(message, 'pending', error.code, null, 1_000 * 2 ** tries)
      case 'session':
        return outcome(message, 'pending', error.code, null, 1_000)
      case 'unknown':
        return outcome(message, 'unknown', error.code, null, abilities.evidenceMs)
    }
  }
}

interface Outgoing {
  id: string
  address: string
  wa_message_id: string
  text: string
  /** Before this one; absent when it is sent once more for want of evidence. */
  attempts?: number
}

function outcome(
  message: Outgoing,
  status: queries.Outcome['status'],
  reason: string | null,
  retryable: boolean | null,
  inMs: number,
): queries.Outcome {
  return { wa_message_id: message.wa_message_id, status, reason, retryable, at: new Date(Date.now() + inMs) }
}
