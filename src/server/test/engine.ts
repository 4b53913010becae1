// Test setup: an organization with a running engine, a simulated phone and contacts.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { type BroadcastInput, broadcasts } from '../../contract/broadcasts.ts'
import { contacts } from '../../contract/contacts.ts'
import { templates } from '../../contract/templates.ts'
import { waSessions } from '../../contract/wa-sessions.ts'
import { deriveKeys } from '../keys.ts'
import { broadcastsForEngine } from '../messaging/broadcasts/engine-port.ts'
import type { Driver, DriverSession, OutgoingMessage } from '../messaging/drivers/driver.ts'
import { simulator } from '../messaging/drivers/index.ts'
import { readWitness } from '../messaging/drivers/simulator/log.ts'
import { startEngine } from '../messaging/engine/engine.ts'
import { type Caller, testApp } from './app.ts'
import { until } from './until.ts'

export const quiet = { error: () => {}, warn: () => {}, info: () => {} }

/** What a test may replace: the clock of pacing, the driver's behavior, and the polling interval. */
interface Surroundings {
  time?: (now: number) => number
  latency?: Parameters<typeof simulator>[0]['latency']
  around?: (driver: Driver) => Driver
  pollMs?: number
}

export const noLatency = { connectMs: 0, acknowledgeMs: 0, deliverMs: 0, readMs: 0 }
const usualPollMs = 200

/** Started sessions, which every tick polls. */
const connected: { person: Caller; id: string }[] = []

/** `keepsSessions`: does not stop sessions after each test, for tests that share a session or run concurrently. */
export async function testEngine({ keepsSessions = false } = {}) {
  const { app, database, config, call, signUp: signUpOnly, clock } = await testApp()
  /** Their session uses the simulator. */
  const signUp: typeof signUpOnly = async (more) => {
    const person = await signUpOnly(more)
    await useSimulator(person)
    return person
  }
  const folder = mkdtempSync(join(tmpdir(), 'kabar-simulator-'))
  const running = new Set<{ stop(): Promise<void> }>()
  /** Another secret simulates a changed APP_SECRET. */
  const start = (
    secret: Buffer = config.secret,
    { time, latency, around = (driver: Driver) => driver, pollMs = usualPollMs }: Surroundings = {},
  ) => {
    const driver = around(simulator({ folder, latency: { ...noLatency, ...latency } }))
    const engine = startEngine({
      database,
      broadcasts: broadcastsForEngine,
      keys: deriveKeys(secret),
      drivers: { simulator: driver },
      ownerId: randomUUID(),
      log: quiet,
      ...(time ? { time } : {}),
      pollMs,
    })
    const handle = {
      stop: async () => {
        running.delete(handle)
        await engine.stop()
      },
    }
    running.add(handle)
    return handle
  }
  afterEach(async () => {
    if (keepsSessions) return
    for (const { person, id } of connected.splice(0)) await person.call(waSessions.stop, { params: { id } })
  })
  afterAll(async () => {
    connected.length = 0
    for (const engine of running) await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    app,
    database,
    config,
    folder,
    start,
    call,
    signUp,
    clock,
    witness: (sessionId: string) => arrivals(folder, sessionId),
  }
}

/** The driver with another `send`. Its messages are due to be resent as soon as they are unconfirmed. */
export const withSend = (
  driver: Driver,
  send: (message: OutgoingMessage, session: DriverSession) => ReturnType<DriverSession['send']>,
): Driver => ({
  ...driver,
  abilities: { ...driver.abilities, evidenceMs: 0 },
  open: async (options) => {
    const session = await driver.open(options)
    return { ...session, send: (message) => send(message, session) }
  },
})

/** The driver, but with ten minutes for an acknowledgement: messages stay in flight, however slow the test is. */
export const patient = (driver: Driver): Driver => ({
  ...driver,
  abilities: { ...driver.abilities, acknowledgementMs: 600_000 },
})

/** What arrived at each number, one entry per message id: two entries are a message sent twice. */
export async function arrivals(
  folder: string,
  sessionId: string,
): Promise<Map<string, { id: string; text: string; count: number }[]>> {
  const byNumber = new Map<string, { id: string; text: string; count: number }[]>()
  for (const message of await readWitness(folder, sessionId))
    byNumber.set(message.to, [...(byNumber.get(message.to) ?? []), message])
  return byNumber
}

/** Switches the organization's first session to the simulator. */
async function useSimulator(person: Caller): Promise<void> {
  const { id } = (await person.call(waSessions.list)).body.data[0]!
  const { status } = await person.call(waSessions.update, { params: { id }, body: { driver: 'simulator' } })
  if (status !== 200) throw new Error(`no simulator: ${status}`)
}

/** Starts the organization's session and scans its QR. */
export async function connectPhone(person: Caller): Promise<string> {
  const { body } = await person.call(waSessions.list)
  const id = body.data[0]!.id
  await person.call(waSessions.start, { params: { id } })
  await until(
    'a QR code',
    () => session(person, id),
    ({ status }) => status === 'scan_qr' || status === 'working',
  )
  await person.call(waSessions.simulate, { params: { id }, body: { event: 'scan' } })
  await until(
    'a working session',
    () => session(person, id),
    ({ status }) => status === 'working',
  )
  connected.push({ person, id })
  return id
}

export async function session(person: Caller, id: string) {
  return (await person.call(waSessions.get, { params: { id } })).body
}

export async function addContacts(person: Caller, phones: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, phone] of phones.entries()) {
    const { status, body } = await person.call(contacts.create, { body: { name: `Contact ${index + 1}`, phone } })
    if (status !== 201) throw new Error(`no contact: ${JSON.stringify(body)}`)
    ids.push(body.id)
  }
  return ids
}

