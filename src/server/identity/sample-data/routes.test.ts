// Sample data over HTTP: a demo organization for each user, opened, closed and deleted with one request each.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { account } from '../../../contract/account.ts'
import { auth } from '../../../contract/auth.ts'
import { ContactInput, contacts } from '../../../contract/contacts.ts'
import { customFields } from '../../../contract/custom-fields.ts'
import { readCustom } from '../../../contract/custom-values.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { downloads } from '../../../contract/downloads.ts'
import { home } from '../../../contract/home.ts'
import { investments } from '../../../contract/investments.ts'
import { InvestorInput, investors } from '../../../contract/investors.ts'
import { offerings } from '../../../contract/offerings.ts'
import { organization } from '../../../contract/organization.ts'
import { quotas } from '../../../contract/quotas.ts'
import { sampleData } from '../../../contract/sample-data.ts'
import { team } from '../../../contract/team.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import { parsePhone } from '../../records/contacts/phone.ts'
import { faultsOf } from '../../records/investments/rules.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { quiet } from '../../test/engine.ts'
import { addInvestor, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { deleteDue } from '../account/organization-deletion.ts'
import { disable } from '../auth/service.ts'
import { listUsers } from '../users/service.ts'
import { contacts as people } from './contacts.ts'

const { app, signUp, call, clock, config, refreshed, openSampleData, database } = await testApp()
const namesOf = async (person: Caller) =>
  made(await person.call(investors.list, { query: { per_page: 200 } })).data.map(({ name }) => name)
const password = 'correct horse battery'

/** The number of an organization's rows in each table, except the tables that any request writes to. */
async function rowsOf(organization_id: string): Promise<Record<string, number>> {
  return await inTenant(database, { organization_id }, async ({ db }) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
        and c.relname not in ('record_counts', 'record_changes', 'idempotency_keys') order by 1`.execute(db)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} where organization_id = ${organization_id}`.execute(db)
      if (rows[0]!.n > 0) counts[name] = rows[0]!.n
    }
    return counts
  })
}

/** Registers a second member of the person's organization. */
async function colleagueOf(person: Caller, email: string): Promise<Caller> {
  const invited = made(await person.call(team.invite, { body: { emails: [email] } }))
  const invite = new URL(invited.data[0]!.link).searchParams.get('invite')!
  const { body } = await call(auth.register, { body: { name: 'Dewi', email, password, invite } })
  return { ...body, call: (endpoint, input) => call(endpoint, input, body.access_token) }
}

describe('opening and closing', () => {
  test('a click shows the sample data, another one the own organization as it was', async () => {
    const ayu = await signUp({ organization: 'Nusantara' })
    await addInvestor(ayu, { name: 'Mine' })
    const before = await rowsOf(organizationOf(ayu))
    expect(made(await ayu.call(sampleData.get))).toEqual({ created_at: null, is_open: false })

    const inDemo = await openSampleData(ayu)
    expect(made(await inDemo.call(sampleData.get))).toEqual({ created_at: expect.any(String), is_open: true })
    expect(await namesOf(inDemo)).toHaveLength(23)
    expect(await namesOf(inDemo)).not.toContain('Mine')
    expect(made(await inDemo.call(organization.get))).toMatchObject({ name: 'Nusantara', country: 'ID' })
    const { id } = await addInvestor(inDemo, { name: 'Tried' })
    expect(await rowsOf(organizationOf(ayu))).toEqual(before)

    expect(made(await inDemo.call(sampleData.close))).toMatchObject({ is_open: false })
    const back = await refreshed(inDemo)
    expect(organizationOf(back)).toBe(organizationOf(ayu))
    expect(await namesOf(back)).toEqual(['Mine'])
    expect((await back.call(investors.get, { params: { id } })).status).toBe(404)

    // Opening it again shows the same sample data, including the added record.
    const again = await openSampleData(back)
    expect(organizationOf(again)).toBe(organizationOf(inDemo))
    expect(await namesOf(again)).toContain('Tried')
  })

  test('a token of the organization before is refused, whatever it asks, until it is refreshed', async () => {
    const ayu = await signUp()
    const inDemo = await openSampleData(ayu)
    const refused = { status: 409, problem: { code: 'organization_switched' } }
    expect(await ayu.call(investors.list)).toMatchObject(refused)
    expect(await ayu.call(contacts.create, { body: { name: 'Budi' } })).toMatchObject(refused)
    expect(await ayu.call(users.profile)).toMatchObject(refused)
    expect(await ayu.call(sampleData.close)).toMatchObject(refused)
    made(await inDemo.call(sampleData.close))
    expect(await inDemo.call(contacts.create, { body: { name: 'Budi' } })).toMatchObject(refused)
    expect(made(await (await refreshed(ayu)).call(contacts.list)).data).toEqual([])
  })

  test('other devices of the user stay where they are', async () => {
    const ayu = await signUp()
    const { email } = made(await ayu.call(users.profile))
    const phone = (await call(auth.login, { body: { email, password } })).body
    await openSampleData(ayu)
    expect((await call(investors.list, {}, phone.access_token)).body.data).toEqual([])
    expect((await call(sampleData.get, {}, phone.access_token)).body).toMatchObject({ is_open: false })
  })

  test('two concurrent requests create one', async () => {
    const ayu = await signUp()
    const [one, two] = await Promise.all([ayu.call(sampleData.open), ayu.call(sampleData.open)])
    expect([one.status, two.status].sort()).toEqual([200, 200])
    expect(one.body).toEqual(two.body)
    expect(await namesOf(await refreshed(ayu))).toHaveLength(23)
  })

  test('each member has sample data of their own', async () => {
    const ayu = await signUp()
    const dewi = await colleagueOf(ayu, 'dewi.demo@example.com')
    const [ayuIn, dewiIn] = [await openSampleData(ayu), await openSampleData(dewi)]
    expect(organizationOf(ayuIn)).not.toBe(organizationOf(dewiIn))
    await addInvestor(ayuIn, { name: 'Tried' })
    expect(await namesOf(dewiIn)).not.toContain('Tried')
    expect(made(await ayuIn.call(team.get)).members.map(({ is_you }) => is_you)).toEqual([true])
    expect((await ayuIn.call(sampleData.remove)).status).toBe(204)
    expect(await namesOf(dewiIn)).toHaveLength(23)
  })
})

