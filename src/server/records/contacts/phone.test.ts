// Parsing of phone numbers as people, address books and spreadsheets write them.

import { describe, expect, test } from 'vitest'
import { sentenceOf } from '../../errors.ts'
import { isMobile, parsePhone, phoneKey, phonePieces, phoneText } from './phone.ts'

const read = (typed: string, country = 'ID') => {
  const parsed = parsePhone(typed, country)
  return parsed.ok ? parsed.phone : sentenceOf(parsed.reason)
}

describe('a valid number', () => {
  test.each([
    ['+1 (415) 555-2671', 'ID', '+14155552671'],
    ['tel:+14155552671', 'ID', '+14155552671'],
    ['0812-3456-789', 'ID', '+628123456789'],
    ['812 3456 789', 'ID', '+628123456789'],
    ['62 812 3456 789', 'ID', '+628123456789'],
    ['+62 (0)812 3456 789', 'ID', '+628123456789'],
    ['0790123456', 'JO', '+962790123456'],
    ['00962790123456', 'JO', '+962790123456'],
    ['٠٧٩٠١٢٣٤٥٦', 'JO', '+962790123456'],
    ['۰۷۹۰۱۲۳۴۵۶', 'JO', '+962790123456'],
    ['०९८७६५४३२१०', 'IN', '+919876543210'],
    ['\u202a+62\u00a0812\u200b3456789\u202c', 'US', '+628123456789'],
    ['＋62 812‑3456‑789', 'US', '+628123456789'],
    ["'08123456789", 'ID', '+628123456789'],
    ['628123456789.0', 'ID', '+628123456789'],
    ['01149151123456789', 'US', '+49151123456789'],
    // Spreadsheets drop the leading plus.
    ['4915112345678', 'ID', '+4915112345678'],
    ['14155552671', 'ID', '+14155552671'],
    // A range that the metadata does not have yet, but with a calling code.
    ['+62 812 3456 7890 12', 'ID', '+6281234567890' + '12'],
    // Toll-free and landlines may be contacts.
    ['+80012345678', 'ID', '+80012345678'],
    ['021 5555 1234', 'ID', '+622155551234'],
    ['0612345678', 'IT', '+390612345678'],
    ['+1 415/555-2671', 'ID', '+14155552671'],
    ['011 15 1234-5678', 'AR', '+5491112345678'],
    ['+54 9 11 1234 5678', 'ID', '+5491112345678'],
    ['+52 1 55 1234 5678', 'ID', '+525512345678'],
    ['5215512345678', 'ID', '+525512345678'],
    ['(11) 98765-4321', 'BR', '+5511987654321'],
    ['(11) 8765-4321', 'BR', '+551187654321'],
    ['+55 31 8765 4321', 'ID', '+553187654321'],
  ])('%s in %s', (typed, country, phone) => {
    expect(read(typed, country)).toBe(phone)
  })
})

describe('an invalid number, with its reason', () => {
  test.each([
    ['9.62791E+11', 'JO', /damaged by a spreadsheet/],
    ['6,28E+12', 'ID', /damaged by a spreadsheet/],
    ['+14155552671, +14155552672', 'ID', /two numbers/],
    ['0812345678 / 0813456789', 'ID', /two numbers/],
    ['+14155552671 +14155552672', 'ID', /two numbers/],
    ['08123456789 atau 08129876543', 'ID', /two numbers/],
    ['+14155552671 x12', 'ID', /extension/],
    ['tel:+14155552671;ext=5', 'ID', /extension/],
    ['=+14155552671', 'ID', /“=”/],
    ['911', 'US', /too short/],
    ['12345', 'ID', /too short/],
    ['+1415555267', 'ID', /too short/],
    ['+1415555267123456', 'ID', /too long/],
    ['+999123456789', 'ID', /country code/],
    ['0790123456', '', /Start the number with \+/],
    ['628123456789@s.whatsapp.net', 'ID', /not a phone number/],
    ['123@lid', 'ID', /not a phone number/],
    ['status@broadcast', 'ID', /not a phone number/],
    ['n/a', 'ID', /not a phone number/],
    ['-', 'ID', /not a phone number/],
    ['5555555555', 'US', /not a number for United States\. Begin numbers of other countries with \+/],
    ['081255541001', 'US', /too long for United States\. Begin numbers of other countries with \+/],
    ['00', 'ID', /not a phone number|too short|country code/],
    ['0'.repeat(60), 'ID', /./],
  ])('%s in %s', (typed, country, reason) => {
    const parsed = parsePhone(typed, country)
    expect(parsed.ok ? parsed : sentenceOf(parsed.reason)).toEqual(expect.stringMatching(reason))
  })
})

test('notations of the same number are recognized', () => {
  expect(phoneKey('+5511987654321')).toBe(phoneKey('+551187654321'))
  expect(phoneKey('+5215512345678')).toBe(phoneKey('+525512345678'))
  expect(phoneKey('+5491112345678')).toBe(phoneKey('+541112345678'))
  expect(phoneKey('+551133334444')).toBe('+551133334444')
  expect(phoneKey('+628123456789')).toBe('+628123456789')
  expect(phoneKey('+5511987654321')).not.toBe(phoneKey('+5511987654322'))
})

test.each([
  ['+6281255501001', '+62 812 5550 1001'],
  ['+62215550100', '+62 21 5550100'],
  ['+12025550123', '+1 202 555 0123'],
  ['+447700900123', '+44 7700 900123'],
  ['+5511987654321', '+55 11 98765 4321'],
  ['+5491123456789', '+54 9 11 2345 6789'],
  ['+96550123456', '+965 501 23456'],
  // Of no country: unchanged.
  ['+9999999', '+9999999'],
])('%s is shown as %s', (phone, text) => {
  expect(phoneText(phone)).toBe(text)
  if (text !== phone) expect(parsePhone(text, 'US')).toMatchObject({ ok: true, phone })
})

test('mobile numbers are recognized', () => {
  expect(isMobile('+628123456789')).toBe(true)
  expect(isMobile('+622155551234')).toBe(false)
})

test.each([
  ['0812', ['+62812', '0812']],
  ['0812-3456', ['+628123456', '08123456']],
  ['0062812', ['+62812', '0062812']],
  ['+62 812', ['+62812']],
  ['3456', ['3456']],
  ['٠٨١٢', ['+62812', '0812']],
  ['12', []],
  ['budi 081', []],
])('parts of a number in a search for %s', (text, pieces) => {
  expect(phonePieces(text, 'ID')).toEqual(pieces)
})
