import { expect, test } from 'vitest'
import { addDays, addMonths, weekOf, weekStart } from './calendar.ts'
import { readDay } from './day-input.ts'

const read = (typed: string, locale = 'en') => readDay(typed, { locale, today: '2026-11-24' })?.day

test.each([
  ['2026-12-05', '2026-12-05'],
  ['2026/12/5', '2026-12-05'],
  ['5/12/2026', '2026-12-05'],
  ['05.12.26', '2026-12-05'],
  ['5-12', '2026-12-05'],
  ['5 12 2027', '2027-12-05'],
  ['5 dec', '2026-12-05'],
  ['5 Des 2026', '2026-12-05'],
  ['Dec 5, 2026', '2026-12-05'],
  ['December 5th 2026', '2026-12-05'],
  ['5 agustus', '2026-08-05'],
  ['31/8/26', '2026-08-31'],
  ['12/31/2026', '2026-12-31'],
  ['29 feb 2028', '2028-02-29'],
  ['today', '2026-11-24'],
  ['Besok', '2026-11-25'],
])('“%s” is %s', (typed, day) => {
  expect(read(typed)).toBe(day)
})

test.each(['', 'soon', '5', '29 feb 2026', '31/6/2026', '13/13/2026', '5 xyz', '1/2/3/4', '5/12/1826', '2026-12'])(
  '“%s” is no day',
  (typed) => {
    expect(read(typed)).toBeUndefined()
  },
)

test('the month comes first only in regions that write it so, and ambiguous input is reported', () => {
  expect(read('5/12/2026', 'en-US')).toBe('2026-05-12')
  expect(read('5/12/2026', 'en-GB')).toBe('2026-12-05')
  expect(read('5/12/2026', 'id')).toBe('2026-12-05')
  expect(read('5. märz 2026', 'de-DE')).toBe('2026-03-05')
  const doubt = (typed: string) => readDay(typed, { locale: 'id', today: '2026-11-24' })?.isAmbiguous
  expect(['3/4/2026', '4/4/2026', '31/4/26', '13/4/2026', '3 apr'].map(doubt)).toEqual([
    true,
    false,
    undefined,
    false,
    false,
  ])
})

test('days and months are added, and a shorter month ends on its last day', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
})

test('the week begins as the locale defines', () => {
  expect(weekStart('de-DE')).toBe(1)
  expect(weekStart('en-US')).toBe(7)
  expect(weekOf('2026-11-24', 1)).toEqual(['23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day}`))
  expect(weekOf('2026-11-24', 7)[0]).toBe('2026-11-22')
})
