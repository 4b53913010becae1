// Messages to a group of the largest size that WhatsApp allows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, type Phone, startPhone } from '../../../test/linked-device.ts'

let phone: Phone

beforeAll(async () => {
  phone = await startPhone()
})
afterAll(() => phone.close())

test('a group of 1,024 members, a tenth of them with two devices: each gets it once, also the second message', {
  timeout: 600_000,
}, async () => {
  const members = Array.from({ length: 1_023 }, (_, index) => `+62812777${String(20_100 + index)}`)
  const group = phone.fake.group({ subject: 'Semua investor', members: [account, ...members] })
  phone.fake.faults.automatic = false
  // A thousand keys take a busy machine more than a minute, in which nothing else of this process runs.
  const driver = phone.anotherDriver({ timings: { queryMs: 300_000, acknowledgeMs: 300_000, keepAliveMs: 300_000 } })
  const line = await phone.connect({ vault: await phone.linkedVault(), driver })
  for (const id of ['ALL', 'ALL AGAIN']) {
    expect(await line.send(group.id, id)).toBe('sent')
    const others = phone.fake.received.filter(({ own, number }) => !own && `+${number}` !== account)
    const reached = new Map<string, number>()
    for (const one of others.filter(({ id: its }) => its === id)) {
      expect(one.error).toBeUndefined()
      reached.set(`${one.number} ${one.device}`, (reached.get(`${one.number} ${one.device}`) ?? 0) + 1)
    }
    expect(new Set(reached.values())).toEqual(new Set([1]))
    const phones = members.filter((member) => reached.has(`${member.slice(1)} 0`))
    expect(phones).toHaveLength(1_023)
    // Numbers that end in 9 have a companion, those in 99 two.
    expect(reached.size).toBe(1_023 + 102 + 10)
  }
  await phone.closeLines()
  expect(phone.fake.network.failures).toEqual([])
})