describe('deleting', () => {
  test('leaves no row, and opens the own organization on every device', async () => {
    const ayu = await signUp()
    const { email } = made(await ayu.call(users.profile))
    const body = (await call(auth.login, { body: { email, password } })).body
    const phone = await openSampleData({ ...body, call: (endpoint, input) => call(endpoint, input, body.access_token) })
    const inDemo = await openSampleData(ayu)
    const demo = organizationOf(inDemo)
    const before = await rowsOf(organizationOf(ayu))
    expect(await rowsOf(demo)).toMatchObject({ organizations: 1, users: 1, investors: 23, wa_sessions: 1 })
    made(
      await inDemo.call(downloads.create, { body: { kind: 'contacts', input: { format: 'csv', query: {} } } as never }),
    )

    expect((await inDemo.call(sampleData.remove)).status).toBe(204)
    expect(await rowsOf(demo)).toEqual({})
    expect(await rowsOf(organizationOf(ayu))).toEqual(before)
    for (const one of [inDemo, phone])
      expect(await one.call(investors.list)).toMatchObject({ status: 409, problem: { code: 'organization_switched' } })
    const [back, phoneBack] = [await refreshed(inDemo), await refreshed(phone)]
    expect(await namesOf(phoneBack)).toEqual([])
    expect((await back.call(sampleData.remove)).status).toBe(204)
    // Opening it after the deletion creates a new demo organization.
    expect(organizationOf(await openSampleData(back))).not.toBe(demo)
  })

  test('happens with the account, of the last member and of another one', async () => {
    const ayu = await signUp({ organization: 'Nusantara' })
    const dewi = await colleagueOf(ayu, 'dewi.leaves@example.com')
    const demos = [organizationOf(await openSampleData(dewi)), organizationOf(await openSampleData(ayu))]
    const inDemo = await refreshed(dewi)
    const request = { confirmation: 'dewi.leaves@example.com', is_last_member: false }
    expect((await inDemo.call(account.delete, { body: request })).status).toBe(204)
    expect(await rowsOf(demos[0]!)).toEqual({})
    expect(await rowsOf(demos[1]!)).toMatchObject({ investors: 23 })
    const last = await refreshed(ayu)
    // The request concerns the user's own organization, although the demo organization is open.
    expect(made(await last.call(account.deletion))).toMatchObject({ is_last_member: true, counts: { investors: 0 } })
    made(await last.call(sampleData.close))
    const body = { confirmation: 'Nusantara', is_last_member: true }
    expect((await (await refreshed(last)).call(account.delete, { body })).status).toBe(204)
    await deleteDue(database, deriveKeys(config.secret), quiet, new Date(clock.now.getTime() + 7 * 86_400_000))
    expect(await rowsOf(demos[1]!)).toEqual({})
    expect(await rowsOf(organizationOf(ayu))).toEqual({})
  })

  test('happens when the user joins another organization', async () => {
    const [ayu, budi] = [await signUp(), await signUp({ email: 'budi.joins@example.com' })]
    const demo = organizationOf(await openSampleData(budi))
    const invited = made(await ayu.call(team.invite, { body: { emails: ['budi.joins@example.com'] } }))
    const invite = new URL(invited.data[0]!.link).searchParams.get('invite')!
    const joined = made(await (await refreshed(budi)).call(team.join, { body: { invite } }))
    expect(organizationOf(joined as Caller)).toBe(organizationOf(ayu))
    expect(await rowsOf(demo)).toEqual({})
  })
})

