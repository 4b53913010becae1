// Quotas: rejected beyond the limit, with usage and limit, and without effect on other organizations.
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import { imports } from '../../../contract/imports.ts'
import { investors } from '../../../contract/investors.ts'
import { investorTypes } from '../../../contract/master-data.ts'
import { notes } from '../../../contract/notes.ts'
import { offerings } from '../../../contract/offerings.ts'
import { type QuotaKind, quotas } from '../../../contract/quotas.ts'
import { tags } from '../../../contract/tags.ts'
import { setQuota } from '../../identity/organization/service.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { pdfFile } from '../../test/media-files.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { inTenant } from './index.ts'
import { openQuotas } from './quotas.ts'

const { app, config, database, signUp } = await testApp({ QUOTA_RECORDS: '5', RATE_LIMITS: 'on' })
/** Another process of the installation. */
const another = await testApp({ QUOTA_RECORDS: '5', RATE_LIMITS: 'on' }, database)

const add = (person: Caller, name: string) => person.call(contacts.create, { body: { name } })
const usage = async (person: Caller) =>
  Object.fromEntries((await person.call(quotas.list)).body.data.map(({ kind, used, limit }) => [kind, [used, limit]]))
const allow = (person: Caller, kind: QuotaKind, limit: number | null) =>
  inTenant(database, { organization_id: organizationOf(person) }, (tenant) => setQuota(tenant, kind, limit))
const paste = (person: Caller, rows: number) => {
  const text = `name,phone\n${Array.from({ length: rows }, (_, n) => `P${n},08111111${100 + n}`).join('\n')}`
  return person.call(imports.paste, { body: { text } })
}

test('records of all kinds count, including deleted ones, and the operator can change the limit', async () => {
  const [ayu, budi] = [await signUp(), await signUp()]
  const { id } = (await add(ayu, 'A')).body
  await ayu.call(contacts.remove, { params: { id } })
  for (const name of ['B', 'C', 'D']) await add(ayu, name)
  expect((await ayu.call(offerings.create, { body: { name: 'Fund', currency: 'USD' } })).status).toBe(201)
  const refused = await add(ayu, 'E')
  expect(refused).toMatchObject({
    status: 403,
    problem: {
      code: 'quota_exceeded',
      current: { kind: 'records', used: 5, limit: 5 },
      detail: 'Your organization has 5 of 5 records. Ask your administrator for a higher limit.',
    },
  })
  const about = (await ayu.call(contacts.list)).body.data[0]!
  const noted = await ayu.call(notes.create, { body: { contact_id: about.id, body: 'A' } })
  expect(noted.status).toBe(403)
  // Existing records can still be changed, and other organizations are not affected.
  const changed = { params: { id: about.id }, body: { name: 'Changed', version: about.version } }
  expect((await ayu.call(contacts.update, changed)).status).toBe(200)
  expect((await add(budi, 'A')).status).toBe(201)
  expect(await usage(ayu)).toMatchObject({ records: [5, 5] })
  expect(await usage(budi)).toMatchObject({ records: [1, 5] })
  await allow(ayu, 'records', 6)
  expect((await add(ayu, 'E')).status).toBe(201)
  expect((await add(ayu, 'F')).status).toBe(403)
  await allow(ayu, 'records', 3)
  expect((await add(ayu, 'F')).problem.current).toEqual({ kind: 'records', used: 6, limit: 3 })
})

test('an idempotent repeat succeeds although the quota is used up', async () => {
  const person = await signUp()
  await allow(person, 'records', 1)
  const addOnce = async (key: string) => {
    const { statusCode, headers, ...answer } = await app.inject({
      method: 'POST',
      url: '/api/v1/contacts',
      headers: { authorization: `Bearer ${person.access_token}`, 'idempotency-key': key },
      payload: { name: 'A' },
    })
    return { status: statusCode, replayed: headers['idempotency-replayed'], body: answer.json() }
  }
  const first = await addOnce('first')
  expect(first.status).toBe(201)
  expect(await addOnce('first')).toEqual({ ...first, replayed: 'true' })
  // A rejected request can be retried with its key.
  expect((await addOnce('second')).body.code).toBe('quota_exceeded')
  await allow(person, 'records', 2)
  expect((await addOnce('second')).status).toBe(201)
})

test('each created record counts, and failed requests do not', async () => {
  const person = await signUp()
  await allow(person, 'records', 4)
  expect((await person.call(contacts.create, { body: { name: 'A', phone: '0811111111' } })).status).toBe(201)
  for (let nth = 0; nth < 3; nth++) {
    const taken = await person.call(contacts.create, { body: { name: 'B', phone: '0811111111' } })
    expect(taken.problem.code).toBe('phone_taken')
  }
  const { id } = (await person.call(investorTypes.list)).body.data[0]!
  const investor = (name: string) => ({ name, kind: 'individual' as const, investor_type_id: id })
  const both = { ...investor('C'), contact: { phone: '0822222222' } }
  expect((await person.call(investors.create, { body: both })).status).toBe(201)
  // One more record is allowed, and this would create two.
  const two = { ...investor('D'), contact: { phone: '0833333333' } }
  expect((await person.call(investors.create, { body: two })).problem.code).toBe('quota_exceeded')
  expect((await person.call(investors.create, { body: investor('D') })).status).toBe(201)
  expect(await usage(person)).toMatchObject({ records: [4, 4] })
  // The quota is used up, but a tag is not a record.
  expect((await person.call(tags.create, { body: { name: 'VIP' } })).status).toBe(201)
  expect((await add(person, 'E')).status).toBe(403)
})

