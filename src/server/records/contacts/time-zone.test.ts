import { expect, test } from 'vitest'
import { timeZoneOf } from './time-zone.ts'

const makassar = { country: 'ID', time_zone: 'Asia/Makassar' }

test.each([
  ['of the own country', '+628123456789', 'Asia/Makassar'],
  ['none', null, 'Asia/Makassar'],
  ['of another country', '+919876543210', 'Asia/Kolkata'],
  ['of a country with several zones', '+5511987654321', 'America/Sao_Paulo'],
  ['of one of several countries with a calling code', '+14165550123', 'America/Toronto'],
  ['of another one with the same calling code', '+12125550123', 'America/New_York'],
  ['of Kazakhstan, not Russia', '+77012345678', 'Asia/Almaty'],
  ['that belongs to no country', '+8835100012345', 'Asia/Makassar'],
])('a number %s', (_, phone, zone) => {
  expect(timeZoneOf(phone, makassar)).toBe(zone)
})
