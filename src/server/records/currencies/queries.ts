// All SQL of currencies and exchange rates.
import { type RawBuilder, sql } from 'kysely'
import {
  type ConversionQuery,
  type Converted,
  type CurrencyQuery,
  type EnabledCurrency,
  type ExchangeRate,
  type ExchangeRateInput,
  type ExchangeRateQuery,
  oldRateDays,
} from '../../../contract/currencies.ts'
import type { Tenant } from '../../platform/db/index.ts'

/** The organization's base currency and its current day. */
const today = (tenant: Tenant, now: Date) => sql`(
  select organization_id, base_currency as base, (${now}::timestamptz at time zone time_zone)::date as today
  from organizations where organization_id = ${tenant.organization_id})`

/** Number of live records per currency. */
const uses = (tenant: Tenant) => sql`(
  select currency, sum(records) as records from (
    select currency, count(*) as records from investments
      where organization_id = ${tenant.organization_id} and deleted_at is null group by currency
    union all select currency, count(*) from offerings
      where organization_id = ${tenant.organization_id} and deleted_at is null group by currency
    union all select preferred_currency, count(*) from investors
      where organization_id = ${tenant.organization_id} and deleted_at is null and preferred_currency is not null
      group by preferred_currency) counted
  group by currency)`

/**
 * Lateral join of a conversion: `rate`, `reason`, `day`, `path`, `through`, `is_old`, and the unrounded
 * `exact` for sums.
 */
const conversion = (
  { organization_id }: Tenant,
  { have, want, base, on }: Record<'have' | 'want' | 'base' | 'on', RawBuilder<unknown>>,
) => sql`(
  select rate as exact, trim_scale(round_half_even(rate, 15))::text as rate, day, path,
    case when rate is null then 'no_rate' end as reason, case when path = 'crossed' then ${base} end as through,
    coalesce(day < ${on} - ${oldRateDays}::int, false) as is_old
  from rate_for(${organization_id}, ${have}, ${want}, ${base}, ${on}))`

const currency = (tenant: Tenant, now: Date) => sql`
  select c.code, currency_decimals(c.code) as decimals, c.code = o.base as is_base, coalesce(u.records, 0)::int as in_use,
    json_build_object('rate', r.rate, 'reason', r.reason, 'day', r.day, 'path', r.path, 'through', r.through,
      'is_old', r.is_old) as in_base,
    c.code = 'EUR' or exists (select from feed_rates f where f.currency = c.code) as has_feed
  from enabled_currencies c
  join ${today(tenant, now)} o on o.organization_id = c.organization_id
  left join ${uses(tenant)} u on u.currency = c.code
  cross join lateral ${conversion(tenant, { have: sql`c.code`, want: sql`o.base`, base: sql`o.base`, on: sql`o.today` })} r
  where c.organization_id = ${tenant.organization_id}`

export async function list(tenant: Tenant, query: CurrencyQuery, now: Date): Promise<EnabledCurrency[]> {
  const direction = query.sort === '-code' ? sql`desc` : sql`asc`
  const { rows } = await sql<EnabledCurrency>`
    ${currency(tenant, now)} and strpos(c.code, upper(${query.q ?? ''})) > 0
    order by c.code ${direction}`.execute(tenant.db)
  return rows
}

export async function get(tenant: Tenant, code: string, now: Date): Promise<EnabledCurrency | undefined> {
  const { rows } = await sql<EnabledCurrency>`${currency(tenant, now)} and c.code = ${code}`.execute(tenant.db)
  return rows[0]
}

