// Faults of processes: kill -9, SIGSTOP for longer than a lease, SIGTERM, at random moments.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../src/server/test/until.ts'
import { type House, openOf } from './house.ts'

export type Trouble = 'kill' | 'freeze' | 'stop'

export interface Run {
  readonly house: House
  readonly sessionId: string
  readonly broadcastId: string
  /** The faults, in any order. */
  readonly troubles: readonly Trouble[]
  readonly random: () => number
  /** How much the witness has seen so far, and will see in the end: faults happen in between. */
  readonly progress: () => number
  readonly whole: number
  /** Number of logins at the network: a new one means a takeover. Undefined if unknown. */
  readonly logins?: () => number
  readonly isOver: () => Promise<boolean>
}

export interface Happened {
  /** Faults that happened while there was still something to send. */
  inTime: number
  /** After a kill or a freeze: seconds until another process had the account. */
  takeOvers: number[]
  /** Exit codes of stopped processes, and how long they took, in seconds. */
  stops: { code: number | null; seconds: number; left: string[] }[]
}

/** The timeout; 45 seconds are promised. */
const maxTakeOverMs = 120_000

export async function makeTrouble(run: Run): Promise<Happened> {
  const { house, random, troubles } = run
  const happened: Happened = { inTime: 0, takeOvers: [], stops: [] }
  const places = troubles.map(() => random() * run.whole * 0.95).sort((a, b) => a - b)
  const order = [...troubles].sort(() => random() - 0.5)
  for (const [index, trouble] of order.entries()) {
    const place = Math.max(places[index]!, run.progress() + 1)
    await until(`fault ${index + 1}`, async () => run.progress() >= place || (await run.isOver()), Boolean, {
      withinMs: 15 * 60_000,
    })
    if (!(await run.isOver())) happened.inTime += 1
    // Most faults hit the owner of the account; some the other process, which must not be affected.
    const owner = await until('an owner', () => house.owner(run.sessionId), Boolean, { withinMs: maxTakeOverMs })
    const isOwner = trouble !== 'kill' || random() < 0.85
    await happen(trouble, isOwner ? owner!.place : 1 - owner!.place, run, happened)
  }
  return happened
}

async function happen(trouble: Trouble, place: number, run: Run, happened: Happened): Promise<void> {
  const { house, random } = run
  const kabar = house.processes[place]!
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  if (trouble === 'kill') {
    const wasOwner = (await house.owner(run.sessionId))?.place === place
    await kabar.kill()
    // One in six stays down until the other process has the account.
    if (wasOwner && random() < 1 / 6) happened.takeOvers.push(await takenOver(run, place, seconds))
    else await delay(random() * 500)
    await kabar.start()
  } else if (trouble === 'freeze') {
    kabar.freeze()
    happened.takeOvers.push(await takenOver(run, place, seconds))
    // The other process is in the middle of it when this one wakes up.
    await delay(random() * 2_000)
    kabar.thaw()
  } else {
    const { fence } = (await house.owner(run.sessionId))!
    const code = await kabar.stop()
    // Includes messages left unconfirmed by connections lost earlier or in the meantime.
    const left = await openOf(house, run.broadcastId, fence)
    happened.stops.push({ code, seconds: seconds(), left })
    await kabar.start()
  }
}

async function takenOver({ house, sessionId, logins }: Run, place: number, seconds: () => number): Promise<number> {
  const before = logins?.()
  await until(
    'the takeover',
    async () => (await house.owner(sessionId))?.place === 1 - place && (before === undefined || logins!() > before),
    Boolean,
    { withinMs: maxTakeOverMs },
  )
  return seconds()
}
