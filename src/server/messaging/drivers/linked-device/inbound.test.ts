// Inbound: receipts from any of a person's ids, messages received live and while offline, groups.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noFaults } from '../../../test/fake-whatsapp/faults.ts'
import { lidOf } from '../../../test/fake-whatsapp/numbers.ts'
import { account, friend, movableTime, type Phone, startPhone, twoDevices } from '../../../test/linked-device.ts'
import { until } from '../../../test/until.ts'
import type { DriverEvent } from '../driver.ts'

let phone: Phone
let from: number

beforeAll(async () => {
  phone = await startPhone()
  await phone.linkedVault()
})
beforeEach(() => {
  Object.assign(phone.fake.faults, noFaults(), { query: undefined, message: undefined, answerAs: undefined })
  from = phone.fake.received.length
})
afterEach(async () => {
  await phone.closeLines()
  expect(phone.fake.network.failures).toEqual([])
})
afterAll(() => phone.close())

const connected = async (more?: Parameters<Phone['connect']>[0]) =>
  await phone.connect({ vault: await phone.linkedVault(), driver: phone.anotherDriver(), ...more })

/** What other people's devices read. */
const read = () => phone.fake.received.slice(from).filter(({ number }) => `+${number}` !== account)
const count = (kind: string) => phone.fake.network.counts.get(kind) ?? 0
/** Stanzas that the server delivers again until they are confirmed. */
const unconfirmed = () => phone.fake.linked(account).flatMap(({ pending }) => [...pending.values()])

describe('receipts', () => {
  test.each(['pn', 'lid'] as const)('as %s: matched by message id, whatever the sender’s id', async (as) => {
    const line = await connected()
    phone.fake.faults.answerAs = as
    expect(await line.send(friend, `R-${as}`)).toBe('sent')
    await until('read', () => line.receipts(`R-${as}`).includes('read'))
    expect(line.receipts(`R-${as}`)).toEqual(['delivered', 'read'])
    await until('all confirmed', () => unconfirmed().length === 0)
  })

  test('from a companion, of many messages at once, played', async () => {
    const line = await connected()
    phone.fake.faults.automatic = false
    const ids = ['A', 'B', 'C']
    for (const id of ids) await line.send(twoDevices, id)
    phone.fake.receipt({ to: account, from: twoDevices, device: 1, ids, type: 'played', as: 'lid' })
    await line.wait('receipt', 3)
    expect(ids.map((id) => line.receipts(id))).toEqual([['played'], ['played'], ['played']])
  })

  test('are confirmed to WhatsApp only when stored: after a crash they arrive again', async () => {
    let keep = () => {}
    const kept = new Promise<void>((resolve) => {
      keep = resolve
    })
    const line = await connected({ on: (event) => (event.type === 'receipt' ? kept : Promise.resolve()) })
    await line.send(friend, 'HELD')
    await line.wait('receipt')
    expect(unconfirmed().map(({ attrs }) => attrs.id)).toContain('HELD')
    // The process dies before the database has them.
    await line.session.close()
    keep()
    const next = await phone.connect({ vault: line.vault, driver: phone.anotherDriver() })
    await until('the receipts once more', () => next.receipts('HELD').length >= 2)
    await until('all confirmed', () => unconfirmed().length === 0)
  })
})

