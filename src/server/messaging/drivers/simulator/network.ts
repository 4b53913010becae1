// The simulated network as one account sees it: accepts messages and delivers receipts and replies when due.
import { createHash } from 'node:crypto'
import { DriverError, type DriverEvent, type OutgoingMedia, type OutgoingMessage } from '../driver.ts'
import type { Clock } from './clock.ts'
import { receiptsIn } from './groups.ts'
import { type Frame, type HandedOver, openLog, type Pairing } from './log.ts'
import { type Attempt, numberOf, type Step } from './numbers.ts'
import { openTimeline } from './timeline.ts'

export interface Network {
  /** The linked device; null if there is none; undefined if the log does not say (it is new, or long). */
  device(): string | null | undefined
  link(device: string): Promise<void>
  unlink(device: string): Promise<void>
  /** Resolves when the message and its outcome are in the log. */
  receive(message: OutgoingMessage): Promise<Attempt>
  /** Delivers what is due, including what became due while disconnected. */
  connect(on: (event: DriverEvent) => Promise<void>): void
  disconnect(): void
  settled(): Promise<void>
  /** False if another process had the session in the meantime: then the log must be read again. */
  isCurrent(): Promise<boolean>
}

export interface NetworkOptions {
  readonly folder: string
  readonly sessionId: string
  readonly clock: Clock
  /** Draws the duration of a step. */
  readonly delay: (step: Step) => number
}

/** Some 100,000 messages: far more than can be waiting for receipts, and read in half a second. */
const tailBytes = 32 * 1024 * 1024

export async function openNetwork({ folder, sessionId, clock, delay }: NetworkOptions): Promise<Network> {
  const log = await openLog(folder, sessionId)
  const mail = openTimeline<ScheduledDelivery>(clock)
  const frames = recentCounts()
  /** Numbers that have replied STOP. They do not reply to the next message, which only confirms the opt-out. */
  const awaitingConfirmation = new Set<string>()
  let device: string | null | undefined
  const write = (entry: Entry) => log.append({ at: new Date(clock.now()).toISOString(), ...entry })

  await recall()

  return {
    device: () => device,
    link: async (linked) => {
      device = linked
      await write({ kind: 'paired', device: linked })
    },
    unlink: async (unlinked) => {
      device = null
      await write({ kind: 'unlinked', device: unlinked })
    },
    receive,
    connect: (on) => mail.start((letters) => deliver(letters, on)),
    disconnect: mail.stop,
    settled: log.settled,
    isCurrent: log.isOurs,
  }

  async function receive({ id, to, text, media: file }: OutgoingMessage): Promise<Attempt> {
    // Read the file first: a failure here must not count as an attempt to send.
    const media = file ? { media: await hashOf(file) } : {}
    const { attempt, repeated, isAnswered } = count({ id, to })
    const at = clock.now()
    try {
      await write({ kind: attempt.arrives ? (repeated ? 'repeat' : 'message') : 'not_arrived', id, to, text, ...media })
    } catch (error) {
      throw new DriverError('unknown', 'log_not_written', { cause: error })
    }
    for (const course of coursesOf(id, to, attempt, isAnswered)) post(course, at)
    return attempt
  }

  function post({ steps, ...letter }: DeliveryPlan, from: number) {
    let at = from
    for (const step of steps) {
      at += delay(step)
      mail.add(at, { ...letter, step, at })
    }
  }

  async function deliver(letters: readonly ScheduledDelivery[], on: (event: DriverEvent) => Promise<void>) {
    await Promise.all(letters.map((letter) => on(eventOf(letter))))
    const ids: Partial<Record<Step, string[]>> = {}
    for (const { step, key } of letters) {
      const others = ids[step]
      if (others) others.push(key)
      else ids[step] = [key]
    }
    // If this write fails, the items are delivered again after a restart, which does no harm.
    write({ kind: 'handed_over', ids }).catch(() => {})
  }

  /** Reads earlier messages from the log, and schedules what a killed process did not deliver. */
  async function recall() {
    const waiting = new Map<string, DeliveryPlan & { sentAt: number }>()
    for await (const entry of log.tail(tailBytes)) {
      switch (entry.kind) {
        case 'paired':
          device = entry.device
          break
        case 'unlinked':
          device = null
          break
        case 'handed_over':
          for (const [taken, keys] of Object.entries(entry.ids)) {
            for (const key of keys) {
              const letters = waiting.get(key)
              const steps = letters?.steps.filter((step) => step !== taken) ?? []
              if (letters && steps.length > 0) waiting.set(key, { ...letters, steps })
              else waiting.delete(key)
            }
          }
          break
        default: {
          const { attempt, isAnswered } = count(entry)
          const sentAt = Date.parse(entry.at)
          for (const course of coursesOf(entry.id, entry.to, attempt, isAnswered))
            if (course.steps.length > 0) waiting.set(course.key, { ...course, sentAt })
        }
      }
    }
    for (const { sentAt, ...course } of waiting.values()) post(course, sentAt)
  }

  /** How this frame fares, whether the phone has already got a message with its id, and whether the phone replies. */
  function count({ id, to }: { id: string; to: string }) {
    const { attempts } = numberOf(to)
    const earlier = frames.get(id)
    frames.set(id, earlier + 1)
    const attempt = attempts[Math.min(earlier, attempts.length - 1)]!
    const repeated = attempts.slice(0, earlier).some(({ arrives }) => arrives)
    return { attempt, repeated, isAnswered: attempt.next.includes('reply') && !repeated && !isConfirmation(to) }
  }

  function isConfirmation(to: string): boolean {
    if (awaitingConfirmation.delete(to)) return true
    if (numberOf(to).reply === 'STOP') awaitingConfirmation.add(to)
    return false
  }
}