/** Returns the newly enabled ones. */
export async function enable(tenant: Tenant, codes: string[]): Promise<string[]> {
  const rows = await tenant.db
    .insertInto('enabled_currencies')
    .values(
      [...new Set(codes)].map((code) => ({
        organization_id: tenant.organization_id,
        code,
        created_by: tenant.user_id ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Locks and returns the base currency, so that it cannot change before the transaction ends. */
export async function holdBase(tenant: Tenant): Promise<string> {
  const { base_currency } = await tenant.db
    .selectFrom('organizations')
    .select('base_currency')
    .where('organization_id', '=', tenant.organization_id)
    .forShare()
    .executeTakeFirstOrThrow()
  return base_currency
}

/** Returns false if the currency is not enabled, is the base, or is in use. */
export async function disable(tenant: Tenant, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from enabled_currencies c where organization_id = ${tenant.organization_id} and code = ${code}
      and not exists (select from organizations o where o.organization_id = c.organization_id and o.base_currency = code)
      and not exists (select from ${uses(tenant)} u where u.currency = code)`.execute(tenant.db)
  return numAffectedRows === 1n
}

export async function convert(
  tenant: Tenant,
  { amount, from, to, on }: ConversionQuery,
  now: Date,
): Promise<Converted> {
  const { rows } = await sql<Omit<Converted, 'money'> & { amount: string | null }>`
    select r.rate, r.reason, r.day, r.path, r.through, r.is_old, d.day as on, money(${amount}::numeric * r.exact, ${to}) as amount
    from ${today(tenant, now)} o
    cross join lateral (select coalesce(${on ?? null}::date, o.today) as day) d
    cross join lateral ${conversion(tenant, { have: sql`${from}::text`, want: sql`${to}::text`, base: sql`o.base`, on: sql`d.day` })} r`.execute(
    tenant.db,
  )
  const { amount: converted, ...rest } = rows[0]!
  return { ...rest, money: converted === null ? null : { amount: converted, currency: to } }
}

/** Currencies in use, other than the base, without a rate to it today. */
export async function missing(
  tenant: Tenant,
  now: Date,
): Promise<{ base: string; on: string; data: { currency: string; in_use: number }[] }> {
  const { rows } = await sql<{ base: string; on: string; data: { currency: string; in_use: number }[] }>`
    select o.base, o.today as on, coalesce((
      select json_agg(json_build_object('currency', u.currency, 'in_use', u.records) order by u.records desc, u.currency)
      from ${uses(tenant)} u
      where rate_on(${tenant.organization_id}, u.currency, o.base, o.base, o.today) is null), '[]') as data
    from ${today(tenant, now)} o`.execute(tenant.db)
  return rows[0]!
}

const rateColumns = sql`r.id, r.day, r.from_currency, r.to_currency, trim_scale(r.rate)::text as rate, r.source,
  (select trim_scale(b.rate)::text from exchange_rates b where b.organization_id = r.organization_id
    and b.from_currency = r.to_currency and b.to_currency = r.from_currency and b.day = r.day) as reversed,
  r.version, r.created_at, r.updated_at`

const sortKeys = {
  day: sql`r.day`,
  from_currency: sql`r.from_currency`,
  to_currency: sql`r.to_currency`,
  updated_at: sql`r.updated_at`,
}

export async function listRates(
  tenant: Tenant,
  query: ExchangeRateQuery,
): Promise<{ data: ExchangeRate[]; total: number }> {
  const { sort = '-day', q, currency, other, from_day, to_day, source } = query
  const key = sortKeys[sort.replace('-', '') as keyof typeof sortKeys]
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const limit = query.per_page ?? 20
  const offset = ((query.page ?? 1) - 1) * limit
  const has = (code: string) => sql`and ${code} in (r.from_currency, r.to_currency)`
  const where = sql`r.organization_id = ${tenant.organization_id}
    ${currency ? has(currency) : sql``} ${other ? has(other) : sql``}
    ${from_day ? sql`and r.day >= ${from_day}::date` : sql``} ${to_day ? sql`and r.day <= ${to_day}::date` : sql``}
    ${source ? sql`and r.source = ${source}` : sql``}
    ${q ? sql`and strpos(r.from_currency || ' ' || r.to_currency, upper(${q})) > 0` : sql``}`
  const counted = await sql<{ total: number }>`select count(*) as total from exchange_rates r where ${where}`.execute(
    tenant.db,
  )
  const { rows } = await sql<ExchangeRate>`
    select ${rateColumns} from exchange_rates r where ${where}
    order by ${key} ${direction}, r.from_currency, r.to_currency, r.day desc limit ${limit} offset ${offset}`.execute(
    tenant.db,
  )
  return { data: rows, total: counted.rows[0]!.total }
}

export async function getRate(tenant: Tenant, id: string): Promise<ExchangeRate | undefined> {
  const { rows } = await sql<ExchangeRate>`
    select ${rateColumns} from exchange_rates r
    where r.organization_id = ${tenant.organization_id} and r.id = ${id}`.execute(tenant.db)
  return rows[0]
}

type Pair = Pick<ExchangeRate, 'day' | 'from_currency' | 'to_currency'>

/** The rate of a pair on a day. */
export async function rateOf(tenant: Tenant, pair: Pair): Promise<ExchangeRate | undefined> {
  const { rows } = await sql<ExchangeRate>`
    select ${rateColumns} from exchange_rates r
    where r.organization_id = ${tenant.organization_id} and r.day = ${pair.day}
      and r.from_currency = ${pair.from_currency} and r.to_currency = ${pair.to_currency}`.execute(tenant.db)
  return rows[0]
}

/** Returns the id of the new rate, or nothing if the pair has one for that day. */
export async function insertRate(tenant: Tenant, rate: ExchangeRateInput): Promise<string | undefined> {
  const row = await tenant.db
    .insertInto('exchange_rates')
    .values({
      ...rate,
      source: 'manual',
      organization_id: tenant.organization_id,
      created_by: tenant.user_id ?? null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'from_currency', 'to_currency', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns nothing if the version is stale. A changed rate becomes a manual one. */
export async function updateRate(
  tenant: Tenant,
  id: string,
  version: number,
  change: Partial<ExchangeRateInput>,
): Promise<string | 'rate_taken' | undefined> {
  // A savepoint: a unique violation would abort the transaction that still has to find the conflicting rate.
  await sql`savepoint rate`.execute(tenant.db)
  try {
    const row = await tenant.db
      .updateTable('exchange_rates')
      .set({ ...change, source: 'manual', updated_at: sql`now()`, version: sql`version + 1` })
      .where('organization_id', '=', tenant.organization_id)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    await sql`release savepoint rate`.execute(tenant.db)
    return row?.id
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'exchange_rates_day') throw error
    await sql`rollback to savepoint rate`.execute(tenant.db)
    return 'rate_taken'
  }
}

/** Deletes the feed's rate if a manual one for the reverse pair replaces it. */
export async function dropReversedFeedRate(tenant: Tenant, pair: Pair): Promise<void> {
  await tenant.db
    .deleteFrom('exchange_rates')
    .where('organization_id', '=', tenant.organization_id)
    .where('from_currency', '=', pair.to_currency)
    .where('to_currency', '=', pair.from_currency)
    .where('day', '=', pair.day)
    .where('source', '=', 'ecb')
    .execute()
}

export async function removeRate(tenant: Tenant, id: string): Promise<boolean> {
  const { numDeletedRows } = await tenant.db
    .deleteFrom('exchange_rates')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

const rateRows = (rates: ExchangeRateInput[]) =>
  sql`json_to_recordset(${JSON.stringify(rates)}) as n (day date, from_currency text, to_currency text, rate numeric)`

/** What importing each row would do, in their order. */
export async function compareRates(
  tenant: Tenant,
  rates: ExchangeRateInput[],
): Promise<('create' | 'update' | 'unchanged')[]> {
  const { rows } = await sql<{ outcome: 'create' | 'update' | 'unchanged' }>`
    select case when r.id is null then 'create' when r.rate = n.rate then 'unchanged' else 'update' end as outcome
    from rows from (json_to_recordset(${JSON.stringify(rates)})
      as (day date, from_currency text, to_currency text, rate numeric)) with ordinality
      as n (day, from_currency, to_currency, rate, place)
    left join exchange_rates r on r.organization_id = ${tenant.organization_id} and r.day = n.day
      and r.from_currency = n.from_currency and r.to_currency = n.to_currency
    order by n.place`.execute(tenant.db)
  return rows.map(({ outcome }) => outcome)
}

/** Inserts new rates and updates different ones, one per pair and day. */
export async function importRates(tenant: Tenant, rates: ExchangeRateInput[]): Promise<void> {
  await sql`
    insert into exchange_rates (organization_id, created_by, day, from_currency, to_currency, rate, source)
    select ${tenant.organization_id}, ${tenant.user_id ?? null}::uuid, n.day, n.from_currency, n.to_currency, n.rate, 'import'
    from ${rateRows(rates)}
    -- A fixed order: concurrent imports of the same days wait for each other instead of deadlocking.
    order by n.day, n.from_currency, n.to_currency
    on conflict (organization_id, from_currency, to_currency, day)
      do update set rate = excluded.rate, source = excluded.source, updated_at = now(), version = exchange_rates.version + 1
      where exchange_rates.rate <> excluded.rate`.execute(tenant.db)
  await sql`
    delete from exchange_rates r using ${rateRows(rates)}
    where r.organization_id = ${tenant.organization_id} and r.source = 'ecb' and r.day = n.day
      and r.from_currency = n.to_currency and r.to_currency = n.from_currency`.execute(tenant.db)
}

/**
 * Copies feed rates into the organization's rates: between enabled currencies, from EUR, and to and from the
 * base, because rates are crossed through the base only. Of the two directions it stores the one with the
 * rate above 1, which keeps all its digits. Manual rates for a pair and day are kept, in either direction.
 */
export async function fillFromFeed(
  tenant: Tenant,
  only: { codes?: string[]; after?: string | null } = {},
): Promise<void> {
  const { codes, after } = only
  await sql`
    with told as (
      select day, currency, rate from feed_rates where feed = 'ecb' ${after ? sql`and day > ${after}::date` : sql``}
    ), mine as (
      select t.day, t.currency, t.rate from (select * from told union all select distinct day, 'EUR', 1::numeric from told) t
      join enabled_currencies e on e.organization_id = ${tenant.organization_id} and e.code = t.currency
    ), pairs as (
      select a.day, a.currency as from_currency, b.currency as to_currency, round(b.rate::numeric(60, 30) / a.rate, 15) as rate
      from mine a join mine b on b.day = a.day and b.currency <> a.currency
      join organizations o on o.organization_id = ${tenant.organization_id} and a.day > coalesce(o.closed_until, '-infinity')
      where (a.currency = 'EUR' or b.currency <> 'EUR' and o.base_currency in (a.currency, b.currency)
          and (b.rate > a.rate or b.rate = a.rate and a.currency < b.currency))
        ${codes ? sql`and (a.currency = any(${codes}::text[]) or b.currency = any(${codes}::text[]))` : sql``}
    )
    insert into exchange_rates (organization_id, day, from_currency, to_currency, rate, source)
    select ${tenant.organization_id}, p.day, p.from_currency, p.to_currency, p.rate, 'ecb' from pairs p
    -- A rate that the column cannot store would block the organization's other rates.
    where p.rate < 1e15 and not exists (select from exchange_rates r where r.organization_id = ${tenant.organization_id}
      and r.from_currency = p.to_currency and r.to_currency = p.from_currency and r.day = p.day and r.source <> 'ecb')
    order by p.day, p.from_currency, p.to_currency
    on conflict (organization_id, from_currency, to_currency, day)
      do update set rate = excluded.rate, updated_at = now(), version = exchange_rates.version + 1
      where exchange_rates.source = 'ecb' and exchange_rates.rate <> excluded.rate`.execute(tenant.db)
}