describe('messages', () => {
  test.each(['pn', 'lid'] as const)('live, from a %s: reported once, as E.164', async (as) => {
    const line = await connected()
    const id = await phone.fake.say({ from: friend, to: account, text: 'STOP', as })
    expect(await line.wait('message')).toEqual({
      type: 'message',
      id,
      from: friend,
      text: 'STOP',
      at: expect.any(Date),
    })
    await until('all confirmed', () => unconfirmed().length === 0)
    expect(line.seen('message')).toHaveLength(1)
  })

  test('from the time offline: reported after connecting, once', async () => {
    const first = await connected()
    await first.session.close()
    await until('the offline account', () => !phone.fake.online(account))
    await phone.fake.say({ from: friend, to: account, text: 'BERHENTI', as: 'lid' })
    const line = await phone.connect({ vault: first.vault, driver: phone.anotherDriver() })
    expect(await line.wait('message')).toMatchObject({ from: friend, text: 'BERHENTI' })
    await until('all confirmed', () => unconfirmed().length === 0)
    expect(line.seen('message')).toHaveLength(1)
  })

  test('from a hidden id only: assigned to the number that was written to', async () => {
    const person = '+6281234567813'
    const hidden = `${lidOf(person.slice(1))}@lid`
    phone.fake.faults.lidOnly = (number) => number === person.slice(1)
    const line = await connected({ sent: new Map([['NEWS', { to: person, text: 'Kabar baik' }]]) })
    await phone.fake.say({ from: person, to: account, text: 'Siapa ini?', hidden: true })
    expect(await line.wait('message')).toMatchObject({ from: hidden })
    expect(await line.send(person, 'NEWS')).toBe('sent')
    expect(await line.wait('number_known')).toEqual({ type: 'number_known', lid: hidden, number: person })
    await phone.fake.say({ from: person, to: account, text: 'Setuju', hidden: true })
    expect(await line.wait('message', 2)).toMatchObject({ from: person, text: 'Setuju' })
    phone.fake.askAgain({ to: account, from: person, id: 'NEWS', as: 'lid' })
    await until('the message once more', () => read().filter(({ id }) => id === 'NEWS').length === 2)
    // Also in a process with empty caches, and answers reach them.
    const next = await phone.connect({ vault: line.vault, driver: phone.anotherDriver() })
    await phone.fake.say({ from: person, to: account, text: 'Sudah', hidden: true })
    expect(await next.wait('message')).toMatchObject({ from: person, text: 'Sudah' })
    expect(await next.send(person, 'THANKS')).toBe('sent')
    expect(await next.send(hidden, 'BYHIDDEN')).toBe('sent')
    expect(read().map(({ number, error }) => error ?? `+${number}`)).toEqual(Array(4).fill(person))
  })

  test('from an unknown id that quotes a message of ours: assigned to its recipient', async () => {
    const person = '+6281234567814'
    const hidden = `${lidOf(person.slice(1))}@lid`
    const group = '120363000000009999@g.us'
    const sent = new Map([
      ['ASKED', { to: person, text: 'Hadir?' }],
      ['INGROUP', { to: group, text: 'Hadir?' }],
    ])
    const line = await connected({ sent })
    const say = (text: string, stanzaId: string) =>
      phone.fake.say({
        from: person,
        to: account,
        hidden: true,
        message: { extendedTextMessage: { text, contextInfo: { stanzaId } } },
      })
    // Several people received this one, and the other has no known recipient.
    await say('one', 'INGROUP')
    await say('two', 'NOBODYS')
    expect(await line.wait('message', 2)).toMatchObject({ from: hidden })
    await say('three', 'ASKED')
    await phone.fake.say({ from: person, to: account, text: 'four', hidden: true })
    await line.wait('message', 4)
    expect(line.seen('message').map(({ from, text }) => [from, text])).toEqual([
      [hidden, 'one'],
      [hidden, 'two'],
      [person, 'three'],
      [person, 'four'],
    ])
    expect(await line.wait('number_known')).toEqual({ type: 'number_known', lid: hidden, number: person })
  })

  test('from a hidden number: answered under the hidden id, and assigned once WhatsApp reveals the number', async () => {
    const stranger = '+6281234567812'
    const line = await connected()
    await phone.fake.say({ from: stranger, to: account, text: 'STOP', hidden: true })
    const hidden = `${lidOf(stranger.slice(1))}@lid`
    expect(await line.wait('message')).toMatchObject({ from: hidden, text: 'STOP' })
    expect(await line.send(hidden, 'ANSWER')).toBe('sent')
    await line.session.close()
    const next = await phone.connect({ vault: line.vault, driver: phone.anotherDriver() })
    expect(next.seen('number_known')).toEqual([])
    expect(await next.send(stranger, 'NEWS')).toBe('sent')
    expect(await next.wait('number_known')).toEqual({ type: 'number_known', lid: hidden, number: stranger })
    expect(read().map(({ number, id, error }) => [`+${number}`, error ?? id])).toEqual([
      [stranger, 'ANSWER'],
      [stranger, 'NEWS'],
    ])
    await next.session.close()
    const last = await phone.connect({ vault: line.vault, driver: phone.anotherDriver() })
    expect(last.seen('number_known')).toEqual([])
  })

  test('whose number could not be reported when revealed: reported the next time it is revealed', async () => {
    const [asked, answering] = ['+6281234567816', '+6281234567817']
    const hiddenOf = (number: string) => `${lidOf(number.slice(1))}@lid`
    phone.fake.faults.lidOnly = (number) => number === asked.slice(1)
    let isAway = true
    const line = await connected({
      sent: new Map([['ASKED', { to: answering, text: 'Hadir?' }]]),
      on: async ({ type }) => {
        if (type === 'number_known' && isAway) throw new Error('the database is away')
      },
    })
    const say = (from: string, text: string, contextInfo = {}) =>
      phone.fake.say({ from, to: account, hidden: true, message: { extendedTextMessage: { text, contextInfo } } })
    const known = () => line.seen('number_known').map(({ lid: hidden, number }) => [hidden, number])
    for (const person of [asked, answering]) await say(person, 'Siapa ini?')
    await line.wait('message', 2)
    await line.session.checkNumbers([asked])
    await say(answering, 'Hadir', { stanzaId: 'ASKED' })
    await line.wait('message', 3)
    const both = [asked, answering].map((person) => [hiddenOf(person), person])
    await until('both events', () => known().length === 2)
    expect(known()).toEqual(both)
    isAway = false
    await line.session.checkNumbers([asked])
    await say(answering, 'Berdua')
    await line.wait('number_known', 4)
    expect(known()).toEqual([...both, ...both])
    await line.session.checkNumbers([asked])
    await say(answering, 'Bertiga')
    await line.wait('message', 5)
    expect(known()).toHaveLength(4)
  })

  test('are confirmed to WhatsApp only when stored', async () => {
    let keep = () => {}
    const kept = new Promise<void>((resolve) => {
      keep = resolve
    })
    const line = await connected({ on: (event) => (event.type === 'message' ? kept : Promise.resolve()) })
    await phone.fake.say({ from: friend, to: account, text: 'STOP' })
    await line.wait('message')
    expect(unconfirmed().map(({ tag }) => tag)).toContain('message')
    keep()
    await until('all confirmed', () => unconfirmed().length === 0)
  })

  test.each(['this process', 'another'])('not stored before the connection ended arrive again, in %s', async (who) => {
    const driver = phone.anotherDriver()
    const line = await connected({
      driver,
      on: (event) => (event.type === 'message' ? new Promise(() => {}) : Promise.resolve()),
    })
    const id = await phone.fake.say({ from: friend, to: account, text: 'STOP' })
    await line.wait('message')
    // It stays readable whatever else is written.
    expect(await line.send(twoDevices, `WHILE-${who}`)).toBe('sent')
    await line.session.close()
    const next = await phone.connect({
      vault: line.vault,
      driver: who === 'another' ? phone.anotherDriver() : driver,
    })
    expect(await next.wait('message')).toMatchObject({ id, from: friend, text: 'STOP' })
    await until('all confirmed', () => unconfirmed().length === 0)
    expect(next.seen('message')).toHaveLength(1)
  })

  test('of a group, and our own from the phone, are not reported', async () => {
    const line = await connected()
    const group = phone.fake.group({ subject: 'Warga', members: [account, friend] })
    await phone.fake.say({ from: friend, to: account, text: 'STOP', group: group.id })
    await phone.fake.say({ from: friend, to: account, text: 'to us' })
    await line.wait('message')
    expect(line.seen('message').map(({ text }) => text)).toEqual(['to us'])
  })
})

