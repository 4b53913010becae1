// Benchmark of a list of contacts that have 20 custom fields each: filtered and sorted by them, through the API.
import { sql } from 'kysely'
import { inTenant } from '../src/server/platform/db/index.ts'
import type { Report } from './figure.ts'
import { at, load } from './load.ts'
import type { Sizes } from './seed.ts'
import { withSeeded } from './seeded-app.ts'

/** `eachType` fields of each type; one contact in five has no value. */
const types = ['text', 'number', 'date', 'choice', 'money'] as const
const eachType = 4

const day = (nth: number) => `2026-${String(1 + (nth % 12)).padStart(2, '0')}-01`
/** Each request filters by another value, so that no cached count is reused. */
const queries: Record<string, (nth: number) => Record<string, string>> = {
  'first page': () => ({}),
  'a choice': (nth) => ({ custom: `choice_1=c${nth % 20}` }),
  'a rare choice': (nth) => ({
    custom: `choice_1=c${nth % 20}&choice_2=c${(nth * 7) % 20}&choice_3=c${(nth * 3) % 20}`,
  }),
  'a range of numbers': (nth) => ({ custom: `number_1.from=${nth % 1000}&number_1.to=${(nth % 1000) + 5}` }),
  'a range of amounts': (nth) => ({ custom: `money_1.from=${nth % 1000}&money_1.to=${(nth % 1000) + 5}` }),
  'a part of a text': (nth) => ({ custom: `text_1.has=${nth % 997}x` }),
  'a date, sorted by it': (nth) => ({ custom: `date_1.from=${day(nth)}`, sort: 'custom.date_1' }),
  'sorted by a number': () => ({ sort: '-custom.number_2' }),
  'sorted by a text': () => ({ sort: 'custom.text_2' }),
  'sorted by a choice': () => ({ sort: 'custom.choice_4' }),
  'sorted by an amount': () => ({ sort: 'custom.money_2' }),
}

export async function customFieldFigures(sizes: Sizes, report: Report): Promise<void> {
  await withSeeded(
    sizes,
    (database, organization_id) => inTenant(database, { organization_id }, fill),
    async (app) => {
      for (const [name, query] of Object.entries(queries))
        for (const clients of [1, 20]) {
          const { sorted } = await load(clients, (nth) => app.fetch('contacts', query(nth)), 3)
          report({
            name: `contacts of ${sizes.contacts} with 20 custom fields, ${name}, ${clients === 1 ? 'one client' : '20 clients'}: p95`,
            value: at(sorted, 0.95),
            unit: 'ms',
          })
        }
    },
  )
}

async function fill({ db, organization_id }: Parameters<Parameters<typeof inTenant<void>>[2]>[0]): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`
    insert into custom_fields (organization_id, record, key, name, type, choices, position)
    select ${organization_id}, 'contact', t || '_' || n, t || ' ' || n, t,
      case when t = 'choice' then (select jsonb_agg(jsonb_build_object('id', 'c' || c, 'name', 'C' || c, 'color', 'gray')) from generate_series(0, 19) c) else '[]' end, n
    from unnest(${[...types]}::text[]) t, generate_series(1, ${eachType}) n`.execute(db)
  await sql`
    update contacts c set custom = (
      select jsonb_object_agg(t || '_' || n, case t
        when 'text' then to_jsonb('Value ' || h % 997 || 'x ' || h)
        when 'number' then to_jsonb((h % 1000)::text)
        when 'date' then to_jsonb((date '2026-01-01' + (h % 365)::integer)::text)
        when 'choice' then to_jsonb('c' || h % 20)
        else jsonb_build_object('amount', (h % 1000)::text, 'currency', 'IDR') end)
      from unnest(${[...types]}::text[]) t, generate_series(1, ${eachType}) n,
        lateral (select abs(hashtextextended(c.id::text || t, n)) as h) hashed
      where h % 5 > 0)
    where c.organization_id = ${organization_id}`.execute(db)
}
