// Parses phone numbers as people type them, and decides which numbers are equal.
// Uses libphonenumber's full metadata: only it has the mobile ranges, and 150 kB do not matter on a server.

import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
// All of libphonenumber's metadata: only this set knows mobile ranges, and on a server its 150 kB cost nothing.
import { type Message, message } from '../../../contract/messages/message.ts'

export type ParsedPhone = { ok: true; phone: string; key: string } | { ok: false; reason: Message }

/** Longer texts are not phone numbers; the limit bounds the work of the patterns below. */
const longest = 250

/** `country`: ISO 3166-1 alpha-2 country whose rules apply to numbers without a calling code. */
export function parsePhone(typed: string, country: string): ParsedPhone {
  if (typed.length > longest) return refuse(message('phone.invalid'))
  const text = clean(typed)
  const problem = oddity(text)
  if (problem) return refuse(problem)
  const home = isSupportedCountry(country) ? country : undefined
  const number = interpret(text, home)
  if (!number) return refuse(explain(text, home))
  // The column accepts 6 to 16 digits; E.164 allows at most 15.
  return { ok: true, phone: number.number, key: phoneKey(number.number) }
}

/**
 * Comparison key of a number. WhatsApp and people write some mobiles differently: Brazil with or without the
 * ninth digit, Mexico with or without the 1 and Argentina with or without the 9 after the calling code.
 */
export function phoneKey(phone: string): string {
  return phone
    .replace(/^(\+55\d{2})9(\d{8})$/, '$1$2')
    .replace(/^\+521(\d{10})$/, '+52$1')
    .replace(/^\+549(\d{10})$/, '+54$1')
}

/** For display: grouped as in its country. A number that belongs to no country is returned unchanged. */
export function phoneText(phone: string): string
export function phoneText(phone: string | null): string | null
export function phoneText(phone: string | null): string | null {
  if (!phone) return phone
  const cached = texts.get(phone)
  if (cached) return cached
  const text = parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
  if (texts.size >= maxTexts) texts.clear()
  texts.set(phone, text)
  return text
}

// Cache: formatting twenty numbers is a tenth of the cost of a page of contacts, and lists show the same
// numbers repeatedly.
const texts = new Map<string, string>()
const maxTexts = 20_000

/** Of several numbers of one person the mobile one has WhatsApp. Some countries do not distinguish them. */
export function isMobile(phone: string): boolean {
  const type = parsePhoneNumberFromString(phone)?.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}

/**
 * False if the number has an unusual length or is in no known range of its country. Kabar accepts such numbers, because carriers use new
 * ranges before the metadata lists them; an import only warns.
 */
export const isPlausible = (phone: string): boolean => valid(parse(phone)) !== undefined

/**
 * Substrings of stored numbers that a search for `text` matches: `0812` in Indonesia matches `+62812`. Empty
 * if it is not a number.
 */
export function phonePieces(text: string, country: string): string[] {
  const digits = clean(text).replace(/[\s().\-/]/g, '')
  if (!/^\+?\d{3,15}$/.test(digits)) return []
  if (digits.startsWith('00')) return [digits.replace(/^00/, '+'), digits]
  if (digits.startsWith('0') && isSupportedCountry(country))
    return [`+${getCountryCallingCode(country)}${digits.slice(1)}`, digits]
  return [digits]
}

/**
 * Plain ASCII digits and signs: removes invisible characters and the text marker of spreadsheets, converts
 * the digits of other scripts.
 */
