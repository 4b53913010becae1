// The numbers of a contact after a change: the preferred one, the others, and former ones.
import type { ContactInput, PhoneLabel } from '../../../contract/contacts.ts'
import { message } from '../../../contract/messages/message.ts'
import { fieldError } from '../../errors.ts'
import { parsePhone } from './phone.ts'

export interface ContactNumbers {
  phone: string | null
  phone_key: string | null
  phone_label: PhoneLabel
  other_phones: { label: PhoneLabel; phone: string }[]
  /** In the same order as `other_phones`. */
  other_phone_keys: string[]
  former_phones: { phone: string; key: string }[]
}

export type TypedNumbers = Pick<ContactInput, 'phone' | 'phone_label' | 'other_phones'>

export const noNumbers: ContactNumbers = {
  phone: null,
  phone_key: null,
  phone_label: 'mobile',
  other_phones: [],
  other_phone_keys: [],
  former_phones: [],
}

const maxFormer = 50

/** `country`: for local numbers. Without `other_phones`, a new preferred number from the others changes places with the old one. */
export function changedNumbers(before: ContactNumbers, typed: TypedNumbers, country: string): ContactNumbers {
  const preferred = typed.phone === undefined ? preferredOf(before) : parsed(typed.phone, 'phone', country)
  const others =
    typed.other_phones?.map(({ label, phone }, nth) => ({
      ...parsed(phone, `other_phones.${nth}.phone`, country)!,
      label,
    })) ?? othersOf(before)
  const place = others.findIndex(({ key }) => key === preferred?.key)
  let phone_label = typed.phone_label ?? before.phone_label
  if (place >= 0 && typed.other_phones === undefined) {
    phone_label = typed.phone_label ?? others[place]!.label
    others.splice(
      place,
      1,
      ...[preferredOf(before)].flatMap((one) => (one ? [{ ...one, label: before.phone_label }] : [])),
    )
  }
  if (!preferred && others.length > 0) throw fieldError('invalid_request', 'phone', message('phone.preferred_missing'))
  const keys = others.map(({ key }) => key)
  const repeated = keys.findIndex((key, nth) => key === preferred?.key || keys.indexOf(key) < nth)
  if (repeated >= 0) throw fieldError('invalid_request', `other_phones.${repeated}.phone`, message('phone.repeated'))
  return {
    phone: preferred?.phone ?? null,
    phone_key: preferred?.key ?? null,
    phone_label,
    other_phones: others.map(({ label, phone }) => ({ label, phone })),
    other_phone_keys: keys,
    former_phones: formerOf(before, new Set([...keys, preferred?.key ?? ''])),
  }
}

const preferredOf = ({ phone, phone_key }: ContactNumbers) =>
  phone === null || phone_key === null ? undefined : { phone, key: phone_key }

const othersOf = ({ other_phones, other_phone_keys }: ContactNumbers) =>
  other_phones.map((other, nth) => ({ ...other, key: other_phone_keys[nth]! }))

/** Numbers that the contact had, now or before, and does not have any more. Keeps the latest if there are too many. */
function formerOf(before: ContactNumbers, now: ReadonlySet<string>) {
  const all = [...before.former_phones, ...[preferredOf(before) ?? []].flat(), ...othersOf(before)]
  const former = new Map(all.map(({ phone, key }) => [key, { phone, key }]))
  return [...former.values()].filter(({ key }) => !now.has(key)).slice(-maxFormer)
}

function parsed(typed: string, path: string, country: string): { phone: string; key: string } | undefined {
  if (typed.trim() === '' && path === 'phone') return undefined
  const read = parsePhone(typed, country)
  if (!read.ok) throw fieldError('invalid_request', path, read.reason)
  return { phone: read.phone, key: read.key }
}