describe('groups', () => {
  const members = [friend, twoDevices]

  test.each(['lid', 'pn'] as const)('a message to a %s group, and the receipts of its members', async (mode) => {
    const line = await connected()
    const group = phone.fake.group({ subject: 'Investor', members: [account, ...members], mode })
    expect(await line.send(group.id, `G-${mode}`)).toBe('sent')
    expect(read().map(({ number, error }) => [`+${number}`, error])).toEqual([
      [friend, undefined],
      [twoDevices, undefined],
      [twoDevices, undefined],
    ])
    await until('read by both', () => line.seen('receipt').filter(({ status }) => status === 'read').length === 2)
    const readers = line.seen('receipt').flatMap(({ status, participant }) => (status === 'read' ? [participant] : []))
    expect(readers.sort()).toEqual([...members].sort())
    // Receipts that arrived before their number was known belong to them.
    const names = line
      .seen('receipt')
      .flatMap(({ participant, lid: hidden }) => (participant ? [[participant, hidden]] : []))
    expect(new Map(names as [string, string][])).toEqual(
      new Map(members.map((number) => [number, `${lidOf(number.slice(1))}@lid`])),
    )
  })

  test('its members are looked up once, and again after a change', async () => {
    const line = await connected()
    const group = phone.fake.group({ subject: 'Tetangga', members: [account, friend] })
    const asked = count('iq w:g2')
    for (const id of ['A', 'B', 'C']) expect(await line.send(group.id, id)).toBe('sent')
    expect(count('iq w:g2') - asked).toBe(1)
    phone.fake.changeGroup(group, { add: [twoDevices] })
    expect(await line.wait('group')).toEqual({ type: 'group', waId: group.id })
    expect(await line.send(group.id, 'D')).toBe('sent')
    expect(read().flatMap(({ number, id, device }) => (device === 0 && id === 'D' ? [`+${number}`] : []))).toEqual(
      members,
    )
  })

  test('a resend includes the group key again: every member can read it', async () => {
    const driver = phone.anotherDriver()
    const line = await connected({ driver })
    const group = phone.fake.group({ subject: 'Hilang', members: [account, ...members] })
    Object.assign(phone.fake.faults, { retries: false, message: () => ({ drop: 'before_ack', arrives: false }) })
    expect(await line.send(group.id, 'LOST')).toBe('unknown line_lost')
    await line.wait('closed')
    phone.fake.faults.message = undefined
    const again = await phone.connect({ vault: line.vault, driver })
    expect(await again.send(group.id, 'LOST', { repeat: true })).toBe('sent')
    expect(await again.send(group.id, 'NEXT')).toBe('sent')
    expect(read().map(({ id, error }) => error ?? id)).toEqual(['LOST', 'LOST', 'LOST', 'NEXT', 'NEXT', 'NEXT'])
  })

  test('admins only, not a member, no such group: impossible, each with its own code', async () => {
    const line = await connected()
    const group = phone.fake.group({ subject: 'Pengumuman', members: [account], admins: [friend], announce: true })
    expect(await line.send(group.id, 'A')).toBe('impossible may_not_post')
    phone.fake.changeGroup(group, { promote: [account] })
    await line.wait('group')
    expect(await line.send(group.id, 'B')).toBe('sent')
    phone.fake.changeGroup(group, { remove: [account] })
    await line.wait('group', 2)
    expect(await line.send(group.id, 'C')).toBe('impossible not_in_group')
    expect(await line.send('120363999999999999@g.us', 'D')).toBe('impossible not_in_group')
    const listed = await line.session.listGroups()
    expect(listed.map(({ wa_id }) => wa_id)).not.toContain(group.id)
  })

  test('its members by number, if WhatsApp reveals it or has revealed it', async () => {
    const stranger = '+6281234567801'
    phone.fake.group({ subject: 'Terbuka', members: [account, ...members], mode: 'pn' })
    const shut = { members: [account, friend, stranger], hidden: [friend, stranger] }
    phone.fake.group({ subject: 'Tertutup', ...shut })
    const line = await connected()
    const listed = async (name: string) =>
      (await line.session.listGroups()).find((group) => group.name === name)!.members.toSorted()
    expect(await listed('Terbuka')).toEqual([...members].sort())
    const hidden = (number: string) => `${lidOf(number.slice(1))}@lid`
    expect(await listed('Tertutup')).toEqual([hidden(friend), hidden(stranger)].sort())
    // Writing to a number reveals its hidden id.
    expect(await line.send(friend, 'HI')).toBe('sent')
    expect(await listed('Tertutup')).toEqual([friend, hidden(stranger)].sort())
  })

  test('a missing response is not an empty list', async () => {
    const pass = movableTime()
    const line = await connected()
    phone.fake.network.groups.clear()
    expect(await line.session.listGroups()).toEqual([])
    phone.fake.faults.query = ({ attrs }) => {
      if (attrs.xmlns !== 'w:g2') return undefined
      // The timeout of a query.
      pass(20_000)
      return 'drop'
    }
    await expect(line.session.listGroups()).rejects.toMatchObject({ kind: 'later', code: 'lookup_failed' })
  })
})

test('events do not wait for each other: a slow receipt does not delay a message', async () => {
  const told: DriverEvent['type'][] = []
  const line = await connected({
    on: async (event) => {
      if (event.type === 'receipt') await new Promise(() => {})
      told.push(event.type)
    },
  })
  await line.send(friend, 'SLOW')
  await line.wait('receipt')
  await phone.fake.say({ from: friend, to: account, text: 'Halo' })
  await until('the message', () => told.includes('message'))
})
