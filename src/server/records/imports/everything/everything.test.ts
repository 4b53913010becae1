// Importing an archive of "Export everything" into an empty organization: complete, or not at all.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { broadcastGroups } from '../../../../contract/broadcast-groups.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { dashboard } from '../../../../contract/dashboard.ts'
import { investments } from '../../../../contract/investments.ts'
import { investors } from '../../../../contract/investors.ts'
import { tags } from '../../../../contract/tags.ts'
import { templates } from '../../../../contract/templates.ts'
import { transactions } from '../../../../contract/transactions.ts'
import { views } from '../../../../contract/views.ts'
import { exported, omittedColumns } from '../../../identity/account/exported.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { exportOf as exportFrom, importInto as importTo, type Tables, zipOf } from '../../../test/archives.ts'
import { addInvestment, addInvestor, addTransaction, made } from '../../../test/records.ts'
import { openArchive } from '../archive.ts'
import { everywhere, ignoredTables, importedTables } from './tables.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kabar-everything-in-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { app, database, signUp, openSampleData } = await testApp({ DATA_DIR: dataDir })

const exportOf = (caller: Caller) => exportFrom(app, caller)
const importInto = (caller: Caller, zip: Buffer) => importTo(app, caller, zip)

/** Without values that differ between organizations. */
function compared(tables: Tables) {
  const own = /(^|_)id$|^created_by$|^updated_by$|^changed_by$|^done_by$|^segment$|^parameters$/
  return Object.fromEntries(
    importedTables.map(({ table }) => [
      table,
      tables[table]!.map((row) =>
        JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !own.test(column)))),
      ).sort(),
    ]),
  )
}

async function figures(caller: Caller) {
  const { totals, by_status, by_country, top_investors } = made(await caller.call(dashboard.get)) as never as {
    totals: object
    by_status: object[]
    by_country: object[]
    top_investors: object[]
  }
  const names = (rows: object[]) =>
    JSON.parse(JSON.stringify(rows, (key, value) => (/(^|_)id$/.test(key) ? undefined : value)))
  return { totals, by_status: names(by_status), by_country: names(by_country), top: names(top_investors) }
}

test('each row of each table and every figure is restored', async () => {
  const from = await openSampleData(await signUp({ organization: 'PT Asal', country: 'ID' }))
  const to = await signUp({ country: 'SG' })
  const tag = made(await from.call(tags.create, { body: { name: "'=VIP, Ü" } }))
  const body = {
    name: "'=1\u00a0x",
    phone: '+5531987654321',
    consent: 'opted_out' as const,
    consent_evidence: 'STOP',
    tag_ids: [tag.id],
  }
  const gone = made(await from.call(contacts.create, { body }))
  made(await from.call(contacts.remove, { params: { id: gone.id } }))
  const investor = await addInvestor(from, { name: 'Dua', do_not_contact: true, tag_ids: [tag.id] })
  const { id } = await addInvestment(from, { investor_id: investor.id, currency: 'KWD', expected_amount: '0.001' })
  for (let n = 0; n < 2; n++) await addTransaction(from, id, { amount: '0.005' })
  // History, for statements of past days.
  const { version } = made(await from.call(investments.get, { params: { id } }))
  const { id: next } = await addInvestor(from)
  made(await from.call(investments.update, { params: { id }, body: { version, investor_id: next } }))
  const call = { amount: '0.007', state: 'scheduled', settled_on: null, due_on: '2026-01-05' } as const
  const due = await addTransaction(from, id, call)
  const cancelled = { version: due.version, state: 'cancelled' as const }
  made(await from.call(transactions.update, { params: { id, transaction_id: due.id }, body: cancelled }))
  made(await from.call(templates.create, { body: { name: 'News', body: 'Hi {{ contact.name }}' } }))
  const segment = { match: 'all', rules: [{ field: 'contact.tag', operator: 'any_of', value: [tag.id] }] }
  const group = await from.call(broadcastGroups.create, { body: { name: 'VIPs', segment } as never })
  const view = {
    list: 'contacts',
    name: 'VIPs',
    is_shared: true,
    parameters: { tag_id: tag.id },
    columns: null,
  } as const
  made(await from.call(views.create, { body: view }))
  const before = await exportOf(from)

  const answer = await importInto(to, before.zip)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  for (const table of ['investment_history', 'transaction_history'])
    expect(before.tables[table]!.length).toBeGreaterThan(0)
  const after = await exportOf(to)
  expect(compared(after.tables)).toEqual(compared(before.tables))
  expect(answer.body.tables).toEqual(importedTables.map(({ table }) => ({ table, rows: before.tables[table]!.length })))
  expect(after.tables.organizations![0]).toMatchObject({ name: 'PT Asal', country: 'ID' })
  expect(await figures(to)).toEqual(await figures(from))
  const totals = async (caller: Caller) => made(await caller.call(investments.totals))
  expect(await totals(to)).toEqual(await totals(from))
  // References point to the restored rows.
  const vip = after.tables.tags!.find(({ name }) => name === "'=VIP, Ü")!
  expect(after.tables.views).toMatchObject([{ name: 'VIPs', parameters: { tag_id: vip.id } }])
  if (group.status < 300) {
    const [there] = after.tables.broadcast_groups!.slice(-1)
    expect(JSON.stringify(there!.segment)).toContain(
      String(after.tables.tags!.find(({ name }) => name === "'=VIP, Ü")!.id),
    )
  }
  const ids = (tables: Tables) =>
    new Set(importedTables.flatMap(({ table }) => tables[table]!.map(({ id }) => id)).filter(Boolean))
  expect([...ids(after.tables)].filter((each) => ids(before.tables).has(each))).toEqual([])
  expect((await importInto(to, before.zip)).body).toMatchObject({ status: 409, code: 'organization_in_use' })
})

