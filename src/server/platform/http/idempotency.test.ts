// Idempotency keys: a POST repeated with the same key is done once.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type Caller, testApp } from '../../test/app.ts'

const { app, database, signUp } = await testApp()

async function add(caller: Caller, key: string, name: string, phone = '') {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/contacts',
    headers: { authorization: `Bearer ${caller.access_token}`, 'idempotency-key': key },
    payload: { name, ...(phone && { phone }) },
  })
  return { status: answer.statusCode, body: answer.json(), repeated: answer.headers['idempotency-replayed'] }
}
const count = async (caller: Caller) => (await caller.call(contacts.list)).body.pagination.total

test('a repeat with the same key and body gets the first response', async () => {
  const ayu = await signUp()
  const first = await add(ayu, 'a', 'Budi')
  const again = await add(ayu, 'a', 'Budi')
  expect(first).toMatchObject({ status: 201, body: { name: 'Budi' } })
  expect(first.repeated).toBeUndefined()
  expect(again).toEqual({ ...first, repeated: 'true' })
  expect(await add(ayu, 'b', 'Budi')).toMatchObject({ status: 201 })
  expect(await count(ayu)).toBe(2)
})

test('twenty concurrent requests with one key create one record', async () => {
  const ayu = await signUp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(ayu, 'parallel', 'Budi')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await count(ayu)).toBe(1)
})

test('another body with the same key is rejected', async () => {
  const ayu = await signUp()
  await add(ayu, 'a', 'Budi')
  expect(await add(ayu, 'a', 'Siti')).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  expect(await count(ayu)).toBe(1)
})

test('a rejected request can be retried with its key', async () => {
  const ayu = await signUp()
  const taken = await add(ayu, 'first', 'Budi', '0811222333')
  expect(await add(ayu, 'a', 'Siti', '0811222333')).toMatchObject({ status: 409, body: { code: 'phone_taken' } })
  await ayu.call(contacts.remove, { params: { id: taken.body.id } })
  expect(await add(ayu, 'a', 'Siti', '0811222333')).toMatchObject({ status: 201, body: { name: 'Siti' } })
})

test('keys of different users are independent', async () => {
  const [ayu, eve] = [await signUp(), await signUp()]
  const hers = await add(ayu, 'a', 'Budi')
  const theirs = await add(eve, 'a', 'Budi')
  expect(theirs.status).toBe(201)
  expect(theirs.body.id).not.toBe(hers.body.id)
})

test('a key expires after a day', async () => {
  const ayu = await signUp()
  await add(ayu, 'a', 'Budi')
  await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(database.system)
  expect(await add(ayu, 'a', 'Budi')).toMatchObject({ status: 201 })
  expect(await count(ayu)).toBe(2)
})

test.each(['', 'two words', 'x'.repeat(256), 'é'])('%j is rejected as a key', async (key) => {
  const ayu = await signUp()
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/contacts',
    headers: { authorization: `Bearer ${ayu.access_token}`, 'idempotency-key': key },
    payload: { name: 'Budi' },
  })
  expect(answer.statusCode).toBe(400)
  expect(await count(ayu)).toBe(0)
})

test('a POST that only reads ignores the key', async () => {
  const ayu = await signUp()
  const ask = async (name: string) =>
    await app.inject({
      method: 'POST',
      url: '/api/v1/templates/preview',
      headers: { authorization: `Bearer ${ayu.access_token}`, 'idempotency-key': 'same' },
      payload: { body: `Halo ${name}` },
    })
  expect((await ask('Budi')).json()).toMatchObject({ text: 'Halo Budi' })
  expect((await ask('Siti')).json()).toMatchObject({ text: 'Halo Siti' })
})
