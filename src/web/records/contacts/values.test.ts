// Contact form: the day of a consent is in the user's time zone and not in the future.

import { afterEach, describe, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import type { Contact } from '../../../contract/contacts.ts'
import { setFormat } from '../../platform/lib/format.ts'
import { ContactForm, changeOf, dayOf, emptyContact, inputOf, momentOf, valuesOf, withConsent } from './values.ts'

const budi = {
  name: 'Budi',
  phone: '+628123456789',
  phone_label: '',
  other_phones: [],
  other_emails: [],
  consent: 'opted_in',
  consent_at: '2026-01-31T18:30:00.000Z',
  consent_how: 'In person',
  consent_evidence: 'Form 12',
  tags: [],
  custom: { tier: 'Gold' },
} as unknown as Contact
const now = new Date('2026-11-21T08:00:00.000Z')

afterEach(() => setFormat({}))

describe.each(['Asia/Jakarta', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Etc/GMT+12'])('in %s', (timeZone) => {
  test('a day survives the round trip', () => {
    setFormat({ timeZone })
    for (const day of ['2026-01-01', '2026-11-20', '2024-02-29']) expect(dayOf(momentOf(day, now))).toBe(day)
    expect(momentOf(dayOf(now.toISOString()), now)).toBe(now.toISOString())
  })
})

test('an unchanged consent keeps its time; a changed day or consent is sent', () => {
  setFormat({ timeZone: 'Asia/Jakarta' })
  const values = valuesOf(budi)
  expect(values.consent_at).toBe('2026-02-01')
  expect(inputOf(values, budi)).not.toHaveProperty('consent_at')
  expect(inputOf({ ...values, consent_at: '2026-01-15' }, budi).consent_at).toBe('2026-01-15T12:00:00.000Z')
  expect(inputOf({ ...values, consent: 'opted_out' }, budi).consent_at).toBe('2026-02-01T12:00:00.000Z')
  expect(inputOf({ ...values, consent: 'unknown' }, budi)).not.toHaveProperty('consent_at')
  expect(inputOf({ ...values, consent_at: '' }, budi)).not.toHaveProperty('consent_at')
})

test('a new consent starts empty, and the previous one is restored completely', () => {
  setFormat({ timeZone: 'Asia/Jakarta' })
  const out = { ...valuesOf(budi), ...withConsent(valuesOf(budi), 'opted_out', budi) }
  expect(out).toMatchObject({ consent: 'opted_out', consent_at: dayOf(new Date().toISOString()), consent_how: '' })
  expect(withConsent(out, 'opted_in', budi)).toEqual({
    consent: 'opted_in',
    consent_at: '2026-02-01',
    consent_how: 'In person',
    consent_evidence: 'Form 12',
  })
  const typed = { ...emptyContact, consent: 'opted_in', consent_at: '2026-03-04', consent_how: 'By letter' } as const
  expect(withConsent(typed, 'opted_out')).toMatchObject({ consent_at: '2026-03-04', consent_how: 'By letter' })
})

test('a single changed fact is sent alone', () => {
  setFormat({ timeZone: 'Asia/Jakarta' })
  expect(changeOf({ tag_ids: 'a,b' })).toEqual({ tag_ids: ['a', 'b'] })
  expect(changeOf({ tag_ids: '' })).toEqual({ tag_ids: [] })
  expect(changeOf({ consent_at: '2026-01-15' })).toEqual({ consent_at: '2026-01-15T12:00:00.000Z' })
  expect(changeOf({ consent_at: '' })).toEqual({ consent_at: null })
  expect(changeOf({ company: '' })).toEqual({ company: '' })
})

test('a future consent is rejected on its field', () => {
  const values = { ...emptyContact, name: 'Budi', consent: 'opted_in' } as const
  const faults = (consent_at: string) =>
    (safeParse(ContactForm, { ...values, consent_at }).error?.issues ?? []).map(({ path }) => path.join('.'))
  expect(faults('2999-12-31')).toEqual(['consent_at'])
  expect(faults(dayOf(new Date().toISOString()))).toEqual([])
  expect(faults('2020-02-29')).toEqual([])
})