test('every exported table is restored, or excluded with a reason', () => {
  const named = ['organizations', ...importedTables.map(({ table }) => table), ...ignoredTables]
  expect(exported.map(({ table }) => table).filter((table) => !named.includes(table))).toEqual([])
})

test('every column of free content has a validation rule', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
      and a.atttypid not in ('uuid'::regtype, 'boolean'::regtype, 'bytea'::regtype)
    order by 1`.execute(database.system)
  const listed = importedTables.flatMap(({ table, rules, without = [] }) =>
    rows
      .map(({ name }) => name.split('.') as [string, string])
      .filter(([of, column]) => of === table && !without.includes(column))
      .filter(([, column]) => !exported.find((each) => each.table === table)!.without?.includes(column))
      .filter(([, column]) => !(omittedColumns as readonly string[]).includes(column))
      .filter(([, column]) => !(column in { ...everywhere, ...rules }))
      .map(([, column]) => `${table}.${column}`),
  )
  expect(listed.sort()).toEqual(['exchange_rates.source', 'investor_contacts.role'])
})

test('one row of settings is read, and members up to the limit', async () => {
  const organization = { name: 'Much', country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' }
  const many = (count: number, row: object) => Array.from({ length: count }, () => row)
  const settings = Buffer.from(`${JSON.stringify(organization)}\n${'no row\n'.repeat(1_000)}`)
  const zip = async (users: object[]) => {
    const { zip: whole } = await exportOf(await signUp())
    const archive = await openArchive(whole)
    const file = new ZipFile()
    for (const name of archive.names.filter((each) => each.startsWith('json/'))) {
      const slices: Buffer[] = []
      for await (const slice of archive.read(name)) slices.push(slice)
      if (name === 'json/organizations.jsonl') file.addBuffer(settings, name)
      else if (name === 'json/users.jsonl')
        file.addBuffer(Buffer.from(users.map((row) => `${JSON.stringify(row)}\n`).join('')), name)
      else file.addBuffer(Buffer.concat(slices), name)
    }
    file.end()
    const chunks: Buffer[] = []
    for await (const chunk of file.outputStream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
  const to = await signUp()
  const tooMany = await importInto(to, await zip(many(10_001, { id: 'x', email: 'somebody@example.com' })))
  expect(tooMany).toMatchObject({ status: 413, body: { code: 'too_large' } })
  const answer = await importInto(to, await zip([{ id: 'x', email: 'somebody@example.com' }]))
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
})

test('automatic numbers continue after the restored ones', async () => {
  const [from, to] = [await signUp(), await signUp()]
  const { id: investor_id } = await addInvestor(from)
  await addInvestment(from, { investor_id })
  expect((await importInto(to, (await exportOf(from)).zip)).status).toBe(201)
  const made = await addInvestor(to)
  const investment = await addInvestment(to, { investor_id: made.id })
  expect([made.code, investment.reference]).toEqual(['IV-0002', 'INV-0002'])
})

test('an invalid archive is rejected as a whole: invalid texts, foreign ids, duplicates, other files', async () => {
  const from = await signUp({ organization: 'From' })
  const stranger = await signUp()
  const { id: theirs } = await addInvestor(stranger, { name: 'Theirs' })
  const investor = await addInvestor(from, { name: 'Budi', contact: { phone: '+62811111111' } })
  await addTransaction(from, (await addInvestment(from, { investor_id: investor.id })).id)
  const { tables } = await exportOf(from)
  const to = await signUp()
  const wrong = async (table: string, change: object) => {
    const [first, ...others] = tables[table]!
    const { status, body } = await importInto(
      to,
      await zipOf({ ...tables, [table]: [{ ...first, ...change }, ...others] }),
    )
    expect(status, JSON.stringify(body)).toBe(400)
    return body.detail as string
  }
  expect(await wrong('investors', { name: 'a\u0007b' })).toContain(
    'json/investors.jsonl, line 1: name contains characters',
  )
  expect(await wrong('investments', { investor_id: theirs })).toContain('is inconsistent with the others')
  expect(await wrong('investments', { investor_id: "x' or 1=1" })).toContain('investor_id is not a valid ID')
  expect(await wrong('investments', { currency: 'XXQ' })).toContain('currency')
  expect(await wrong('transactions', { amount: '1.005' })).toContain('too many decimals')
  expect(await wrong('transactions', { settled_on: '2199-01-01' })).toContain('settled in the future')
  expect(await wrong('contacts', { phone: '+1' })).toContain('phone is not a phone number')
  const [history] = tables.investments!.map(({ id, investor_id, currency, title }) => ({
    ...{ investment_id: id, investor_id, currency, title, until: '2026-03-01', committed_amount: '1' },
  }))
  const of = {
    investment_history: [history!],
    opt_outs: [{ phone_key: '+62811111111', evidence: '', created_at: '2026-01-01T00:00:00Z' }],
  } as Tables
  Object.assign(tables, of)
  expect(await wrong('organizations', { name: 'a\u0000b' })).toContain('a setting is invalid')
  expect(await wrong('organizations', { name: 'x'.repeat(201) })).toContain('a setting is invalid')
  expect(await wrong('investors', { created_at: 'infinity' })).toContain('created at')
  expect(await wrong('investors', { created_at: '0900-01-01T00:00:00Z' })).toContain('must be in 1900 or later')
  expect(await wrong('investment_status_changes', { at: '-infinity' })).toContain('line 1: at')
  expect(await wrong('investor_types', { position: 2_147_483_647 })).toContain('position')
  expect(await wrong('enabled_currencies', { code: 'ZZZ' })).toContain('is not a currency that Kabar knows')
  expect(await wrong('investment_history', { committed_amount: 'NaN' })).toContain('is not an amount')
  expect(await wrong('investment_history', { until: 'infinity' })).toContain('is not a date')
  expect(await wrong('investment_history', { title: 'x'.repeat(300_000) })).toContain('at most 200 characters')
  expect(await wrong('opt_outs', { evidence: 'x'.repeat(300_000) })).toContain('at most 20000 characters')
  const undecided = tables.investment_statuses!.map((row) => ({ ...row, is_default: false }))
  const { body: refusal } = await importInto(to, await zipOf({ ...tables, investment_statuses: undecided }))
  expect(refusal.detail).toContain('none is the default')
  expect((await importInto(to, Buffer.from('no archive'))).status).toBe(400)
  expect((await importInto(to, await zipOf({ contacts: [] }))).status).toBe(400)
  for (const list of [investors.list, contacts.list])
    expect(made(await to.call(list as typeof contacts.list)).pagination.total).toBe(0)

  // Columns maintained by Kabar are not read from the file: organization, funded amount, author.
  const forged = tables.investments!.map((row) => ({
    ...row,
    organization_id: crypto.randomUUID(),
    funded: '999',
    version: 77,
  }))
  const { status, body } = await importInto(to, await zipOf({ ...tables, investments: forged }))
  expect(status, JSON.stringify(body)).toBe(201)
  expect(made(await to.call(investments.list)).data).toMatchObject([{ funded: '1000.00', version: 1 }])
  expect(made(await stranger.call(investments.list)).data).toEqual([])
})
