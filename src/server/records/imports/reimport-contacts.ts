// Reimports contacts from Kabar's own files.

import * as z from 'zod/mini'
import { ContactChange, ContactInput } from '../../../contract/contacts.ts'
import { textsIn } from '../../../contract/exports.ts'
import {
  columns,
  create,
  getMany,
  homeOf,
  isMobile,
  type ListedContact,
  matches,
  named,
  optedOut,
  phoneKey,
  timeZoneOf,
  update,
} from '../contacts/service.ts'
import { idsOfNames } from '../tags/service.ts'
import { short } from './cells.ts'
import { checked, idsOf, type ReimportInput, type ReimportKind, readTags } from './reimport-kinds.ts'
import { neitherYesNorNo, optOutStays, readYesNo } from './yes-no.ts'

const plain = ['name', 'preferred_name', 'phone', 'email', 'company', 'job_title', 'language', 'notes'] as const
const consents = ['consent', 'consent_at', 'consent_how', 'consent_evidence'] as const

export const reimportContacts: ReimportKind<ListedContact> = {
  what: 'contact',
  needs: 'name',
  fields: [...plain, 'other_phones', 'other_emails', ...consents, 'do_not_contact', 'time_zone', 'tags'],
  shown: (contact) => ({
    ...Object.fromEntries(columns.map(({ header, value }) => [header, String(value(contact) ?? '')])),
    do_not_contact: String(contact.consent === 'opted_out'),
  }),
  looker: async (tenant, rows) => {
    const byId = new Map((await getMany(tenant, idsOf(rows))).map((contact) => [contact.id, contact]))
    const keys = rows.map(({ phone }) => phoneKey(phone ?? '')).filter(Boolean)
    const like = await matches(
      tenant,
      keys,
      rows.map(({ email = '' }) => email.toLowerCase()),
    )
    const nameless = await named(
      tenant,
      rows.filter(({ phone, email }) => !phone && !email).map(({ name = '' }) => name),
    )
    const others = new Map(
      (
        await getMany(
          tenant,
          [...like, ...nameless].map(({ id }) => id),
        )
      ).map((contact) => [contact.id, contact]),
    )
    const out = await optedOut(tenant, keys)
    const home = await homeOf(tenant)
    return {
      find(texts) {
        const current = byId.get((texts.id ?? '').toLowerCase())
        if (current) return { current, isById: true }
        const { name = '', phone = '', email = '' } = texts
        // People share addresses, but not numbers.
        const id = phone
          ? like.find(({ phone_keys }) => phone_keys.includes(phoneKey(phone)))?.id
          : email
            ? like.find(
                (each) => each.email_keys.includes(email.toLowerCase()) && each.name === name && !each.phone_key,
              )?.id
            : nameless.find((each) => each.name === name)?.id
        return { current: id ? others.get(id) : undefined, isById: false }
      },
      read(texts, row, current, say) {
        const input: ReimportInput = {}
        for (const field of plain) if (texts[field] !== undefined) input[field] = texts[field]
        if (texts.other_phones !== undefined) input.other_phones = numbersIn(texts.other_phones, current)
        if (texts.other_emails !== undefined) input.other_emails = textsIn(texts.other_emails)
        // Consent belongs to the number, and its source and time belong to the consent.
        if (consents.some((field) => texts[field])) {
          const consent = row.consent || 'unknown'
          const isOut = current?.consent === 'opted_out' || out.has(phoneKey(row.phone ?? ''))
          if (isOut && consent !== 'opted_out') say.remark(optOutStays)
          else if (consent !== 'unknown')
            Object.assign(input, {
              consent,
              consent_how: row.consent_how ?? '',
              consent_evidence: row.consent_evidence ?? '',
              ...(row.consent_at && { consent_at: instant(row.consent_at) }),
            })
        }
        // Not a column of an export, but people add one; a contact who must not be contacted has opted out.
        const isOff = readYesNo(texts.do_not_contact ?? '')
        if (isOff === undefined) say.problem(neitherYesNorNo(short(texts.do_not_contact!)))
        if (isOff && current?.consent !== 'opted_out')
          Object.assign(input, { consent: 'opted_out', consent_how: 'Import' })
        const { time_zone } = texts
        if (time_zone !== undefined && (current || time_zone !== timeZoneOf(row.phone || null, home)))
          input.time_zone = time_zone
        if (texts.tags !== undefined) input.tags = readTags(texts.tags, say)
        const { tags, ...rest } = input
        return { ...checked(current ? changeable : ContactInput, rest, say), ...(tags && { tags }) }
      },
    }
  },
  create: async (tenant, { tags = [], ...input }) =>
    await create(tenant, { ...(input as ContactInput), tag_ids: await idsOfNames(tenant, tags) }),
  update: async (tenant, current, { tags, ...input }) => {
    const change = { ...input, ...(tags && { tag_ids: await idsOfNames(tenant, tags) }) }
    const { version } = await update(tenant, current.id, { version: current.version, ...change })
    return { what: 'contact', id: current.id, version, before: before(current, change) }
  },
}

/** The other numbers in a cell. The file has no labels, so numbers that the contact already has keep theirs. */
const numbersIn = (cell: string, current: ListedContact | undefined) =>
  textsIn(cell).map((phone) => ({
    label:
      current?.other_phones.find((other) => other.phone === phone)?.label ??
      (isMobile(phone) ? ('mobile' as const) : ('other' as const)),
    phone,
  }))

const changeable = z.omit(ContactChange, { version: true })

/** Also accepts the format of a spreadsheet. */
function instant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

function before(current: ListedContact, change: ReimportInput): ReimportInput {
  const { consent: _, consent_at: __, consent_how: ___, consent_evidence: ____, ...others } = change
  return Object.fromEntries(
    Object.keys(others).map((field) => {
      if (field === 'tag_ids') return [field, current.tags.map(({ id }) => id)]
      if (field === 'time_zone') return [field, current.time_zone_is_default ? '' : current.time_zone]
      return [field, current[field as keyof ListedContact] ?? '']
    }),
  )
}