test('concurrent requests do not exceed the quota', async () => {
  const person = await signUp()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(person, `${n}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  await allow(person, 'exports', 3)
  const ask = () => person.call(downloads.create, { body: { kind: 'everything', input: {} } })
  const asked = await Promise.all(Array.from({ length: 20 }, ask))
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(3)
})

test('an import beyond the quota says so in its preview, and does not start', async () => {
  const person = await signUp()
  await add(person, 'A')
  const fits = await paste(person, 4)
  expect(fits.body.over_quota).toBeNull()
  const { body } = await paste(person, 5)
  expect(body.over_quota).toEqual({ kind: 'records', used: 1, limit: 5 })
  const params = { id: body.id }
  expect((await person.call(imports.get, { params })).body.over_quota).toEqual(body.over_quota)
  expect((await person.call(imports.start, { params })).problem.code).toBe('quota_exceeded')
  // The import that fits has started and reserves its records.
  expect((await person.call(imports.start, { params: { id: fits.body.id } })).status).toBe(200)
  const last = await paste(person, 1)
  expect(last.body.over_quota).toEqual({ kind: 'records', used: 1, limit: 5 })
})

test('rows of imports count as storage, and a rejected import leaves nothing', async () => {
  const person = await signUp()
  await paste(person, 3)
  const [used] = (await usage(person)).storage!
  expect(used).toBeGreaterThan(500)
  await allow(person, 'storage', used! + 10)
  expect(await paste(person, 3)).toMatchObject({ status: 403, problem: { current: { kind: 'storage' } } })
  expect((await usage(person)).storage).toEqual([used, used! + 10])

  // Edited rows count with their new size.
  await allow(person, 'storage', used! + 5_000)
  const { id } = (await person.call(imports.list)).body.data[0]!
  const mend = (name: string) =>
    person.call(imports.changeRow, { params: { id, line: 2 }, body: { cells: [name, '08111111100'] } })
  expect((await mend('x'.repeat(1_000))).status).toBe(200)
  expect((await usage(person)).storage![0]).toBe(used! + 998)
  expect(await mend('x'.repeat(10_000))).toMatchObject({ status: 403, problem: { current: { kind: 'storage' } } })
  expect((await mend('P')).status).toBe(200)
  expect((await usage(person)).storage![0]).toBe(used! - 1)
})

/** One of ours that lacks what it needs. */
async function archive() {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('{}\n'), 'json/contacts.jsonl')
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function sendFile(process: typeof app, person: Caller, path: string, content: Buffer) {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n'
  const { statusCode } = await process.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${person.access_token}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')]),
  })
  return statusCode
}

test('two processes together let in no more uploads and exports than the quota', async () => {
  const person = await signUp()
  await allow(person, 'uploads', 5)
  await allow(person, 'exports', 3)
  const content = await archive()
  const headers = { authorization: `Bearer ${person.access_token}` }
  const send = async (process: typeof app, path: string, payload: object) =>
    (await process.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload })).statusCode
  const uploads = [app, another.app].flatMap((process) => [
    send(process, '/imports/paste', { text: 'name,phone\nBudi,0811111111' }),
    sendFile(process, person, '/imports/everything', content),
    ...Array.from({ length: 4 }, () => sendFile(process, person, '/media', pdfFile(500))),
  ])
  const statuses = await Promise.all(uploads)
  // An archive counts although it is refused with 400.
  expect(statuses.filter((status) => status === 201 || status === 400)).toHaveLength(5)
  expect(statuses.filter((status) => status === 403)).toHaveLength(7)
  expect((await usage(person)).uploads).toEqual([5, 5])

  const ask = (process: typeof app) => send(process, '/downloads', { kind: 'everything', input: {} })
  const asked = await Promise.all(Array.from({ length: 16 }, (_, nth) => ask(nth % 2 === 0 ? app : another.app)))
  expect(asked.filter((status) => status === 201)).toHaveLength(3)
})

test('each attempt to import an archive counts as an upload, even if it fails', async () => {
  const person = await signUp()
  await allow(person, 'uploads', 2)
  const content = await archive()
  const attempt = () => sendFile(app, person, '/imports/everything', content)
  expect([await attempt(), await attempt(), await attempt()]).toEqual([400, 400, 403])
  expect((await paste(person, 1)).problem.current).toEqual({ kind: 'uploads', used: 2, limit: 2 })
})

test('uploads and exports are limited per hour', async () => {
  const person = await signUp()
  await allow(person, 'uploads', 1)
  await allow(person, 'exports', 1)
  const ask = () => person.call(downloads.create, { body: { kind: 'everything', input: {} } })
  expect([(await paste(person, 1)).status, (await ask()).status]).toEqual([201, 201])
  expect(await paste(person, 1)).toMatchObject({
    status: 403,
    headers: { 'retry-after': '600' },
    problem: { detail: 'Your organization has used 1 of 1 uploads in the last hour. Try again later.' },
  })
  expect((await ask()).problem).toMatchObject({
    code: 'quota_exceeded',
    current: { kind: 'exports', used: 1, limit: 1 },
    detail: 'Your organization has used 1 of 1 exports in the last hour. Try again later.',
  })
  const later = openQuotas(config.quotas, { now: () => new Date(Date.now() + 3_601_000), limited: true })
  const after = await inTenant(database, { organization_id: organizationOf(person) }, later.usage)
  expect(after).toMatchObject([{}, {}, { kind: 'uploads', used: 0 }, { kind: 'exports', used: 0 }])
})
