// All SQL of the rate feed: claiming the next fetch and storing its result.
import { sql } from 'kysely'
import type { RateFeed } from '../../../../contract/currencies.ts'
import type { Database, Tenant } from '../../../platform/db/index.ts'

/** One day's rate of the feed: `1 EUR = rate currency`. */
export interface FeedRate {
  day: string
  currency: string
  rate: string
}

export interface FeedClaim {
  token: string
  /** Day of the newest rates imported before. */
  day: string | null
  attempts: number
}

/**
 * Claims the fetch when it is due, for one process at a time. The lease is longer than the download and the
 * import into all organizations.
 */
export async function claimFeed({ system }: Database, now: Date): Promise<FeedClaim | undefined> {
  const { rows } = await sql<FeedClaim>`
    update rate_feeds set attempts = attempts + 1, lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() + interval '10 minutes'
    where name = 'ecb' and next_attempt_at <= ${now} and (lease_until is null or lease_until < clock_timestamp())
    returning lease_token as token, day, attempts`.execute(system)
  return rows[0]
}

/** Keeps half a year, enough to backfill a currency that is enabled later. */
export async function saveFeedRates({ system }: Database, rates: FeedRate[]): Promise<void> {
  await sql`
    insert into feed_rates (feed, day, currency, rate)
    select 'ecb', n.day, n.currency, n.rate
    from json_to_recordset(${JSON.stringify(rates)}) as n (day date, currency text, rate numeric)
    order by n.day, n.currency
    on conflict (feed, day, currency) do update set rate = excluded.rate where feed_rates.rate <> excluded.rate`.execute(
    system,
  )
  await sql`
    delete from feed_rates where feed = 'ecb' and day < (select max(day) from feed_rates where feed = 'ecb') - 183`.execute(
    system,
  )
}

export async function organizationIds({ system }: Database): Promise<string[]> {
  const rows = await system.selectFrom('organizations').select('organization_id').execute()
  return rows.map(({ organization_id }) => organization_id)
}

type FeedFailure = NonNullable<RateFeed['failure']>

/** Ends the claim: the newest day or the failure, and the time of the next fetch. */
export async function releaseFeed(
  { system }: Database,
  turn: FeedClaim,
  end: { next_attempt_at: Date } & ({ day: string; fetched_at: Date } | { failure: FeedFailure | null }),
): Promise<void> {
  const change = 'day' in end ? { ...end, failure: null, attempts: 0 } : end
  await system
    .updateTable('rate_feeds')
    .set({ ...change, lease_token: null, lease_until: null })
    .where('name', '=', 'ecb')
    .where('lease_token', '=', turn.token)
    .execute()
}

export async function feedState(tenant: Tenant): Promise<Omit<RateFeed, 'feed'>> {
  const row = await tenant.db
    .selectFrom('rate_feeds')
    .select(['fetched_at', 'day', 'failure'])
    .where('name', '=', 'ecb')
    .executeTakeFirstOrThrow()
  return { ...row, failure: row.failure as FeedFailure | null }
}
