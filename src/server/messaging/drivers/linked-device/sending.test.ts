// Sending: what `sent` means, which lookups it needs, and pitfalls of Baileys.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noFaults } from '../../../test/fake-whatsapp/faults.ts'
import { lidOf } from '../../../test/fake-whatsapp/numbers.ts'
import { account, friend, movableTime, type Phone, startPhone, twoDevices } from '../../../test/linked-device.ts'
import { until as waitUntil } from '../../../test/until.ts'
import type { MemoryVault } from '../conformance.ts'
import { type SendingOptions, sendMessage } from './sending.ts'
import type { SendProgress } from './write-barrier.ts'

let phone: Phone
let from: number
let counted: ReadonlyMap<string, number>
let tokens: number

beforeAll(async () => {
  phone = await startPhone()
  await phone.linkedVault()
})
beforeEach(() => {
  const { fake } = phone
  const usual = { login: undefined, message: undefined, answerAs: undefined, bundle: undefined }
  Object.assign(fake.faults, noFaults(), usual, { query: noteTokens })
  from = fake.received.length
  counted = new Map(fake.network.counts)
  tokens = 0
})
afterEach(async () => {
  await phone.closeLines()
  expect(phone.fake.network.failures).toEqual([])
})
afterAll(() => phone.close())

/** A connection in a process that has just linked the account. */
async function connected(driver: Parameters<Phone['anotherDriver']>[0] = {}, more?: Parameters<Phone['connect']>[0]) {
  return await phone.connect({ vault: await phone.linkedVault(), driver: phone.anotherDriver(driver), ...more })
}

/** What people's phones read, without the account's own copies. */
const read = () => phone.fake.received.slice(from).filter(({ own }) => !own)
const arrived = () => read().map(({ id, error }) => (error ? `${id} ?` : id))
const count = (kind: string) => (phone.fake.network.counts.get(kind) ?? 0) - (counted.get(kind) ?? 0)

/** A database that takes longer than the message to the server. */
const slow = (vault: MemoryVault): MemoryVault => ({
  ...vault,
  write: async (changes) => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    await vault.write(changes)
  },
})

function noteTokens({ attrs }: { attrs: Record<string, string> }): undefined {
  if (attrs.xmlns === 'privacy' && attrs.type === 'set') tokens += 1
}

