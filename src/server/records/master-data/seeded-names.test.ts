// The names of a new organization's master data follow the language of each reader until somebody edits them.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { activity } from '../../../contract/activity.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { downloads } from '../../../contract/downloads.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { investmentStages, investmentStatuses, investorTypes } from '../../../contract/master-data.ts'
import { search } from '../../../contract/search.ts'
import { statements } from '../../../contract/statements.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { inTenant, openDatabase } from '../../platform/db/index.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Caller } from '../../test/app.ts'
import { ownedDatabase } from '../../test/database.ts'
import { testImports } from '../../test/imports.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'

const { app, database, signUp, openSampleData, paste, rowsOf, said, run } = await testImports()

const speak = async (person: Caller, locale: string) =>
  void made(await person.call(users.updateProfile, { body: { locale } }))
const statusesOf = async (person: Caller, query = {}) =>
  made(await person.call(investmentStatuses.list, { query })).data
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const statusCalled = async (person: Caller, name: string) =>
  (await statusesOf(person)).find((status) => status.name === name)!
const taken = { code: 'name_taken', errors: [{ path: 'name', code: 'name.taken' }] }

test('a list is named, ordered and searched in the language of who asks', async () => {
  const person = await signUp()
  expect(names(await statusesOf(person, { sort: 'name' })).slice(0, 3)).toEqual(['Committed', 'Contacted', 'Declined'])
  const ids = (await statusesOf(person)).map(({ id }) => id)
  await speak(person, 'id-ID')
  const indonesian = await statusesOf(person)
  expect(indonesian.map(({ id }) => id)).toEqual(ids)
  expect(indonesian[0]).toMatchObject({ name: 'Prospek', seed_key: 'prospect', version: 1 })
  expect(names(await statusesOf(person, { sort: 'name' })).slice(0, 3)).toEqual([
    'Dalam pembicaraan',
    'Dihapusbukukan',
    'Disetor',
  ])
  expect(names(await statusesOf(person, { q: 'komitmen' }))).toEqual(['Komitmen awal', 'Komitmen'])
  expect(await statusesOf(person, { q: 'committed' })).toEqual([])
  expect(names(made(await person.call(investmentStages.list)).data)).toContain('Seri A')
  await speak(person, 'fr')
  expect(names(await statusesOf(person))[0]).toBe('Prospect')
})

test('an edited name is the same in each language; other fields, and the name as shown, leave it', async () => {
  const person = await signUp()
  const other = await signUp()
  await speak(person, 'id')
  const { id } = await statusCalled(person, 'Komitmen')
  const change = async (body: { name?: string; color?: 'red'; version: number }) =>
    made(await person.call(investmentStatuses.update, { params: { id }, body }))
  expect(await change({ color: 'red', version: 1 })).toMatchObject({ name: 'Komitmen', seed_key: 'committed' })
  // The dialog sends every field.
  expect(await change({ name: 'Komitmen', version: 2 })).toMatchObject({ name: 'Komitmen', seed_key: 'committed' })
  await speak(person, 'en')
  expect(await statusCalled(person, 'Committed')).toMatchObject({ id, color: 'red' })
  expect(await change({ name: 'Signed', version: 3 })).toMatchObject({ name: 'Signed', seed_key: null })
  await speak(person, 'id')
  expect(names(await statusesOf(person))).toContain('Signed')
  expect(names(await statusesOf(other))).toContain('Committed')
})

test('the word of the other language is an edit', async () => {
  const person = await signUp()
  const { id } = await statusCalled(person, 'Prospect')
  const body = { name: 'Prospek', version: 1 }
  const changed = made(await person.call(investmentStatuses.update, { params: { id }, body }))
  expect(changed).toMatchObject({ name: 'Prospek', seed_key: null })
  await speak(person, 'id')
  expect(await statusCalled(person, 'Prospek')).toMatchObject({ id })
})

test('no second row takes a name of either language', async () => {
  const person = await signUp()
  const create = (name: string) => person.call(investmentStatuses.create, { body: { name, category: 'prospect' } })
  for (const name of ['Prospect', 'prospek', 'KOMITMEN AWAL']) expect((await create(name)).problem).toMatchObject(taken)
  const own = made(await create('Ours'))
  const renaming = await person.call(investmentStatuses.update, {
    params: { id: own.id },
    body: { name: 'Uji tuntas', version: 1 },
  })
  expect(renaming.problem).toMatchObject(taken)
  expect(names(await statusesOf(person))).toContain('Ours')
  // A deleted row reserves neither of its names: another row takes one, so that the first cannot be restored.
  const { id } = await statusCalled(person, 'On hold')
  expect((await person.call(investmentStatuses.remove, { params: { id } })).status).toBe(204)
  made(await create('Ditunda'))
  expect((await person.call(investmentStatuses.restore, { params: { id } })).problem).toMatchObject(taken)
})

