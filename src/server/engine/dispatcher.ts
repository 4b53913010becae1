// Dispatcher of one session: claims messages, commits their ids, sends them through the driver, stores the outcomes.
import * as broadcasts from '../broadcasts/service.ts'
import * as chats from '../chats/service.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { type Driver, DriverError, type DriverSession } from '../drivers/driver.ts'
import { outgoing } from '../media/service.ts'
import { compile, loadFor, needsInvestor, type Recipe, reasonOf, renderFor, type Sender } from '../templates/service.ts'
import { timeSlices } from '../time-slices.ts'
import { claimAnswer } from './answer-claim.ts'
import * as claims from './claims/queries.ts'
import * as leases from './leases/queries.ts'
import { messageId } from './message-id.ts'
import { type ClaimedMessage, claimNextPaced, isUnpaced, mayResend } from './paced-claim.ts'
import * as queries from './queries.ts'
import type { ReceiptWriter } from './receipt-writer.ts'
import { failBroadcast, isContentError, Unsendable } from './unsendable.ts'

export interface Dispatcher {
  /** Something may have changed: claim immediately. */
  wake(): void
  /** Nothing is pending, in flight or unconfirmed: polls rarely and relies on being woken. */
  isIdle(): boolean
  /** From now on claims only unconfirmed messages, and only if no pacing is in effect. */
  resendOnly(): void
  /**
   * The result of `ask`, or true if it may be outdated: a message is in flight, or was claimed or finished while `ask` ran.
   * An undefined result counts as false.
   */
  checkUnlessChanged(ask: () => Promise<boolean | undefined>): Promise<boolean>
  /** Claims nothing more; resolves when the outcome of every send in flight is stored. */
  stop(): Promise<void>
}

export interface DispatcherOptions {
  database: Database
  term: leases.Term
  /** False once the lease may have expired: nothing may be sent then. */
  isLeaseValid: () => boolean
  abilities: Driver['abilities']
  /** Maximum number of messages in flight; called before each claim. */
  capacity: () => number
  connection: DriverSession
  ledger: ReceiptWriter
  messageKey: Buffer
  log: { error(detail: object, text: string): void }
  random?: () => number
  /** Replaces the database's clock in tests; decides what pacing takes for now. */
  time?: (now: number) => number
  /** Polling alone is correct; a wake-up only shortens this wait. Also the first pause before a retry. */
  pollMs: number
}

/** Maximum messages per claim. A network that takes more gets several claims, while outcomes of the former are stored. */
const maxAtOnce = 500
/**
 * Rendering steps in one claim (templates/budget.ts): about 0.1 s, in time slices short enough for lease renewals. So texts
 * are rendered while the claim's rows are locked, and opt-outs are read in the transaction that sends.
 * 500 usual messages take 10,000; messages beyond the budget are claimed next.
 */
const maxSteps = 40_000
/** Consecutive claims that fail because of a broadcast's content before the broadcast fails: it would block all others. */
const maxFailedClaims = 2
/** Attempts after the network said "later", with backoff; then the message fails and *Retry failed* can send it. */
const maxRetries = 5
/** An idle session polls this many times more slowly, so that a thousand of them are cheap. */
const idlePollFactor = 30
/** For errors that require a rest but name no duration. */
const cooldownMs: Record<string, number | undefined> = { rate_overlimit: 5 * 60_000 }
const emptyContact = { name: null, preferred_name: null, phone: null, email: null, company: null, job_title: null }

