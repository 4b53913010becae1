// After random changes in random order and concurrently, the cached parts equal a full recount.
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DashboardQuery } from '../../contract/dashboard.ts'
import { inSnapshot, inTenant, refreshStatistics, type Tenant } from '../db/index.ts'
import { totals } from '../investments/service.ts'
import { seedMasterData } from '../master-data/service.ts'
import { testDatabase } from '../test/database.ts'
import { get } from './service.ts'

const database = await testDatabase()
// Makes each of a few records a part of its own.
Object.assign(database.memory.partsOf, { atLeast: 0, each: 1 })

/** A row of a table, deterministic for `nth`. */
const one = (table: string, nth: number, more = sql`true`) => sql`(
  select id from (select id, row_number() over (order by id) - 1 as place, count(*) over () as all from ${sql.table(table)} where ${more}) x
  where x.place = ${nth}::int % x.all)`
const live = sql`deleted_at is null`
const currency = (nth: number) => sql.lit(['USD', 'IDR', 'JPY'][nth % 3]!)
const day = (nth: number) => sql`date '2026-01-01' + ${(nth * 11) % 240}::int`
const investment = (nth: number) => one('investments', nth, live)

/** Possible changes; the numbers select which one and how. */
const changes: Record<string, (a: number, b: number) => RawBuilder<unknown>> = {
  'a new investment': (a, b) => sql`
    insert into investments (organization_id, reference, title, investor_id, status_id, stage_id, currency, expected_amount, committed_amount, committed_on)
    select current_organization(), 'N' || ${a}::int || '-' || random(), 'N', ${one('investors', a)}, ${one('investment_statuses', b)},
      ${one('investment_stages', a % 3)}, ${currency(a)}, ${b}, ${a * 3}, ${day(b)}`,
  status: (a, b) => sql`
    with moved as (
      update investments set status_id = ${one('investment_statuses', b)}, status_since = now() where id = ${investment(a)} returning id, status_id)
    insert into investment_status_changes (organization_id, investment_id, to_status_id) select current_organization(), id, status_id from moved`,
  stage: (a, b) =>
    sql`update investments set stage_id = ${one('investment_stages', b % 3)} where id = ${investment(a)}`,
  offering: (a, b) => sql`update investments set offering_id = ${one('offerings', b)} where id = ${investment(a)}`,
  amounts: (a, b) =>
    sql`update investments set expected_amount = ${a}, committed_amount = ${b}, probability = ${b % 100} where id = ${investment(a)}`,
  'to another investor': (a, b) =>
    sql`update investments set investor_id = ${one('investors', b)} where id = ${investment(a)}`,
  'gone and back': (a) =>
    sql`update investments set deleted_at = case when deleted_at is null then now() end where id = ${one('investments', a)}`,
  'a note': (a) => sql`update investments set notes = notes || 'x' where id = ${investment(a)}`,
  'money moves': (a, b) => sql`
    insert into transactions (organization_id, investment_id, kind, state, amount, settled_on, due_on)
    select current_organization(), ${investment(a)}, k, s, ${b + 1}, case s when 'settled' then ${day(b)} end, ${day(a)}
    from (select ${sql.lit('contribution,refund,distribution,return_of_capital,fee'.split(',')[b % 5]!)} as k,
      ${sql.lit(['settled', 'settled', 'scheduled'][a % 3]!)} as s) x`,
  'on another day': (a, b) =>
    sql`update transactions set settled_on = ${day(b)} where id = ${one('transactions', a, sql`state = 'settled'`)}`,
  'due on another day': (a, b) => sql`update transactions set due_on = ${day(b)} where id = ${one('transactions', a)}`,
  settled: (a, b) =>
    sql`update transactions set state = 'settled', settled_on = ${day(b)} where id = ${one('transactions', a, sql`state = 'scheduled'`)}`,
  'not paid after all': (a) =>
    sql`update transactions set deleted_at = now() where id = ${one('transactions', a, live)}`,
  'a rate': (a, b) => sql`
    insert into exchange_rates (organization_id, from_currency, to_currency, day, rate, source)
    select current_organization(), f, t, ${day(a)}, ${b + 1}, 'manual' from (select ${currency(a)} as f, ${currency(a + 1 + (b % 2))} as t) x
    on conflict (organization_id, from_currency, to_currency, day) do update set rate = excluded.rate`,
  'no rate': (a) => sql`delete from exchange_rates where id = ${one('exchange_rates', a)}`,
  type: (a, b) =>
    sql`update investors set investor_type_id = ${one('investor_types', b)}, country = 'SG' where id = ${one('investors', a)}`,
  'do not contact': (a) =>
    sql`update investors set do_not_contact = not do_not_contact where id = ${one('investors', a)}`,
  'opted out': (a) => sql`
    insert into opt_outs (organization_id, phone_key, evidence) select current_organization(), phone_key, '' from contacts where id = ${one('contacts', a)}
    on conflict do nothing`,
  'no number': (a) => sql`update contacts set phone = null, phone_key = null where id = ${one('contacts', a)}`,
  'another contact': (a, b) => sql`
    insert into investor_contacts (organization_id, investor_id, contact_id, role)
    select current_organization(), ${one('investors', a)}, ${one('contacts', b)}, 'other' on conflict do nothing`,
  'what a status means': (a, b) => sql`
    update investment_statuses set category = ${sql.lit(['soft', 'committed', 'lost'][b % 3]!)}, probability = ${b % 100}
    where id = ${one('investment_statuses', a, sql`not is_default`)}`,
  'another base': (a) => sql`
    update organizations set base_currency = ${currency(a)} where organization_id = current_organization()`,
}

