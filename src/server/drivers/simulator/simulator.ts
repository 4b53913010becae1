// Simulator: a WhatsApp network inside the process, for trials, demos, training and load tests. Nothing reaches a phone.
import { createHash, randomUUID } from 'node:crypto'
import type { SimulatorEvent } from '../../../contract/wa-sessions.ts'
import {
  type Abilities,
  type Driver,
  DriverError,
  type DriverEvent,
  type DriverSession,
  type OpenOptions,
  type OutgoingMessage,
} from '../driver.ts'
import { type Clock, realClock } from './clock.ts'
import { groups } from './groups.ts'
import { type Network, openNetwork } from './network.ts'
import { isOnWhatsApp, type Step } from './numbers.ts'
import { openTimeline } from './timeline.ts'

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

const qrLifeMs = 20_000
const qrCount = 6

export function simulator({ folder, latency, clock = realClock, random = Math.random }: SimulatorOptions): Driver {
  const spans = { ...lifelike, ...latency }
  const networks = new Map<string, Network>()
  const lines = new Map<string, SimulatedConnection>()

  const draw = (span: Span) => (typeof span === 'number' ? span : span[0] + random() * (span[1] - span[0]))
  const stepSpans: Record<Step, Span> = {
    sent: spans.lateMs,
    refused: spans.acknowledgeMs,
    delivered: spans.deliverMs,
    read: spans.readMs,
    reply: spans.readMs,
  }
  const delay = (step: Step) => draw(stepSpans[step])

  return {
    abilities,
    open: async (options) => {
      const { sessionId } = options
      const network = await networkOf(sessionId)
      const stored = (await options.vault.read([vaultKey])).get(vaultKey)
      lines
        .get(sessionId)
        ?.end({ reason: 'failed', message: 'The account was opened elsewhere. Start the session again.' })
      const line = openLine(options, network, stored && parseDevice(stored))
      lines.set(sessionId, line)
      return line.session
    },
    simulate: async (sessionId, event) => {
      const line = lines.get(sessionId)
      if (!line?.isOpen()) throw new DriverError('session', 'not_running')
      await line.simulate(event)
    },
  }

  /** The network's state outlives a connection, but is reread if another process had the session in between. */
  async function networkOf(sessionId: string): Promise<Network> {
    const known = networks.get(sessionId)
    await known?.settled()
    if (known && (await known.isCurrent())) return known
    const network = await openNetwork({ folder, sessionId, clock, delay })
    networks.set(sessionId, network)
    return network
  }

  function openLine(
    { sessionId, vault, on }: OpenOptions,
    network: Network,
    stored: Device | undefined,
  ): SimulatedConnection {
    const soon = openTimeline<() => void>(clock)
    let state: 'connecting' | 'scan_qr' | 'connected' | 'ended' = 'connecting'
    let device = stored
    const after = (ms: number, run: () => void) => soon.add(clock.now() + ms, run)
    const tell = (event: DriverEvent) => void on(event)

    soon.start((runs) => {
      for (const run of runs) run()
    })
    after(draw(spans.connectMs), begin)
    return {
      session: { send, listGroups, checkNumbers, logout, close },
      simulate,
      end,
      isOpen: () => state !== 'ended',
    }

    function begin() {
      if (state !== 'connecting') return
      if (!device) showQr(1)
      else if (network.device() === undefined || network.device() === device.id) connected(device)
      else {
        const message = 'The phone no longer knows this device. Start the session and scan the QR code again.'
        end({ reason: 'logged_out', message })
      }
    }

    function showQr(count: number) {
      if (state !== (count === 1 ? 'connecting' : 'scan_qr')) return
      state = 'scan_qr'
      if (count > qrCount) {
        end({
          reason: 'failed',
          message: 'The QR code was not scanned in time. Start the session again to get a new one.',
        })
        return
      }
      const qr = `Kabar simulator: press Scan on the page. ${sessionId} ${count}`
      tell({ type: 'qr', qr, expiresAt: new Date(clock.now() + qrLifeMs) })
      after(qrLifeMs, () => showQr(count + 1))
    }

    function connected({ phoneNumber, pushName }: Device) {
      state = 'connected'
      tell({ type: 'connected', phoneNumber, pushName })
      network.connect(on)
    }

    async function simulate(what: SimulatorEvent) {
      const { event } = what
      if (event === 'message') hear(what)
      else if (event === 'drop') end({ reason: 'retry', message: 'The connection to WhatsApp was lost.' })
      else if (event === 'scan' && state === 'scan_qr') await scan()
      else if (event === 'unlink' && device) {
        const message = 'The phone unlinked this device. Start the session and scan the QR code again.'
        await network.unlink(device.id).finally(() => end({ reason: 'logged_out', message }))
      }
    }

    /** Lost while disconnected: a user who watches types it. */
    function hear({ from, text }: { from: string; text: string }) {
      if (state !== 'connected') throw new DriverError('session', 'not_connected')
      tell({ type: 'message', id: randomUUID(), from, text, at: new Date(clock.now()) })
    }

    async function scan() {
      state = 'connecting'
      const paired = { id: randomUUID(), phoneNumber: numberFor(sessionId), pushName: 'Kabar Simulator' }
      try {
        await vault.write(new Map([[vaultKey, Buffer.from(JSON.stringify(paired))]]))
        await network.link(paired.id)
      } catch (error) {
        end({ reason: 'retry', message: 'The pairing could not be saved.' })
        throw error
      }
      device = paired
      if (state === 'connecting') connected(paired)
    }

    async function forget(gone: Device) {
      try {
        await network.unlink(gone.id)
        await vault.write(new Map([[vaultKey, null]]))
      } finally {
        end()
      }
    }

    async function send(message: OutgoingMessage): Promise<{ status: 'accepted' | 'sent' }> {
      if (state !== 'connected') throw new DriverError('session', 'not_connected')
      mustBeReachable(message.to)
      const { answer } = await network.receive(message)
      const wait = draw(spans.acknowledgeMs)
      if (wait > 0 && state === 'connected') await new Promise<void>((resolve) => after(wait, resolve))
      if (answer === 'line_lost') end({ reason: 'retry', message: 'The connection to WhatsApp was lost.' })
      if (state !== 'connected') throw new DriverError('unknown', 'line_lost')
      if (answer === 'later') throw new DriverError('later', 'busy')
      return { status: answer === 'sent' ? 'sent' : 'accepted' }
    }

    async function listGroups() {
      if (state !== 'connected') throw new DriverError('session', 'not_connected')
      return [...groups]
    }

    async function checkNumbers(numbers: readonly string[]) {
      if (state !== 'connected') throw new DriverError('session', 'not_connected')
      return new Map(
        numbers.map((number) => [number, isOnWhatsApp(number) ? `${number.slice(1)}@s.whatsapp.net` : null]),
      )
    }

    async function logout() {
      if (state === 'ended') throw new DriverError('session', 'not_connected')
      if (device) await forget(device)
      end()
    }

    async function close() {
      end()
      await network.settled()
    }

    function end(closed?: Closed) {
      if (state === 'ended') return
      if (state === 'connected') network.disconnect()
      state = 'ended'
      // Tells sends in flight that the connection is lost.
      for (const run of soon.drain()) run()
      if (closed) tell({ type: 'closed', ...closed })
    }
  }
}