interface Round {
  messages: ClaimedMessage[]
  /** Milliseconds. */
  wait: number
  isIdle?: boolean
}

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, term, abilities, connection, ledger, pollMs } = options
  const { random = Math.random, time = (now: number) => now } = options
  const idlePollMs = pollMs * idlePollFactor
  /** Compiled once per broadcast: its body is frozen. */
  const recipes = new Map<string, Recipe>()
  let stopped = false
  let resendsOnly = false
  let isIdle = false
  let capacity = abilities.inFlight
  let inFlight = 0
  /** Number of messages claimed plus number finished. */
  let changes = 0
  let claiming: Promise<unknown> = Promise.resolve()
  let lastBroadcast = ''
  /** The broadcast whose messages are being rendered in the current claim. */
  let currentBroadcastId: string | undefined
  /** By broadcast: consecutive claims that failed because of its content. */
  const failures = new Map<string, number>()
  let signal = () => {}
  let awake = false
  const wake = () => {
    awake = true
    signal()
  }
  const running = loop()

  return {
    wake,
    isIdle: () => isIdle,
    resendOnly: () => {
      resendsOnly = true
    },
    checkUnlessChanged: async (ask) => {
      const before = changes
      const answer = await ask()
      await claiming
      return answer !== undefined && (answer || inFlight > 0 || changes !== before)
    },
    stop: async () => {
      stopped = true
      wake()
      await running
    },
  }

  async function loop() {
    while (!stopped) {
      const isWoken = awake
      awake = false
      const wait = await (isIdle && !isWoken ? look() : round()).catch(afterFailure)
      if (wait > 0 && !awake && !stopped) await sleep(wait)
    }
    while (inFlight > 0) await sleep(pollMs)
  }

  /** A broadcast that fails must not block the other broadcasts of its session. */
  async function afterFailure(error: unknown): Promise<number> {
    const id = currentBroadcastId
    options.log.error(
      { err: error, session_id: term.session_id, broadcast_id: id },
      `dispatch failed, retrying in ${pollMs} ms`,
    )
    if (!id) return pollMs
    // The next broadcast in the round robin goes first.
    lastBroadcast = id
    const isUnsendable = error instanceof Unsendable
    if (isContentError(error)) failures.set(id, (failures.get(id) ?? 0) + 1)
    if (!isUnsendable && (failures.get(id) ?? 0) < maxFailedClaims) return pollMs
    await failBroadcast(database, term, id, isUnsendable ? error : undefined).catch((reason: unknown) =>
      options.log.error({ err: reason, broadcast_id: id }, 'failing the broadcast did not succeed, retrying'),
    )
    return pollMs
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

  /** Cheap check in case a hint was lost: a claim costs five times as much. Returns 0 if there is something to claim. */
  async function look(): Promise<number> {
    isIdle = await inTenant(database, term, (tenant) => claims.isSessionIdle(tenant, term.session_id))
    return isIdle ? idlePollMs : 0
  }

  /** One claim; returns how long to wait before the next, in milliseconds. */
  async function round(): Promise<number> {
    currentBroadcastId = undefined
    capacity = options.capacity()
    const free = capacity - inFlight
    // A claim costs six statements: with less than a fifth of the places free, wait for more.
    if (free < 1 || free < capacity / 5) return pollMs
    const claim = inTenant(database, term, (tenant) => claimRound(tenant, Math.min(free, maxAtOnce)))
    claiming = claim.catch(() => {})
    const claimed = await claim
    changes += claimed.messages.length
    isIdle = claimed.isIdle ?? false
    for (const message of claimed.messages) void send(message)
    return claimed.wait
  }

  /** One transaction: its commit proves that the intent is durable and that the term was still ours. */
  async function claimRound(tenant: Tenant, limit: number): Promise<Round> {
    const rules = await leases.lockLease(tenant, term)
    if (!rules || !options.isLeaseValid()) return { messages: [], wait: pollMs }
    const now = time(Date.parse(rules.now))
    if (resendsOnly) {
      const again = mayResend(abilities, rules) && isUnpaced(rules, now)
      return { messages: again ? await resend(tenant, new Date(now), limit) : [], wait: pollMs / 5 }
    }
    const answer = await claimAnswer(tenant, { term, rules, now, abilities, random }, options.messageKey)
    if (answer?.kind === 'wait') return { messages: [], wait: Math.max(1, answer.until - now) }
    if (answer) return { messages: [answer.message], wait: 0 }
    const claimed = isUnpaced(rules, now)
      ? await claimMany(tenant, rules, new Date(now), limit)
      : await claimOne(tenant, rules, now)
    const isIdle = claimed.messages.length === 0 && claimed.wait === pollMs && inFlight === 0
    return isIdle && (await claims.isSessionIdle(tenant, term.session_id))
      ? { ...claimed, isIdle: true, wait: idlePollMs }
      : claimed
  }

  /** With pacing, one message is in flight at a time. */
  async function claimOne(tenant: Tenant, rules: leases.SendingRules, now: number) {
    if (inFlight > 0) return { messages: [], wait: pollMs }
    const choice = await claimNextPaced(tenant, { term, rules, now, abilities, lastBroadcast, decide, random })
    if (currentBroadcastId) failures.delete(currentBroadcastId)
    if (choice.kind === 'wait') return { messages: [], wait: Math.max(1, choice.until - now) }
    if (choice.kind === 'nothing') return { messages: [], wait: pollMs }
    lastBroadcast = choice.broadcastId ?? lastBroadcast
    return { messages: choice.kind === 'message' ? [choice.message] : [], wait: 0 }
  }

  async function claimMany(tenant: Tenant, rules: leases.SendingRules, now: Date, limit: number) {
    const messages: ClaimedMessage[] = mayResend(abilities, rules) ? await resend(tenant, now, limit) : []
    let more = messages.length === limit
    if (messages.length < limit) {
      const broadcast = await broadcasts.nextInTurn(tenant, term.session_id, lastBroadcast, now.toISOString())
      if (broadcast) {
        lastBroadcast = broadcast.id
        const fresh = await markNext(tenant, broadcast, now, limit - messages.length)
        messages.push(...fresh.messages)
        more ||= fresh.found > 0
      }
    }
    return { messages, wait: more ? 0 : pollMs }
  }

  async function resend(tenant: Tenant, now: Date, limit: number): Promise<ClaimedMessage[]> {
    const doubts = await claims.claimResends(tenant, term, limit)
    if (doubts.length === 0) return []
    await writeSends(tenant, now, doubts)
    const ids = doubts.map(({ id }) => id)
    await queries.markResent(tenant, term, ids, abilities.acknowledgementMs)
    return doubts.map(({ id, address, wa_message_id, text, media }) => ({ id, address, wa_message_id, text, media }))
  }

  /** Also without limits: limits set later count the messages sent today. */
  async function writeSends(tenant: Tenant, now: Date, messages: { wa_message_id: string; address_key: string }[]) {
    const sends = messages.map(({ wa_message_id, address_key }) => ({ wa_message_id, address_key, jitter: random() }))
    await chats.writeSends(tenant, term.session_id, now, sends)
  }

  async function markNext(tenant: Tenant, broadcast: broadcasts.BroadcastTurn, now: Date, limit: number) {
    const claimed = await claims.claim(tenant, broadcast.id, limit, now.toISOString())
    if (claimed.length === 0) return { messages: [], found: 0 }
    const decisions = await decide(tenant, broadcast, claimed)
    const decided = claimed.slice(0, decisions.length)
    const leaving = decided.flatMap(({ address_key }, index) => {
      const { text, wa_message_id } = decisions[index]!
      return text === null ? [] : [{ wa_message_id: wa_message_id!, address_key }]
    })
    if (leaving.length > 0) await writeSends(tenant, now, leaving)
    await queries.markSending(tenant, term, decisions, abilities.acknowledgementMs)
    failures.delete(broadcast.id)
    const messages = decided.flatMap(({ id, address, attempts }, index): ClaimedMessage[] => {
      const { text, wa_message_id } = decisions[index]!
      return text === null
        ? []
        : [{ id, address, wa_message_id: wa_message_id!, text, media: broadcast.media, attempts }]
    })
    return { messages, found: decided.length }
  }

  function recipeOf(broadcast: broadcasts.BroadcastTurn): Recipe {
    const known = recipes.get(broadcast.id)
    if (known) return known
    const compiled = compile(broadcast.body)
    // A version that allowed more started it.
    if (!compiled.ok) throw new Unsendable(compiled.mistake.message)
    recipes.set(broadcast.id, compiled.recipe)
    return compiled.recipe
  }

  /** Texts and ids of these rows, or the reasons to skip them; fewer than requested if rendering exceeds the budget, at least one. */
  async function decide(
    tenant: Tenant,
    broadcast: broadcasts.BroadcastTurn,
    rows: readonly claims.Claimed[],
  ): Promise<queries.Decision[]> {
    currentBroadcastId = broadcast.id
    const recipe = recipeOf(broadcast)
    if (needsInvestor(recipe.needs)) await claims.planAsUsual(tenant)
    const loaded = await loadFor(
      tenant,
      recipe,
      rows.map(({ contact_id, investor_id }) => ({ contact_id, investor_id })),
    )
    const sender = {
      name: broadcast.organization_name,
      today: broadcast.today,
      language: broadcast.language,
    }
    const enough = recipe.used() + maxSteps
    const decisions: queries.Decision[] = []
    for (const [index, row] of rows.entries()) {
      if (recipe.used() > enough) break
      if (timeSlices.isOver()) await timeSlices.nextInTransaction()
      decisions.push(decideOne(row, recipe, sender, loaded[index]))
    }
    return decisions
  }

  function decideOne(
    row: claims.Claimed,
    recipe: Recipe,
    sender: Sender,
    loaded: Parameters<typeof renderFor>[1]['loaded'],
  ): queries.Decision {
    const skip = (reason: string) => ({ place: row.place, wa_message_id: null, text: null, reason })
    if (row.refusal) return skip(row.refusal)
    const ready = (text: string) => ({
      place: row.place,
      wa_message_id: row.wa_message_id ?? messageId(options.messageKey, row.id),
      text,
      reason: null,
    })
    // A test message may go to a number without a contact.
    if (!row.contact && !row.is_group && (row.contact_id || row.text === null)) return skip('contact_deleted')
    if (row.text !== null) return ready(row.text)
    // A group is not a contact: a text with contact variables is not sent to it.
    const rendered = renderFor(recipe, { contact: row.contact ?? emptyContact, sender, loaded })
    return rendered.ok ? ready(rendered.text) : skip(reasonOf(rendered))
  }

  async function send(message: ClaimedMessage) {
    inFlight += 1
    try {
      // The process was suspended after the claim: the new owner decides about this message.
      if (!options.isLeaseValid()) throw new DriverError('session', 'not_connected')
      const { status } = await connection.send({
        id: message.wa_message_id,
        to: message.address,
        text: message.text,
        ...(message.media && { media: outgoing(database, term, message.media) }),
        repeat: message.attempts === undefined,
      })
      if (status === 'sent')
        await ledger.receipt({ type: 'receipt', id: message.wa_message_id, status: 'sent', at: new Date() })
      else await ledger.outcome(outcome(message, 'accepted', null, null, abilities.acknowledgementMs))
    } catch (error) {
      await hold(error)
      await ledger.outcome(outcomeOf(message, error))
    } finally {
      inFlight -= 1
      changes += 1
      if (stopped || inFlight <= capacity / 2) wake()
    }
  }

  /** Runs before the message is due again. */
  async function hold(error: unknown) {
    if (!(error instanceof DriverError) || error.kind !== 'session') return
    const length = error.until ? error.until.getTime() - Date.now() : cooldownMs[error.code]
    if (length === undefined || length <= 0) return
    await inTenant(database, term, async (tenant) => {
      const rules = await leases.lockLease(tenant, term)
      if (!rules) return
      // A duration, not a moment: this process's clock may be wrong.
      const now = time(Date.parse(rules.now))
      const until = new Date(now + length)
      await leases.setHold(tenant, term, { code: error.code, until, new_chats_only: false, now: new Date(now) })
    }).catch((reason: unknown) =>
      options.log.error({ err: reason, session_id: term.session_id }, 'saving the hold failed'),
    )
  }

  function outcomeOf(message: ClaimedMessage, error: unknown): queries.SendOutcome {
    if (!(error instanceof DriverError)) {
      options.log.error({ err: error, session_id: term.session_id }, 'unexpected driver error, message marked unknown')
      return outcome(message, 'unknown', null, null, abilities.evidenceMs)
    }
    const tries = message.attempts ?? 0
    switch (error.kind) {
      case 'impossible':
        return outcome(message, 'failed', message.attempts === undefined ? 'unconfirmed' : error.code, false, 0)
      case 'later':
        return tries + 1 >= maxRetries
          ? outcome(message, 'failed', error.code, true, 0)
          : outcome(message, 'pending', error.code, null, pollMs * 2 ** tries)
      case 'session':
        return outcome(message, 'pending', error.code, null, pollMs)
      case 'unknown':
        return outcome(message, 'unknown', error.code, null, abilities.evidenceMs)
    }
  }
}

function outcome(
  message: ClaimedMessage,
  status: queries.SendOutcome['status'],
  reason: string | null,
  retryable: boolean | null,
  inMs: number,
): queries.SendOutcome {
  return { wa_message_id: message.wa_message_id, status, reason, retryable, inMs }
}
