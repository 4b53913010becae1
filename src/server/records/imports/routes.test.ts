// Imports over HTTP: upload, preview, run; concurrent edits, killed workers, several organizations.

import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import type { Problem } from '../../../contract/errors.ts'
import { type Import, type ImportRow, imports } from '../../../contract/imports.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import {
  brazilFile,
  googleFile,
  localNumber,
  outlookFile,
  plainFile,
  type SampleFile,
} from '../../test/import-files.ts'
import { reasonOf } from '../../test/imports.ts'
import { failOnLockWait, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { workbookFile } from '../../test/workbook.ts'
import { remove } from '../contacts/service.ts'
import * as queries from './queries.ts'
import { startImports } from './service.ts'
import { applyBatch } from './worker.ts'

const { app, database, signUp } = await testApp()

const silent = { info: () => {}, warn: () => {}, error: () => {} }
let worker: { stop(): Promise<void> } | undefined
const startWorker = () => {
  worker = startImports({ database, log: silent })
}
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

/** Sends a file as a browser does. */
async function send(caller: Caller, content: string | Buffer, name = 'contacts.csv', field = 'file', query = '') {
  const edge = 'edge-of-the-parts'
  const head = `--${edge}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/imports${query}`,
    headers: {
      authorization: `Bearer ${caller.access_token}`,
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json<Import>(), problem: answer.json<Problem>() }
}

async function preview(caller: Caller, content: string | Buffer): Promise<Import & { rows: ImportRow[] }> {
  const { status, body, problem } = await send(caller, content)
  if (status !== 201) throw new Error(JSON.stringify(problem))
  const { body: page } = await caller.call(imports.rows, { params: { id: body.id }, query: { per_page: 200 } })
  return { ...body, rows: page.data }
}

async function run(caller: Caller, id: string): Promise<Import> {
  if (!worker) startWorker()
  expect((await caller.call(imports.start, { params: { id } })).status).toBe(200)
  const look = async () => (await caller.call(imports.get, { params: { id } })).body
  return await until('the import', look, ({ status }) => status === 'done' || status === 'failed')
}

async function countContacts(caller: Caller) {
  return (await caller.call(contacts.list, { query: { per_page: 1 } })).body.pagination.total
}

describe('typical files', () => {
  test.each<[string, () => SampleFile, string]>([
    ['Google Contacts', () => googleFile(1_100), 'ID'],
    ['Outlook', () => outlookFile(600), 'ID'],
    ['a Brazilian table', () => brazilFile(600), 'BR'],
    ['name and phone', () => plainFile(2_100), 'ID'],
    ['name and phone without header', () => plainFile(1_001, { header: false }), 'ID'],
  ])('%s', async (_, make, country) => {
    const caller = await signUp({ country })
    const file = make()
    const total = Object.values(file.counts).reduce((sum, count) => sum + count)
    const { body } = await send(caller, file.content, file.name)
    expect(body).toMatchObject({
      status: 'ready',
      file_name: file.name,
      counts: file.counts,
      total,
      done: 0,
      failure: null,
    })
    expect(await countContacts(caller)).toBe(0)

    const done = await run(caller, body.id)
    expect(done).toMatchObject({
      status: 'done',
      counts: file.counts,
      total,
      done: total,
      finished_at: expect.stringMatching(/Z$/),
    })
    expect(await countContacts(caller)).toBe(file.counts.create)

    const again = await send(caller, file.content, file.name)
    expect(again.body.counts).toEqual({
      create: 0,
      update: 0,
      skip: total - file.counts.error,
      error: file.counts.error,
    })
    expect((await run(caller, again.body.id)).counts).toEqual(again.body.counts)
    expect(await countContacts(caller)).toBe(file.counts.create)
  })

  test('the cells are stored in the contact', async () => {
    const ayu = await signUp()
    const { id, columns } = await preview(ayu, googleFile(60).content)
    expect(columns.filter(({ field }) => field).map(({ header, field }) => [header, field])).toEqual([
      ['First Name', 'first_name'],
      ['Middle Name', 'middle_name'],
      ['Last Name', 'last_name'],
      ['Nickname', 'preferred_name'],
      ['Organization Name', 'company'],
      ['Organization Title', 'job_title'],
      ['Notes', 'notes'],
      ['Labels', 'tags'],
      ['E-mail 1 - Value', 'email'],
      ['E-mail 2 - Value', 'email'],
      ['Phone 1 - Value', 'phone'],
      ['Phone 2 - Value', 'phone'],
    ])
    await run(ayu, id)
    const find = async (q: string) => (await ayu.call(contacts.list, { query: { q } })).body.data[0]
    expect(await find(localNumber(35))).toMatchObject({
      phone: `+62${localNumber(35).slice(1)}`,
      preferred_name: 'Pak B',
      company: 'PT Maju, Tbk',
      job_title: 'Direktur',
      notes: 'Met at the "demo day",\nlikes property\n\nin Bali',
      consent: 'unknown',
    })
    // The mobile number of two, and the first of two in a cell.
    expect(await find(localNumber(40))).toMatchObject({ phone: `+62${localNumber(40).slice(1)}` })
    expect(await find(localNumber(41))).toMatchObject({ phone: `+62${localNumber(41).slice(1)}` })
    expect(await find('person44@example.com')).toMatchObject({ email: 'person44@example.com' })
  })
})

test('the preview shows what will happen to each row, and why', async () => {
  const ayu = await signUp()
  await ayu.call(contacts.create, { body: { name: 'Budi', phone: '0811111111' } })
  await ayu.call(contacts.create, {
    body: { name: 'Siti', phone: '0822222222', email: 'siti@example.com', company: 'Hers' },
  })
  await ayu.call(contacts.create, { body: { name: 'Mail only', email: 'Mail@Example.com' } })
  const { rows, counts, total } = await preview(
    ayu,
    [
      'name,phone,email,company',
      'Other name,+62 811 111 111,budi@example.com,PT Maju',
      'Siti,0822222222,other@example.com,Theirs',
      'New,0833333333,,',
      '"Many\nlines",0833333333,new@example.com,',
      'Nobody,,,',
      'Bad,9.62791E+11,,',
      'M,,MAIL@example.com,PT Mail',
      'M again,,mail@example.com,',
      'Mail person,,only@example.com,',
      ',0855444444,,',
      'Too,0855555555,,,many',
    ].join('\n'),
  )
  expect(counts).toEqual({ create: 3, update: 3, skip: 2, error: 3 })
  expect(total).toBe(11)
  expect(rows.map((row) => [row.line, row.action, reasonOf(row)])).toEqual([
    [2, 'update', 'Adds email and company to Budi.'],
    [3, 'update', 'Adds other emails to Siti.'],
    [4, 'create', null],
    [5, 'skip', 'Same number as line 4.'],
    [7, 'error', 'No phone number and no email address.'],
    [8, 'error', expect.stringContaining('damaged by a spreadsheet')],
    [9, 'update', 'Adds company to Mail only.'],
    [10, 'skip', 'Same email address as line 9.'],
    [11, 'create', null],
    [12, 'create', 'No name in the file: named “+62855444444” for now.'],
    [13, 'error', expect.stringContaining('has 5 cells')],
  ])
  expect(rows[0]).toMatchObject({
    cells: ['Other name', '+62 811 111 111', 'budi@example.com', 'PT Maju'],
    record_id: expect.any(String),
  })
  expect(rows[5]).toMatchObject({ cells: ['Bad', '9.62791E+11', '', ''], record_id: null })
})

test('an import fills empty fields and overwrites nothing', async () => {
  const ayu = await signUp()
  const { body: budi } = await ayu.call(contacts.create, {
    body: { name: 'Budi', phone: '0811111111', company: 'His' },
  })
  const { id } = await preview(ayu, 'name,phone,email,company\nOther,0811111111,b@example.com,Theirs\n')
  const done = await run(ayu, id)
  expect(done.counts).toEqual({ create: 0, update: 1, skip: 0, error: 0 })
  const { body } = await ayu.call(contacts.get, { params: { id: budi.id } })
  expect(body).toMatchObject({ name: 'Budi', company: 'His', email: 'b@example.com', version: 2 })
})

test('rows are filtered by action and text, and listed by page', async () => {
  const ayu = await signUp()
  const { id } = await preview(ayu, googleFile(400).content)
  const rows = async (query: object) => (await ayu.call(imports.rows, { params: { id }, query })).body
  const errors = await rows({ action: 'error', per_page: 5, page: 2 })
  expect(errors.pagination).toEqual({ page: 2, per_page: 5, total: 16, total_pages: 4 })
  expect(errors.data.every(({ action }) => action === 'error')).toBe(true)
  expect((await rows({ q: 'PERSON1@' })).data).toHaveLength(1)
  const lines = (await rows({ sort: '-line', per_page: 200 })).data.map(({ line }) => line)
  expect(lines).toEqual(lines.toSorted((a, b) => b - a))
})

describe('an invalid file', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['empty', '', /empty/],
    ['only blanks', '\n\n , \n', /empty/],
    ['a workbook', Buffer.from('PK\u0003\u0004\u0000\u0000', 'latin1'), /workbook is incomplete/],
    ['a web page', '<html><body>', /web page/],
    ['an endless quote', 'name,phone\nA,"08', /is not closed/],
    ['no numbers', 'colour,size\nred,4\n', /No column with phone numbers/],
    ['too many columns', `phone,${'x,'.repeat(600)}\n0811111111\n`, /more than 500 columns/],
  ])('%s', async (_, content, detail) => {
    const ayu = await signUp()
    const { status, problem } = await send(ayu, content)
    expect([status, problem.code]).toEqual([400, 'file_unreadable'])
    expect(problem.detail).toMatch(detail)
    expect(
      await database.system
        .selectFrom('imports')
        .select('id')
        .where('created_by', '=', await userOf(ayu))
        .execute(),
    ).toEqual([])
  })

  test('a header alone has no rows, and its import is done immediately', async () => {
    const ayu = await signUp()
    const { id, total, counts } = await preview(ayu, 'name,phone\n')
    expect([total, counts]).toEqual([0, { create: 0, update: 0, skip: 0, error: 0 }])
    expect(await run(ayu, id)).toMatchObject({ status: 'done', total: 0, done: 0 })
  })

  test('one row without a line end', async () => {
    expect((await preview(await signUp(), 'name,phone\nBudi,0811111111')).counts.create).toBe(1)
  })

  test('too large, by bytes and by rows', async () => {
    const ayu = await signUp()
    const bytes = await send(ayu, Buffer.alloc(33 * 1024 * 1024, 'a'))
    expect([bytes.status, bytes.problem.code]).toEqual([413, 'too_large'])
    const rows = await send(ayu, `name,phone\n${'A,1\n'.repeat(101_000)}`)
    expect([rows.status, rows.problem.detail]).toEqual([413, expect.stringContaining('more than 100,000 rows')])
  })

  test('the first visible sheet of a workbook is read, or the selected one', async () => {
    const caller = await signUp({ country: 'ID' })
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = (phone: string) => `<row>${cell('Name')}${cell('Phone')}</row><row>${cell('Budi')}${cell(phone)}</row>`
    const file = await workbookFile([
      { name: 'Lists', state: 'hidden', rows: rows('x') },
      { name: 'Jakarta', rows: rows('081234567001') },
      { name: 'Bali', rows: rows('081234567002') },
    ])
    const first = await send(caller, file, 'contacts.xlsx')
    expect(first.body).toMatchObject({ sheets: ['Jakarta', 'Bali'], sheet: 'Jakarta', counts: { create: 1 } })
    const second = await send(caller, file, 'contacts.xlsx', 'file', '?sheet=Bali')
    expect(second.body).toMatchObject({ sheets: ['Jakarta', 'Bali'], sheet: 'Bali', counts: { create: 1 } })
    const none = await send(caller, file, 'contacts.xlsx', 'file', '?sheet=Lists')
    expect(none.status).toBe(400)
    expect(none.problem.errors).toMatchObject([{ path: 'sheet' }])
    expect((await send(caller, 'Name,Phone\nBudi,081234567003')).body).toMatchObject({ sheets: [], sheet: null })
  })

  test('an aborted upload leaves nothing', async () => {
    const ayu = await signUp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const closed = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('close', resolve)))
    const upload = request({
      port,
      method: 'POST',
      path: '/api/v1/imports',
      headers: {
        authorization: `Bearer ${ayu.access_token}`,
        'content-type': 'multipart/form-data; boundary=edge',
        'content-length': 1_000_000,
      },
    })
    upload.on('error', () => {})
    const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    upload.write(head + plainFile(20_000).content, () => upload.destroy())
    await closed
    // A later upload is accepted, and is the only one.
    const { id } = await preview(ayu, plainFile(10).content)
    const left = database.system
      .selectFrom('imports')
      .select('id')
      .where('created_by', '=', await userOf(ayu))
    expect(await left.execute()).toEqual([{ id }])
  })

  test.each([
    ['multipart/form-data', 'x'],
    [
      'multipart/form-data; boundary=edge',
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,pho',
    ],
  ])('a malformed upload (%s) is a 400', async (type, payload) => {
    const { access_token } = await signUp()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': type },
      payload,
    })
    expect(answer.statusCode, answer.payload).toBe(400)
  })

  test('no file at all, another part, no multipart', async () => {
    const ayu = await signUp()
    expect((await send(ayu, 'name,phone', 'a.csv', 'other')).problem).toMatchObject({
      status: 400,
      errors: [{ path: 'file' }],
    })
    const json = await app.inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: { authorization: `Bearer ${ayu.access_token}` },
      payload: { file: 'name,phone' },
    })
    expect(json.statusCode).toBe(415)
    const nobody = await app.inject({ method: 'POST', url: '/api/v1/imports', payload: {} })
    expect(nobody.statusCode).toBe(401)
    const elsewhere = await app.inject({
      method: 'POST',
      url: '/api/v1/contacts',
      headers: { authorization: `Bearer ${ayu.access_token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    })
    expect(elsewhere.statusCode).toBe(415)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\people\\a.csv', 'a.csv'],
    ['gpj\u202e.csv', 'gpj.csv'],
  ])('the name %j is shown as %j', async (name, shown) => {
    expect((await send(await signUp(), 'name,phone\n', name)).body.file_name).toBe(shown)
  })
})

async function userOf(caller: Caller) {
  const claims = JSON.parse(Buffer.from(caller.access_token.split('.')[1]!, 'base64url').toString()) as { sub: string }
  return claims.sub
}

describe('while it runs', () => {
  test('a number that another user adds concurrently stays one contact', async () => {
    const ayu = await signUp()
    const file = plainFile(1_500)
    const { id } = await preview(ayu, file.content)
    // After the preview, so that only the run can detect it; some before the start, some during it.
    const add = (n: number) =>
      ayu.call(contacts.create, { body: { name: `By hand ${n}`, phone: localNumber(400_000 + n) } })
    for (const n of [0, 700]) expect((await add(n)).status).toBe(201)
    const [done, ...byHand] = await Promise.all([
      run(ayu, id),
      ...Array.from({ length: 30 }, (_, n) => add(50 * n + 1)),
    ])
    const mine = byHand.filter(({ status }) => status === 201).length
    expect(byHand.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(done.counts).toEqual({ create: 1_498 - mine, update: 0, skip: 2 + mine, error: 0 })
    expect(await countContacts(ayu)).toBe(1_500)
  })

  test('two concurrent imports of the same file create each contact once', async () => {
    const ayu = await signUp()
    const file = plainFile(2_000)
    const [one, two] = [await preview(ayu, file.content), await preview(ayu, file.content)]
    startWorker()
    const second = startImports({ database, log: silent })
    const ends = await Promise.all([run(ayu, one.id), run(ayu, two.id)])
    await second.stop()
    expect(ends[0].counts.create + ends[1].counts.create).toBe(2_000)
    expect(ends[0].counts.skip + ends[1].counts.skip).toBe(2_000)
    expect(await countContacts(ayu)).toBe(2_000)
  })

  test('a contact that it updates can be deleted concurrently, without a deadlock', async () => {
    const ayu = await signUp()
    const { body: budi } = await ayu.call(contacts.create, { body: { name: 'Budi', phone: '0811111111' } })
    const { id } = await preview(ayu, 'name,phone,company\nBudi,0811111111,Tbk\nSiti,0822222222,Tbk\n')
    await ayu.call(imports.start, { params: { id } })
    const turn = (await queries.claimImport(database))!
    const batch = await inTenant(database, turn, async (tenant) => {
      await sql`select from contacts where id = ${budi.id} for no key update`.execute(tenant.db)
      const running = applyBatch(database, turn, 0)
      await waitUntilBlocked(database)
      await failOnLockWait(tenant)
      await remove(tenant, budi.id)
      return { running }
    })
    await batch.running
    expect(await countContacts(ayu)).toBe(1)
    // The import is done.
    expect(await applyBatch(database, turn, 3)).toBeUndefined()
  })

  test('it is started once by concurrent requests', async () => {
    const ayu = await signUp()
    const { id } = await preview(ayu, plainFile(100).content)
    const presses = await Promise.all([1, 2, 3].map(() => ayu.call(imports.start, { params: { id } })))
    for (const { status, body } of presses) expect([status, body.id, body.status]).toEqual([200, id, 'running'])
    expect((await run(ayu, id)).counts.create).toBe(100)
    expect((await ayu.call(imports.start, { params: { id } })).body.status).toBe('done')
  })

  test('a number that opted out stays opted out', async () => {
    const ayu = await signUp()
    const { body: budi } = await ayu.call(contacts.create, {
      body: { name: 'Budi', phone: '0811111111', consent: 'opted_out' },
    })
    await ayu.call(contacts.remove, { params: { id: budi.id } })
    const { id } = await preview(ayu, 'name,phone\nBudi,0811111111\nSiti,0822222222\n')
    await run(ayu, id)
    const { body } = await ayu.call(contacts.list, { query: { sort: 'name' } })
    expect(body.data.map(({ name, consent }) => [name, consent])).toEqual([
      ['Budi', 'opted_out'],
      ['Siti', 'unknown'],
    ])
  })
})

describe('after a worker was killed', () => {
  test('the next one continues exactly where it stopped', async () => {
    const ayu = await signUp()
    const { id } = await preview(ayu, googleFile(1_500).content)
    await ayu.call(imports.start, { params: { id } })
    const turn = (await queries.claimImport(database))!
    expect(turn.id).toBe(id)
    const line = await applyBatch(database, turn, 0, 400)
    await applyBatch(database, turn, line!, 400)
    const half = (await ayu.call(imports.get, { params: { id } })).body
    expect(half).toMatchObject({ status: 'running', done: 800 })
    // It is not taken over until its lease expires.
    expect(await queries.claimImport(database)).toBeUndefined()
    await sql`update imports set lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
      database.system,
    )
    // Another worker takes over while the old one is only slow, and finds that its lease is lost.
    const next = (await queries.claimImport(database))!
    expect(next.id).toBe(id)
    const before = await countContacts(ayu)
    expect(await applyBatch(database, turn, line!, 400)).toBeUndefined()
    expect((await ayu.call(imports.get, { params: { id } })).body.done).toBe(800)
    expect(await countContacts(ayu)).toBe(before)
    // That one is killed as well.
    await sql`update imports set lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
      database.system,
    )
    const done = await run(ayu, id)
    const { counts } = googleFile(1_500)
    expect(done).toMatchObject({ status: 'done', counts, done: 1_500 })
    expect(before).toBeLessThan(counts.create)
    expect(await countContacts(ayu)).toBe(counts.create)
  })

  test('a stopped worker hands over immediately', async () => {
    const ayu = await signUp()
    const { id } = await preview(ayu, plainFile(4_000).content)
    startWorker()
    await ayu.call(imports.start, { params: { id } })
    await until(
      'the first batch',
      async () => (await ayu.call(imports.get, { params: { id } })).body,
      ({ done }) => done > 0,
    )
    await worker!.stop()
    worker = undefined
    const { lease_until } = await database.system
      .selectFrom('imports')
      .select('lease_until')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(lease_until).toBeNull()
    expect(await run(ayu, id)).toMatchObject({ status: 'done', done: 4_000, counts: { create: 4_000 } })
    expect(await countContacts(ayu)).toBe(4_000)
  })
})

test('imports of other organizations are not found', async () => {
  const [ayu, eve] = [await signUp(), await signUp()]
  const { id } = await preview(ayu, plainFile(10).content)
  const params = { id }
  expect((await eve.call(imports.get, { params })).status).toBe(404)
  expect((await eve.call(imports.rows, { params })).status).toBe(404)
  expect((await eve.call(imports.start, { params })).status).toBe(404)
  expect((await ayu.call(imports.get, { params })).body.status).toBe('ready')
})

test('a revert withdraws the consent that the file gave, but no opt-out', async () => {
  const ayu = await signUp()
  for (const [name, phone] of [
    ['In', '0811111111'],
    ['Out', '0811111112'],
    ['Later', '0811111113'],
  ])
    await ayu.call(contacts.create, { body: { name: name!, phone: phone! } })
  const { id } = await preview(ayu, 'phone,consent\n0811111111,yes\n0811111112,no\n0811111113,yes\n')
  await run(ayu, id)
  const consents = async () => {
    const { data } = (await ayu.call(contacts.list)).body
    return Object.fromEntries(data.map(({ name, consent }) => [name, consent]))
  }
  expect(await consents()).toEqual({ In: 'opted_in', Out: 'opted_out', Later: 'opted_in' })
  const later = (await ayu.call(contacts.list, { query: { q: 'Later' } })).body.data[0]!
  await ayu.call(contacts.update, {
    params: { id: later.id },
    body: { consent: 'opted_out', version: later.version },
  })
  await ayu.call(imports.revert, { params: { id } })
  const reverted = await until(
    'the revert',
    async () => (await ayu.call(imports.get, { params: { id } })).body,
    ({ status }) => status === 'reverted',
  )
  expect(await consents()).toEqual({ In: 'unknown', Out: 'opted_out', Later: 'opted_out' })
  expect(reverted).toMatchObject({ reverted: 2, not_reverted: 1 })
})

test('the counts of an import equal its rows at every step', async () => {
  const ayu = await signUp()
  await ayu.call(contacts.create, { body: { name: 'Known', phone: '0811111110' } })
  const { id } = await preview(
    ayu,
    'name,phone,company\nA,0811111111,\nB,0811111112,\nC,12,\nD,0811111112,\nKnown,0811111110,PT Maju\nE,0811111113,\n',
  )
  const look = async () => {
    const { body } = await ayu.call(imports.get, { params: { id } })
    const { counts, total, done, reverted, not_reverted } = body
    const rows = await inTenant(database, { organization_id: organizationOf(ayu) }, ({ db }) =>
      db
        .selectFrom('import_rows')
        .select(['action', 'done_at', 'reverted_at', 'undo', 'revert_failure'])
        .where('import_id', '=', id)
        .execute(),
    )
    const of = (action: string) => rows.filter((row) => row.action === action).length
    expect({ counts, total, done, reverted, not_reverted }).toEqual({
      counts: { create: of('create'), update: of('update'), skip: of('skip'), error: of('error') },
      total: rows.length,
      done: rows.filter(({ done_at }) => done_at).length,
      reverted: rows.filter(({ reverted_at, undo, revert_failure }) => reverted_at && undo && revert_failure === null)
        .length,
      not_reverted: rows.filter(({ revert_failure }) => revert_failure !== null).length,
    })
    return body
  }
  expect((await look()).counts).toEqual({ create: 3, update: 1, skip: 1, error: 1 })
  await ayu.call(imports.changeRow, { params: { id, line: '4' }, body: { cells: ['C', '0811111114', ''] } })
  expect((await look()).counts).toEqual({ create: 4, update: 1, skip: 1, error: 0 })
  // Added by a user between the preview and the run, so that its row is skipped.
  await ayu.call(contacts.create, { body: { name: 'E', phone: '0811111113' } })
  await run(ayu, id)
  const done = await look()
  expect([done.counts, done.done]).toEqual([{ create: 3, update: 1, skip: 2, error: 0 }, 6])
  const found = (await ayu.call(contacts.list, { query: { q: '811111111' } })).body.data
  const a = found.find(({ name }) => name === 'A')!
  await ayu.call(contacts.update, { params: { id: a.id }, body: { name: 'A. B.', version: a.version } })
  await ayu.call(imports.revert, { params: { id } })
  await until(
    'the revert',
    async () => (await ayu.call(imports.get, { params: { id } })).body.status,
    (status) => status === 'reverted',
  )
  expect(await look()).toMatchObject({ reverted: 3, not_reverted: 1 })
})

test('a preview that was not started is deleted after 30 days, with its rows', async () => {
  const ayu = await signUp()
  const [old, young] = [await preview(ayu, plainFile(5).content), await preview(ayu, plainFile(5).content)]
  const tenant = { organization_id: organizationOf(ayu) }
  const age = (id: string, days: number) =>
    inTenant(database, tenant, ({ db }) =>
      sql`update imports set created_at = created_at - make_interval(days => ${days}) where id = ${id}`.execute(db),
    )
  await age(old.id, 31)
  await age(young.id, 29)
  startWorker()
  const status = async ({ id }: Import) => (await ayu.call(imports.get, { params: { id } })).status
  await until(
    'the preview to go',
    () => status(old),
    (answer) => answer === 404,
  )
  expect(await status(young)).toBe(200)
  const left = await inTenant(database, tenant, ({ db }) =>
    db.selectFrom('import_rows').select('import_id').distinct().execute(),
  )
  expect(left).toEqual([{ import_id: young.id }])
})

test('an old preview that cannot be deleted does not block others', async () => {
  const people = [await signUp(), await signUp()]
  const [bad, good] = [await preview(people[0]!, plainFile(5).content), await preview(people[1]!, plainFile(5).content)]
  const owner = new pg.Client(database.connection.connectionString)
  await owner.connect()
  await owner.query(`update imports set created_at = created_at - make_interval(days => case id when '${bad.id}' then 40 else 31 end)
    where id in ('${bad.id}', '${good.id}')`)
  await owner.query(`create function made_to_fail() returns trigger language plpgsql as
    $$ begin raise exception 'made to fail'; end $$`)
  await owner.query(`create trigger fails before delete on imports for each row when (old.id = '${bad.id}')
    execute function made_to_fail()`)
  startWorker()
  await until(
    'the preview to go',
    async () => (await people[1]!.call(imports.get, { params: good })).status,
    (status) => status === 404,
  )
  expect((await people[0]!.call(imports.get, { params: bad })).status).toBe(200)
  await owner.query('drop function made_to_fail() cascade')
  await owner.end()
})

test('the rows of an import are deleted 90 days after its end, and its counts are kept', async () => {
  const [ayu, budi] = [await signUp(), await signUp()]
  const file = plainFile(40)
  const [old, young] = [await preview(ayu, file.content), await preview(budi, file.content)]
  await run(ayu, old.id)
  await run(budi, young.id)
  const aged = (caller: Caller, id: string, days: number) =>
    inTenant(database, { organization_id: organizationOf(caller) }, ({ db }) =>
      sql`update imports set finished_at = finished_at - make_interval(days => ${days}) where id = ${id}`.execute(db),
    )
  const show = async (caller: Caller, id: string) => (await caller.call(imports.get, { params: { id } })).body
  const rowsOf = async (caller: Caller, id: string) =>
    (await caller.call(imports.rows, { params: { id } })).body.pagination.total
  await aged(ayu, old.id, 91)
  await aged(budi, young.id, 89)
  const before = await show(ayu, old.id)
  // As after a restart, since a running worker checks once an hour.
  await worker?.stop()
  startWorker()
  const after = await until(
    'the rows to be removed',
    () => show(ayu, old.id),
    ({ rows_removed }) => rows_removed,
  )
  expect(after).toEqual({ ...before, rows_removed: true })
  expect([await rowsOf(ayu, old.id), await rowsOf(budi, young.id)]).toEqual([0, before.total])
  expect((await show(budi, young.id)).rows_removed).toBe(false)
})

test('a text longer than any field is an error in an imported column, else a remark, and stored shortened', async () => {
  const ayu = await signUp()
  const long = 'a'.repeat(30_000)
  const spaced = `Ayu${' '.repeat(30_000)}Lestari`
  const file = `name,phone,notes,picture\nA,0811111111,${long},\nB,0811111112,,${long}\n${spaced},0811111113,,\nC,0811111114,,\n`
  const { id, rows } = await preview(ayu, file)
  const cut = '“notes” has more than 20,000 characters. Kabar saved only the beginning.'
  expect(rows.map((row) => [row.action, reasonOf(row)])).toEqual([
    ['error', `The text in notes is longer than 20,000 characters.\n${cut}`],
    ['create', cut.replace('notes', 'picture')],
    ['error', `The text in name is longer than 200 characters.\n${cut.replace('notes', 'name')}`],
    ['create', null],
  ])
  for (const row of rows) for (const cell of row.cells) expect(cell.length).toBeLessThanOrEqual(20_001)
  // After another mapping, or an edit of another cell, it still counts as shortened.
  const fields = ['name', 'phone', 'notes', 'company'] as const
  await ayu.call(imports.change, { params: { id }, body: { fields: [...fields] } })
  const again = (await ayu.call(imports.rows, { params: { id } })).body.data
  expect(again.map(({ action }) => action)).toEqual(['error', 'error', 'error', 'create'])
  const mended = await ayu.call(imports.changeRow, {
    params: { id, line: rows[0]!.line },
    body: { cells: ['A. B.', ...rows[0]!.cells.slice(1)] },
  })
  expect(mended.body).toMatchObject({ action: 'error', cells: ['A. B.', '0811111111', `${'a'.repeat(20_000)}…`, ''] })
})

test('imports of several organizations take turns by batch, so that a short one does not wait for a long one', async () => {
  const [ayu, budi, citra] = [await signUp(), await signUp(), await signUp()]
  const long = [await preview(ayu, plainFile(2_500).content), await preview(ayu, plainFile(2_500).content)]
  const [short, other] = [await preview(budi, plainFile(3).content), await preview(citra, plainFile(1_200).content)]
  for (const { id } of long) await ayu.call(imports.start, { params: { id } })
  await budi.call(imports.start, { params: { id: short.id } })
  await citra.call(imports.start, { params: { id: other.id } })
  startWorker()
  await run(budi, short.id)
  await run(citra, other.id)
  for (const { id } of long) await run(ayu, id)
  // Each batch is a transaction; the time of its first row shows the order.
  const batches: { name: string; at: string }[] = []
  for (const [caller, name, { id }] of [
    [ayu, 'a1', long[0]!],
    [ayu, 'a2', long[1]!],
    [budi, 'b', short],
    [citra, 'c', other],
  ] as const) {
    const { rows } = await inTenant(database, { organization_id: organizationOf(caller) }, ({ db }) =>
      sql<{ at: string }>`
        select min(done_at)::text as at from import_rows where import_id = ${id} group by xmin::text`.execute(db),
    )
    batches.push(...rows.map(({ at }) => ({ name, at })))
  }
  const order = batches.sort((x, y) => (x.at < y.at ? -1 : 1)).map(({ name }) => name)
  expect(order).toEqual(['a1', 'b', 'c', 'a1', 'c', 'a1', 'a2', 'a2', 'a2'])
})

test('the organization that has waited longest is next, and each has one running import at a time', async () => {
  const [ayu, budi] = [await signUp(), await signUp()]
  const started: string[] = []
  for (const caller of [ayu, ayu, budi]) {
    const { id } = await preview(caller, plainFile(2).content)
    await caller.call(imports.start, { params: { id } })
    started.push(id)
  }
  const [a, b] = [organizationOf(ayu), organizationOf(budi)]
  const take = async (served: string[]) => {
    const turn = await queries.claimImport(database, served)
    return (
      turn && {
        ...turn,
        give: () => inTenant(database, turn, (tenant) => queries.releaseClaim(tenant, turn, { status: turn.work })),
      }
    )
  }
  const first = await take([])
  expect(first!.id).toBe(started[0])
  expect(await queries.othersWait(database, a)).toBe(true)
  const second = await take([])
  expect(second!.id).toBe(started[2])
  expect(await take([])).toBeUndefined()
  expect(await queries.othersWait(database, b)).toBe(true)
  await first!.give()
  await second!.give()
  const third = await take([a, b])
  expect(third!.organization_id).toBe(a)
  await third!.give()
  const fourth = await take([a])
  expect(fourth!.organization_id).toBe(b)
  await fourth!.give()
  startWorker()
  await run(budi, started[2]!)
  for (const id of started.slice(0, 2)) await run(ayu, id)
})