describe('the account', () => {
  test('is the same: profile, password, sign-in sessions', async () => {
    const ayu = await signUp({ organization: 'Nusantara' })
    const before = made(await ayu.call(users.profile))
    const inDemo = await openSampleData(ayu)
    expect(made(await inDemo.call(users.profile))).toEqual(before)
    made(await inDemo.call(users.updateProfile, { body: { locale: 'id', name: 'Ayu Lestari' } }))
    expect(made(await inDemo.call(auth.sessions)).data).toMatchObject([{ current: true }])
    const passwords = { current_password: 'correct horse battery', new_password: 'another horse battery' }
    expect((await inDemo.call(auth.changePassword, { body: passwords })).status).toBe(204)
    // This session is still signed in, with the demo organization open.
    expect(await namesOf(inDemo)).toHaveLength(23)
    const { body } = await call(auth.login, { body: { email: before.email, password: 'another horse battery' } })
    expect((await call(users.profile, {}, body.access_token)).body).toMatchObject({ name: 'Ayu Lestari', locale: 'id' })
    // A new sign-in session opens the user's own organization.
    expect((await call(investors.list, {}, body.access_token)).body.data).toEqual([])
  })

  test('whoever loses it loses the demo', async () => {
    const boss = await signUp()
    const removed = await colleagueOf(boss, 'removed@example.com')
    const owners = [await signUp(), removed, await signUp(), await signUp()]
    const demos: Caller[] = []
    for (const owner of owners) demos.push(await openSampleData(owner))
    const idOf = async (person: Caller) => made(await person.call(users.profile)).id
    expect((await call(auth.logout, { body: { refresh_token: demos[0]!.refresh_token } })).status).toBe(204)
    expect((await boss.call(team.removeMember, { params: { id: await idOf(demos[1]!) } })).status).toBe(204)
    const disabled = await idOf(demos[2]!)
    await inTenant(database, { organization_id: organizationOf(owners[2]!) }, (tenant) =>
      disable(tenant, disabled, clock.now),
    )
    const [session] = made(await demos[3]!.call(auth.sessions)).data
    expect((await demos[3]!.call(auth.endSession, { params: { id: session!.id } })).status).toBe(204)
    for (const demo of demos) {
      expect(await demo.call(investors.list)).toMatchObject({ status: 401 })
      expect((await call(auth.refresh, { body: { refresh_token: demo.refresh_token } })).status).toBe(401)
    }
  })

  test('has one entry in the list of users, and cannot sign in to the demo', async () => {
    const ayu = await signUp({ email: 'ayu.once@example.com' })
    await openSampleData(ayu)
    expect((await listUsers(database)).filter(({ email }) => email === 'ayu.once@example.com')).toHaveLength(1)
    const { rows } = await sql`
      select from users where email = 'ayu.once@example.com' and email_key is null and password_hash = ''`.execute(
      database.system,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('nothing leaves it', () => {
  test('it sends through the simulator only', async () => {
    const inDemo = await openSampleData(await signUp())
    const refused = { status: 409, problem: { code: 'not_with_sample_data' } }
    const [session] = made(await inDemo.call(waSessions.list)).data
    expect(session).toMatchObject({ driver: 'simulator' })
    expect(await inDemo.call(waSessions.create, { body: { name: 'Real' } })).toMatchObject(refused)
    const linked = { driver: 'linked_device' } as const
    expect(await inDemo.call(waSessions.update, { params: { id: session!.id }, body: linked })).toMatchObject(refused)
    expect((await inDemo.call(waSessions.create, { body: { name: 'Second', driver: 'simulator' } })).status).toBe(201)
  })

  test('it invites nobody', async () => {
    const inDemo = await openSampleData(await signUp())
    const answer = await inDemo.call(team.invite, { body: { emails: ['someone@example.com'] } })
    expect(answer).toMatchObject({ status: 409, problem: { code: 'not_with_sample_data' } })
    const { rows } = await sql`select from invitations where email_key = 'someone@example.com'`.execute(database.system)
    expect(rows).toEqual([])
  })

  test('its records are in no export of the own organization', async () => {
    const ayu = await signUp()
    const inDemo = await openSampleData(ayu)
    made(await inDemo.call(sampleData.close))
    const back = await refreshed(inDemo)
    const body = { kind: 'contacts', input: { format: 'csv', query: {} } } as never
    const { url } = made(await back.call(downloads.create, { body }))
    expect((await app.inject({ url })).payload).not.toContain('Agus')
  })

  test('it has small limits of its own, and uses nothing of the quota of the organization', async () => {
    const ayu = await signUp()
    const inDemo = await openSampleData(ayu)
    const limits = made(await inDemo.call(quotas.list)).data
    expect(limits.find(({ kind }) => kind === 'records')!.limit).toBe(2_000)
    made(await inDemo.call(sampleData.close))
    const own = made(await (await refreshed(inDemo)).call(quotas.list)).data
    expect(own.find(({ kind }) => kind === 'records')!.used).toBe(0)
  })
})

test.each(['ID', 'DE'])('reads like a real syndicate where the country is %s', async (country) => {
  const ayu = await openSampleData(await signUp({ country }))
  const { alerts, counts } = made(await ayu.call(home.get))
  expect(new Set(alerts.map(({ kind }) => kind))).toEqual(new Set(['reply', 'overdue', 'due', 'follow_up']))
  expect(counts.overdue).toBeGreaterThan(1)
  const board = made(await ayu.call(dashboard.get))
  for (const groups of [
    board.by_status,
    board.by_stage,
    board.by_type,
    board.by_country,
    board.offerings,
    board.top_investors,
  ])
    expect(groups.length).toBeGreaterThan(4)
  expect(board.months.length).toBeGreaterThan(9)
  const { data, pagination } = made(await ayu.call(investments.list, { query: { per_page: 200 } }))
  expect(pagination.total).toBe(data.length)
  expect(new Set(data.map(({ status }) => status.category)).size).toBe(6)
  expect(new Set(data.map(({ currency }) => currency)).size).toBe(5)
})

test('has no rates for an unknown base currency', async () => {
  const ayu = await openSampleData(await signUp({ country: 'MN' }))
  const { alerts } = made(await ayu.call(home.get))
  expect(alerts.filter(({ kind }) => kind === 'rate_missing').map(({ key }) => key)).toEqual([
    'AED',
    'EUR',
    'IDR',
    'SGD',
    'USD',
  ])
})

test('its records pass the validation of the API', async () => {
  const ayu = await openSampleData(await signUp())
  const query = { per_page: 200 }
  for (const { phone } of people) expect(parsePhone(phone, 'ID')).toEqual({ ok: true, phone, key: phone })
  for (const { name, email, language, time_zone, job_title } of made(await ayu.call(contacts.list, { query })).data)
    ContactInput.parse({ name, email, language, time_zone, job_title })
  for (const { name, kind, email, country, website, preferred_currency, ticket_min, ticket_max, type } of made(
    await ayu.call(investors.list, { query }),
  ).data)
    InvestorInput.parse({
      name,
      kind,
      email,
      country,
      website,
      preferred_currency,
      ticket_min,
      ticket_max,
      investor_type_id: type.id,
    })
  for (const position of made(await ayu.call(investments.list, { query })).data)
    expect(faultsOf({ ...position, valuation_cap: null }, position.status.category), position.title).toEqual([])
  const fields = made(await ayu.call(customFields.list, { query: {} })).data
  const lists = { contact: contacts, investor: investors, investment: investments, offering: offerings }
  for (const record of Object.keys(lists) as (keyof typeof lists)[]) {
    const own = fields.filter((field) => field.record === record)
    const { data } = made(await ayu.call(lists[record].list as typeof contacts.list, { query }))
    for (const { custom } of data) expect(readCustom(own, custom)).toEqual({ values: custom, faults: [] })
    for (const { key } of own) expect(data.filter(({ custom }) => key in custom).length, key).toBeGreaterThan(1)
  }
  for (const template of made(await ayu.call(templates.list)).data)
    made(
      await ayu.call(templates.update, {
        params: { id: template.id },
        body: { version: template.version, body: `${template.body} ` },
      }),
    )
})