test('records, timelines, search, the dashboard and files name them in the language of who asks', async () => {
  const person = await signUp({ locale: 'en' })
  const type = made(await person.call(investorTypes.list)).data.find(({ name }) => name === 'Bank / lender')!
  const stage = made(await person.call(investmentStages.list)).data.find(({ name }) => name === 'Series A')!
  const investor = await addInvestor(person, {
    name: 'Maju',
    kind: 'entity',
    investor_type_id: type.id,
    preferred_stage_ids: [stage.id],
  })
  const investment = await addInvestment(person, { investor_id: investor.id, title: 'Maju one', stage_id: stage.id })
  const params = { id: investment.id }
  const { id: status_id } = await statusCalled(person, 'Committed')
  const change = { status_id, committed_amount: '5', committed_on: '2026-01-05', version: investment.version }
  made(await person.call(investments.update, { params, body: change }))

  const seen = async () => {
    const own = made(await person.call(investors.get, { params: { id: investor.id } }))
    const listed = made(await person.call(investments.list, { query: { sort: 'stage' } })).data[0]!
    const past = made(await person.call(investments.list, { query: { as_of: '2026-02-01' } }))
    const timeline = made(await person.call(activity.list, { query: { investment_id: investment.id } })).data
    const moved = timeline.find((entry) => entry.kind === 'status') as {
      from?: { name: string }
      to?: { name: string }
    }
    const found = made(await person.call(search.everywhere, { query: { q: 'Maju one' } }))
    const shown = made(await person.call(dashboard.get, { query: {} }))
    const { url } = made(
      await person.call(downloads.create, {
        body: { kind: 'investments', input: { format: 'csv', query: {}, columns: ['status', 'stage'] } },
      }),
    )
    const history = made(await person.call(investments.statusChanges, { params })).data
    const statement = made(await person.call(statements.get, { params: { id: investor.id }, query: {} }))
    return {
      type: own.type.name,
      preferred: names(own.preferred_stages),
      listed: [listed.status.name, listed.stage?.name],
      past: past.data.map((each) => each.status.name),
      timeline: [moved.from?.name, moved.to?.name],
      found: JSON.stringify(found).match(/"status":\{"name":"(.*?)"/)?.[1],
      dashboard: JSON.stringify(shown).match(/"(?:Committed|Komitmen|Series A|Seri A|Bank \/[^"]*)"/g),
      file: (await app.inject({ url })).body.split('\r\n')[1]?.replace(/^[^,]*,/, ''),
      history: history.map(({ to }) => to.name),
      statement: statement.currencies[0]?.investments[0]?.status,
    }
  }
  const english = await seen()
  expect(english).toMatchObject({
    type: 'Bank / lender',
    preferred: ['Series A'],
    listed: ['Committed', 'Series A'],
    timeline: ['Prospect', 'Committed'],
    found: 'Committed',
    file: 'Committed,Series A',
    statement: 'Committed',
  })
  await speak(person, 'id')
  const indonesian = await seen()
  expect(indonesian).toMatchObject({
    type: 'Bank / pemberi pinjaman',
    preferred: ['Seri A'],
    listed: ['Komitmen', 'Seri A'],
    timeline: ['Prospek', 'Komitmen'],
    found: 'Komitmen',
    file: 'Komitmen,Seri A',
    statement: 'Komitmen',
  })
  const translated: Record<string, string> = {
    Committed: 'Komitmen',
    Prospect: 'Prospek',
    'Series A': 'Seri A',
    'Bank / lender': 'Bank / pemberi pinjaman',
  }
  const inIndonesian = (some: readonly string[] | null) => some?.map((name) => translated[name])
  expect(english.dashboard?.length).toBeGreaterThan(2)
  expect(english.past).toHaveLength(1)
  expect(english.history).toHaveLength(2)
  expect(indonesian.dashboard).toEqual(english.dashboard?.map((name) => `"${translated[JSON.parse(name)]}"`))
  expect(indonesian.past).toEqual(inIndonesian(english.past))
  expect(indonesian.history).toEqual(inIndonesian(english.history))
  await speak(person, 'en')
  expect(await seen()).toEqual(english)
})

test('a message names them in the language of the organization, whoever previews it', async () => {
  const person = await signUp({ locale: 'id' })
  const investor = await addInvestor(person, { name: 'Budi', contact: { phone: '+6281255540001' } })
  await addInvestment(person, { investor_id: investor.id })
  const preview = async () =>
    made(
      await person.call(templates.preview, {
        body: { body: '{{ investment.status }}', contact_id: investor.contacts[0]!.id },
      }),
    ).text
  expect(await preview()).toBe('Prospek')
  await speak(person, 'en')
  expect(await preview()).toBe('Prospek')
})

