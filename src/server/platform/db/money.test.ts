// Money in SQL: decimals, rounding, exchange rates.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { currencyCodes, decimalsOf } from '../../../contract/money.ts'
import { testDatabase } from '../../test/database.ts'
import { inTenant, type Tenant } from './index.ts'

const database = await testDatabase()

async function value<T>(query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await query.execute(database.system)
  return (rows[0] as { value: T }).value
}

test('SQL and contract agree on the decimals of every currency', async () => {
  const { rows } = await sql<{ code: string; decimals: number }>`
    select code, currency_decimals(code) as decimals from unnest(${[...currencyCodes]}::text[]) code`.execute(
    database.system,
  )
  expect(rows).toEqual(currencyCodes.map((code) => ({ code, decimals: decimalsOf(code) })))
})

test.each([
  ['0.125', 2, '0.12'],
  ['0.135', 2, '0.14'],
  ['-0.125', 2, '-0.12'],
  ['-0.135', 2, '-0.14'],
  ['0.12500000000000000001', 2, '0.13'],
  ['2.5', 0, '2'],
  ['3.5', 0, '4'],
  ['9999999999999.995', 2, '10000000000000.00'],
  ['0.0005', 3, '0.000'],
  ['0.001', 3, '0.001'],
])('%s rounded to %i decimals is %s', async (amount, decimals, rounded) => {
  expect(await value(sql`select round_half_even(${amount}::numeric, ${decimals}::int) as value`)).toBe(rounded)
})

test('rounding half to even agrees with integer arithmetic for any amount', async () => {
  const amounts = fc.sample(fc.tuple(fc.bigInt(-(10n ** 22n), 10n ** 22n), fc.integer({ min: 0, max: 6 })), 500)
  const expected = amounts.map(([units, scale]) => {
    // `units` are 10^-6; keep `scale` of the six decimals.
    const step = 10n ** BigInt(6 - scale)
    const size = units < 0n ? -units : units
    const rest = size % step
    const up = rest * 2n > step || (rest * 2n === step && (size / step) % 2n === 1n)
    const kept = size / step + (up ? 1n : 0n)
    return String(units < 0n ? -kept : kept)
  })
  const { rows } = await sql<{ value: string }>`
    select (round_half_even(t.units::numeric * 0.000001, t.scale) * ('1e' || t.scale)::numeric)::numeric(40, 0)::text as value
    from unnest(${amounts.map(([units]) => String(units))}::text[], ${amounts.map(([, scale]) => scale)}::int[]) with ordinality t (units, scale, n)
    order by n`.execute(database.system)
  expect(rows.map((row) => row.value)).toEqual(expected)
})

test('money() equals rounding the exact amount, whatever decimals it and its currency have', async () => {
  const cases = fc.sample(
    fc.tuple(
      fc.bigInt(-(10n ** 20n), 10n ** 20n),
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom('IDR', 'USD', 'JPY', 'KWD', 'CLF', null),
    ),
    500,
  )
  const { rows } = await sql`
    select t.* from (
      select units::numeric / ('1e' || scale)::numeric as value, currency, scale
      from unnest(${cases.map(([units]) => String(units))}::text[], ${cases.map(([, scale]) => scale)}::int[],
        ${cases.map(([, , currency]) => currency)}::text[]) c (units, scale, currency)) t
    where money(value, currency)::text is distinct from round_half_even(round(value, 24), currency_decimals(currency))::text`.execute(
    database.system,
  )
  expect(rows).toEqual([])
  expect(await value(sql`select money(null, 'IDR') as value`)).toBeNull()
})

test('amounts convert as in the examples of the specification', async () => {
  const organization_id = await newOrganization()
  await inTenant(database, { organization_id }, async (tenant) => {
    await rate(tenant, 'USD', 'IDR', '2026-01-10', '16400')
    await rate(tenant, 'USD', 'AED', '2026-01-01', '3.6725')
    const converted = (amount: string, source: string, target: string, day: string) =>
      one(
        tenant,
        sql`select money(${amount}::numeric * rate_on(${organization_id}, ${source}, ${target}, 'USD', ${day}::date), ${target}) as value`,
      )
    expect(await converted('12500000000', 'IDR', 'USD', '2026-01-20')).toBe('762195.12')
    expect(await converted('12500000000', 'IDR', 'USD', '2026-01-09')).toBeNull()
    const crossed = await one(
      tenant,
      sql`select rate_on(${organization_id}, 'AED', 'IDR', 'USD', '2026-01-20') as value`,
    )
    expect(crossed).toMatch(/^4465\.622/)
    expect(await converted('5', 'KWD', 'KWD', '1990-01-01')).toBe('5.000')
    expect(await converted('5', 'KWD', 'USD', '2026-01-20')).toBeNull()
  })
})

