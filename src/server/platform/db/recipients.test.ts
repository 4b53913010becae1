// A recipient belongs to a broadcast of its organization: enforced by triggers instead of a foreign key, see decision 0014.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { holdOpen, waitUntilBlocked } from '../../test/two-at-once.ts'
import { inTenant, type Tenant } from './index.ts'

const database = await testDatabase()

async function newBroadcast() {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { organization_id }, work)
  const { id, session_id } = await inside(async ({ db }) => {
    const session = await db
      .insertInto('wa_sessions')
      .values({ organization_id, name: 'Phone', driver: 'simulator' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return await db
      .insertInto('broadcasts')
      .values({ organization_id, session_id: session.id, name: 'News', body: 'Halo' })
      .returning(['id', 'session_id'])
      .executeTakeFirstOrThrow()
  })
  const add = async ({ db }: Tenant, broadcast_id = id) => {
    const to = randomUUID()
    const row = { organization_id, broadcast_id, session_id, name: 'A', address: to, address_key: to }
    await db.insertInto('recipients').values(row).execute()
  }
  const remove = ({ db }: Tenant) => db.deleteFrom('broadcasts').where('id', '=', id).execute()
  const count = () =>
    inside(async ({ db }) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from recipients`.execute(db)
      return rows[0]!.n
    })
  return { organization_id, id, inside, add, remove, count }
}
const ofNothing = { code: '23503' }

test('a recipient of a missing broadcast, or of another organization’s, is rejected', async () => {
  const [own, other] = [await newBroadcast(), await newBroadcast()]
  for (const id of [randomUUID(), other.id])
    await expect(own.inside((tenant) => own.add(tenant, id))).rejects.toMatchObject(ofNothing)
  await own.inside((tenant) => own.add(tenant))
  expect([await own.count(), await other.count()]).toEqual([1, 0])
})

test('a recipient cannot move to another broadcast, and is deleted with its own', async () => {
  const [own, other] = [await newBroadcast(), await newBroadcast()]
  await own.inside((tenant) => own.add(tenant))
  await other.inside((tenant) => other.add(tenant))
  const moved = ({ db }: Tenant) => sql`update recipients set broadcast_id = ${other.id}`.execute(db)
  await expect(own.inside(moved)).rejects.toMatchObject(ofNothing)
  await own.inside(own.remove)
  expect([await own.count(), await other.count()]).toEqual([0, 1])
})

test('recipients are deleted with their organization', async () => {
  const [own, other] = [await newBroadcast(), await newBroadcast()]
  for (const { inside, add } of [own, other]) await inside((tenant) => add(tenant))
  await sql`delete from organizations where organization_id = ${own.organization_id}`.execute(database.system)
  expect([await own.count(), await other.count()]).toEqual([0, 1])
})

test('adding a recipient and deleting its broadcast wait for each other', async () => {
  const { organization_id, inside, add, remove, count } = await newBroadcast()
  const added = await holdOpen(database, organization_id, (tenant) => add(tenant))
  const removing = inside(remove)
  await waitUntilBlocked(database)
  await added()
  await removing
  expect(await count()).toBe(0)

  const next = await newBroadcast()
  const removed = await holdOpen(database, next.organization_id, next.remove)
  const adding = expect(next.inside((tenant) => next.add(tenant))).rejects.toMatchObject(ofNothing)
  await waitUntilBlocked(database)
  await removed()
  await adding
})
