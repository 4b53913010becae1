// Notes over HTTP: one record each, pinned first, versions, delete and restore.
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { notes } from '../../../contract/notes.ts'
import { type Caller, testApp } from '../../test/app.ts'

const { signUp } = await testApp()

const contactOf = async (caller: Caller, name = 'Budi') =>
  (await caller.call(contacts.create, { body: { name } })).body.id

test('a note is created, changed, deleted and restored', async () => {
  const ayu = await signUp()
  const contact_id = await contactOf(ayu)
  const { status, body: made } = await ayu.call(notes.create, {
    body: { contact_id, body: '**Called** <b>them</b>\n- one' },
  })
  expect(status).toBe(201)
  expect(made).toMatchObject({
    contact_id,
    investor_id: null,
    investment_id: null,
    body: '**Called** <b>them</b>\n- one',
    is_pinned: false,
    author: { name: expect.stringContaining('Person') },
    version: 1,
  })
  const params = { id: made.id }
  const changed = await ayu.call(notes.update, { params, body: { version: 1, body: 'Called again' } })
  expect(changed.body).toMatchObject({ body: 'Called again', version: 2 })
  const stale = await ayu.call(notes.update, { params, body: { version: 1, body: 'Mine' } })
  expect(stale.problem).toMatchObject({ code: 'version_conflict', current: { body: 'Called again' } })
  expect((await ayu.call(notes.remove, { params })).status).toBe(204)
  expect((await ayu.call(notes.list, { query: { contact_id } })).body.data).toEqual([])
  expect((await ayu.call(notes.restore, { params })).body).toMatchObject({ body: 'Called again' })
  expect((await ayu.call(notes.list, { query: { contact_id } })).body.pagination.total).toBe(1)
})

test('pinned notes come first, then the newest', async () => {
  const ayu = await signUp()
  const contact_id = await contactOf(ayu)
  const made = []
  for (const body of ['first', 'second', 'third'])
    made.push((await ayu.call(notes.create, { body: { contact_id, body } })).body)
  await ayu.call(notes.update, { params: { id: made[1]!.id }, body: { version: 1, is_pinned: true } })
  const { body } = await ayu.call(notes.list, { query: { contact_id } })
  expect(body.data.map((note) => note.body)).toEqual(['second', 'third', 'first'])
  const oldest = await ayu.call(notes.list, { query: { contact_id, sort: 'created_at', q: 'IR' } })
  expect(oldest.body.data.map((note) => note.body)).toEqual(['first', 'third'])
})

test('a note needs exactly one existing record, and a text', async () => {
  const ayu = await signUp()
  const contact_id = await contactOf(ayu)
  const none = await ayu.call(notes.create, { body: { body: 'Nobody' } })
  const two = await ayu.call(notes.create, { body: { contact_id, investor_id: contact_id, body: 'Two' } })
  const empty = await ayu.call(notes.create, { body: { contact_id, body: '  \n ' } })
  expect([none, two, empty].map(({ status }) => status)).toEqual([400, 400, 400])
  expect((await ayu.call(notes.list, { query: {} })).status).toBe(400)
  const wrong = await ayu.call(notes.create, { body: { investor_id: contact_id, body: 'Not an investor' } })
  expect(wrong.problem).toMatchObject({ code: 'not_found', errors: [{ path: 'investor_id' }] })
  await ayu.call(contacts.remove, { params: { id: contact_id } })
  expect((await ayu.call(notes.create, { body: { contact_id, body: 'Gone' } })).status).toBe(404)
})