/** Receipts and replies to a message; to a group, one per member. */
interface DeliveryPlan {
  /** Distinguishes the members. */
  readonly key: string
  readonly id: string
  readonly to: string
  readonly member?: string
  readonly steps: readonly Step[]
}

interface ScheduledDelivery extends Omit<DeliveryPlan, 'steps'> {
  readonly step: Step
  readonly at: number
}

type Entry = Omit<Pairing, 'at'> | Omit<Frame, 'at'> | Omit<HandedOver, 'at'>

function coursesOf(id: string, to: string, { next }: Attempt, isAnswered: boolean): DeliveryPlan[] {
  if (to.endsWith('@g.us'))
    return receiptsIn(to).map(({ member, steps }) => ({ key: `${id} ${member}`, id, to, member, steps }))
  return [{ key: id, id, to, steps: isAnswered ? next : next.filter((step) => step !== 'reply') }]
}

function eventOf({ id, to, member, step, at: time }: ScheduledDelivery): DriverEvent {
  const at = new Date(time)
  if (step === 'refused') return { type: 'refused', id, code: numberOf(to).outcome }
  if (step === 'reply') return { type: 'message', id: `3A${id}`, from: to, text: numberOf(to).reply ?? '', at }
  return { type: 'receipt', id, status: step, at, ...(member ? { participant: member } : {}) }
}

/** Counts frames by id. Bounded by two generations: the older is dropped when the newer is full. */
function recentCounts(limit = 100_000) {
  let newer = new Map<string, number>()
  let older = new Map<string, number>()
  return {
    get: (id: string) => newer.get(id) ?? older.get(id) ?? 0,
    set: (id: string, count: number) => {
      newer.set(id, count)
      if (newer.size < limit) return
      older = newer
      newer = new Map()
    },
  }
}

async function hashOf(file: OutgoingMedia): Promise<string> {
  const bytes = await file.read().catch((cause: unknown) => {
    throw new DriverError('later', 'media_not_read', { cause })
  })
  return createHash('sha256').update(bytes).digest('hex')
}