describe('acknowledgements', () => {
  test('written is not sent: without an acknowledgement it is accepted, and the acknowledgement arrives as a receipt', async () => {
    const line = await connected({ timings: { acknowledgeMs: 50 } })
    const pass = movableTime()
    phone.fake.faults.automatic = false
    phone.fake.faults.message = () => ({ ackAfterMs: 60_000 })
    expect(await line.send(friend, 'LATE')).toBe('accepted')
    pass(60_000)
    expect(await line.wait('receipt')).toMatchObject({ id: 'LATE', status: 'sent' })
    phone.fake.faults.message = () => ({ ack: 'none' })
    expect(await line.send(friend, 'NEVER')).toBe('accepted')
    expect(line.receipts('NEVER')).toEqual([])
    expect(arrived()).toEqual(['LATE', 'NEVER'])
  })

  test.each([
    ['before_ack', true],
    ['before_ack', false],
  ] as const)('the line drops %s: unknown, whether it arrived (%s) or not', async (drop, arrives) => {
    const line = await connected()
    phone.fake.faults.message = () => ({ drop, arrives })
    expect(await line.send(friend, 'LOST')).toBe('unknown line_lost')
    expect(await line.wait('closed')).toMatchObject({ reason: 'retry' })
    expect(arrived()).toEqual(arrives ? ['LOST'] : [])
  })

  test('463: this account may not start new chats; reported once, never retried', async () => {
    const patient = await connected()
    phone.fake.faults.message = () => ({ ack: '463', arrives: false })
    expect(await patient.send(friend, 'LOCKED')).toBe('impossible reachout_locked')
    await patient.session.close()
    const line = await connected({ timings: { acknowledgeMs: 50 } })
    const pass = movableTime()
    phone.fake.faults.message = () => ({ ack: '463', arrives: false, ackAfterMs: 60_000 })
    expect(await line.send(friend, 'LOCKED2')).toBe('accepted')
    pass(60_000)
    const until = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000)
    phone.fake.person(account).limits.lockedUntil = until
    expect(await line.wait('refused')).toEqual({ type: 'refused', id: 'LOCKED2', code: 'reachout_locked' })
    await waitUntil('its end', () => line.seen('limit').some((limit) => limit.until?.getTime() === until.getTime()))
    expect(count('message')).toBe(2)
    phone.fake.person(account).limits.lockedUntil = undefined
  })

  test('WhatsApp’s limits are reported: the reach-out lock with its end, and the cap on new chats', async () => {
    const line = await connected()
    const until = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000)
    // The first one is the response to the query.
    expect(await line.wait('limit')).toEqual({ type: 'limit', code: 'new_chats_capped', active: false, until: null })
    phone.fake.limit(account, { lockedUntil: until })
    expect(await line.wait('limit', 2)).toEqual({ type: 'limit', code: 'reachout_locked', active: true, until })
    phone.fake.limit(account, { lockedUntil: undefined })
    expect(await line.wait('limit', 3)).toMatchObject({ active: false })
    const cap = (capping_status: string, sentMs = 0) => ({
      capping_status: capping_status as never,
      cycle_end_timestamp: String(until.getTime() / 1_000),
      server_sent_timestamp: String(1_760_000_000_000 + sentMs),
    })
    phone.fake.limit(account, { cap: cap('CAPPED', 2) })
    expect(await line.wait('limit', 4)).toEqual({ type: 'limit', code: 'new_chats_capped', active: true, until })
    // An older report that arrives late.
    phone.fake.limit(account, { cap: cap('FIRST_WARNING', 1) })
    phone.fake.limit(account, { cap: cap('NONE', 3) })
    expect(await line.wait('limit', 5)).toMatchObject({ code: 'new_chats_capped', active: false })
    await line.send(friend, 'AFTER')
    expect(line.seen('limit')).toHaveLength(5)
    phone.fake.person(account).limits.cap = undefined
  })

  test('479: the devices are fetched again, and it is resent under the same id', async () => {
    const line = await connected()
    await line.send(friend, 'FIRST')
    const asked = count('iq usync')
    phone.fake.faults.message = ({ frame }) => (frame === 1 ? { ack: '479', arrives: false } : undefined)
    expect(await line.send(friend, 'STALE')).toBe('sent')
    expect(count('iq usync')).toBe(asked + 1)
    expect(arrived()).toEqual(['FIRST', 'STALE'])
  })

  test.each([
    ['500', 'later server_busy'],
    ['429', 'session rate_overlimit'],
    ['403', 'impossible forbidden'],
    ['487', 'impossible refused_487'],
  ])('refused with %s: %s', async (ack, told) => {
    const line = await connected()
    phone.fake.faults.message = () => ({ ack, arrives: false })
    expect(await line.send(friend, 'REFUSED')).toBe(told)
  })
})

