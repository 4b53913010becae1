// The driver conformance suite for the simulator, and its own features: the simulated phone, and numbers with fixed outcomes.
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryVault, testDriver } from '../conformance.ts'
import type { Driver, DriverEvent } from '../driver.ts'
import { type ManualClock, manualClock } from './clock.ts'
import { readWitness } from './log.ts'
import { numberOf, simulatorNumbers } from './numbers.ts'
import { simulator } from './simulator.ts'

testDriver('simulator', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  const clock = manualClock()
  const driver = simulator({ folder, clock })
  return {
    driver,
    numbers: {
      normal: '+6281234567890',
      notOnWhatsApp: '+6281200000001',
      unknown: '+6281200000011',
      later: '+6281200000013',
    },
    pair: (sessionId) => driver.simulate!(sessionId, { event: 'scan' }),
    unlink: (sessionId) => driver.simulate!(sessionId, { event: 'unlink' }),
    witness: (sessionId) => readWitness(folder, sessionId),
    now: clock.now,
    pass: clock.pass,
    leftovers: () => Array<string>(clock.pending()).fill('timer'),
    dispose: () => rm(folder, { recursive: true }),
  }
})

describe('simulator', () => {
  const sessionId = 'f3b1'
  let folder: string
  let clock: ManualClock
  let driver: Driver
  let vault: ReturnType<typeof memoryVault>

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simulator-'))
    clock = manualClock()
    vault = memoryVault()
    driver = start()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const start = () => simulator({ folder, clock, random: () => 0.5 })

  /** As kill -9 does: its timers never run, nothing is closed. */
  function die() {
    clock = manualClock(clock.now())
    driver = start()
  }

  async function open(on = driver) {
    const events: DriverEvent[] = []
    const session = await on.open({
      sessionId,
      vault,
      on: async (event) => void events.push(event),
      sentText: async () => undefined,
    })
    await clock.pass(300)
    return {
      session,
      events,
      told: () =>
        events
          .splice(0)
          .map((event) =>
            'status' in event ? event.status : 'reason' in event ? `closed ${event.reason}` : event.type,
          ),
      /** The status, or the kind and code of the error. */
      send: async (to: string, id = `ID${to.slice(-4)}`) => {
        const answer = session.send({ id, to, text: 'Halo' }).then(
          ({ status }) => status as string,
          (error) => `${error.kind} ${error.code}`,
        )
        await clock.pass(50)
        return await answer
      },
    }
  }

  async function connect() {
    const line = await open()
    await driver.simulate!(sessionId, { event: 'scan' })
    line.events.length = 0
    return line
  }

  const arrived = async () => (await readWitness(folder, sessionId)).map(({ id, count }) => `${id} ${count}`)

  test('the log is readable by this user only', async () => {
    const within = join(folder, 'simulator')
    driver = simulator({ folder: within, clock, random: () => 0.5 })
    await (await connect()).send('+6281255501234')
    expect((await stat(within)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(within)) expect((await stat(join(within, name))).mode & 0o777, name).toBe(0o600)
    expect(await readdir(within)).toHaveLength(1)
  })

  describe('the phone', () => {
    test('six codes of 20 seconds, then it fails with a message', async () => {
      const { events } = await open()
      await clock.pass(119_999)
      expect(events.map(({ type }) => type)).toEqual(Array(6).fill('qr'))
      expect(new Set(events.map((event) => 'qr' in event && event.qr)).size).toBe(6)
      await clock.pass(1)
      expect(events.at(-1)).toEqual({
        type: 'closed',
        reason: 'failed',
        message: { code: 'connection.qr_not_scanned', params: {} },
      })
      expect(clock.pending()).toBe(0)
    })

    test('scanning twice is scanning once', async () => {
      const { events } = await open()
      await Promise.all([
        driver.simulate!(sessionId, { event: 'scan' }),
        driver.simulate!(sessionId, { event: 'scan' }),
      ])
      await clock.pass(60_000)
      expect(events.map(({ type }) => type)).toEqual(['qr', 'connected'])
    })

    test('every session has its own number, never one with a special outcome', async () => {
      const { events } = await open()
      await driver.simulate!(sessionId, { event: 'scan' })
      const connected = events.find((event) => event.type === 'connected')!
      expect(connected.phoneNumber).toMatch(/^\+62812\d{8}$/)
      expect(numberOf(connected.phoneNumber).outcome).toBe('normal')
    })

    test('a dropped connection may be opened again; an unlinked device may not', async () => {
      const first = await connect()
      await driver.simulate!(sessionId, { event: 'drop' })
      expect(first.told()).toEqual(['closed retry'])
      const second = await open()
      expect(second.told()).toEqual(['connected'])
      await driver.simulate!(sessionId, { event: 'unlink' })
      expect(second.told()).toEqual(['closed logged_out'])
      const third = await open()
      expect(third.told()).toEqual(['closed logged_out'])
    })

    test('a session that is not open here cannot be simulated', async () => {
      const error = { kind: 'session', code: 'not_running' }
      await expect(driver.simulate!('other', { event: 'scan' })).rejects.toMatchObject(error)
      const { session } = await connect()
      await session.close()
      await expect(driver.simulate!(sessionId, { event: 'drop' })).rejects.toMatchObject(error)
    })

    test('opening an account twice closes the first connection permanently', async () => {
      const first = await connect()
      const second = await open()
      expect(first.told()).toEqual(['closed failed'])
      expect(await second.send('+6281234567890')).toBe('sent')
    })

    test('a pairing that cannot be saved fails', async () => {
      const line = await open()
      line.events.length = 0
      vault.write = async () => {
        throw new Error('the session has another owner')
      }
      await expect(driver.simulate!(sessionId, { event: 'scan' })).rejects.toThrow('another owner')
      expect(line.told()).toEqual(['closed retry'])
    })
  })

  describe('the numbers', () => {
    const normal = ['delivered', 'read']
    // Last digits, results of repeated sends with one id, the receipts and replies, and the number of frames that arrived.
    test.each<[string, string[], string[], number]>([
      ['7890', ['sent'], normal, 1],
      ['0001', ['impossible not_on_whatsapp'], [], 0],
      ['0002', ['accepted'], ['refused'], 0],
      ['0003', ['sent'], ['delivered'], 1],
      ['0004', ['sent'], [], 1],
      ['0005', ['sent'], [...normal, 'message'], 1],
      ['0006', ['sent'], [...normal, 'message'], 1],
      ['0007', ['accepted'], ['sent', ...normal], 1],
      ['0008', ['accepted', 'sent'], normal, 2],
      ['0009', ['accepted', 'accepted', 'accepted'], [], 3],
      ['0012', ['sent'], ['read', 'delivered', 'read', 'delivered'], 1],
      ['0013', ['later busy', 'later busy', 'sent'], normal, 1],
      ['0014', ['later busy', 'later busy', 'later busy', 'later busy'], [], 0],
    ])('%s', async (ending, answers, told, frames) => {
      const line = await connect()
      const to = `+628120000${ending}`
      for (const answer of answers) expect(await line.send(to)).toBe(answer)
      await clock.pass(60_000)
      expect(line.told()).toEqual(told)
      expect(await arrived()).toEqual(frames ? [`ID${ending} ${frames}`] : [])
      await line.session.close()
    })

    test.each([
      ['0010', ['delivered', 'read'], 1],
      ['0011', [], 0],
    ])('%s: the connection is lost', async (ending, told, frames) => {
      const to = `+628120000${ending}`
      const first = await connect()
      const neighbour = first.session
        .send({ id: 'NEAR', to: '+6281234567890', text: 'Halo' })
        .catch((error) => error.kind)
      expect(await first.send(to)).toBe('unknown line_lost')
      expect(first.told()).toEqual(['closed retry'])
      expect(['unknown', { status: 'sent' }]).toContainEqual(await neighbour)
      const second = await open()
      await clock.pass(60_000)
      expect(
        second.events.flatMap((event) => ('status' in event && event.id !== 'NEAR' ? [event.status] : [])),
      ).toEqual(told)
      expect(await arrived()).toEqual(['NEAR 1', ...(frames ? [`ID${ending} 1`] : [])])
      expect(await second.send(to)).toBe('sent')
    })

    test('the table has each ending once, and the texts of the replies', async () => {
      expect(new Set(simulatorNumbers.map(({ ending }) => ending)).size).toBe(simulatorNumbers.length)
      const line = await connect()
      await line.send('+6281200000005', 'A')
      await clock.pass(60_000)
      expect(line.events.at(-1)).toMatchObject({ type: 'message', id: '3AA', from: '+6281200000005', text: 'STOP' })
      await line.send('+6281200000005', 'A')
      line.events.length = 0
      await clock.pass(60_000)
      expect(line.told()).toEqual(normal)
    })

    test('a number that replied STOP does not reply to the confirmation, even after a restart', async () => {
      const to = '+6281200000005'
      const line = await connect()
      await line.send(to, 'BROADCAST')
      await clock.pass(60_000)
      expect(line.told()).toEqual([...normal, 'message'])
      await line.send(to, 'CONFIRMATION')
      line.events.length = 0
      await clock.pass(60_000)
      expect(line.told()).toEqual(normal)
      die()
      const next = await open()
      await next.send(to, 'LATER')
      await clock.pass(60_000)
      expect(next.told()).toEqual(['connected', ...normal, 'message'])
    })

    test('unknown groups and invalid numbers are not reached', async () => {
      const line = await connect()
      expect(await line.send('1@g.us')).toBe('impossible not_in_group')
      expect(await line.send('120363000000000004@g.us')).toBe('impossible may_not_post')
      expect(await line.send('0812')).toBe('impossible not_on_whatsapp')
    })
  })

  describe('a process that dies', () => {
    test('the next one delivers pending events, once', async () => {
      const line = await connect()
      await line.send('+6281234567890', 'A')
      await clock.pass(1_000)
      expect(line.told()).toEqual(['delivered'])
      await line.send('+6281200000004', 'C')
      await line.send('+6281200000005', 'D')
      die()
      const next = await open()
      await clock.pass(60_000)
      expect(next.told()).toEqual(['connected', 'delivered', 'read', 'read', 'message'])
      die()
      const last = await open()
      await clock.pass(60_000)
      expect(last.told()).toEqual(['connected'])
    })

    test('events that became due in between arrive immediately', async () => {
      const line = await connect()
      void line.session.send({ id: 'A', to: '+6281200000002', text: 'Halo' })
      void line.session.send({ id: 'B', to: '+6281234567890', text: 'Halo' })
      await clock.pass(0)
      die()
      await clock.pass(86_400_000)
      const next = await open()
      expect(next.told()).toEqual(['connected', 'refused', 'delivered', 'read'])
    })

    test('a receipt that was not confirmed is delivered again', async () => {
      await connect().then(({ session }) => session.close())
      let asked = 0
      const session = await driver.open({
        sessionId,
        vault,
        on: (event) => (event.type === 'receipt' ? new Promise(() => asked++) : Promise.resolve()),
        sentText: async () => undefined,
      })
      await clock.pass(300)
      const sent = session.send({ id: 'A', to: '+6281234567890', text: 'Halo' })
      await clock.pass(60_000)
      expect(await sent).toEqual({ status: 'sent' })
      expect(asked).toBe(1)
      await session.close()
      const again = await open()
      expect(again.told()).toEqual(['connected', 'delivered', 'read'])
      die()
      expect((await open()).told()).toEqual(['connected'])
    })

    test('half a line at the end of the log harms neither its readers nor the next line', async () => {
      const line = await connect()
      await line.send('+6281234567890', 'A')
      await clock.pass(60_000)
      await line.session.close()
      await appendFile(join(folder, `${sessionId}.log`), '{"at":"2026-01-05T02:00:00.000Z","kind":"mess')
      die()
      const next = await open()
      expect(await next.send('+6281234567890', 'A')).toBe('sent')
      expect(await next.send('+6281234567890', 'B')).toBe('sent')
      expect(await arrived()).toEqual(['A 2', 'B 1'])
    })

    test('a session used by another process in between is noticed', async () => {
      const line = await connect()
      await line.session.close()
      const elsewhere = await open(start())
      await elsewhere.send('+6281234567890', 'A')
      await elsewhere.session.close()
      const back = await open()
      await back.send('+6281234567890', 'A')
      expect(await arrived()).toEqual(['A 2'])
      expect(await readFile(join(folder, `${sessionId}.log`), 'utf8')).toContain('"kind":"repeat"')
    })
  })
})