const steps = fc.array(
  fc.tuple(
    fc.constantFrom(...Object.keys(changes)),
    fc.nat(997),
    fc.nat(997),
    fc.constantFrom('done', 'done', 'open', 'undone'),
  ),
  { minLength: 18, maxLength: 18 },
)

test('equals a full recount after each of many random changes', async () => {
  const scope = await database.system
    .insertInto('organizations')
    .values({ country: 'US', time_zone: 'Asia/Jakarta', base_currency: 'USD' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  await inTenant(database, scope, begin)
  const [stage_id] = await inTenant(database, scope, async ({ db }) =>
    (await sql<{ id: string }>`select id from investment_stages order by id limit 1`.execute(db)).rows.map(
      ({ id }) => id,
    ),
  )
  const queries: DashboardQuery[] = [{}, { as_of: '2026-05-05' }, { in: 'IDR', stage_id: [stage_id!] }]
  const due = [{ payment: 'due' }, { payment: 'overdue' }, { payment: 'overdue', as_of: '2026-05-05' }] as const
  let looks = 0
  const same = async (query: DashboardQuery, step: unknown) => {
    const remembered = await inTenant(database, scope, (tenant) => get(tenant, query))
    expect(remembered, JSON.stringify(step)).toEqual(await inSnapshot(database, scope, (tenant) => get(tenant, query)))
    const of = due[looks++ % due.length]!
    const sums = await inTenant(database, scope, (tenant) => totals(tenant, of))
    expect(sums, JSON.stringify([step, of])).toEqual(await inSnapshot(database, scope, (tenant) => totals(tenant, of)))
  }
  const [all] = fc.sample(steps, { numRuns: 1, seed: 20_261_122 })
  for (const query of queries) await same(query, 'before')
  for (const [nth, step] of all!.entries()) {
    const [name, a, b, how] = step
    const query = queries[nth % queries.length]!
    const undone = new Error('undone')
    await inTenant(database, scope, async ({ db }) => {
      await changes[name]!(a, b).execute(db)
      // Other requests run during the transaction, and another change commits before it.
      if (how === 'open') {
        await inTenant(database, scope, (other) => changes['a new investment']!(b, a).execute(other.db))
        await same(query, [step, 'under way'])
      }
      if (how === 'undone') throw undone
    }).catch((error) => {
      if (error !== undone) throw error
    })
    await same(query, step)
  }
}, 120_000)

test('a due amount that was removed no longer counts on a past day, in any week', async () => {
  const scope = await database.system
    .insertInto('organizations')
    .values({ country: 'US', time_zone: 'Asia/Jakarta', base_currency: 'USD' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  await inTenant(database, scope, begin)
  const run = (statement: RawBuilder<unknown>) => inTenant(database, scope, ({ db }) => statement.execute(db))
  const paid = (of: RawBuilder<unknown>, settled_on: string, due_on: string | null) => sql`
    insert into transactions (organization_id, investment_id, kind, state, amount, settled_on, due_on)
    select current_organization(), ${of}, 'contribution', 'settled', 70, ${settled_on}, ${due_on}`
  await run(sql`delete from transactions`)
  await run(sql`${paid(sql`id`, '2026-03-03', null)} from investments`)
  await run(sql`${paid(sql`id`, '2026-11-10', '2026-04-01')} from investments`)
  // Of the others something is due to this day.
  await run(sql`
    insert into transactions (organization_id, investment_id, kind, state, amount, due_on)
    select current_organization(), id, 'contribution', 'scheduled', 1, '2026-04-02' from investments where id <> ${investment(3)}`)
  const query = { payment: 'overdue', as_of: '2026-05-05' } as const
  const same = async () => {
    const remembered = await inTenant(database, scope, (tenant) => totals(tenant, query))
    expect(remembered).toEqual(await inSnapshot(database, scope, (tenant) => totals(tenant, query)))
    return remembered.count
  }
  const before = await same()
  await run(
    sql`update transactions set deleted_at = now() where settled_on > '2026-05-05' and investment_id = ${investment(3)}`,
  )
  expect(await same()).toBe(before - 1)
})

test('the work of a change does not grow with the number of records', async () => {
  const scope = await database.system
    .insertInto('organizations')
    .values({ country: 'US', time_zone: 'Asia/Jakarta', base_currency: 'USD' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  await inTenant(database, scope, begin)
  await inTenant(database, scope, async ({ db }) => {
    await sql`
      insert into investments (organization_id, reference, title, investor_id, status_id, currency)
      select i.organization_id, 'R' || n, 'R', i.investor_id, i.status_id, i.currency
      from (select * from investments limit 1) i, generate_series(1, 1000) n`.execute(db)
    await sql`
      insert into transactions (organization_id, investment_id, kind, state, amount, settled_on)
      select organization_id, id, 'contribution', 'settled', n, '2026-02-02' from investments, generate_series(1, 3) n`.execute(
      db,
    )
  })
  // Refreshes statistics, as autovacuum does in production.
  await refreshStatistics(database, ['investments', 'transactions'])
  const noted = await inTenant(database, scope, async ({ db }) => {
    await sql`insert into changed_parts (organization_id, blocks) select current_organization(), '{[1,2)}' from generate_series(1, 3000)`.execute(
      db,
    )
    const { rows: some } = await sql<{ id: string }>`
      select id from investments limit 10`.execute(db)
    const read = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
        where relname in ('changed_parts', 'transactions')`.execute(db)
      return rows[0]!.read
    }
    const before = await read()
    for (const { id } of some) {
      await sql`update investments set expected_amount = 7 where id = ${id}`.execute(db)
      await sql`
        insert into transactions (organization_id, investment_id, kind, state, amount, settled_on)
        values (current_organization(), ${id}, 'contribution', 'settled', 3, '2026-02-02')`.execute(db)
    }
    return (await read()) - before
  })
  expect(noted).toBeLessThan(1_000)

  const count = sql<{ count: number }>`select count(*)::int as count from changed_parts`
  await inTenant(database, scope, async ({ db }) => {
    await sql`update changed_parts set at = now() - interval '7 hours'`.execute(db)
    const before = await count.execute(db)
    await changes.amounts!(1, 2).execute(db)
    const after = await count.execute(db)
    expect(after.rows[0]!.count).toBeLessThan(before.rows[0]!.count)
  })
})

/** Eight investors with a contact, thirty investments in a few offerings, payments on most, some rates. */
async function begin(tenant: Tenant) {
  await seedMasterData(tenant)
  const run = (statement: RawBuilder<unknown>) => statement.execute(tenant.db)
  await run(sql`insert into offerings (organization_id, name, kind, currency, target_amount)
    select current_organization(), 'Fund ' || n, 'fund', 'IDR', 1000 from generate_series(1, 3) n`)
  await run(sql`insert into contacts (organization_id, name, phone, phone_key)
    select current_organization(), 'C' || n, '+62812555000' || n, '+62812555000' || n from generate_series(0, 7) n`)
  await run(sql`insert into investors (organization_id, name, code, kind, investor_type_id, country)
    select current_organization(), 'V' || n, 'V' || n, 'entity', ${one('investor_types', 3)}, 'ID' from generate_series(0, 7) n`)
  await run(sql`insert into investor_contacts (organization_id, investor_id, contact_id, role)
    select current_organization(), v.id, c.id, 'primary' from investors v join contacts c on substr(c.name, 2) = substr(v.name, 2)`)
  for (let nth = 0; nth < 30; nth++) {
    await run(changes['a new investment']!(nth, nth * 7))
    await run(changes['money moves']!(nth, nth * 3))
    if (nth % 3 === 0) await run(changes['a rate']!(nth, nth))
  }
}
