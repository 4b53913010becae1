// Reimports investors from Kabar's own files, with all their contacts.

import * as z from 'zod/mini'
import { ContactRole } from '../../../contract/contacts.ts'
import { listText, textsIn } from '../../../contract/exports.ts'
import { InvestorChange, InvestorInput } from '../../../contract/investors.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { insertMany as addContacts, matches as contactsLike, named, parsePhone } from '../contacts/service.ts'
import {
  columnsIn,
  contactsText,
  create,
  get,
  getMany,
  type ListedInvestor,
  matches,
  setContact,
  update,
} from '../investors/service.ts'
import { idsOfNames } from '../tags/service.ts'
import { short } from './cells.ts'
import type { UndoStep } from './importer.ts'
import {
  checked,
  idsOf,
  namesIn,
  pick,
  type ReimportInput,
  type ReimportKind,
  readTags,
  renamedIn,
  yesNo,
} from './reimport-kinds.ts'
import { doNotContactStays, neitherYesNorNo, readYesNo } from './yes-no.ts'

const plain = ['code', 'name', 'kind', 'email', 'city', 'website', 'source', 'follow_up_note', 'notes'] as const
const orNull = ['country', 'preferred_currency', 'ticket_min', 'ticket_max', 'next_follow_up_on'] as const

const Contacts = z
  .array(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      phone: z.nullable(z.string().check(z.maxLength(20))),
      email: z.string().check(z.maxLength(254)),
      role: ContactRole,
      is_primary: z.boolean(),
    }),
  )
  .check(z.maxLength(100))
type Person = z.output<typeof Contacts>[number]

export const reimportInvestors: ReimportKind<ListedInvestor> = {
  what: 'investor',
  needs: 'name',
  fields: [
    ...plain,
    ...orNull,
    'type',
    'preferred_stages',
    'owner',
    'do_not_contact',
    'is_archived',
    'tags',
    'contacts',
  ],
  shown: (investor) =>
    Object.fromEntries(columnsIn([]).map(({ header, value }) => [header, String(value(investor) ?? '')])),
  looker: async (tenant, rows) => {
    const byId = new Map((await getMany(tenant, idsOf(rows))).map((investor) => [investor.id, investor]))
    const like = await matches(tenant, rows.map(({ code = '' }) => code).filter(Boolean), [])
    const others = new Map(
      (
        await getMany(
          tenant,
          like.map(({ id }) => id),
        )
      ).map((each) => [each.id, each]),
    )
    const names = await namesIn(tenant)
    return {
      renamed: ({ type, preferred_stages, ...texts }) => ({
        ...texts,
        ...(type !== undefined && { type: renamedIn(names.types, type) }),
        ...(preferred_stages !== undefined && {
          preferred_stages: listText(textsIn(preferred_stages).map((name) => renamedIn(names.stages, name))),
        }),
      }),
      find(texts) {
        const current = byId.get((texts.id ?? '').toLowerCase())
        if (current) return { current, isById: true }
        const { code = '', name = '' } = texts
        const match = code ? like.find((each) => each.code.toLowerCase() === code.toLowerCase()) : undefined
        // Codes are numbered per organization: the same one may be another investor here.
        if (match && match.name.toLowerCase() !== name.toLowerCase())
          return {
            isById: false,
            problem: message('row.code_of_other', { name: match.name, code, other: short(name) }),
          }
        return { current: match && others.get(match.id), isById: false }
      },
      read(texts, _, current, say) {
        const input: ReimportInput = {}
        for (const field of plain) if (texts[field] !== undefined) input[field] = texts[field]
        for (const field of orNull) if (texts[field] !== undefined) input[field] = texts[field] || null
        if (texts.type !== undefined)
          input.investor_type_id = pick(names.types, texts.type, message('column.investor_type'), say)?.id
        if (texts.preferred_stages !== undefined)
          input.preferred_stage_ids = textsIn(texts.preferred_stages).flatMap(
            (name) => pick(names.stages, name, message('column.stage'), say)?.id ?? [],
          )
        if (texts.owner !== undefined) input.owner_user_id = names.owner(texts.owner, say)
        if (texts.do_not_contact !== undefined) {
          const isOff = readYesNo(texts.do_not_contact)
          if (isOff) input.do_not_contact = true
          else if (isOff === undefined) say.problem(neitherYesNorNo(short(texts.do_not_contact)))
          else if (current?.do_not_contact) say.remark(doNotContactStays)
        }
        const more: ReimportInput = {}
        if (texts.is_archived !== undefined) more.is_archived = yesNo(texts.is_archived)
        if (texts.tags !== undefined) more.tags = readTags(texts.tags, say)
        if (texts.contacts) more.contacts = readContacts(texts.contacts, say)
        return { ...checked(current ? changeable : InvestorInput, input, say), ...more }
      },
    }
  },
  create: async (tenant, { tags = [], contacts = [], is_archived, ...input }, undo) => {
    const { id, version } = await create(tenant, {
      ...(input as InvestorInput),
      tag_ids: await idsOfNames(tenant, tags),
    })
    for (const person of contacts as Person[]) await link(tenant, id, person, undo, true)
    if (is_archived) await update(tenant, id, { version, is_archived })
    return await get(tenant, id)
  },
  update: async (tenant, current, { tags, contacts = [], ...input }, undo) => {
    for (const person of contacts as Person[])
      if (contactsText([person]) !== contactsText(current.contacts.filter((each) => isSamePerson(each, person))))
        await link(tenant, current.id, person, undo, false)
    const change = { ...input, ...(tags && { tag_ids: await idsOfNames(tenant, tags) }) }
    const { version } = await get(tenant, current.id)
    const next = await update(tenant, current.id, { version, ...change })
    return { what: 'investor', id: current.id, version: next.version, before: before(current, change) }
  },
}