export async function draft(
  person: Caller,
  sessionId: string,
  audience: BroadcastInput['audience'],
  text = 'Halo {{ contact.name }}',
) {
  const template = await person.call(templates.create, { body: { name: `Template ${randomUUID()}`, body: text } })
  if (template.status !== 201) throw new Error(`no template: ${JSON.stringify(template.body)}`)
  const { status, body } = await person.call(broadcasts.create, {
    body: { name: 'News', session_id: sessionId, template_id: template.body.id, audience },
  })
  if (status !== 201) throw new Error(`no draft: ${JSON.stringify(body)}`)
  return body
}

/** The number of a contact who receives and reads every message immediately: not one of the test numbers with other outcomes. */
export const ordinary = (index: number) => `+62812555${41_000 + index}`

/** A draft broadcast to this many ordinary contacts, with a connected phone. */
export async function readyFor(person: Caller, count: number): Promise<{ sessionId: string; id: string }> {
  const sessionId = await connectPhone(person)
  await addContacts(
    person,
    Array.from({ length: count }, (_, index) => ordinary(index)),
  )
  const { id } = await draft(person, sessionId, { all_contacts: true })
  return { sessionId, id }
}

/** Stops the session, so that messages wait. */
export async function stopPhone(person: Caller, sessionId: string): Promise<void> {
  await person.call(waSessions.stop, { params: { id: sessionId } })
  await until(
    'the stop',
    () => session(person, sessionId),
    ({ status }) => status === 'stopped',
  )
}

/** Sends a broadcast and waits until it is being sent. */
export async function begun(person: Caller, id: string): Promise<void> {
  await person.call(broadcasts.send, { params: { id } })
  await until(
    'sending',
    () => show(person, id),
    ({ status }) => status === 'sending',
  )
}

export async function sent(person: Caller, id: string) {
  return await until(
    'the end of the broadcast',
    () => show(person, id),
    ({ status }) => ['completed', 'failed', 'cancelled'].includes(status),
  )
}

export async function show(person: Caller, id: string) {
  return (await person.call(broadcasts.get, { params: { id } })).body
}