describe('nothing is sent that the recipient could not decrypt', () => {
  test('lookups without a response: later, and no empty message is sent', async () => {
    const pass = movableTime()
    const line = await connected()
    const drop = (what: string) => {
      phone.fake.faults.query = (query) => {
        if (query.attrs.xmlns !== what) return undefined
        // The timeout of a query.
        pass(20_000)
        return 'drop'
      }
    }
    drop('usync')
    expect(await line.send(friend, 'A')).toBe('later lookup_failed')
    // The number is known to be on WhatsApp; its devices are not.
    phone.fake.faults.query = undefined
    await line.session.checkNumbers([friend])
    drop('usync')
    expect(await line.send(friend, 'B')).toMatch(/^later (no_devices|lookup_failed)$/)
    drop('encrypt')
    expect(await line.send(friend, 'C')).toMatch(/^later /)
    expect(count('message')).toBe(0)
    phone.fake.faults.query = undefined
    expect(await line.send(friend, 'D')).toBe('sent')
    expect(arrived()).toEqual(['D'])
  })

  test('last check: a message encrypted only for ourselves is not sent', async () => {
    const relayed: string[] = []
    const sock = {
      relayMessage: async (to: string, _: unknown, { additionalNodes }: { additionalNodes: unknown[] }) => {
        if (additionalNodes.length === 0) relayed.push(to)
      },
    }
    const options = {
      sock,
      recipients: { prepare: async () => '6281234567890@s.whatsapp.net', doubt: () => {} },
      acknowledgements: { expect: () => new Promise(() => {}), forget: () => {} },
      departing: {
        run: (message: SendProgress, work: () => unknown) => {
          message.encryptedFor.add('6281200000100')
          return work()
        },
      },
      contentOf: async () => ({}),
      lost: new Promise(() => {}),
    } as unknown as SendingOptions
    await expect(sendMessage(options, { id: 'EMPTY', to: friend, text: 'x' })).rejects.toMatchObject({
      kind: 'later',
      code: 'no_keys',
    })
    expect(relayed).toEqual([])
  })

  test('rate-overlimit: nothing was sent, and lookups pause for a minute', async () => {
    let time = Date.now()
    const line = await connected({ now: () => time })
    phone.fake.faults.query = ({ attrs }) =>
      attrs.xmlns === 'usync' ? { code: 429, text: 'rate-overlimit' } : undefined
    expect(await line.send(friend, 'A')).toBe('session rate_overlimit')
    const asked = count('iq usync')
    phone.fake.faults.query = undefined
    time += 59_000
    expect(await line.send(friend, 'A')).toBe('session rate_overlimit')
    expect(count('iq usync')).toBe(asked)
    time += 2_000
    expect(await line.send(friend, 'A')).toBe('sent')
    expect(arrived()).toEqual(['A'])
  })

  test('a companion without keys blocks neither its phone nor other recipients', async () => {
    const line = await connected()
    phone.fake.faults.bundle = (jid) => (jid.includes(':') ? 404 : undefined)
    const to = [twoDevices, friend, '+6281234567899', '+6281234567811']
    expect(await Promise.all(to.map((number, index) => line.send(number, `K${index}`)))).toEqual(Array(4).fill('sent'))
    expect(read().map(({ number, device, error }) => error ?? `+${number} ${device}`)).toEqual(
      to.map((number) => `${number} 0`),
    )
  })

  test.each([
    ['refused', 404],
    ['left out of the answer', 'absent'],
  ] as const)('a phone whose keys are %s is not reached through its companions alone', async (_, fault) => {
    const line = await connected()
    const id = `HALF ${fault}`
    const hidden = lidOf(twoDevices.slice(1))
    phone.fake.faults.bundle = (jid) => (jid.startsWith(`${hidden}@`) ? fault : undefined)
    expect(await line.send(twoDevices, id)).toBe('later no_keys')
    expect(await line.send(friend, 'OTHER')).toBe('sent')
    expect(arrived()).toEqual(['OTHER'])
    expect(line.receipts(id)).toEqual([])
    phone.fake.faults.bundle = undefined
    expect(await line.send(twoDevices, id)).toBe('sent')
    const half = read().filter((one) => one.id === id)
    expect(half.map(({ device, error }) => error ?? device).sort()).toEqual([0, 21])
  })

  test('a group member without keys blocks no other member', async () => {
    const line = await connected()
    const keyless = '+6281234567815'
    phone.fake.faults.retries = false
    phone.fake.faults.bundle = (jid) => (jid.startsWith(lidOf(keyless.slice(1))) ? 404 : undefined)
    const group = phone.fake.group({ subject: 'Satu tanpa kunci', members: [account, keyless, friend, twoDevices] })
    expect(await line.send(group.id, 'MOST')).toBe('sent')
    const others = read().filter(({ number }) => ![account, keyless].includes(`+${number}`))
    expect(others.map(({ number, device, error }) => error ?? `+${number} ${device}`).sort()).toEqual(
      [`${friend} 0`, `${twoDevices} 0`, `${twoDevices} 21`].sort(),
    )
  })

  test('a phone without keys: later', async () => {
    const line = await connected()
    phone.fake.faults.bundle = () => 404
    expect(await line.send('+6281234567812', 'NOKEYS')).toMatch(/^later /)
    expect(count('message')).toBe(0)
  })
})

