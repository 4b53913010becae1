// An answer that is given again is as true as one that is read again, whatever changed and however that ends.
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ContactQuery } from '../../contract/contacts.ts'
import { contacts } from '../../contract/contacts.ts'
import { investments } from '../../contract/investments.ts'
import { investors } from '../../contract/investors.ts'
import { organization } from '../../contract/organization.ts'
import { sampleData } from '../../contract/sample-data.ts'
import { tags } from '../../contract/tags.ts'
import { users } from '../../contract/users.ts'
import * as contactsService from '../contacts/service.ts'
import * as investmentsService from '../investments/service.ts'
import * as investorsService from '../investors/service.ts'
import { testApp } from '../test/app.ts'
import { addInvestor, made } from '../test/records.ts'
import { organizationOf } from '../test/two-at-once.ts'
import { keptAnswers } from './answers.ts'
import { inReadOnlyTenant, inTenant, type Tenant } from './index.ts'

const { app, signUp, database } = await testApp()
const ayu = await signUp()
made(await ayu.call(sampleData.add))

async function newOrganization(time_zone = 'Asia/Jakarta'): Promise<{ organization_id: string }> {
  return await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone, base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
}

const add = ({ db, organization_id }: Tenant) =>
  db.insertInto('contacts').values({ organization_id, name: 'Ayu' }).execute()

/** How many contacts are not gone, as an answer; `readings` counts how often that was read. */
function counting() {
  const answers = keptAnswers(database)
  const counter = { readings: 0 }
  const ask = async (scope: { organization_id: string }, showsSends = false) => {
    const bytes = await answers({ ...scope, name: '/contacts', showsSends }, () => {
      counter.readings += 1
      return inReadOnlyTenant(database, scope, async ({ db }) => {
        const { rows } = await sql<{
          count: number
        }>`select count(*) as count from contacts where name <> 'Gone'`.execute(db)
        return String(rows[0]!.count)
      })
    })
    return bytes.toString()
  }
  return { ask, counter }
}

test('is read once, and again after a change of this organization', async () => {
  const { ask, counter } = counting()
  const [mine, theirs] = [await newOrganization(), await newOrganization()]
  expect([await ask(mine), await ask(mine), counter.readings]).toEqual(['0', '0', 1])
  await inTenant(database, mine, add)
  expect([await ask(mine), await ask(mine), counter.readings]).toEqual(['1', '1', 2])
  expect([await ask(theirs), counter.readings]).toEqual(['0', 3])
  await inTenant(database, theirs, add)
  expect([await ask(mine), counter.readings]).toEqual(['1', 3])
  expect([await ask(theirs), counter.readings]).toEqual(['1', 4])
})