test('in sample data they follow the language of the account', async () => {
  const person = await signUp({ locale: 'en' })
  const inside = await openSampleData(person)
  expect(names(await statusesOf(inside))[0]).toBe('Prospect')
  await speak(inside, 'id')
  expect(names(await statusesOf(inside))[0]).toBe('Prospek')
})

test('a file may have the names of either language', async () => {
  const person = await signUp({ locale: 'id' })
  await addInvestor(person, { name: 'Budi' })
  const preview = await paste(
    person,
    'investments',
    'Ref|Investor|Status|Stage|Currency|Committed',
    'A-1|Budi|Committed|Series A|IDR|5',
    'A-2|Budi|komitmen|seri a|IDR|6',
    'A-3|Budi|Comitted||IDR|7',
  )
  expect(said(await rowsOf(person, preview)).map(([, action]) => action)).toEqual(['create', 'create', 'error'])
  expect((await run(person, preview)).counts).toMatchObject({ create: 2 })
  const all = made(await person.call(investments.list, { query: { sort: 'reference' } })).data
  expect(all.map(({ status, stage }) => [status.name, stage?.name])).toEqual([
    ['Komitmen', 'Seri A'],
    ['Komitmen', 'Seri A'],
  ])
  const types = await paste(person, 'investors', 'Code|Investor|Type', 'B-1|Siti|Angel investor', 'B-2|Rina|Angel')
  expect(said(await rowsOf(person, types)).map(([, action]) => action)).toEqual(['create', 'create'])
  // An export of one language differs in nothing for a user of the other.
  const again = async (kind: 'investors' | 'investments') => {
    const { url } = made(
      await person.call(downloads.create, { body: { kind, input: { format: 'csv', query: {} } } } as never),
    )
    return (await app.inject({ url })).body
  }
  const files = { investors: await again('investors'), investments: await again('investments') }
  await speak(person, 'en')
  for (const kind of ['investors', 'investments'] as const) {
    const lines = files[kind].replace('\uFEFF', '').trim().split('\r\n')
    const cells = lines.map((line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, '')))
    const rows = cells.map((each) =>
      each.map((cell) => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')).join('|'),
    )
    const back = await paste(person, kind, ...rows)
    expect(new Set((await rowsOf(person, back)).map(({ action }) => action)), kind).toEqual(new Set(['skip']))
  }
})

test('an imported row with a key that Kabar does not have keeps its name', async () => {
  const person = await signUp()
  await addInvestor(person, { name: 'Budi' })
  const scope = { organization_id: organizationOf(person) }
  await inTenant(database, scope, ({ db }) =>
    sql`update investment_statuses set seed_key = 'constructor', name = 'Signed' where seed_key = 'committed'`.execute(
      db,
    ),
  )
  expect(names(await statusesOf(person))).toContain('Signed')
  const preview = await paste(
    person,
    'investments',
    'Ref|Investor|Status|Currency|Committed',
    'A-1|Budi|signed|IDR|5',
    'A-2|Budi|constructor|IDR|5',
  )
  expect(said(await rowsOf(person, preview)).map(([, action]) => action)).toEqual(['create', 'error'])
})

test('rows of an older version get their key if they have the name they were created with', async () => {
  const folder = join(import.meta.dirname, '../../platform/db/migrations')
  const before = await mkdtemp(join(tmpdir(), 'kabar-migrations-'))
  afterAll(() => rm(before, { recursive: true }))
  for (const file of await readdir(folder)) if (file < '0005') await cp(join(folder, file), join(before, file))
  const url = await ownedDatabase()
  const ours = '019a0000-0000-7000-8000-000000000001'
  const old = openDatabase(await migrate(url, before), { poolSize: 2 })
  await sql`insert into organizations (organization_id, country, time_zone, base_currency)
    values (${ours}, 'ID', 'Asia/Jakarta', 'IDR')`.execute(old.system)
  const insert = async (...given: string[]) =>
    await inTenant(old, { organization_id: ours }, ({ db }) =>
      sql`insert into investment_stages (organization_id, name, color, position)
        select ${ours}, name, 'gray', 1 from unnest(${given}::text[]) name`.execute(db),
    )
  // The last two are the two names of one row: neither can follow the language.
  await insert('Seed', 'Seri A', 'Series B ', 'Growth equity', 'Construction', 'Konstruksi')
  await old.close()
  const database = openDatabase(await migrate(url, folder), { poolSize: 2 })
  afterAll(() => database.close())
  const { rows } = await inTenant(database, { organization_id: ours }, ({ db }) =>
    sql<{ name: string; seed_key: string | null }>`select name, seed_key from investment_stages order by name`.execute(
      db,
    ),
  )
  expect(rows.map(({ name, seed_key }) => [name, seed_key])).toEqual([
    ['Construction', null],
    ['Growth equity', null],
    ['Konstruksi', null],
    ['Seed', 'seed'],
    ['Seri A', 'series_a'],
    ['Series B ', null],
  ])
})