type Closed = Pick<Extract<DriverEvent, { type: 'closed' }>, 'reason' | 'message'>

interface SimulatedConnection {
  readonly session: DriverSession
  simulate(event: SimulatorEvent): Promise<void>
  /** Without a reason no event is emitted. */
  end(closed?: Closed): void
  isOpen(): boolean
}

interface Device {
  readonly id: string
  readonly phoneNumber: string
  readonly pushName: string
}

const vaultKey = 'device'

const parseDevice = (stored: Uint8Array) => JSON.parse(Buffer.from(stored).toString()) as Device

/** Stable per session, and never one of the endings with an outcome of its own. */
function numberFor(sessionId: string): string {
  const digest = createHash('sha256').update(sessionId).digest()
  return `+62812${1000 + (digest.readUInt16BE(0) % 9000)}${1000 + (digest.readUInt16BE(2) % 9000)}`
}

function mustBeReachable(to: string): void {
  if (!to.endsWith('@g.us')) {
    if (!isOnWhatsApp(to)) throw new DriverError('impossible', 'not_on_whatsapp')
    return
  }
  const group = groups.find(({ wa_id }) => wa_id === to)
  if (!group) throw new DriverError('impossible', 'not_in_group')
  if (!group.can_post) throw new DriverError('impossible', 'may_not_post')
}