test('is read again when a change that was under way is committed, and not for one that was rolled back', async () => {
  const { ask, counter } = counting()
  const scope = await newOrganization()
  const rename = (name: string) => (tenant: Tenant) =>
    tenant.db.updateTable('contacts').set({ name: 'Gone' }).where('name', '=', name).execute()
  await inTenant(database, scope, async ({ db, organization_id }) => {
    await db
      .insertInto('contacts')
      .values(['Ayu', 'Budi', 'Citra'].map((name) => ({ organization_id, name })))
      .execute()
  })
  await inTenant(database, scope, async (writer) => {
    await rename('Ayu')(writer)
    // Younger than the writer, and done before it: the newest change is not the last one to be seen.
    await inTenant(database, scope, rename('Budi'))
    expect([await ask(scope), await ask(scope), counter.readings]).toEqual(['2', '2', 1])
  })
  expect([await ask(scope), counter.readings]).toEqual(['1', 2])
  const undone = inTenant(database, scope, async (writer) => {
    await rename('Citra')(writer)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect([await ask(scope), counter.readings]).toEqual(['1', 2])
})

test('what changes while it is read is not taken for known', async () => {
  const answers = keptAnswers(database)
  const scope = await newOrganization()
  const ask = (answer: () => Promise<string>) => answers({ ...scope, name: '/contacts', showsSends: false }, answer)
  await ask(async () => {
    await inTenant(database, scope, add)
    return 'before or after'
  })
  expect((await ask(async () => 'after')).toString()).toBe('after')
})

test('is read again on another day', async () => {
  const { ask, counter } = counting()
  // 25 hours apart: never on one day.
  const scope = await newOrganization('Pacific/Kiritimati')
  const move = (time_zone: string) =>
    database.system.updateTable('organizations').set({ time_zone }).where('organization_id', '=', scope.organization_id)
  await ask(scope)
  // That the organization moved is a change, too: the day alone is to be seen.
  await move('Pacific/Pago_Pago').execute()
  await sql`delete from record_changes where organization_id = ${scope.organization_id}`.execute(database.system)
  await ask(scope)
  expect(counter.readings).toBe(2)
})

test('who was written to is a change only for answers that show it', async () => {
  const { ask, counter } = counting()
  const scope = await newOrganization()
  await ask(scope)
  await inTenant(database, scope, ({ db }) => sql`update recipients set sent_at = now() where false`.execute(db))
  expect([await ask(scope), counter.readings]).toEqual(['0', 1])
  expect([await ask(scope, true), counter.readings]).toEqual(['0', 2])
})

const lists = {
  contacts: (tenant: Tenant, query: ContactQuery) => contactsService.list(tenant, query),
  investors: (tenant: Tenant, query: ContactQuery) => investorsService.list(tenant, query as object),
  investments: (tenant: Tenant, query: ContactQuery) => investmentsService.list(tenant, query as object),
}

/** How often each table was looked into. */
async function scans({ db }: Tenant): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables`.execute(
    db,
  )
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

test('kept lists read only tables whose changes are noted', async () => {
  const tag = made(await ayu.call(tags.list)).data[0]!
  const { rows: noted } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'noted'`.execute(database.system)
  // The counts change with what they count.
  const known = new Set([...noted.map(({ name }) => name), 'record_changes', 'record_counts'])
  for (const [name, list] of Object.entries(lists))
    for (const query of [{}, { q: 'a 1' }, { tag_id: [tag.id] }, { page: 2, per_page: 200 }]) {
      const read = await inReadOnlyTenant(database, { organization_id: organizationOf(ayu) }, async (tenant) => {
        // What the connection has done before may be among it.
        const before = await scans(tenant)
        await list(tenant, query)
        return [...(await scans(tenant))]
          .filter(([table, count]) => count > (before.get(table) ?? 0))
          .map(([table]) => table)
      })
      expect(read, name).toContain(name)
      expect(
        read.filter((table) => !known.has(table)),
        `${name} ${JSON.stringify(query)}`,
      ).toEqual([])
    }
})

test('what a page shows of others is as they are now', async () => {
  const scope = { organization_id: organizationOf(ayu) }
  const me = made(await ayu.call(users.profile))
  await addInvestor(ayu, { name: 'Mine', owner_user_id: me.id })
  made(await ayu.call(contacts.create, { body: { name: 'Far away', phone: '+61412345678' } }))
  const [tag] = made(await ayu.call(tags.list)).data
  const home = made(await ayu.call(organization.get))
  const page = async () => ({
    contacts: JSON.stringify(made(await ayu.call(contacts.list, { query: { per_page: 200 } }))),
    investors: JSON.stringify(made(await ayu.call(investors.list, { query: { per_page: 200 } }))),
    investments: JSON.stringify(made(await ayu.call(investments.list, { query: { per_page: 200 } }))),
  })
  const before = await page()
  expect(await page()).toEqual(before)
  made(await ayu.call(users.updateProfile, { body: { name: 'Another name' } }))
  expect((await page()).investors).toContain('Another name')
  made(await ayu.call(tags.update, { params: { id: tag!.id }, body: { version: tag!.version, name: 'other tag' } }))
  expect(Object.values(await page()).join()).toContain('other tag')
  expect(before.contacts).toContain('Australia/Sydney')
  made(await ayu.call(organization.update, { body: { version: home.version, country: 'AU' } }))
  expect((await page()).contacts).not.toContain('Australia/Sydney')
  await inTenant(database, scope, ({ db }) =>
    sql`update recipients set sent_at = '2031-01-01' where sent_at is not null`.execute(db),
  )
  expect((await page()).investors).toContain('2031-01-01T00:00:00.000Z')
})

test('a page that is given again is packed for who takes it so', async () => {
  const authorization = `Bearer ${ayu.access_token}`
  const get = (accepted: string) =>
    app.inject({ url: '/api/v1/contacts', headers: { authorization, 'accept-encoding': accepted } })
  const [plain, first, again] = [await get('identity'), await get('gzip'), await get('gzip')]
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect([first, again].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'gzip'])
  expect([first, again].map(({ rawPayload }) => gunzipSync(rawPayload).toString())).toEqual([
    plain.payload,
    plain.payload,
  ])
})
