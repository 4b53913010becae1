// Simulator: a WhatsApp network inside the process, for trials, demos, training and load tests. Nothing reaches a phone.
import { message } from '../../../../contract/messages/message.ts'
import { type Abilities, type Driver, DriverError } from '../driver.ts'
import { type Clock, realClock } from './clock.ts'
import { openConnection, type SimulatedConnection } from './connection.ts'
import { storedDevice } from './device.ts'
import { type Network, openNetwork } from './network.ts'
import type { Step } from './numbers.ts'

export interface SimulatorOptions {
  /** Folder of the logs of what arrived, one per session. */
  readonly folder: string
  readonly latency?: Partial<Latency>
  readonly clock?: Clock
  /** In [0, 1). */
  readonly random?: () => number
}

/** Duration of each step: milliseconds, or [least, most]. 0: immediately. */
interface Latency {
  readonly connectMs: Span
  readonly acknowledgeMs: Span
  readonly lateMs: Span
  readonly deliverMs: Span
  readonly readMs: Span
}

type Span = number | readonly [number, number]

const lifelike: Latency = {
  connectMs: 300,
  acknowledgeMs: [5, 40],
  lateMs: 3_000,
  deliverMs: [100, 600],
  readMs: [1_000, 8_000],
}

const abilities: Abilities = {
  ownIds: true,
  groups: true,
  receipts: true,
  media: true,
  inFlight: 1_000,
  inFlightBeside: 1_000,
  evidenceMs: 1_000,
  // Longer than the late acknowledgement, short enough to watch what Kabar does without one.
  acknowledgementMs: 5_000,
  pacing: 'off',
}

export function simulator({ folder, latency, clock = realClock, random = Math.random }: SimulatorOptions): Driver {
  const spans = { ...lifelike, ...latency }
  const networks = new Map<string, Network>()
  const connections = new Map<string, SimulatedConnection>()

  const draw = (span: Span) => (typeof span === 'number' ? span : span[0] + random() * (span[1] - span[0]))
  const stepSpans: Record<Step, Span> = {
    sent: spans.lateMs,
    refused: spans.acknowledgeMs,
    delivered: spans.deliverMs,
    read: spans.readMs,
    reply: spans.readMs,
  }
  const delay = (step: Step) => draw(stepSpans[step])
  const waits = { connect: () => draw(spans.connectMs), acknowledge: () => draw(spans.acknowledgeMs) }

  return {
    abilities,
    open: async (options) => {
      const { sessionId } = options
      const network = await networkOf(sessionId)
      const stored = await storedDevice(options.vault)
      connections.get(sessionId)?.end({ reason: 'failed', message: message('connection.opened_elsewhere') })
      const connection = openConnection(options, { network, stored, clock, waits })
      connections.set(sessionId, connection)
      return connection.session
    },
    simulate: async (sessionId, event) => {
      const connection = connections.get(sessionId)
      if (!connection?.isOpen()) throw new DriverError('session', 'not_running')
      await connection.simulate(event)
    },
  }

  /** The network's state outlives a connection, but is reread if another process had the session in between. */
  async function networkOf(sessionId: string): Promise<Network> {
    const existing = networks.get(sessionId)
    await existing?.settled()
    if (existing && (await existing.isCurrent())) return existing
    const network = await openNetwork({ folder, sessionId, clock, delay })
    networks.set(sessionId, network)
    return network
  }
}
