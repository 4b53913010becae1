// A small random organization, in the database and in memory, for tests that evaluate a query on both.
import { sql } from 'kysely'
import { seededRandom } from '../messaging/engine/seeded-random.ts'
import type { Tenant } from '../platform/db/index.ts'

/** `seededRandom` with helpers for tests. */
export function chance(seed: number) {
  const next = seededRandom(seed)
  const below = (end: number) => Math.floor(next() * end)
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!
  const some = <T>(of: readonly T[], share = 0.4): T[] => of.filter(() => next() < share)
  return { next, below, one, some, uuid: () => uuidOf(next) }
}
export type Chance = ReturnType<typeof chance>

function uuidOf(next: () => number) {
  const hex = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Days are counted back from today, which is 0; negative days are in the future. */
export type World = Awaited<ReturnType<typeof makeWorld>>
export type Contact = World['contacts'][number]
export type Investor = World['investors'][number]
export type Investment = World['investments'][number]

const currencies = ['USD', 'IDR', 'AED', 'EUR'] as const
/** Rates from USD, the base currency; their inverses are finite decimals. The euro has none. */
const rates = [
  { to: 'IDR', ago: 400, rate: '16000' },
  { to: 'IDR', ago: 100, rate: '12800' },
  { to: 'IDR', ago: 5, rate: '20000' },
  { to: 'AED', ago: 200, rate: '4' },
] as const
const categories = ['prospect', 'soft', 'committed', 'funded', 'exited', 'lost'] as const
const countries = { ID: '+62812555', US: '+1212555', CA: '+1416555', SG: '+659123' } as const

/** For each custom field: the values that records may have. `met_ago`: days ago, for the date field `met`. */
const customs = {
  note: ['Budi', 'émile', '100%'],
  score: ['-7.5', '0', '12', '99.5'],
  fee: [
    { amount: '100', currency: 'USD' },
    { amount: '16000000', currency: 'IDR' },
    { amount: '4', currency: 'EUR' },
  ],
  met_ago: [-20, 0, 3, 40],
  tier: ['gold', 'silver'],
  topics: [['tea'], ['tea', 'oil'], ['oil']],
  vip: [true, false],
  banker: ['user'],
} as const
export const customTypes = {
  note: 'text',
  score: 'number',
  fee: 'money',
  met: 'date',
  tier: 'choice',
  topics: 'choices',
  vip: 'yes_no',
  banker: 'person',
} as const
const choicesOf = { tier: ['gold', 'silver'], topics: ['tea', 'oil'] }

export async function makeWorld(tenant: Tenant, seed: number) {
  const generator = chance(seed)
  const { below, next, one, some, uuid } = generator
  const maybe = <T>(value: T, share = 0.6) => (next() < share ? value : null)
  const ids = (count: number) => Array.from({ length: count }, uuid)
  const names = (count: number) => ids(count).map((id, index) => ({ id, name: `N${index} ${id.slice(0, 4)}` }))
  const master = {
    tags: names(3),
    investor_types: names(2).map((row) => ({ ...row, kind: 'entity' })),
    investment_stages: names(2),
    offerings: names(2).map((row) => ({ ...row, kind: 'fund', currency: 'USD' })),
    investment_statuses: categories.map((category) => ({ id: uuid(), name: `S ${category}`, category })),
  }
  const users = (await tenant.db.selectFrom('users').select('id').execute()).map(({ id }) => id)
  /** Random values by key of the field. Dates are a number of days ago. */
  const custom = () =>
    Object.fromEntries(
      Object.entries(customs).flatMap(([key, values]) => {
        const value = maybe(one(values as readonly unknown[]), 0.5)
        return value === null ? [] : [[key, value === 'user' ? one(users) : value]]
      }),
    ) as Record<string, unknown>
  const contacts = Array.from({ length: 30 }, (_, index) => {
    const country = one(['ID', 'ID', 'US', 'CA', 'SG'] as const)
    return {
      id: uuid(),
      name: `${one(['Budi', 'Siti', 'Émile'])} ${index}`,
      company: one(['', 'Nusantara', 'Acme']),
      job_title: one(['', 'Director', 'Angel']),
      country,
      phone: maybe(`${countries[country]}${String(1000 + index)}`, 0.85),
      consent: one(['unknown', 'opted_in', 'opted_out'] as const),
      has_opt_out: next() < 0.1,
      language: one(['', 'id', 'en', 'pt-BR']),
      created_ago: below(60),
      tags: some(master.tags).map(({ id }) => id),
      sent: some([3, 20, 40, 90], 0.2).map((ago) => ({ ago, is_refused: next() < 0.3 })),
      wrote: some([3, 20, 40], 0.15),
      custom: custom(),
    }
  })
  const investors = Array.from({ length: 18 }, (_, index) => ({
    id: uuid(),
    name: `${one(['Family', 'Office', 'Angel'])} ${index}`,
    type: one(master.investor_types).id,
    kind: one(['individual', 'entity']),
    country: maybe(one(['ID', 'SG'])),
    city: one(['', 'Jakarta', 'Émile']),
    source: one(['', 'Referral']),
    follow_up_ago: maybe(below(60) - 30),
    owner: maybe(one(users)),
    is_archived: next() < 0.1,
    is_deleted: next() < 0.05,
    tags: some(master.tags).map(({ id }) => id),
    stages: some(master.investment_stages).map(({ id }) => id),
    custom: custom(),
    links: some(contacts, 0.12).map(({ id }, place) => ({
      contact: id,
      role: one(['self', 'primary', 'finance']),
      is_primary: place === 0,
    })),
  }))
  const investments = Array.from({ length: 40 }, () => {
    const status = one(master.investment_statuses)
    return {
      id: uuid(),
      investor: one(investors).id,
      offering: maybe(one(master.offerings).id),
      status: status.id,
      category: status.category,
      stage: maybe(one(master.investment_stages).id),
      instrument: maybe(one(['equity', 'loan'])),
      currency: one(currencies),
      committed: maybe(one(['0', '100', '1000.5', '50000'])),
      committed_ago: maybe(below(60) - 5),
      closes_ago: maybe(below(60) - 40),
      matures_ago: maybe(below(60) - 50),
      owner: maybe(one(users)),
      is_deleted: next() < 0.05,
      tags: some(master.tags).map(({ id }) => id),
      custom: custom(),
      transactions: Array.from({ length: below(4) }, () => {
        const state = one(['settled', 'settled', 'scheduled'] as const)
        return {
          id: uuid(),
          kind: one(['contribution', 'contribution', 'distribution', 'refund', 'fee'] as const),
          state,
          amount: one(['10', '99.5', '1000', '64000']),
          ago: state === 'settled' ? below(300) : below(40) - 20,
        }
      }),
    }
  })
  const world = { master, users, contacts, investors, investments, rates, currencies }
  await write(tenant, world)
  return world
}

type Written = Pick<World0, 'master' | 'contacts' | 'investors' | 'investments'>
// biome-ignore lint/suspicious/noExplicitAny: what makeWorld made, whose type is being made
type World0 = any

async function write(tenant: Tenant, { master, contacts, investors, investments }: Written) {
  const { organization_id, db } = tenant
  // biome-ignore lint/suspicious/noExplicitAny: rows of any table
  const insert = async (table: string, rows: any[]) => {
    if (rows.length === 0) return
    const own = rows.map((row) => ({ organization_id, ...row }))
    await db
      .insertInto(table as 'contacts')
      .values(own)
      .execute()
  }
  const ago = (days: number) => sql`(select (now() at time zone time_zone)::date from organizations) - ${days}::integer`
  const placed = (rows: { id: string }[]) =>
    rows.map((row, index) => ({ color: 'gray', position: 100 + index, ...row }))
  await sql`update organizations set base_currency = 'USD'`.execute(db)
  await insert(
    'exchange_rates',
    rates.map(({ to, rate, ago: days }) => ({
      from_currency: 'USD',
      to_currency: to,
      rate,
      source: 'manual',
      day: ago(days),
    })),
  )
  await insert(
    'tags',
    master.tags.map((row: object) => ({ color: 'gray', ...row })),
  )
  await insert('investor_types', placed(master.investor_types))
  await insert('investment_stages', placed(master.investment_stages))
  await insert('investment_statuses', placed(master.investment_statuses))
  await insert('offerings', master.offerings)
  const choices = (key: string) =>
    (choicesOf[key as 'tier'] ?? []).map((id) => ({ id, name: id.toUpperCase(), color: 'gray' }))
  for (const record of ['contact', 'investor', 'investment'])
    await insert(
      'custom_fields',
      Object.entries(customTypes).map(([key, type]) => ({
        ...{ record, key, type, name: key },
        choices: JSON.stringify(choices(key)),
      })),
    )
  const { rows: days } = await sql<{ today: string }>`
    select (now() at time zone time_zone)::date::text as today from organizations`.execute(db)
  const stored = ({ met_ago, ...values }: Contact['custom']) =>
    JSON.stringify({ ...values, ...(met_ago !== undefined && { met: dayAgo(days[0]!.today, met_ago as number) }) })
  await insert(
    'contacts',
    contacts.map((c: Contact) => ({
      id: c.id,
      name: c.name,
      company: c.company,
      job_title: c.job_title,
      phone: c.phone,
      phone_key: c.phone,
      consent: c.consent,
      language: c.language,
      custom: stored(c.custom),
      created_at: sql`now() - make_interval(days => ${c.created_ago}::integer)`,
    })),
  )
  const numbered = contacts.filter((c: Contact) => c.phone)
  await insert(
    'opt_outs',
    numbered.filter((c: Contact) => c.has_opt_out).map((c: Contact) => ({ phone_key: c.phone })),
  )
  const tagged = (kind: string, rows: { id: string; tags: string[] }[]) =>
    insert(
      `${kind}_tags`,
      rows.flatMap(({ id, tags }) => tags.map((tag_id) => ({ [`${kind}_id`]: id, tag_id }))),
    )
  await tagged('contact', contacts)
  await insert(
    'investors',
    investors.map((v: Investor) => ({
      id: v.id,
      code: v.id.slice(0, 8),
      name: v.name,
      kind: v.kind,
      investor_type_id: v.type,
      country: v.country,
      city: v.city,
      source: v.source,
      next_follow_up_on: v.follow_up_ago === null ? null : ago(v.follow_up_ago),
      owner_user_id: v.owner,
      custom: stored(v.custom),
      archived_at: v.is_archived ? sql`now()` : null,
      deleted_at: v.is_deleted ? sql`now()` : null,
    })),
  )
  await tagged('investor', investors)
  await insert(
    'investor_stages',
    investors.flatMap((v: Investor) => v.stages.map((stage_id) => ({ investor_id: v.id, stage_id }))),
  )
  await insert(
    'investor_contacts',
    investors.flatMap((v: Investor) =>
      v.links.map(({ contact, role, is_primary }) => ({ investor_id: v.id, contact_id: contact, role, is_primary })),
    ),
  )
  await insert(
    'investments',
    investments.map((i: Investment) => ({
      id: i.id,
      reference: i.id.slice(0, 8),
      title: 'Investment',
      investor_id: i.investor,
      offering_id: i.offering,
      status_id: i.status,
      stage_id: i.stage,
      instrument: i.instrument,
      currency: i.currency,
      committed_amount: i.committed,
      committed_on: i.committed_ago === null ? null : ago(i.committed_ago),
      expected_close_on: i.closes_ago === null ? null : ago(i.closes_ago),
      maturity_on: i.matures_ago === null ? null : ago(i.matures_ago),
      owner_user_id: i.owner,
      custom: stored(i.custom),
      deleted_at: i.is_deleted ? sql`now()` : null,
    })),
  )
  await tagged('investment', investments)
  await insert(
    'transactions',
    investments.flatMap((i: Investment) =>
      i.transactions.map(({ id, kind, state, amount, ago: days }) => ({
        id,
        investment_id: i.id,
        kind,
        state,
        amount,
        due_on: ago(days),
        settled_on: state === 'settled' ? ago(days) : null,
      })),
    ),
  )
  await messages(tenant, numbered)
}

/** Half a day off whole days, so that no rule falls on a boundary. */
async function messages({ db, organization_id }: Tenant, contacts: Contact[]) {
  const { id: session_id } = await db.selectFrom('wa_sessions').select('id').executeTakeFirstOrThrow()
  const broadcast = await db
    .insertInto('broadcasts')
    .values({ organization_id, name: 'Before', session_id, status: 'completed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = (days: number) => sql<string>`now() - make_interval(days => ${days}::integer) - interval '12 hours'`
  for (const contact of contacts) {
    const address_key = contact.phone!
    for (const [place, { ago, is_refused }] of contact.sent.entries()) {
      const wa_message_id = `${contact.id} ${ago}`
      await db
        .insertInto('wa_sends')
        .values({ organization_id, session_id, at: at(ago), wa_message_id, address_key, chat: 'new', jitter: 0 })
        .execute()
      if (place > 0 && !is_refused) continue
      await db
        .insertInto('recipients')
        .values({
          organization_id,
          broadcast_id: broadcast.id,
          session_id,
          contact_id: contact.id,
          name: contact.name,
          address: address_key,
          address_key: `${address_key} ${ago}`,
          status: is_refused ? 'failed' : 'sent',
          reason: is_refused ? 'not_on_whatsapp' : null,
          wa_message_id,
          due_at: null,
        })
        .execute()
    }
    for (const ago of contact.wrote)
      await db
        .insertInto('wa_messages')
        .values({
          organization_id,
          session_id,
          wa_message_id: `${contact.id} ${ago}`,
          address: address_key,
          address_key: ago === 3 ? address_key : 'somebody',
          contact_id: ago === 3 ? null : contact.id,
          text: 'Halo',
          at: at(ago),
        })
        .execute()
  }
}

/** The day that is so many days before `today`. */
export const dayAgo = (today: string, days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
