// Test setup: a linked device connected to the fake WhatsApp, with access to both sides.
import { onTestFinished, vi } from 'vitest'
import { type MemoryVault, memoryVault } from '../messaging/drivers/conformance.ts'
import type { Driver, DriverEvent, DriverSession, OutgoingMedia, OutgoingMessage } from '../messaging/drivers/driver.ts'
import { linkedDevice } from '../messaging/drivers/index.ts'
import { type FakeWhatsApp, type FakeWhatsAppOptions, startFakeWhatsApp } from './fake-whatsapp/server.ts'
import { until } from './until.ts'

export const account = '+6281200000100'
export const friend = '+6281234567890'
/** Has a WhatsApp Web client besides the phone. */
export const twoDevices = '+6281234567809'

export interface Phone {
  readonly fake: FakeWhatsApp
  readonly driver: Driver
  /** A driver as in another process: with empty caches. */
  anotherDriver(more?: PhoneOptions['driver']): Driver
  readonly warnings: { detail: object; text: string }[]
  open(options?: Partial<Opening>): Promise<OpenLine>
  /** Opens, links and connects. */
  connect(options?: Partial<Opening>): Promise<OpenLine>
  /** The vault right after linking, so that tests need not link again. */
  linkedVault(): Promise<MemoryVault>
  closeLines(): Promise<void>
  close(): Promise<void>
}

interface Opening {
  vault: MemoryVault
  pairWith: string
  on: (event: DriverEvent) => Promise<void>
  driver: Driver
  /** The sent messages as in the database. */
  sent: ReadonlyMap<string, { to: string; text: string; media?: OutgoingMedia }>
}

export interface OpenLine {
  readonly session: DriverSession
  readonly vault: MemoryVault
  readonly events: DriverEvent[]
  seen<T extends DriverEvent['type']>(type: T): Extract<DriverEvent, { type: T }>[]
  wait<T extends DriverEvent['type']>(type: T, count?: number): Promise<Extract<DriverEvent, { type: T }>>
  /** The status, or the kind and code of the error. */
  send(to: string, id: string, more?: Partial<OutgoingMessage>): Promise<string>
  /** The receipts of a message, in order. */
  receipts(id: string): string[]
}

export interface PhoneOptions {
  readonly fake?: FakeWhatsAppOptions
  readonly driver?: Partial<Parameters<typeof linkedDevice>[0]>
}

export async function startPhone(options: PhoneOptions = {}): Promise<Phone> {
  const fake = await startFakeWhatsApp(options.fake)
  const warnings: Phone['warnings'] = []
  const log = { warn: (detail: object, text: string) => void warnings.push({ detail, text }) }
  const anotherDriver: Phone['anotherDriver'] = (more) =>
    linkedDevice({ webSocketUrl: fake.url, log, ...options.driver, ...more })
  const driver = anotherDriver()
  const sessions: DriverSession[] = []
  let linked: MemoryVault | undefined

  async function open(opening: Partial<Opening> = {}): Promise<OpenLine> {
    const vault = opening.vault ?? memoryVault()
    const events: DriverEvent[] = []
    const session = await (opening.driver ?? driver).open({
      sessionId: 'b4c6',
      vault,
      ...(opening.pairWith ? { pairWith: opening.pairWith } : {}),
      on: async (event) => {
        events.push(event)
        await opening.on?.(event)
      },
      sentText: async (id) => opening.sent?.get(id),
    })
    sessions.push(session)
    const seen: OpenLine['seen'] = (type) => events.filter((event) => event.type === type) as never
    return {
      session,
      vault,
      events,
      seen,
      wait: async (type, count = 1) => {
        await until(`${count} × ${type}`, () => seen(type).length >= count)
        return seen(type)[count - 1]!
      },
      send: (to, id, more = {}) =>
        session.send({ id, to, text: 'Kabar baik', ...more }).then(
          ({ status }) => status as string,
          (error) => (error.kind ? `${error.kind} ${error.code}` : String(error)),
        ),
      receipts: (id) => seen('receipt').flatMap((event) => (event.id === id ? [event.status] : [])),
    }
  }

  async function connect(opening?: Partial<Opening>): Promise<OpenLine> {
    const line = await open(opening)
    await until('a QR or the connection', () => line.seen('qr').length + line.seen('connected').length > 0)
    if (line.seen('connected').length === 0) await fake.scanQr(account, line.seen('qr')[0]!.qr)
    await line.wait('connected')
    return line
  }

  const closeLines = async () => {
    for (const session of sessions.splice(0)) await session.close()
  }

  return {
    fake,
    driver,
    anotherDriver,
    warnings,
    open,
    connect,
    closeLines,
    linkedVault: async () => {
      if (!linked) {
        const line = await connect()
        await line.session.close()
        linked = line.vault
      }
      return linked.copy()
    },
    close: async () => {
      await closeLines()
      await fake.close()
    },
  }
}

/**
 * Fakes timers and clock until the end of the test; the returned function moves them forward. They also run by themselves, except
 * while the event loop is blocked.
 */
export function movableTime(): (ms: number) => void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => void vi.advanceTimersByTime(ms)
}
