// Life of a connection: linking by QR and by code, and every way WhatsApp ends it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { account, friend, movableTime, type Phone, startPhone } from '../../../test/linked-device.ts'
import { until } from '../../../test/until.ts'
import { type MemoryVault, memoryVault } from '../conformance.ts'
import { closeReasonOf } from './close-reason.ts'

let phone: Phone
let own: Phone | undefined

beforeAll(async () => {
  phone = await startPhone()
  await phone.linkedVault()
})
afterEach(async () => {
  await own?.close()
  own = undefined
  await phone.closeLines()
  phone.fake.faults.login = undefined
  phone.fake.faults.silent = false
  await until('quiet', () => phone.fake.network.connections.size === 0)
  expect(phone.fake.network.failures).toEqual([])
})
afterAll(() => phone.close())

/** Linked before, with empty caches. */
const connected = async (driver?: Parameters<Phone['anotherDriver']>[0]) =>
  await phone.connect({ vault: await phone.linkedVault(), driver: phone.anotherDriver(driver) })

/** For tests that unlink the account. */
async function linkedAnew() {
  own = await startPhone()
  return { fake: own.fake, line: await own.connect() }
}

describe('linking', () => {
  test('the first QR is valid for 60 s, the next ones 20; then it fails with a message, and nothing is stored', async () => {
    const driver = phone.anotherDriver({ timings: { qrMs: 60 } })
    const { events, wait, vault } = await phone.open({ driver })
    const closed = await wait('closed')
    expect(events.map(({ type }) => type)).toEqual([...Array(6).fill('qr'), 'closed'])
    expect(closed).toMatchObject({ reason: 'failed', message: { code: 'connection.qr_not_scanned' } })
    expect(vault.size()).toBe(0)
    const line = await phone.open({ driver: phone.anotherDriver({ now: () => 1_000_000 }) })
    expect((await line.wait('qr')).expiresAt.getTime()).toBe(1_060_000)
  })

  test('by a code that is typed on the phone', async () => {
    const asked = Date.now()
    const line = await phone.open({ pairWith: account })
    const { code, expiresAt } = await line.wait('pairing_code')
    expect(code).toMatch(/^[A-Z0-9]{8}$/)
    expect(expiresAt.getTime()).toBeGreaterThan(asked + 100_000)
    await phone.fake.enterCode(account, code)
    expect(await line.wait('connected')).toMatchObject({ phoneNumber: account })
    expect(line.seen('qr')).toEqual([])
    expect(await line.send(friend, 'BYCODE')).toBe('sent')
  })

  test('an unfinished pairing leaves nothing that could be mistaken for a login', async () => {
    const line = await phone.open({ pairWith: account })
    await line.wait('pairing_code')
    await line.session.close()
    expect(line.vault.size()).toBe(0)
    const again = await phone.open({ vault: line.vault })
    await again.wait('qr')
  })

  test('another account begins with an empty vault', async () => {
    const vault = memoryVault(new Map([['session/1.0', Buffer.from('"of another account"')]]))
    const line = await phone.connect({ vault })
    expect(await line.vault.read(['session/1.0'])).toEqual(new Map())
  })

  test('opening an account twice closes the first connection: never two sockets', async () => {
    const driver = phone.anotherDriver()
    const first = await phone.connect({ vault: await phone.linkedVault(), driver })
    const second = await phone.open({ vault: first.vault, driver })
    await second.wait('connected')
    expect(first.seen('closed')).toMatchObject([{ reason: 'failed', message: { code: 'connection.opened_elsewhere' } }])
    expect(phone.fake.network.connections.size).toBe(1)
    expect(second.seen('closed')).toEqual([])
  })
})

describe('the cap on new chats', () => {
  const capping = (query: { attrs: Record<string, string | undefined> }) => query.attrs.xmlns === 'w:mex'
  afterEach(() => {
    phone.fake.faults.query = undefined
    phone.fake.person(account).limits.cap = undefined
  })

  test('is fetched before anything is sent, in case it was reported while disconnected', async () => {
    const cycle_end_timestamp = String(Math.floor(Date.now() / 1_000) + 3_600)
    phone.fake.person(account).limits.cap = { capping_status: 'CAPPED' as never, cycle_end_timestamp }
    const { events } = await connected()
    const until = new Date(Number(cycle_end_timestamp) * 1_000)
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'limit', code: 'new_chats_capped', active: true, until },
      { type: 'connected' },
    ])
  })

  test.each([
    ['refuses to say', () => ({ code: 500, text: 'internal-server-error' })],
    ['does not answer', () => 'drop' as const],
  ])('blocks nothing if WhatsApp %s', async (how, fault) => {
    phone.fake.faults.query = (query) => (capping(query) ? fault() : undefined)
    const line = await connected({ timings: { cappingMs: 50 } })
    expect(line.seen('limit')).toEqual([])
    expect(await line.send(friend, `SENT${how.length}`)).toBe('sent')
  })

  test('a connection that ends during the query was never connected', async () => {
    phone.fake.faults.query = (query) => {
      if (!capping(query)) return undefined
      phone.fake.drop(account)
      return 'drop'
    }
    const line = await phone.open({ vault: await phone.linkedVault(), driver: phone.anotherDriver() })
    expect(await line.wait('closed')).toMatchObject({ reason: 'retry' })
    expect(line.seen('connected')).toEqual([])
  })
})

