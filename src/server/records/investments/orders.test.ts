// Lists sorted by money follow the exact values, which the test computes from the rows.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Endpoint, InputOf } from '../../../contract/endpoint.ts'
import { type Investment, investments } from '../../../contract/investments.ts'
import { type Investor, investors } from '../../../contract/investors.ts'
import { inTenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { addInvestor, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { makeWorld } from '../../test/world.ts'

const { signUp, database } = await testApp()

/** Value of each currency in a common unit in which all rates of `makeWorld` are whole numbers. Euros have no rate. */
const worth: Record<string, bigint | undefined> = { USD: 20_000n, AED: 5_000n, IDR: 1n }
const units = (amount: string) => {
  const [whole, fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}
type Amount = { currency: string; amount: string | null }
type Ranked = { id: string; rank: number; value: bigint }

function ranked(id: string, amounts: Amount[], isSome = (amount: string) => units(amount) !== 0n): Ranked {
  const some = amounts.filter(({ amount }) => amount !== null && isSome(amount))
  const valued = some.filter(({ currency }) => worth[currency] !== undefined)
  const value = valued.reduce((sum, { currency, amount }) => sum + units(amount!) * worth[currency]!, 0n)
  return { id, rank: valued.length > 0 ? 0 : some.length > 0 ? 1 : 2, value }
}

/** Rows without a rate come after rows with a value, and rows without an amount last, in both directions; the id breaks ties. */
function inOrder(rows: Ranked[], direction: 1 | -1): string[] {
  const by = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
  return [...rows]
    .sort(
      (a, b) =>
        by(a.rank, b.rank) || direction * (a.rank === 0 ? by(a.value, b.value) : 0) || direction * by(a.id, b.id),
    )
    .map(({ id }) => id)
}

test.each([1, 2, 3])('investors and investments sorted by money (%i)', async (seed) => {
  const person = await signUp()
  await inTenant(database, { organization_id: organizationOf(person) }, (tenant) => makeWorld(tenant, seed))
  const rowsOf = async <Row>(list: Endpoint, sort: string) =>
    (
      made(await person.call(list, { query: { sort, per_page: 200 } } as InputOf<Endpoint>)) as unknown as {
        data: Row[]
      }
    ).data
  let valued = 0
  const check = <Row extends { id: string }>(sort: string, rows: Row[], amounts: (row: Row) => Ranked) => {
    const expected = rows.map(amounts)
    valued += expected.filter(({ rank }) => rank === 0).length
    expect(
      rows.map(({ id }) => id),
      sort,
    ).toEqual(inOrder(expected, sort.startsWith('-') ? -1 : 1))
  }
  for (const minus of ['', '-']) {
    for (const name of ['committed', 'funded', 'outstanding', 'distributed'] as const)
      check(minus + name, await rowsOf<Investor>(investors.list, minus + name), ({ id, figures }) =>
        ranked(
          id,
          figures.map((line) => ({ currency: line.currency, amount: line[name] })),
        ),
      )
    for (const name of ['funded', 'outstanding', 'due', 'overdue', 'distributed'] as const)
      check(minus + name, await rowsOf<Investment>(investments.list, minus + name), (row) =>
        ranked(row.id, [{ currency: row.currency, amount: row[name] }]),
      )
    check(`${minus}committed_amount`, await rowsOf<Investment>(investments.list, `${minus}committed_amount`), (row) =>
      ranked(row.id, [{ currency: row.currency, amount: row.committed_amount }], () => true),
    )
  }
  expect(valued).toBeGreaterThan(100)
})

test('empty values come last in both directions on every page of long lists', async () => {
  const person = await signUp()
  const { id: like } = await addInvestor(person)
  await inTenant(database, { organization_id: organizationOf(person) }, (tenant) =>
    sql`
      insert into investors (organization_id, name, code, kind, investor_type_id, next_follow_up_on)
      select organization_id, name, 'V' || n, kind, investor_type_id, case when n % 3 = 0 then date '2026-12-01' + n % 50 end
      from investors, generate_series(1, 1500) n where id = ${like}`.execute(tenant.db),
  )
  for (const sort of ['next_follow_up_on', '-next_follow_up_on'] as const) {
    const rows: Investor[] = []
    for (let page = 1; page <= 16; page++)
      rows.push(...made(await person.call(investors.list, { query: { sort, page, per_page: 100 } })).data)
    const day = ({ next_follow_up_on }: Investor) => BigInt(next_follow_up_on?.replaceAll('-', '') ?? 0)
    const expected = rows.map((row) => ({ id: row.id, rank: day(row) ? 0 : 1, value: day(row) }))
    expect(rows.map(({ id }) => id)).toEqual(inOrder(expected, sort.startsWith('-') ? -1 : 1))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1501)
  }
})

test('the pages of a long list sorted by money make up the whole list', async () => {
  const person = await signUp()
  await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    await makeWorld(tenant, 4)
    await sql`
      insert into investments (organization_id, reference, title, investor_id, status_id, currency, committed_amount)
      select organization_id, 'L' || n, 'L', investor_id, status_id, (array['USD', 'IDR', 'AED', 'EUR'])[1 + n % 4],
        case when n % 5 > 0 then 100 * (n % 41) end
      from (select * from investments where deleted_at is null limit 1) i, generate_series(1, 1500) n`.execute(
      tenant.db,
    )
  })
  for (const sort of ['committed_amount', '-committed_amount', 'funded', '-funded'] as const) {
    const name = sort.replace('-', '') as 'committed_amount' | 'funded'
    const rows: Investment[] = []
    for (let page = 1; page <= 16; page++)
      rows.push(...made(await person.call(investments.list, { query: { sort, page, per_page: 100 } })).data)
    const isShown = name === 'funded' ? undefined : () => true
    const expected = rows.map((row) => ranked(row.id, [{ currency: row.currency, amount: row[name] }], isShown))
    expect(rows.map(({ id }) => id)).toEqual(inOrder(expected, sort.startsWith('-') ? -1 : 1))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(1500)
  }
})