describe('lookups are few', () => {
  test('lookups of concurrent recipients are batched', async () => {
    const line = await connected()
    const before = count('iq usync')
    const keysBefore = count('iq encrypt')
    const people = Array.from({ length: 30 }, (_, index) => `+628125552${String(100 + index)}`)
    const answers = await Promise.all(people.map((number, index) => line.send(number, `P${index}`)))
    expect(answers).toEqual(Array(30).fill('sent'))
    // One for their numbers and devices, one for our own; and all keys are fetched in one request.
    expect(count('iq usync') - before).toBe(2)
    expect(count('iq encrypt') - keysBefore).toBe(1)
  })

  test('known recipients need no lookup; Signal sessions survive a reconnect', async () => {
    const line = await connected()
    await line.send(twoDevices, 'A')
    await waitUntil('the token', () => tokens === 1)
    const asked = [count('iq usync'), count('iq encrypt')]
    for (const id of ['B', 'C', 'D']) expect(await line.send(twoDevices, id)).toBe('sent')
    expect([count('iq usync'), count('iq encrypt')]).toEqual(asked)
    expect(count('message')).toBe(4)
    // Another process fetches the devices again, and sends no second token.
    await line.session.close()
    const elsewhere = await phone.connect({ vault: line.vault, driver: phone.anotherDriver() })
    expect(await elsewhere.send(twoDevices, 'E')).toBe('sent')
    expect(await elsewhere.send(twoDevices, 'F')).toBe('sent')
    expect(tokens).toBe(1)
    expect(arrived()).toEqual(['A', 'B', 'C', 'D', 'E', 'F'].flatMap((id) => [id, id]))
  })

  test('a reconnect in the same process repeats no lookups', async () => {
    const driver = phone.anotherDriver()
    const line = await phone.connect({ vault: await phone.linkedVault(), driver })
    await line.send(friend, 'A')
    const asked = count('iq usync')
    phone.fake.drop(account)
    await line.wait('closed')
    const again = await phone.connect({ vault: line.vault, driver })
    expect(await again.send(friend, 'B')).toBe('sent')
    expect(count('iq usync')).toBe(asked)
  })

  test('a new device gets messages as soon as WhatsApp reports it', async () => {
    const line = await connected()
    const somebody = '+6281234567880'
    await line.send(somebody, 'A')
    phone.fake.addCompanion(somebody)
    await waitUntil('the device', async () => {
      await line.send(somebody, 'B')
      return read().some(({ device }) => device !== 0)
    })
  })
})

describe('the ratchet', () => {
  test('is stored before the message is sent: a process killed right after it never uses a key twice', async () => {
    let kept = await phone.linkedVault()
    phone.fake.faults.retries = false
    // One driver: it has the devices cached, so that no new session begins.
    const driver = phone.anotherDriver()
    for (const id of ['A', 'B', 'C', 'D']) {
      const vault = slow(kept)
      const line = await phone.connect({ vault, driver })
      // A successor has only what was stored when the message arrived.
      phone.fake.faults.message = () => {
        kept = vault.copy()
        return {}
      }
      expect(await line.send(friend, id)).toBe('sent')
      await line.session.close()
    }
    expect(arrived()).toEqual(['A', 'B', 'C', 'D'])
  })

  test('a resend begins new sessions: a phone that lost its own can read it', async () => {
    const line = await connected()
    phone.fake.faults.retries = false
    await line.send(friend, 'A')
    phone.fake.forget(friend)
    expect(await line.send(friend, 'A', { repeat: true })).toBe('sent')
    expect(arrived()).toEqual(['A', 'A'])
  })

  test('a phone that cannot read it requests it again, and gets it under the same id', async () => {
    const line = await connected()
    await line.send(friend, 'A')
    phone.fake.say({ from: friend, to: account, text: 'Halo' })
    await line.wait('message')
    await line.send(friend, 'B')
    phone.fake.forget(friend)
    expect(await line.send(friend, 'C')).toBe('sent')
    await waitUntil('the message', () => arrived().includes('C'))
  })

  test('also days later, from the database; and no other person gets it', async () => {
    const sent = new Map([['OLD', { to: friend, text: 'Dividen dibayar' }]])
    const line = await connected({}, { sent })
    await line.send(friend, 'NEW')
    await line.send(twoDevices, 'NEW2')
    phone.fake.askAgain({ to: account, from: twoDevices, id: 'OLD' })
    phone.fake.askAgain({ to: account, from: friend, id: 'OLD', as: 'lid' })
    await waitUntil('the message', () => arrived().includes('OLD'))
    phone.fake.askAgain({ to: account, from: friend, id: 'OLD', as: 'pn' })
    await waitUntil('the message', () => arrived().filter((id) => id === 'OLD').length >= 2)
    const old = read().filter(({ id }) => id === 'OLD')
    expect(new Set(old.map(({ number, text }) => `+${number} ${text}`))).toEqual(new Set([`${friend} Dividen dibayar`]))
  })
})

test('a link in the text is only a text: nothing is fetched for a preview', async () => {
  const line = await connected()
  expect(await line.send(friend, 'LINK', { text: 'http://127.0.0.1:9/x https://kabar.example' })).toBe('sent')
  const { message } = read()[0]!
  expect(message.extendedTextMessage).toMatchObject({ text: 'http://127.0.0.1:9/x https://kabar.example' })
  expect(message.extendedTextMessage?.matchedText).toBeFalsy()
})