describe('the vault', () => {
  test('damaged credentials fail with a message, and are not overwritten', async () => {
    const before = new Map(phone.fake.network.counts)
    for (const damaged of ['{"half', '{}', '{"me":{"id":"1:1@s.whatsapp.net"}}']) {
      const vault = memoryVault(new Map([['creds', Buffer.from(damaged)]]))
      const line = await phone.open({ vault })
      expect(await line.wait('closed')).toMatchObject({
        reason: 'failed',
        message: { code: 'connection.credentials_damaged' },
      })
      expect(Buffer.from((await vault.read(['creds'])).get('creds')!).toString()).toBe(damaged)
    }
    expect(phone.fake.network.counts).toEqual(before)
  })

  test('an unreadable vault is an error, not an empty vault', async () => {
    const vault = { ...memoryVault(), read: () => Promise.reject(new Error('the secret is another one')) }
    await expect(phone.open({ vault })).rejects.toThrow('the secret is another one')
  })

  test('keys that cannot be stored: nothing is sent, and the connection closes', async () => {
    const line = await connected()
    expect(await line.send(friend, 'BEFORE')).toBe('sent')
    breakWrites(line.vault)
    expect(await line.send(friend, 'AFTER')).toMatch(/^session /)
    expect(await line.wait('closed')).toMatchObject({ reason: 'retry' })
    const ids = phone.fake.receivedBy(friend).map(({ id }) => id)
    expect([ids.includes('BEFORE'), ids.includes('AFTER')]).toEqual([true, false])
  })

  test('unreadable keys close the connection, and no new sessions overwrite the old ones', async () => {
    const vault = await phone.linkedVault()
    const line = await phone.open({ vault: { ...vault, read: async (keys) => exceptKeys(vault, keys) } })
    expect(await line.wait('closed')).toMatchObject({ reason: 'retry' })
  })

  const breakWrites = (vault: MemoryVault) => {
    vault.write = () => Promise.reject(new Error('the session has another owner'))
  }
  /** Without the keys that a connection reads when it opens. */
  const exceptKeys = (vault: MemoryVault, names: readonly string[]) =>
    names.every((name) => name === 'creds' || name === 'strangers')
      ? vault.read(names)
      : Promise.reject(new Error('away'))
})

describe('WhatsApp closes the connection', () => {
  test.each<[string, () => void, 'retry' | 'replaced']>([
    ['replaced', () => phone.fake.endStream(account, 'replaced'), 'replaced'],
    ['busy', () => phone.fake.endStream(account, 'unavailable'), 'retry'],
    ['end of the stream', () => phone.fake.endStream(account, 'end'), 'retry'],
    ['cable cut', () => phone.fake.drop(account), 'retry'],
  ])('%s', async (_, happen, reason) => {
    const line = await connected()
    const before = line.vault.size()
    happen()
    expect(await line.wait('closed')).toMatchObject({ reason })
    expect(line.seen('closed')).toHaveLength(1)
    expect(line.vault.size()).toBeGreaterThanOrEqual(before)
    expect(await line.send(friend, 'LATE')).toBe('session not_connected')
    await line.session.close()
  })

  test.each([
    [401, 'logged_out'],
    [403, 'banned'],
    [405, 'failed'],
    [503, 'retry'],
  ])('it refuses the login: %i', async (code, reason) => {
    phone.fake.faults.login = code
    const line = await phone.open({ vault: await phone.linkedVault(), driver: phone.anotherDriver() })
    expect(await line.wait('closed')).toMatchObject({ reason })
    expect(line.seen('connected')).toEqual([])
  })

  test('a restart (515) is not reported: it reconnects immediately with the same credentials', async () => {
    const line = await connected()
    phone.fake.endStream(account, 'restart')
    await line.wait('connected', 2)
    expect(line.seen('closed')).toEqual([])
    expect(await line.send(friend, 'AGAIN')).toBe('sent')
    expect(phone.fake.network.connections.size).toBe(1)
  })

  test('a server that does not respond, and one that is unreachable', async () => {
    const pass = movableTime()
    const line = await connected()
    phone.fake.faults.silent = true
    const under = line.send(friend, 'SILENT')
    // Two intervals of the keep-alive.
    pass(61_000)
    expect(await line.wait('closed')).toMatchObject({ reason: 'retry' })
    expect(await under).toMatch(/^(later|session)/)
    const driver = phone.anotherDriver({ webSocketUrl: 'ws://127.0.0.1:9/ws/chat' })
    const nowhere = await phone.open({ driver, vault: line.vault })
    expect(await nowhere.wait('closed')).toMatchObject({ reason: 'retry' })
    const unlinked = await phone.open({ driver })
    expect(await unlinked.wait('closed')).toMatchObject({ reason: 'retry' })
  })

  test('logging out removes the device from the account', async () => {
    const { fake, line } = await linkedAnew()
    await line.session.logout()
    await until('the unlinked device', () => fake.linked(account).length === 0)
    expect(line.vault.size()).toBe(0)
    expect(line.seen('closed')).toEqual([])
  })

  test('every code has its own message', () => {
    const reasons = [402, 403, 405, 406, 409, 411, 418, 440, 401, 408, 428, 500, 503, 999].map((code) => {
      const closing = closeReasonOf(code)
      return [code, closing === 'restart' ? closing : closing.reason]
    })
    expect(Object.fromEntries(reasons)).toEqual({
      401: 'logged_out',
      402: 'banned',
      403: 'banned',
      405: 'failed',
      406: 'banned',
      408: 'retry',
      409: 'failed',
      411: 'failed',
      418: 'failed',
      428: 'retry',
      440: 'replaced',
      500: 'retry',
      503: 'retry',
      999: 'retry',
    })
    expect(closeReasonOf(515)).toBe('restart')
    expect(closeReasonOf(408, 'code')).toMatchObject({ reason: 'failed' })
  })
})
