// After random changes in random order and concurrently, cached sums equal those computed anew.
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DashboardQuery } from '../../../contract/dashboard.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { totals } from '../../records/investments/service.ts'
import { seedMasterData } from '../../records/master-data/service.ts'
import { computedAnew } from '../../test/computed-anew.ts'
import { testDatabase } from '../../test/database.ts'
import { get } from './service.ts'

const database = await testDatabase()

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

test('equals what is computed anew after each of many random changes', async () => {
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
    const cached = await inTenant(database, scope, (tenant) => get(tenant, query))
    expect(cached, JSON.stringify(step)).toEqual(await computedAnew(database, scope, (tenant) => get(tenant, query)))
    const of = due[looks++ % due.length]!
    const sums = await inTenant(database, scope, (tenant) => totals(tenant, of))
    expect(sums, JSON.stringify([step, of])).toEqual(
      await computedAnew(database, scope, (tenant) => totals(tenant, of)),
    )
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