function clean(typed: string): string {
  return (
    typed
      .replace(/\p{Cf}/gu, '')
      .replace(/\p{Nd}/gu, digit)
      .replace(/\p{Pd}/gu, '-')
      .replace(/[\p{Zs}\t]+/gu, ' ')
      .replace('＋', '+')
      .trim()
      .replace(/^'+\s*/, '')
      .replace(/^tel:\s*/i, '')
      .replace(/^\(\s*((?:\+|00)\d{1,4})\s*\)/, '$1 ')
      // A number with `.0`, as pandas exports a numeric column.
      .replace(/^(\+?\d{6,})\.0$/, '$1')
  )
}

// The zero of each supported script: Arabic, Persian, Devanagari, Bengali, full width.
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

function digit(character: string): string {
  const code = character.codePointAt(0)!
  const zero = zeros.find((zero) => code >= zero && code <= zero + 9)
  return zero === undefined ? character : String(code - zero)
}

function oddity(text: string): Message | undefined {
  if (text.startsWith('=')) return message('phone.starts_with_equals')
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(text)) {
    return message('phone.damaged', { text })
  }
  const parts = text
    .split(/[,;|/&\n]|\s(?:or|and|atau|dan)\s|:::/)
    .filter((part) => part.replace(/\D/g, '').length >= 6)
  if (parts.length > 1 || /\d.*\+/.test(text)) return message('phone.two_numbers')
  if (/\d\s*(x|ext\.?|extension|#|;ext=)\s*\d+$/i.test(text)) {
    return message('phone.extension')
  }
  return undefined
}

/**
 * Strictness depends on the input. With a calling code or a leading 0 it is meant as a number, so only its
 * length must fit (`isPossible`): new mobile ranges are in use before the metadata has them, and WhatsApp
 * decides anyway. Bare digits must be in a known range (`isValid`): national, or, because spreadsheets drop
 * the leading +, international.
 */
function interpret(text: string, home: CountryCode | undefined): PhoneNumber | undefined {
  const international = text.replace(/^00/, '+')
  if (international.startsWith('+')) return possible(parse(international))
  if (text.startsWith('0')) return home && possible(parse(text, home))
  return (
    (home && valid(parse(text, home))) ?? (text.replace(/\D/g, '').length >= 10 ? valid(parse(`+${text}`)) : undefined)
  )
}

function parse(text: string, home?: CountryCode): PhoneNumber | undefined {
  // Since 2019 Mexico has no 1 after the calling code, and the metadata rejects it as too long. WhatsApp
  // returns its own form.
  const dialled = text.startsWith('+') ? text.replace(/^\+52[\s-]*1((?:\D*\d){10})$/, '+52$1') : text
  const number = parsePhoneNumberFromString(
    dialled,
    home ? { defaultCountry: home, extract: false } : { extract: false },
  )
  return number?.ext ? undefined : number
}

function possible(number: PhoneNumber | undefined): PhoneNumber | undefined {
  return number?.isPossible() ? number : undefined
}

function valid(number: PhoneNumber | undefined): PhoneNumber | undefined {
  if (!number) return undefined
  // A Brazilian mobile from before 2016, still common in address books.
  const today = number.number.replace(/^(\+55\d{2})([6-9]\d{7})$/, '$19$2')
  return number.isValid() || (today !== number.number && parse(today)?.isValid()) ? number : undefined
}

function refuse(reason: Message): ParsedPhone {
  return { ok: false, reason }
}

function explain(text: string, home: CountryCode | undefined): Message {
  const international = text.replace(/^00/, '+')
  const isInternational = international.startsWith('+')
  if (!/\d/.test(text) || /[^\d+\s().\-/]/.test(text)) return message('phone.invalid')
  if (!isInternational && !home) return message('phone.no_country_code')
  // A local number depends on the organization's country, so the error names that country.
  const within = isInternational ? undefined : { country: home! as string }
  switch (validatePhoneNumberLength(international, isInternational ? undefined : home)) {
    case 'TOO_SHORT':
      return within ? message('phone.too_short_in', within) : message('phone.too_short')
    case 'TOO_LONG':
      return within ? message('phone.too_long_in', within) : message('phone.too_long')
    case 'INVALID_COUNTRY':
      return message('phone.unknown_country_code')
    case 'NOT_A_NUMBER':
      return message('phone.invalid')
    default:
      return within ? message('phone.invalid_in', within) : message('phone.wrong_length')
  }
}
