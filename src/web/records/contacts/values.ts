// Form values of a contact (text per field, empty if unset) and their conversion to the API.
import * as z from 'zod/mini'
import { type Consent, type Contact, ContactInput } from '../../../contract/contacts.ts'
import { today } from '../../platform/lib/format.ts'
import { idsIn } from '../../platform/ui/fact-edit.ts'

export type ContactValues = {
  name: string
  phone: string
  preferred_name: string
  email: string
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
}

type ConsentValues = Pick<ContactValues, 'consent' | 'consent_at' | 'consent_how' | 'consent_evidence'>

const noConsent: ConsentValues = { consent: 'unknown', consent_at: '', consent_how: '', consent_evidence: '' }

export const emptyContact: ContactValues = {
  name: '',
  phone: '',
  preferred_name: '',
  email: '',
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
    preferred_name,
    email,
    company,
    job_title,
    language,
    time_zone: contact.time_zone_is_default ? '' : contact.time_zone,
    ...consentOf(contact),
    tag_ids: contact.tags.map(({ id }) => id),
    notes,
  }
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
export function inputOf({ consent_at: typed, ...values }: ContactValues, contact?: Contact): ContactInput {
  const isKept = values.consent === contact?.consent && typed === dayOf(contact.consent_at)
  const consent_at = isKept || values.consent === 'unknown' ? null : momentOf(typed)
  return { ...values, ...(consent_at && { consent_at }) }
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
