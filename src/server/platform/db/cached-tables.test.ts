// A cached result is invalidated by triggers: every table that it is computed from must have one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tags } from '../../../contract/tags.ts'
import * as dashboard from '../../overview/dashboard/service.ts'
import * as contacts from '../../records/contacts/service.ts'
import * as investments from '../../records/investments/service.ts'
import * as investors from '../../records/investors/service.ts'
import { testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { inReadOnlyTenant, type Tenant } from './index.ts'

const { signUp, openSampleData, database } = await testApp()
const ayu = await openSampleData(await signUp())
const tag = made(await ayu.call(tags.list)).data[0]!

const as_of = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
const cases: Record<string, (tenant: Tenant) => Promise<unknown>> = {
  'the dashboard': (tenant) => dashboard.get(tenant, {}),
  'the dashboard of a past day': (tenant) => dashboard.get(tenant, { as_of, in: 'USD' }),
  'totals of a search': (tenant) => investments.totals(tenant, { q: 'a', tag_id: [tag.id], payment: 'due' }),
  'totals by investor': (tenant) =>
    investments.totals(tenant, { country: ['ID'], payment: 'overdue', category: ['soft'] }),
  'totals of investors': (tenant) => investors.totals(tenant, { relationship: ['active'], is_reachable: 'true' }),
  'contacts with consent': (tenant) => contacts.list(tenant, { consent: 'opted_in', has_investor: 'true' }),
  'contacts with a tag': (tenant) => contacts.list(tenant, { tag_id: [tag.id], has_phone: 'true' }),
  'investors by tag': (tenant) => investors.list(tenant, { tag_id: [tag.id], relationship: ['active', 'prospect'] }),
  'investors who can be reached': (tenant) => investors.list(tenant, { is_reachable: 'true', kind: 'individual' }),
  'investments by category': (tenant) => investments.list(tenant, { category: ['committed', 'funded'] }),
  'investments by tag': (tenant) => investments.list(tenant, { tag_id: [tag.id], payment: 'overdue', country: ['ID'] }),
}

/** How often each table was scanned in this transaction. */
async function scans({ db }: Tenant): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables`.execute(
    db,
  )
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

test.each(Object.entries(cases))('%s is computed only from tables whose changes invalidate it', async (_, ask) => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'record_change'`.execute(
    database.system,
  )
  // The history tables are written by triggers of tables that have `record_change`.
  const history = ['investment_history', 'investment_status_history', 'transaction_history']
  const recorded = new Set([...rows.map(({ name }) => name), ...history])
  const computed = await inReadOnlyTenant(database, { organization_id: organizationOf(ayu) }, async (tenant) => {
    const looks = [await scans(tenant)]
    for (const _ of ['computed', 'cached']) {
      await ask(tenant)
      looks.push(await scans(tenant))
    }
    const [before, first, second] = looks as [Map<string, number>, Map<string, number>, Map<string, number>]
    const grown = (table: string, from: Map<string, number>, to: Map<string, number>) =>
      (to.get(table) ?? 0) - (from.get(table) ?? 0)
    return [...first.keys()].filter((table) => grown(table, before, first) > grown(table, first, second))
  })
  expect(computed).not.toEqual([])
  expect(computed.filter((table) => !recorded.has(table))).toEqual([])
})
