// Tags over HTTP: unique names, tagged records, deletion.
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { tags } from '../../../contract/tags.ts'
import { type Caller, testApp } from '../../test/app.ts'

const { signUp } = await testApp()

async function add(caller: Caller, name: string) {
  const answer = await caller.call(tags.create, { body: { name } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.problem))
  return answer.body
}

test('tags are created, renamed, recolored and deleted', async () => {
  const ayu = await signUp()
  const made = await add(ayu, '  Warm lead ')
  expect(made).toMatchObject({ name: 'Warm lead', color: 'red', investors: 0, contacts: 0, investments: 0, version: 1 })
  const params = { id: made.id }
  const changed = await ayu.call(tags.update, { params, body: { version: 1, name: 'Warm', color: 'teal' } })
  expect(changed.body).toMatchObject({ name: 'Warm', color: 'teal', version: 2 })
  const stale = await ayu.call(tags.update, { params, body: { version: 1, name: 'Cold' } })
  expect(stale.problem).toMatchObject({ code: 'version_conflict', current: { name: 'Warm', version: 2 } })
  expect((await ayu.call(tags.update, { params, body: { version: 2, color: 'mauve' as never } })).status).toBe(400)
  expect((await ayu.call(tags.remove, { params })).status).toBe(204)
  expect((await ayu.call(tags.remove, { params })).status).toBe(404)
  expect((await ayu.call(tags.list)).body.data).toEqual([])
})

test('names of tags are unique, ignoring case', async () => {
  const ayu = await signUp()
  await add(ayu, 'Board')
  const warm = await add(ayu, 'Warm')
  expect((await ayu.call(tags.create, { body: { name: 'BOARD' } })).problem).toMatchObject({
    code: 'name_taken',
    errors: [{ path: 'name' }],
  })
  const renamed = await ayu.call(tags.update, { params: { id: warm.id }, body: { version: 1, name: 'board' } })
  expect(renamed.problem.code).toBe('name_taken')
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => ayu.call(tags.create, { body: { name: 'Fund II' } })),
  )
  expect(twenty.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('new tags get the least used color', async () => {
  const ayu = await signUp()
  const made = []
  for (const name of ['a', 'b', 'c']) made.push((await add(ayu, name)).color)
  expect(new Set(made).size).toBe(3)
  expect(made).not.toContain('gray')
})

test('a record carries the tags it was given as a whole; lists are filtered by any of them', async () => {
  const ayu = await signUp()
  const [warm, board] = [await add(ayu, 'Warm'), await add(ayu, 'Board')]
  const budi = (await ayu.call(contacts.create, { body: { name: 'Budi', tag_ids: [warm.id, board.id, warm.id] } })).body
  await ayu.call(contacts.create, { body: { name: 'Siti', tag_ids: [board.id] } })
  await ayu.call(contacts.create, { body: { name: 'Tono' } })
  expect(budi.tags.map(({ name }) => name)).toEqual(['Board', 'Warm'])
  const found = async (tag_id: string) =>
    (await ayu.call(contacts.list, { query: { tag_id } })).body.data.map(({ name }) => name)
  expect(await found(warm.id)).toEqual(['Budi'])
  expect(await found(`${warm.id},${board.id}`)).toEqual(['Budi', 'Siti'])
  expect(await found(board.id)).toEqual(['Budi', 'Siti'])

  const less = await ayu.call(contacts.update, { params: { id: budi.id }, body: { version: 1, tag_ids: [warm.id] } })
  expect(less.body).toMatchObject({ tags: [{ name: 'Warm' }], version: 2 })
  const counted = (await ayu.call(tags.list, { query: { sort: 'name' } })).body.data
  expect(counted.map(({ name, contacts: count }) => [name, count])).toEqual([
    ['Board', 1],
    ['Warm', 1],
  ])
  await ayu.call(contacts.remove, { params: { id: budi.id } })
  expect((await ayu.call(tags.get, { params: { id: warm.id } })).body.contacts).toBe(0)
})

test('an unknown tag is rejected on its field, and nothing is written', async () => {
  const ayu = await signUp()
  const warm = await add(ayu, 'Warm')
  await ayu.call(tags.remove, { params: { id: warm.id } })
  const { status, problem } = await ayu.call(contacts.create, { body: { name: 'Budi', tag_ids: [warm.id] } })
  expect(status).toBe(404)
  expect(problem.errors).toMatchObject([{ path: 'tag_ids' }])
  expect((await ayu.call(contacts.list, { query: { tag_id: warm.id } })).problem.errors).toMatchObject([
    { path: 'tag_id' },
  ])
  expect((await ayu.call(contacts.list, { query: { tag_id: 'warm' } })).status).toBe(400)
  expect((await ayu.call(contacts.list)).body.data).toEqual([])
})

test('deleting a tag removes it from its records', async () => {
  const ayu = await signUp()
  const warm = await add(ayu, 'Warm')
  const { id } = (await ayu.call(contacts.create, { body: { name: 'Budi', tag_ids: [warm.id] } })).body
  await ayu.call(tags.remove, { params: { id: warm.id } })
  expect((await ayu.call(contacts.get, { params: { id } })).body.tags).toEqual([])
})
