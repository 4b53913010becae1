// Rows of many columns, read as one JSON text: the driver parses values one by one, which takes twice as long.
import { type RawBuilder, sql } from 'kysely'
import { prepared } from './connection-pool.ts'
import type { Tenant } from './index.ts'

/**
 * Returns what `columns` select, in their order. JSON has no exact decimals and PostgreSQL formats times differently: select
 * them as `exact` and `time`. The text of the statement must not vary, see `prepared`.
 */
export async function jsonRows<Row>({ db }: Tenant, columns: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<{ data: Row[] }>`
    ${prepared} select coalesce(json_agg(r), '[]') as data from (select ${columns}) r`.execute(db)
  return rows[0]!.data
}

export const exact = (value: RawBuilder<unknown>): RawBuilder<string> => sql`(${value})::text`

/** Formats times as the driver does: ISO 8601 with milliseconds; connections are in UTC. */
export const time = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
