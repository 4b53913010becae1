// Retention of sends: as long as a limit or the warm-up counts them, or a contact may reply.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { latestSend, removeOldSends, sendingDays } from './service.ts'

const { database, signUp } = await testApp()

test('deletes sends older than 90 days except the first of each day and the last to each address', async () => {
  const person = await signUp()
  const session_id = made(await person.call(waSessions.list)).data[0]!.id
  const { id: other } = made(await person.call(waSessions.create, { body: { name: 'Other' } }))
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) =>
    inTenant(database, { organization_id: organizationOf(person) }, work)
  const left = (session: string, daysAgo: number, minutes: number, address: string) =>
    inside(({ db, organization_id }) =>
      sql`insert into wa_sends (organization_id, session_id, at, wa_message_id, address_key, chat, jitter)
        values (${organization_id}, ${session}, clock_timestamp() - make_interval(days => ${daysAgo}) + make_interval(mins => ${minutes}),
          ${`${daysAgo} ${minutes} ${address}`}, ${address}, 'new', 0.5)`.execute(db),
    )
  const log = () =>
    inside(async ({ db }) => {
      const { rows } = await sql<{ id: string }>`
        select wa_message_id as id from wa_sends where session_id = ${session_id} order by at`.execute(db)
      return rows.map(({ id }) => id)
    })
  // Two days of sending to the same two people, and recently to one of them again.
  for (const daysAgo of [200, 120])
    for (const minutes of [0, 1, 2, 3]) await left(session_id, daysAgo, minutes, minutes % 2 ? '+62811' : '+62812')
  await left(session_id, 89, 0, '+62811')
  await left(session_id, 89, 1, '+62811')
  await left(other, 120, 0, '+62811')
  const days = await inside((tenant) => sendingDays(tenant, session_id, 20))

  expect(await inside((tenant) => removeOldSends(tenant, session_id, 2))).toBe(true)
  expect(await log()).toHaveLength(8)
  expect(await inside((tenant) => removeOldSends(tenant, session_id, 10))).toBe(false)
  // The first send of each day, the last one to 812, and all of the last 90 days.
  expect(await log()).toEqual(['200 0 +62812', '120 0 +62812', '120 2 +62812', '89 0 +62811', '89 1 +62811'])
  expect(await inside((tenant) => sendingDays(tenant, session_id, 20))).toEqual(days)
  expect(await inside((tenant) => latestSend(tenant, session_id, '+62812', new Date()))).toBe('120 2 +62812')
  expect(await inside((tenant) => removeOldSends(tenant, session_id, 10))).toBe(false)
})

test('an address stays messaged even if WhatsApp refused the last message to it', async () => {
  const person = await signUp()
  const session_id = made(await person.call(waSessions.list)).data[0]!.id
  await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    const { db, organization_id } = tenant
    const { id } = await db
      .insertInto('broadcasts')
      .values({ organization_id, session_id, name: 'News', status: 'completed' })
      .returning('id')
      .executeTakeFirstOrThrow()
    // To 811 the last one failed; to 812 its fate is unknown.
    for (const [address_key, reason] of [
      ['+62812', 'unconfirmed'],
      ['+62811', 'not_on_whatsapp'],
    ] as const) {
      const common = { organization_id, session_id, address_key }
      for (const daysAgo of [300, 200, 100])
        await sql`insert into wa_sends (organization_id, session_id, at, wa_message_id, address_key, chat, jitter)
          values (${organization_id}, ${session_id}, clock_timestamp() - make_interval(days => ${daysAgo}), ${`${daysAgo}${address_key}`}, ${address_key}, 'new', 0.5)`.execute(
          db,
        )
      await db
        .insertInto('recipients')
        .values({
          ...common,
          ...{ broadcast_id: id, name: address_key, address: address_key, wa_message_id: `100${address_key}` },
          ...{ status: 'failed', reason, due_at: null },
        })
        .execute()
    }
    await removeOldSends(tenant, session_id)
    const { rows } = await sql<{ id: string }>`
      select wa_message_id as id from wa_sends where session_id = ${session_id} order by address_key, at`.execute(db)
    // Those to 812 are the first of their days.
    expect(rows.map((row) => row.id)).toEqual(['200+62811', '100+62811', '300+62812', '200+62812', '100+62812'])
  })
})

test.each([
  ['pending', null, false],
  ['skipped', 'expired', false],
  ['cancelled', null, false],
  ['failed', 'not_on_whatsapp', false],
  ['failed', 'unconfirmed', true],
  ['sending', null, true],
] as const)(
  'a reply refers to the last message that may have arrived: one that is %s %s: %s',
  async (status, reason, is) => {
    const person = await signUp()
    const session_id = made(await person.call(waSessions.list)).data[0]!.id
    await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
      const { organization_id, db } = tenant
      const outcomes = [
        { wa_message_id: 'first', status: 'read', reason: null },
        { wa_message_id: 'second', status, reason },
      ] as const
      for (const [index, outcome] of outcomes.entries()) {
        const broadcast = { organization_id, session_id, name: 'News', status: 'sending' }
        const { id } = await db.insertInto('broadcasts').values(broadcast).returning('id').executeTakeFirstOrThrow()
        const common = { organization_id, session_id, address_key: '+62812' }
        await sql`insert into wa_sends (organization_id, session_id, at, wa_message_id, address_key, chat, jitter)
        values (${organization_id}, ${session_id}, now() - make_interval(hours => ${5 - index}), ${outcome.wa_message_id}, '+62812', 'new', 0.5)`.execute(
          db,
        )
        const times = { pending: { due_at: new Date() }, sending: { due_at: null, decide_at: new Date() } } as const
        const time = outcome.status in times ? times[outcome.status as keyof typeof times] : { due_at: null }
        await db
          .insertInto('recipients')
          .values({ ...common, ...outcome, ...time, broadcast_id: id, name: 'A', address: '+62812' })
          .execute()
      }
      expect(await latestSend(tenant, session_id, '+62812', new Date())).toBe(is ? 'second' : 'first')
    })
  },
)

test('many recent sends without statistics do not slow the deletion', async () => {
  const person = await signUp()
  const session_id = made(await person.call(waSessions.list)).data[0]!.id
  await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    await sql`insert into wa_sends (organization_id, session_id, at, wa_message_id, address_key, chat, jitter)
      select ${tenant.organization_id}, ${session_id}, now() - make_interval(secs => n), n, n, 'new', 0.5
      from generate_series(1, 20000) n`.execute(tenant.db)
    // A hundred times the duration, and a tenth of the former one.
    await sql`select set_config('statement_timeout', '3s', true)`.execute(tenant.db)
    expect(await removeOldSends(tenant, session_id)).toBe(false)
  })
})