const changeable = z.omit(InvestorChange, { version: true })

const isSamePerson = (a: Pick<Person, 'name' | 'phone' | 'email'>, b: Person) =>
  b.phone ? a.phone === b.phone : a.email.toLowerCase() === b.email.toLowerCase() && a.name === b.name && !a.phone

function readContacts(cell: string, say: { problem(problem: Message): void }): Person[] {
  let given: unknown
  try {
    given = JSON.parse(cell)
  } catch {
    given = undefined
  }
  const read = Contacts.safeParse(given)
  if (!read.success) say.problem(message('row.not_contact_list', { text: short(cell) }))
  else
    for (const { phone } of read.data) {
      const parsed = phone ? parsePhone(phone, '') : undefined
      if (parsed && !parsed.ok) say.problem(parsed.reason)
    }
  return read.success ? read.data : []
}

/** Links a contact matched by number, else by address and name, else by name alone; or a new one. */
async function link(tenant: Tenant, investor_id: string, person: Person, undo: UndoStep, isNew: boolean) {
  const { name, email, role, is_primary } = person
  const parsed = person.phone ? parsePhone(person.phone, '') : undefined
  const phone = parsed?.ok ? parsed.phone : null
  const phone_key = parsed?.ok ? parsed.key : null
  const existing = phone_key
    ? (await contactsLike(tenant, [phone_key], []))[0]
    : email
      ? (await contactsLike(tenant, [], [email.toLowerCase()])).find((each) => each.name === name && !each.phone_key)
      : (await named(tenant, [name]))[0]
  let id = existing?.id
  if (!id) {
    const blank = { preferred_name: '', company: '', job_title: '', notes: '', consent: 'unknown' as const }
    const [made] = await addContacts(tenant, [{ ...blank, name, email, phone, phone_key }])
    if (!made) throw new AppError('phone_taken', message('import.number_just_added'))
    id = made.id
    undo.made!.push({ what: 'contact', id, version: 1 })
  }
  await setContact(tenant, investor_id, { id, role, is_primary })
  if (!isNew) undo.made!.push({ what: 'link', id, version: 1, of: investor_id })
}

function before(current: ListedInvestor, change: ReimportInput): ReimportInput {
  return Object.fromEntries(
    Object.keys(change).map((field) => {
      if (field === 'tag_ids') return [field, current.tags.map(({ id }) => id)]
      if (field === 'preferred_stage_ids') return [field, current.preferred_stages.map(({ id }) => id)]
      if (field === 'investor_type_id') return [field, current.type.id]
      if (field === 'owner_user_id') return [field, current.owner?.id ?? null]
      return [field, current[field as keyof ListedInvestor]]
    }),
  )
}
