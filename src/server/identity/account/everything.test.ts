// "Export everything": complete according to the catalog, exact, and without secrets.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { columnsOf } from './everything.ts'
import { exported, notExported } from './exported.ts'
import { shapeOf } from './queries.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kabar-everything-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { app, database, signUp } = await testApp({ DATA_DIR: dataDir })

describe('the catalog', () => {
  test('has no table of an organization that is neither exported nor excluded with a reason', async () => {
    const { rows } = await sql<{ relname: string }>`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`.execute(database.system)
    const named = [...exported.map(({ table }) => table), ...Object.keys(notExported)].sort()
    expect(named).toEqual(rows.map(({ relname }) => relname))
  })

  test('has no exported column that looks like a secret', async () => {
    const open = await inTenant(database, { organization_id: crypto.randomUUID() }, async (tenant) => {
      const found: string[] = []
      for (const one of exported) {
        const shape = await shapeOf(tenant, one.table)
        expect(shape.order.length, one.table).toBeGreaterThan(0)
        found.push(...columnsOf(one, shape).map((column) => `${one.table}.${column}`))
      }
      return found
    })
    expect(open.filter((name) => /hash|token|secret|password|encrypted|lease|\bqr|credential/.test(name))).toEqual([])
  })
})

describe('the archive', () => {
  test('has every row of the organization, as CSV for spreadsheets and as JSON for programs', async () => {
    const person = await signUp({ organization: 'PT Maju' })
    const stranger = await signUp({ organization: 'CANARY' })
    await stranger.call(contacts.create, { body: { name: 'CANARY', phone: '+6281230000001' } })
    const named = ['=1+1', 'Émile "E" Dupont, SE', '@ada', '＝1', 'two\nlines']
    for (const [index, name] of named.entries()) {
      const body = { name: index === 4 ? 'Lines' : name, phone: `+62812345678${index}0`, notes: name }
      expect((await person.call(contacts.create, { body })).status).toBe(201)
    }
    const session = (await person.call(waSessions.list)).body.data[0]!
    const template = (await person.call(templates.create, { body: { name: 'News', body: 'Hi {{ contact.name }}' } }))
      .body
    const body = { name: 'Q1', session_id: session.id, template_id: template.id, audience: { all_contacts: true } }
    const broadcast = (await person.call(broadcasts.create, { body })).body
    const files = await exportOf(person)

    const people = files.rows('contacts')
    expect(people.json.map((row) => row.notes)).toEqual(named)
    expect(people.csv.map((row) => row.notes)).toEqual(["'=1+1", named[1], "'@ada", "'＝1", 'two\nlines'])
    expect(people.csv[0]).toMatchObject({ name: "'=1+1", phone: '+6281234567800', deleted_at: '' })
    expect(people.json[0]).toMatchObject({ name: '=1+1', phone: '+6281234567800', deleted_at: null })
    for (const { table } of exported) {
      const { csv, json } = files.rows(table)
      expect(csv.length, table).toBe(json.length)
      for (const [index, row] of json.entries()) {
        expect(Object.keys(csv[index]!), table).toEqual(Object.keys(row))
        expect(row, table).not.toHaveProperty('organization_id')
      }
    }
    expect(files.rows('organizations').json).toMatchObject([{ name: 'PT Maju', country: 'ID' }])
    expect(files.rows('users').json).toMatchObject([{ email: expect.stringContaining('@example.com') }])
    expect(files.rows('broadcasts').json).toMatchObject([{ id: broadcast.id, name: 'Q1', template_id: template.id }])
    expect(files.rows('wa_sessions').json).toMatchObject([{ id: session.id, driver: 'linked_device' }])
    expect(files.readme).toContain('all records of PT Maju')
    for (const { table } of exported) expect(files.readme).toContain(table)
    expect(files.all).not.toContain('CANARY')
  })

  test('contains no passwords, tokens and WhatsApp credentials', async () => {
    const person = await signUp()
    const { id } = (await person.call(users.profile)).body
    await sql`update wa_sessions set qr = 'SECRETQR', qr_expires_at = now()
      where organization_id = (select organization_id from users where id = ${id})`.execute(database.system)
    const { rows } = await sql<{ password_hash: string }>`select password_hash from users where id = ${id}`.execute(
      database.system,
    )
    const { all } = await exportOf(person)
    for (const secret of [rows[0]!.password_hash, '$argon2', 'SECRETQR', person.refresh_token, person.access_token]) {
      expect(all).not.toContain(secret)
    }
  })

  test('that fails at its start is a failed download, and the server keeps running', async () => {
    const person = await signUp()
    const { id } = (await person.call(users.profile)).body
    // An invalid time in the first table, which is read before the response begins.
    await sql`update organizations set created_at = '4000-01-01 BC'
      where organization_id = (select organization_id from users where id = ${id})`.execute(database.system)
    const { url } = (await person.call(downloads.create, { body: { kind: 'everything', input: {} } })).body
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(500)
    expect((await app.inject('/api/health/live')).statusCode).toBe(200)
  })

  test('with many rows is complete', async () => {
    const person = await signUp()
    const { id } = (await person.call(users.profile)).body
    const { rows } = await sql<{ organization_id: string }>`select organization_id from users where id = ${id}`.execute(
      database.system,
    )
    await inTenant(database, rows[0]!, ({ db, organization_id }) =>
      sql`insert into contacts (organization_id, name, phone, phone_key)
        select ${organization_id}, 'Contact ' || n, '+6281' || (10000000 + n), '+6281' || (10000000 + n)
        from generate_series(1, 5321) n`.execute(db),
    )
    const { csv, json } = (await exportOf(person)).rows('contacts')
    expect(new Set(json.map((row) => row.name)).size).toBe(5321)
    expect(csv).toHaveLength(5321)
  })
})

async function exportOf(person: Caller) {
  const { url } = (await person.call(downloads.create, { body: { kind: 'everything', input: {} } })).body
  const answer = await app.inject({ method: 'GET', url })
  expect(answer.statusCode).toBe(200)
  const files = unzip(answer.rawPayload)
  const text = (path: string) => files.get(path)!.toString('utf8')
  return {
    readme: text('README.txt'),
    all: [...files.values()].map((content) => content.toString('utf8')).join('\n'),
    rows: (table: string) => {
      expect(text(`csv/${table}.csv`).startsWith('\uFEFF')).toBe(true)
      return {
        csv: parse<Record<string, string>>(text(`csv/${table}.csv`), { bom: true, columns: true }),
        json: text(`json/${table}.jsonl`)
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      }
    },
  }
}

/** Reads the central directory, as all zip programs do. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, name, extra, comment] = [20, 28, 30, 32].map((offset, index) =>
      index === 0 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + packed)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), inflateRawSync(content))
    at += 46 + name + extra + comment
  }
  return files
}
