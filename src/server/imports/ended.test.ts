// Imports are found again, stopped in the middle, and gone on with or reverted after that.
import { afterEach, expect, test } from 'vitest'
import { contacts } from '../../contract/contacts.ts'
import { type Import, imports } from '../../contract/imports.ts'
import { users } from '../../contract/users.ts'
import { type Caller, testApp } from '../test/app.ts'
import { until } from '../test/until.ts'
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

const paste = async (who: Caller, rows: number) => {
  const lines = Array.from({ length: rows }, (_, nth) => `Contact ${nth},08110${100_000 + nth}`)
  return (await who.call(imports.paste, { body: { text: ['name,phone', ...lines].join('\n') } })).body
}
const read = async (who: Caller, id: string) => (await who.call(imports.get, { params: { id } })).body
const ended = async (who: Caller, id: string, ...ends: Import['status'][]) => {
  worker ??= startImports({ database, log: silent })
  return await until(
    'the end',
    () => read(who, id),
    ({ status }) => ends.includes(status),
  )
}
const people = async (who: Caller) => (await who.call(contacts.list, { query: {} })).body.pagination.total

/** Half of it is done, and the worker that did it still has its turn. */
async function halfDone(who: Caller) {
  const { id } = await paste(who, 20)
  await who.call(imports.start, { params: { id } })
  const turn = (await queries.claimImport(database))!
  expect(turn.id).toBe(id)
  const line = (await applyBatch(database, turn, 0, 10))!
  return { id, turn, line }
}

test('a cancelled import does no row more, and can be started again for the rest', async () => {
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

test('a cancelled import is reverted: what it did until then is taken back', async () => {
  const ayu = await signUp()
  const { id } = await halfDone(ayu)
  await ayu.call(imports.cancel, { params: { id } })
  expect((await ayu.call(imports.revert, { params: { id } })).body.status).toBe('reverting')
  expect(await ended(ayu, id, 'reverted')).toMatchObject({ undone: 10, kept: 0 })
  expect(await people(ayu)).toBe(0)
  expect((await ayu.call(imports.start, { params: { id } })).body.status).toBe('reverted')
})

test('a cancellation waits for the rows that are being written', async () => {
  const ayu = await signUp()
  const { id, turn, line } = await halfDone(ayu)
  const [next, { body }] = await Promise.all([
    applyBatch(database, turn, line, 5),
    ayu.call(imports.cancel, { params: { id } }),
  ])
  // Whoever came first: no row is written that the answer does not know of.
  expect([body.status, body.done]).toEqual(['cancelled', next === undefined ? 10 : 15])
  expect(await people(ayu)).toBe(body.done)
})

test('only what is running is cancelled', async () => {
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

test('imports are listed, the newest first, with who made them and what became of them', async () => {
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
