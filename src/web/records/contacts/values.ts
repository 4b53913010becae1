// Form values of a contact (text per field, empty if unset) and their conversion to the API.
import * as z from 'zod/mini'
import { type Consent, type Contact, ContactInput, type PhoneLabel } from '../../../contract/contacts.ts'
import { type CustomFormValues, customFormValues, splitCustom } from '../../platform/lib/custom-form.ts'
import { today } from '../../platform/lib/format.ts'
import { idsIn } from '../../platform/ui/fact-edit.ts'

export type ContactValues = {
  name: string
  phone: string
  phone_label: PhoneLabel
  other_phones: OtherPhone[]
  preferred_name: string
  email: string
  other_emails: string[]
  company: string
  job_title: string
  language: string
  time_zone: string
  consent: Consent
  /** A day in the user's time zone. */
  consent_at: string
  consent_how: string
  consent_evidence: string
  tag_ids: string[]
  notes: string
} & CustomFormValues

export type OtherPhone = { label: PhoneLabel; phone: string }

type ConsentValues = Pick<ContactValues, 'consent' | 'consent_at' | 'consent_how' | 'consent_evidence'>

const noConsent: ConsentValues = { consent: 'unknown', consent_at: '', consent_how: '', consent_evidence: '' }

export const emptyContact: ContactValues = {
  name: '',
  phone: '',
  phone_label: 'mobile',
  other_phones: [],
  preferred_name: '',
  email: '',
  other_emails: [],
  company: '',
  job_title: '',
  language: '',
  time_zone: '',
  ...noConsent,
  tag_ids: [],
  notes: '',
}

export function valuesOf(contact: Contact): ContactValues {
  const { name, preferred_name, email, company, job_title, language, notes } = contact
  return {
    name,
    phone: contact.phone ?? '',
    phone_label: contact.phone_label,
    other_phones: contact.other_phones.map(({ label, phone }) => ({ label, phone })),
    preferred_name,
    email,
    other_emails: contact.other_emails,
    company,
    job_title,
    language,
    time_zone: contact.time_zone_is_default ? '' : contact.time_zone,
    ...consentOf(contact),
    tag_ids: contact.tags.map(({ id }) => id),
    notes,
    ...customFormValues(contact),
  }
}

/** Makes another number the preferred one; the two change places. */
export function withNumberFirst(
  { phone, phone_label, other_phones }: ContactValues,
  nth: number,
): Partial<ContactValues> {
  const next = other_phones[nth]!
  const before = phone.trim() === '' ? [] : [{ label: phone_label, phone }]
  return { phone: next.phone, phone_label: next.label, other_phones: other_phones.toSpliced(nth, 1, ...before) }
}

/** Makes another address the preferred one; the two change places. */
export function withAddressFirst({ email, other_emails }: ContactValues, nth: number): Partial<ContactValues> {
  const before = email.trim() === '' ? [] : [email]
  return { email: other_emails[nth]!, other_emails: other_emails.toSpliced(nth, 1, ...before) }
}

function consentOf({ consent, consent_at, consent_how, consent_evidence }: Contact): ConsentValues {
  return { consent, consent_at: dayOf(consent_at), consent_how, consent_evidence }
}

/** Changing the consent resets its day, how and evidence, but keeps what was typed since. */
export function withConsent(values: ContactValues, consent: Consent, contact?: Contact): Partial<ConsentValues> {
  const before = contact ? consentOf(contact) : noConsent
  if (consent === before.consent) return before
  const ifChanged = (name: 'consent_how' | 'consent_evidence') => (values[name] === before[name] ? '' : values[name])
  const isDayTyped = values.consent_at !== before.consent_at && values.consent_at !== ''
  return {
    consent,
    consent_at: consent === 'unknown' ? '' : isDayTyped ? values.consent_at : today(),
    consent_how: ifChanged('consent_how'),
    consent_evidence: ifChanged('consent_evidence'),
  }
}

/** Converts to the API. An unchanged day keeps its time. */
export function inputOf({ consent_at: typed, ...given }: ContactValues, contact?: Contact): ContactInput {
  const { others: values, custom } = splitCustom(given, contact)
  const isKept = values.consent === contact?.consent && typed === dayOf(contact.consent_at)
  const consent_at = isKept || values.consent === 'unknown' ? null : momentOf(typed)
  // Leaves out rows that were added but not filled in.
  const other_phones = values.other_phones.filter(({ phone }) => phone.trim() !== '')
  const other_emails = values.other_emails.map((email) => email.trim()).filter(Boolean)
  return { ...values, ...custom, other_phones, other_emails, ...(consent_at && { consent_at }) }
}

/** Converts one edited field from text; ids are separated by commas. */
export function changeOf(texts: Record<string, string>): Partial<ContactInput> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (name === 'tag_ids') return [name, idsIn(text)]
      return [name, name === 'consent_at' ? momentOf(text) : text]
    }),
  )
}

/** Local day of a timestamp, and a timestamp for a local day: noon UTC is the same day nearly everywhere. */
export const dayOf = (moment: string | null) => (moment === null ? '' : today(new Date(moment)))
export function momentOf(day: string, now = new Date()): string | null {
  if (day === '') return null
  if (day === today(now)) return now.toISOString()
  const noon = `${day}T12:00:00.000Z`
  return dayOf(noon) === day ? noon : `${day}T00:00:00.000Z`
}

/** Validates form values with the schema of the request. */
export const ContactForm = z.pipe(
  z.transform((values: ContactValues) => inputOf(values)),
  ContactInput,
)