test('rate_for returns the newest rate of all paths, and agrees with rate_on', async () => {
  const organization_id = await newOrganization()
  const currencies = ['USD', 'IDR', 'EUR', 'SGD']
  await inTenant(database, { organization_id }, async (tenant) => {
    const day = fc.integer({ min: 1, max: 28 }).map((nth) => `2026-01-${String(nth).padStart(2, '0')}`)
    const quote = fc.tuple(
      fc.shuffledSubarray(currencies, { minLength: 2, maxLength: 2 }),
      day,
      fc.integer({ min: 1, max: 99_999 }),
    )
    const quotes = fc.uniqueArray(quote, { minLength: 20, maxLength: 20, selector: ([pair, on]) => `${pair} ${on}` })
    for (const [[have, want], on, value] of fc.sample(quotes, 1)[0]!)
      await rate(tenant, have!, want!, on, String(value / 100))
    const { rows } = await sql<{ known: number; missing: number; crossed: number; other: number }>`
      with given as (
        select from_currency as have, to_currency as want, day, 0 as turned, rate from exchange_rates
        union all select to_currency, from_currency, day, 1, round(1::numeric(60, 45) / rate, 45) from exchange_rates),
      asked as (
        select have, want, base, on_day::date as on_day
        from unnest(${currencies}::text[]) have, unnest(${currencies}::text[]) want, unnest(${currencies}::text[]) base,
          generate_series('2025-12-31'::date, '2026-01-31', '1 day') d (on_day)),
      -- A crossed path takes the newest leg there and the newest leg back.
      paths as (
        select a.*, g.day, g.turned, g.rate from asked a join given g using (have, want) where g.day <= on_day
        union all
        select a.*, least(g.day, b.day), 2, g.rate * b.rate from asked a
        join given g on g.have = a.have and g.want = a.base join given b on b.have = a.base and b.want = a.want
        where a.have <> a.want and g.day <= on_day and b.day <= on_day
          and not exists (select from given n where n.have = g.have and n.want = g.want and n.day <= on_day
            and (n.day, -n.turned) > (g.day, -g.turned))
          and not exists (select from given n where n.have = b.have and n.want = b.want and n.day <= on_day
            and (n.day, -n.turned) > (b.day, -b.turned))),
      best as (
        select distinct on (have, want, base, on_day) * from paths order by have, want, base, on_day, day desc, turned)
      select count(r.rate) as known, count(*) filter (where r.rate is null) as missing, count(*) filter (where r.path = 'crossed') as crossed,
        count(*) filter (where a.have <> a.want and (r.rate, r.day, r.path) is distinct from
            (b.rate, b.day, (array['direct', 'inverse', 'crossed'])[b.turned + 1])
          or a.have = a.want and (r.rate, r.day, r.path) is distinct from (1::numeric, a.on_day, null)
          or r.rate is distinct from rate_on(${organization_id}, a.have, a.want, a.base, a.on_day)) as other
      from asked a left join best b using (have, want, base, on_day)
      cross join lateral rate_for(${organization_id}, a.have, a.want, a.base, a.on_day) r`.execute(tenant.db)
    expect(rows).toEqual([
      { known: expect.any(Number), missing: expect.any(Number), crossed: expect.any(Number), other: 0 },
    ])
    expect(rows[0]!.known).toBeGreaterThan(500)
    expect(rows[0]!.missing).toBeGreaterThan(50)
    expect(rows[0]!.crossed).toBeGreaterThan(50)
  })
})

test('the newest rate applies, in either direction, and never one of a later day', async () => {
  const organization_id = await newOrganization()
  await inTenant(database, { organization_id }, async (tenant) => {
    const on = (day: string) =>
      one(tenant, sql`select round(rate_on(${organization_id}, 'USD', 'IDR', 'USD', ${day}::date), 2) as value`)
    await rate(tenant, 'USD', 'IDR', '2026-01-10', '16000')
    await rate(tenant, 'IDR', 'USD', '2026-01-12', '0.0000625')
    await rate(tenant, 'USD', 'IDR', '2026-01-14', '17000')
    await rate(tenant, 'IDR', 'USD', '2026-01-14', '0.00005')
    expect(await on('2026-01-09')).toBeNull()
    expect(await on('2026-01-10')).toBe('16000.00')
    expect(await on('2026-01-13')).toBe('16000.00')
    // With both directions on one day, the direct one applies.
    expect(await on('2026-01-14')).toBe('17000.00')
    expect(await on('2030-01-01')).toBe('17000.00')
  })
})

test('converting there and back gives exactly the same amount', async () => {
  const organization_id = await newOrganization()
  const cases = fc.sample(
    fc.tuple(fc.bigInt(1n, 10n ** 17n), fc.bigInt(1n, 10n ** 24n), fc.constantFrom('IDR', 'KWD', 'JPY', 'EUR')),
    60,
  )
  await inTenant(database, { organization_id }, async (tenant) => {
    for (const [units, rateUnits, currency] of cases) {
      await sql`delete from exchange_rates`.execute(tenant.db)
      const amount = `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
      // 15 decimals, as stored.
      const kept = `${rateUnits / 10n ** 15n}.${String(rateUnits % 10n ** 15n).padStart(15, '0')}`
      await rate(tenant, 'USD', currency, '2026-01-01', kept)
      const back = await one(
        tenant,
        sql`select money(${amount}::numeric * rate_on(${organization_id}, 'USD', ${currency}, 'USD', '2026-01-02')
          * rate_on(${organization_id}, ${currency}, 'USD', 'USD', '2026-01-02'), 'USD') as value`,
      )
      expect(back).toBe(amount)
    }
  })
})

async function one(tenant: Tenant, query: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await query.execute(tenant.db)
  return (rows[0] as { value: string | null }).value
}

async function rate({ db, organization_id }: Tenant, from: string, to: string, day: string, value: string) {
  await sql`insert into exchange_rates (organization_id, from_currency, to_currency, day, rate, source)
    values (${organization_id}, ${from}, ${to}, ${day}, ${value}, 'manual')`.execute(db)
}

async function newOrganization() {
  const row = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'USD' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  return row.organization_id
}
