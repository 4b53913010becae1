import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupName } from './backup.ts'
import { expired, filesOfKind, lastTime } from './retention.ts'

const days = (count: number, from = new Date(2026, 10, 27, 2, 30)) =>
  Array.from({ length: count }, (_, ago) => new Date(from.getFullYear(), from.getMonth(), from.getDate() - ago, 2, 30))
const files = (moments: Date[]) => moments.map((at) => ({ at, name: at.toISOString() }))
const keptOf = (moments: Date[], keep: { days: number; weeks: number; months: number }) => {
  const gone = expired(files(moments), keep)
  return moments.filter((at) => !gone.includes(at.toISOString()))
}
const local = (at: Date) => `${at.getMonth() + 1}-${at.getDate()}`

test('the newest of each of the last days, weeks and months stays', () => {
  const kept = keptOf(days(300), { days: 7, weeks: 4, months: 6 })
  expect(kept.map(local)).toEqual([
    ...['11-27', '11-26', '11-25', '11-24', '11-23', '11-22', '11-21'],
    // Sundays, the last days of their weeks, and the last days of months.
    ...['11-15', '11-8', '10-31', '9-30', '8-31', '7-31', '6-30'],
  ])
})

test('after a pause old backups stay until there are new ones, and the newest always stays', () => {
  const old = days(30, new Date(2025, 0, 31))
  expect(keptOf([new Date(2026, 10, 27), ...old], { days: 3, weeks: 0, months: 0 }).map(local)).toEqual([
    ...['11-27', '1-31', '1-30'],
  ])
  expect(keptOf(old, { days: 0, weeks: 0, months: 0 })).toEqual([old[0]])
  expect(keptOf([], { days: 7, weeks: 4, months: 6 })).toEqual([])
})

test('deleting every night never keeps too many, and always the newest', () => {
  const keep = fc.record({ days: fc.nat(9), weeks: fc.nat(5), months: fc.nat(5) })
  const nights = fc.array(fc.boolean(), { minLength: 1, maxLength: 150 })
  fc.assert(
    fc.property(keep, nights, (rules, made) => {
      const all = days(made.length).filter((_, place) => made[place])
      let present: Date[] = []
      for (const at of [...all].reverse()) present = keptOf([at, ...present], rules)
      expect(present.length).toBeLessThanOrEqual(Math.max(1, rules.days + rules.weeks + rules.months))
      expect(present[0]).toEqual(all[0])
    }),
    { numRuns: 50 },
  )
})

test('only files of the given kind count, with the time in their name', () => {
  const at = new Date('2026-11-27T19:30:00Z')
  const names = [
    backupName(at, { passphrase: undefined }, 'nightly'),
    backupName(new Date('2026-11-28T19:30:00Z'), { passphrase: 'a passphrase' }, 'nightly'),
    backupName(at, { passphrase: undefined }, 'before-upgrade'),
    backupName(at, { passphrase: undefined }),
    ...['kabar-2026-11-27T193000Z-nightly.tar.gz.partial', 'notes.txt', 'my-kabar-2026-11-27T193000Z-nightly.tar.gz'],
  ]
  expect(filesOfKind(names, 'nightly')).toEqual([
    { name: 'kabar-2026-11-28T193000Z-nightly.tar.gz.age', at: new Date('2026-11-28T19:30:00Z') },
    { name: 'kabar-2026-11-27T193000Z-nightly.tar.gz', at },
  ])
  expect(filesOfKind(names, 'before-upgrade')).toHaveLength(1)
})

test('the last time of day is today or yesterday', () => {
  const time = { hour: 2, minute: 30 }
  expect(lastTime(time, new Date(2026, 10, 27, 2, 30))).toEqual(new Date(2026, 10, 27, 2, 30))
  expect(lastTime(time, new Date(2026, 10, 27, 2, 29))).toEqual(new Date(2026, 10, 26, 2, 30))
  expect(lastTime(time, new Date(2026, 10, 1, 0, 0))).toEqual(new Date(2026, 9, 31, 2, 30))
})
