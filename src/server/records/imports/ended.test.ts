// Imports are listed, cancelled in the middle, and then continued or reverted.
import { afterEach, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type Import, imports } from '../../../contract/imports.ts'
import { users } from '../../../contract/users.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { until } from '../../test/until.ts'
import * as queries from './queries.ts'
import { startImports } from './service.ts'
import { applyBatch } from './worker.ts'

const { database, signUp } = await testApp()
const silent = { info: () => {}, warn: () => {}, error: () => {} }
let worker: { stop(): Promise<void> } | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

const paste = async (caller: Caller, rows: number) => {
  const lines = Array.from({ length: rows }, (_, nth) => `Contact ${nth},08110${100_000 + nth}`)
  return (await caller.call(imports.paste, { body: { text: ['name,phone', ...lines].join('\n') } })).body
}
const read = async (caller: Caller, id: string) => (await caller.call(imports.get, { params: { id } })).body
const ended = async (caller: Caller, id: string, ...ends: Import['status'][]) => {
  worker ??= startImports({ database, log: silent })
  return await until(
    'the end',
    () => read(caller, id),
    ({ status }) => ends.includes(status),
  )
}
const people = async (caller: Caller) => (await caller.call(contacts.list, { query: {} })).body.pagination.total

/** An import whose first half is done, with the worker's claim. */
async function halfDone(caller: Caller) {
  const { id } = await paste(caller, 20)
  await caller.call(imports.start, { params: { id } })
  const turn = (await queries.claimImport(database))!
  expect(turn.id).toBe(id)
  const line = (await applyBatch(database, turn, 0, 10))!
  return { id, turn, line }
}

test('a cancelled import applies no further rows, and can be continued', async () => {
  const ayu = await signUp()
  const { id, turn, line } = await halfDone(ayu)
  const { status, body } = await ayu.call(imports.cancel, { params: { id } })
  expect([status, body.status, body.done, body.total]).toEqual([200, 'cancelled', 10, 20])
  expect(body.finished_at).not.toBeNull()
  // Pressed twice.
  expect((await ayu.call(imports.cancel, { params: { id } })).status).toBe(200)
  expect(await applyBatch(database, turn, line, 10)).toBeUndefined()
  expect(await queries.claimImport(database)).toBeUndefined()
  expect([(await read(ayu, id)).status, await people(ayu)]).toEqual(['cancelled', 10])
  expect((await ayu.call(imports.start, { params: { id } })).body.status).toBe('running')
  expect(await ended(ayu, id, 'done')).toMatchObject({ done: 20, counts: { create: 20 } })
  expect(await people(ayu)).toBe(20)
})

test('a cancelled import can be reverted', async () => {
  const ayu = await signUp()
  const { id } = await halfDone(ayu)
  await ayu.call(imports.cancel, { params: { id } })
  expect((await ayu.call(imports.revert, { params: { id } })).body.status).toBe('reverting')
  expect(await ended(ayu, id, 'reverted')).toMatchObject({ reverted: 10, not_reverted: 0 })
  expect(await people(ayu)).toBe(0)
  expect((await ayu.call(imports.start, { params: { id } })).body.status).toBe('reverted')
})

test('a cancellation waits for the rows being written', async () => {
  const ayu = await signUp()
  const { id, turn, line } = await halfDone(ayu)
  const [next, { body }] = await Promise.all([
    applyBatch(database, turn, line, 5),
    ayu.call(imports.cancel, { params: { id } }),
  ])
  // Whichever came first, the response counts every written row.
  expect([body.status, body.done]).toEqual(['cancelled', next === undefined ? 10 : 15])
  expect(await people(ayu)).toBe(body.done)
})

test('only a running import can be cancelled', async () => {
  const ayu = await signUp()
  const { id } = await paste(ayu, 1)
  const cancel = async () => {
    const { status, problem } = await ayu.call(imports.cancel, { params: { id } })
    return [status, problem.code]
  }
  expect(await cancel()).toEqual([409, 'state_conflict'])
  await ayu.call(imports.start, { params: { id } })
  await ended(ayu, id, 'done')
  expect(await cancel()).toEqual([409, 'state_conflict'])
  expect((await ayu.call(imports.cancel, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('imports are listed, the newest first, with their user and result', async () => {
  const ayu = await signUp()
  const { body: me } = await ayu.call(users.profile)
  const first = await paste(ayu, 2)
  await ayu.call(imports.start, { params: { id: first.id } })
  await ended(ayu, first.id, 'done')
  const second = await paste(ayu, 3)
  const third = await ayu.call(imports.paste, { body: { kind: 'investors', text: 'name\nAda Capital\n' } })
  const list = async (query: object) => (await ayu.call(imports.list, { query })).body
  const { data, pagination } = await list({ kind: 'contacts' })
  expect(pagination.total).toBe(2)
  expect(data.map(({ id, status, done, counts }) => [id, status, done, counts.create])).toEqual([
    [second.id, 'ready', 0, 1],
    [first.id, 'done', 2, 2],
  ])
  expect(data[1]).toMatchObject({ created_by: { id: me.id, name: me.name }, total: 2, kind: 'contacts' })
  expect((await list({})).data.map(({ id }) => id)).toEqual([third.body.id, second.id, first.id])
  expect((await list({ sort: 'created_at', per_page: 1, page: 2 })).data.map(({ id }) => id)).toEqual([second.id])
  expect((await list({ status: 'done' })).data.map(({ id }) => id)).toEqual([first.id])
  expect((await ayu.call(imports.list, { query: { q: 'x' } as object })).status).toBe(400)
  const other = await signUp()
  expect((await other.call(imports.list, { query: {} })).body.data).toEqual([])
  expect((await other.call(imports.cancel, { params: { id: first.id } })).status).toBe(404)
})
