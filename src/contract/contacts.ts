// Contacts: people with a WhatsApp number, their consent records and opt-outs.

import * as z from 'zod/mini'
import { Email, Id, line, Moment, Name, PhoneText, prose, severalOf, Timestamp, YesNo } from './common.ts'
import { CustomFilter, customListQuery } from './custom-filters.ts'
import { CustomInput, CustomValues } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './exports.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { TagFilter, TagIds, TagLabel } from './tags.ts'
import { TimeZone } from './users.ts'

export const Consent = z.enum(['unknown', 'opted_in', 'opted_out'])
export type Consent = z.output<typeof Consent>

/** Role of a contact for an investor. */
export const ContactRole = z.enum(['self', 'primary', 'finance', 'legal', 'assistant', 'other'])
export type ContactRole = z.output<typeof ContactRole>

export const PhoneLabel = z.enum(['mobile', 'work', 'home', 'other'])
export type PhoneLabel = z.output<typeof PhoneLabel>

/** Most other numbers, and most other email addresses, that a form accepts. */
export const maxOthers = 20

export const Contact = z.object({
  id: Id,
  name: z.string(),
  preferred_name: z.string(),
  /** The preferred number, in E.164; messages go to it. Null if unset. */
  phone: z.nullable(z.string()),
  phone_text: PhoneText,
  phone_label: PhoneLabel,
  /** The other numbers: replies from them belong to the contact. */
  other_phones: z.array(z.object({ label: PhoneLabel, phone: z.string(), phone_text: z.string() })),
  /** Numbers that the contact had before. The search still finds the contact by them. */
  former_phones: z.array(z.object({ phone: z.string(), phone_text: z.string() })),
  /** The number as WhatsApp has it; null until it has been checked. */
  wa_id: z.nullable(z.string()),
  /** The preferred email address. */
  email: z.string(),
  other_emails: z.array(z.string()),
  company: z.string(),
  job_title: z.string(),
  language: z.string(),
  /**
   * If unset: the organization's zone for numbers of its country, else the most populous zone of the number's
   * country.
   */
  time_zone: z.string(),
  time_zone_is_default: z.boolean(),
  notes: z.string(),
  /** An opt-out belongs to the number and overrides the consent of the contact. */
  consent: Consent,
  /** Consent record: when, how and by what evidence consent was given or withdrawn. */
  consent_at: z.nullable(Timestamp),
  consent_how: z.string(),
  consent_evidence: z.string(),
  tags: z.array(TagLabel),
  /**
   * Investors that the contact represents; `is_only`: the investor has no other contact. Roles are changed on
   * the investor.
   */
  investors: z.array(
    z.object({
      id: Id,
      code: z.string(),
      name: z.string(),
      role: ContactRole,
      is_primary: z.boolean(),
      is_only: z.boolean(),
    }),
  ),
  /** When a broadcast was last sent to this contact. */
  last_contacted_at: z.nullable(Timestamp),
  custom: CustomValues,
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Contact = z.output<typeof Contact>

/** As typed: the server parses local numbers with the organization's country. Empty means none. */
const TypedPhone = z.string().check(z.maxLength(60))
/** BCP 47: `id`, `pt-BR`. Empty means unknown. */
export const Language = z
  .string()
  .check(z.regex(/^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$/, { error: issue('field.not_language') }))
const OptionalEmail = z.union([z.literal(''), Email])

// Clock skew: a client's clock may be ahead of the server's.
const skewMs = 5 * 60_000
const PastTimestamp = Moment.check(
  z.refine<string>((at) => Date.parse(at) <= Date.now() + skewMs, { error: issue('field.in_future') }),
)

export const ContactInput = z.strictObject({
  name: Name,
  preferred_name: z.optional(line(200, 0)),
  /** The preferred number. If it is one of the other numbers, the two change places. */
  phone: z.optional(TypedPhone),
  phone_label: z.optional(PhoneLabel),
  /** Replaces all other numbers. A number belongs to one contact only. */
  other_phones: z.optional(
    z
      .array(z.strictObject({ label: PhoneLabel, phone: TypedPhone.check(z.minLength(1)) }))
      .check(z.maxLength(maxOthers)),
  ),
  email: z.optional(OptionalEmail),
  other_emails: z.optional(z.array(Email).check(z.maxLength(maxOthers))),
  company: z.optional(line(200, 0)),
  job_title: z.optional(line(200, 0)),
  language: z.optional(Language),
  /** Empty means the default. */
  time_zone: z.optional(z.union([z.literal(''), TimeZone])),
  notes: z.optional(prose(20_000)),
  consent: z.optional(Consent),
  /** Defaults to now. */
  consent_at: z.optional(z.nullable(PastTimestamp)),
  consent_how: z.optional(line(200, 0)),
  consent_evidence: z.optional(prose(2_000)),
  tag_ids: z.optional(TagIds),
  custom: z.optional(CustomInput),
})
export type ContactInput = z.output<typeof ContactInput>
export const ContactChange = z.extend(z.partial(ContactInput), { version: z.int() })
export const ContactQuery = z.strictObject({
  ...customListQuery([
    'name',
    'phone',
    'email',
    'company',
    'preferred_name',
    'job_title',
    'language',
    'consent',
    'last_contacted_at',
    'created_at',
    'updated_at',
  ]),
  /** Filters by custom fields. */
  custom: z.optional(CustomFilter),
  consent: z.optional(Consent),
  tag_id: z.optional(TagFilter),
  has_phone: z.optional(YesNo),
  has_investor: z.optional(YesNo),
  /** Only contacts of this import: it created, updated or found them, or they belong to its investors. */
  import_id: z.optional(Id),
  /** Only contacts that a bulk change selected, and contacts of the investors or investments that it selected. */
  bulk_change_id: z.optional(Id),
})
export type ContactQuery = z.output<typeof ContactQuery>
/** Columns of the list and of its export, in addition to the id. */
export const contactColumns = [
  'name',
  'preferred_name',
  'phone',
  'other_phones',
  'email',
  'other_emails',
  'company',
  'job_title',
  'language',
  'time_zone',
  'consent',
  'consent_at',
  'consent_how',
  'consent_evidence',
  'tags',
  'investors',
  'last_contacted_at',
  'notes',
  'created_at',
  'updated_at',
] as const
export const contactExport = listExport(
  'contacts',
  z.omit(ContactQuery, { page: true, per_page: true }),
  contactColumns,
)

/** Maximum number of names in one response. */
export const maxNames = 10_000
/** Contacts that match the filters of the list; with `ids`, the ones among these ids that exist. */
export const ContactNamesQuery = z.extend(z.omit(ContactQuery, { page: true, per_page: true, sort: true }), {
  ids: z.optional(severalOf(Id, 200)),
})
export type ContactNamesQuery = z.output<typeof ContactNamesQuery>
export const ContactNames = z.object({
  /** Sorted by name; at most `maxNames` entries. */
  data: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()) })),
  total: z.int(),
})
export type ContactNames = z.output<typeof ContactNames>

/** Feedback while a number is typed: how it is read, and which contact has it. */
export const ParsedPhone = z.object({
  /** E.164; null if it cannot be a phone number. */
  phone: z.nullable(z.string()),
  phone_text: PhoneText,
  reason: z.nullable(MessageData),
  contact: z.nullable(z.object({ id: Id, name: z.string() })),
})

export const contacts = {
  ...recordEndpoints('/v1/contacts', {
    query: ContactQuery,
    record: Contact,
    input: ContactInput,
    change: ContactChange,
  }),
  names: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/contacts/names',
    access: 'signed_in',
    query: ContactNamesQuery,
    response: ContactNames,
  }),
  parsePhone: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/contacts/parse-phone',
    access: 'signed_in',
    query: z.strictObject({ phone: TypedPhone }),
    response: ParsedPhone,
  }),
}
