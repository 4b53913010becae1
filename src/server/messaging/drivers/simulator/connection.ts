// One connection of a session to the simulated network, from showing a QR code to its end.
import { randomUUID } from 'node:crypto'
import { message } from '../../../../contract/messages/message.ts'
import type { SimulatorEvent } from '../../../../contract/wa-sessions.ts'
import { DriverError, type DriverEvent, type DriverSession, type OpenOptions, type OutgoingMessage } from '../driver.ts'
import type { Clock } from './clock.ts'
import { type Device, newDevice, storeDevice } from './device.ts'
import { groups } from './groups.ts'
import type { Network } from './network.ts'
import { isOnWhatsApp } from './numbers.ts'
import { openTimeline, type Timeline } from './timeline.ts'

type Closed = Pick<Extract<DriverEvent, { type: 'closed' }>, 'reason' | 'message'>

export interface SimulatedConnection {
  readonly session: DriverSession
  simulate(event: SimulatorEvent): Promise<void>
  /** Without a reason no event is emitted. */
  end(closed?: Closed): void
  isOpen(): boolean
}

export interface ConnectionOptions {
  readonly network: Network
  /** The device that an earlier connection linked, if any. */
  readonly stored: Device | undefined
  readonly clock: Clock
  /** Random durations of the next step, in milliseconds. */
  readonly waits: { connect(): number; acknowledge(): number }
}

/** `scan_qr`: no phone is linked yet. `ended`: final, without further sends or events. */
type State = 'connecting' | 'scan_qr' | 'connected' | 'ended'

const qrLifeMs = 20_000
const qrCount = 6

const ends = {
  lost: { reason: 'retry', message: message('connection.lost') },
  unsaved: { reason: 'retry', message: message('connection.pairing_not_saved') },
  unscanned: { reason: 'failed', message: message('connection.qr_not_scanned') },
  unknown: { reason: 'logged_out', message: message('connection.device_unknown') },
  unlinked: { reason: 'logged_out', message: message('connection.unlinked') },
} as const satisfies Record<string, Closed>

/** An open connection: what its steps share. */
interface Line extends OpenOptions, Omit<ConnectionOptions, 'stored'> {
  state: State
  /** The device that is linked, if any. */
  device: Device | undefined
  /** The steps to come. */
  readonly soon: Timeline<() => void>
}

export function openConnection(options: OpenOptions, { stored, ...given }: ConnectionOptions): SimulatedConnection {
  const line: Line = { ...options, ...given, device: stored, state: 'connecting', soon: openTimeline(given.clock) }
  line.soon.start((runs) => {
    for (const run of runs) run()
  })
  after(line, line.waits.connect(), () => begin(line))
  return {
    session: {
      send: (message) => send(line, message),
      listGroups: async () => {
        assertConnected(line)
        return [...groups]
      },
      checkNumbers: async (numbers) => {
        assertConnected(line)
        return jidsOf(numbers)
      },
      logout: () => logout(line),
      close: async () => {
        end(line)
        await line.network.settled()
      },
    },
    simulate: (event) => simulate(line, event),
    end: (closed) => end(line, closed),
    isOpen: () => line.state !== 'ended',
  }
}

const after = ({ soon, clock }: Line, ms: number, run: () => void) => soon.add(clock.now() + ms, run)
const tell = ({ on }: Line, event: DriverEvent) => void on(event)

function assertConnected({ state }: Line) {
  if (state !== 'connected') throw new DriverError('session', 'not_connected')
}

function begin(line: Line) {
  const { state, device, network } = line
  if (state !== 'connecting') return
  if (!device) showQr(line, 1)
  else if (network.device() === undefined || network.device() === device.id) connected(line, device)
  else end(line, ends.unknown)
}

function showQr(line: Line, count: number) {
  if (line.state !== (count === 1 ? 'connecting' : 'scan_qr')) return
  line.state = 'scan_qr'
  if (count > qrCount) return end(line, ends.unscanned)
  const qr = `Kabar simulator: press Scan on the page. ${line.sessionId} ${count}`
  tell(line, { type: 'qr', qr, expiresAt: new Date(line.clock.now() + qrLifeMs) })
  after(line, qrLifeMs, () => showQr(line, count + 1))
}

function connected(line: Line, { phoneNumber, pushName }: Device) {
  line.state = 'connected'
  tell(line, { type: 'connected', phoneNumber, pushName })
  line.network.connect(line.on)
}

async function simulate(line: Line, what: SimulatorEvent) {
  const { event } = what
  if (event === 'message') hear(line, what)
  else if (event === 'drop') end(line, ends.lost)
  else if (event === 'scan' && line.state === 'scan_qr') await scan(line)
  else if (event === 'unlink' && line.device)
    await line.network.unlink(line.device.id).finally(() => end(line, ends.unlinked))
}

/** Lost while disconnected: a user who watches types it. */
function hear(line: Line, { from, text }: { from: string; text: string }) {
  assertConnected(line)
  tell(line, { type: 'message', id: randomUUID(), from, text, at: new Date(line.clock.now()) })
}

async function scan(line: Line) {
  line.state = 'connecting'
  const paired = newDevice(line.sessionId)
  try {
    await storeDevice(line.vault, paired)
    await line.network.link(paired.id)
  } catch (error) {
    end(line, ends.unsaved)
    throw error
  }
  line.device = paired
  if (line.state === 'connecting') connected(line, paired)
}

async function send(line: Line, message: OutgoingMessage): Promise<{ status: 'accepted' | 'sent' }> {
  assertConnected(line)
  mustBeReachable(message.to)
  const { answer } = await line.network.receive(message)
  const wait = line.waits.acknowledge()
  if (wait > 0 && line.state === 'connected') await new Promise<void>((resolve) => after(line, wait, resolve))
  if (answer === 'line_lost') end(line, ends.lost)
  if (line.state !== 'connected') throw new DriverError('unknown', 'line_lost')
  if (answer === 'later') throw new DriverError('later', 'busy')
  return { status: answer === 'sent' ? 'sent' : 'accepted' }
}

async function logout(line: Line) {
  if (line.state === 'ended') throw new DriverError('session', 'not_connected')
  if (line.device) await forget(line, line.device)
  end(line)
}

async function forget(line: Line, gone: Device) {
  try {
    await line.network.unlink(gone.id)
    await storeDevice(line.vault, null)
  } finally {
    end(line)
  }
}

function end(line: Line, closed?: Closed) {
  if (line.state === 'ended') return
  if (line.state === 'connected') line.network.disconnect()
  line.state = 'ended'
  // Tells sends in flight that the connection is lost.
  for (const run of line.soon.drain()) run()
  if (closed) tell(line, { type: 'closed', ...closed })
}

const jidsOf = (numbers: readonly string[]) =>
  new Map(numbers.map((number) => [number, isOnWhatsApp(number) ? `${number.slice(1)}@s.whatsapp.net` : null]))

function mustBeReachable(to: string): void {
  if (!to.endsWith('@g.us')) {
    if (!isOnWhatsApp(to)) throw new DriverError('impossible', 'not_on_whatsapp')
    return
  }
  const group = groups.find(({ wa_id }) => wa_id === to)
  if (!group) throw new DriverError('impossible', 'not_in_group')
  if (!group.can_post) throw new DriverError('impossible', 'may_not_post')
}
