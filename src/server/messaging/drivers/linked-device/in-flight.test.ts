// Many messages in flight: key writes are batched, and every outcome is correct when the connection is lost.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { noFaults } from '../../../test/fake-whatsapp/faults.ts'
import { account, type Phone, startPhone } from '../../../test/linked-device.ts'
import { until } from '../../../test/until.ts'
import type { MemoryVault } from '../conformance.ts'

const people = Array.from({ length: 10 }, (_, index) => `+628125553${String(100 + index)}`)
const idOf = (to: string, round: string) => `${round}${to.slice(-3)}`
let phone: Phone
/** Of an account that has written to all of them before. */
let known: MemoryVault

beforeAll(async () => {
  phone = await startPhone()
  const line = await phone.connect({ vault: await phone.linkedVault() })
  await Promise.all(people.map((to) => line.send(to, idOf(to, 'FIRST'))))
  await line.session.close()
  known = line.vault
})
afterEach(async () => {
  await phone.closeLines()
  Object.assign(phone.fake.faults, noFaults(), { message: undefined, query: undefined })
  expect(phone.fake.network.failures).toEqual([])
})
afterAll(() => phone.close())

/** A slow vault that reports when a write is done. */
function slowVault(inner: MemoryVault, written: (writes: number) => void = () => {}) {
  let writes = 0
  const vault: MemoryVault = {
    ...inner,
    write: async (changes) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await inner.write(changes)
      writes += 1
      written(writes)
    },
  }
  return { vault, writes: () => writes }
}

/** On the phone itself, not on companions. */
const readBy = (to: string, id: string) =>
  phone.fake.receivedBy(to).filter((one) => one.id === id && one.device === 0 && !one.error)

/** Resends to everyone not known to be sent, under the same id, as the engine does. */
async function settle(vault: MemoryVault, round: string, told: readonly string[]) {
  const line = await phone.connect({ vault, driver: phone.anotherDriver() })
  const again = people.filter((_, index) => told[index] !== 'sent')
  const answers = await Promise.all(
    again.map((to) => line.send(to, idOf(to, round), { repeat: told[people.indexOf(to)]!.startsWith('unknown') })),
  )
  expect(answers).toEqual(again.map(() => 'sent'))
  for (const to of people) {
    const frames = readBy(to, idOf(to, round))
    expect(frames.length, to).toBeGreaterThan(0)
    // Phones show one message per id. A recipient whose send certainly failed got no frame before.
    if (told[people.indexOf(to)]!.startsWith('session')) expect(frames.length, to).toBe(1)
  }
}

test('the keys of concurrent sends are stored in few writes, each before its message', async () => {
  const { vault, writes } = slowVault(known.copy())
  const line = await phone.connect({ vault, driver: phone.anotherDriver() })
  await Promise.all(people.map((to) => line.send(to, idOf(to, 'WARM'))))
  const before = writes()
  expect(await Promise.all(people.map((to) => line.send(to, idOf(to, 'FEW'))))).toEqual(people.map(() => 'sent'))
  expect(writes() - before).toBeLessThanOrEqual(people.length / 2)
  for (const to of people) expect(readBy(to, idOf(to, 'FEW'))).toHaveLength(1)
})

test('the sessions of concurrent recipients are read in one batch', async () => {
  const inner = known.copy()
  let reads = 0
  const vault: MemoryVault = {
    ...inner,
    read: async (names) => {
      reads += 1
      return await inner.read(names)
    },
  }
  const driver = phone.anotherDriver()
  const before = await phone.connect({ vault, driver })
  await Promise.all(people.map((to) => before.send(to, idOf(to, 'MET'))))
  // The next connection still has everyone's devices cached, but none of the sessions.
  await before.session.close()
  const line = await phone.connect({ vault, driver })
  reads = 0
  expect(await Promise.all(people.map((to) => line.send(to, idOf(to, 'READ'))))).toEqual(people.map(() => 'sent'))
  // Mappings, then sessions and tokens; and those of the account itself.
  expect(reads).toBeLessThan(people.length)
})

test('a recipient whose sessions cannot be read gets nothing, and the outcome says so', async () => {
  const inner = known.copy()
  let isAway = false
  const vault: MemoryVault = {
    ...inner,
    read: async (names) => {
      if (isAway) throw new Error('the database is away')
      return await inner.read(names)
    },
  }
  const driver = phone.anotherDriver()
  const before = await phone.connect({ vault, driver })
  await Promise.all(people.map((to) => before.send(to, idOf(to, 'AWAYMET'))))
  await before.session.close()
  const line = await phone.connect({ vault, driver })
  isAway = true
  const told = await Promise.all(people.map((to) => line.send(to, idOf(to, 'AWAY'))))
  expect(told).toEqual(people.map(() => 'session line_lost'))
  for (const to of people) expect(phone.fake.receivedBy(to).filter(({ id }) => id === idOf(to, 'AWAY'))).toEqual([])
})

test('connection lost with several in flight: each is sent, unknown or certainly not sent, and none is lost', async () => {
  const { vault } = slowVault(known.copy())
  const line = await phone.connect({ vault, driver: phone.anotherDriver() })
  let arrived = 0
  phone.fake.faults.message = () => {
    arrived += 1
    return arrived === 4 ? { drop: 'before_ack' } : {}
  }
  const told = await Promise.all(people.map((to) => line.send(to, idOf(to, 'DROP'))))
  for (const one of told)
    expect(one).toMatch(/^(sent|unknown line_lost|session (line_lost|keys_not_kept|not_connected))$/)
  people.forEach((to, index) => {
    if (told[index]!.startsWith('session')) expect(readBy(to, idOf(to, 'DROP')), to).toEqual([])
    if (told[index] === 'sent') expect(readBy(to, idOf(to, 'DROP')), to).toHaveLength(1)
  })
  expect(told).toContain('unknown line_lost')
  await line.session.close()
  phone.fake.faults.message = undefined
  await settle(line.vault, 'DROP', told)
})

test.each([1, 2])('killed after key write %s, before any of its frames was sent: no message is lost', async (nth) => {
  let snapshot: MemoryVault | undefined
  const inner = known.copy()
  let counting = false
  let from = 0
  const { vault, writes } = slowVault(inner, (writes) => {
    if (!counting || writes - from !== nth || snapshot) return
    // The frames that this write releases are not sent yet: a successor finds this state, and no connection.
    snapshot = inner.copy()
    phone.fake.drop(account)
  })
  const line = await phone.connect({ vault, driver: phone.anotherDriver() })
  await Promise.all(people.map((to) => line.send(to, idOf(to, 'WARM'))))
  from = writes()
  counting = true
  const round = `KILL${nth}`
  const told = await Promise.all(people.map((to) => line.send(to, idOf(to, round))))
  await until('the write', () => snapshot !== undefined)
  await line.session.close()
  await settle(snapshot!, round, told)
})
