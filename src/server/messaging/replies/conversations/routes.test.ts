// Conversations over HTTP: their order, search, assignment and notes.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contacts } from '../../../../contract/contacts.ts'
import { type ConversationQuery, conversations } from '../../../../contract/conversations.ts'
import { directMessages } from '../../../../contract/direct-messages.ts'
import { notes } from '../../../../contract/notes.ts'
import { replies } from '../../../../contract/replies.ts'
import { team } from '../../../../contract/team.ts'
import { waSessions } from '../../../../contract/wa-sessions.ts'
import { inTenant } from '../../../platform/db/index.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { made } from '../../../test/records.ts'
import { organizationOf } from '../../../test/two-at-once.ts'

const { signUp, database } = await testApp()
const [zahra, yanti, unknown] = ['+6281234560100', '+6281234560101', '+6281234560102'] as const
const nowhere = '0190a7a0-0000-7000-8000-000000000000'

/** Creates an organization with two contacts; each test adds its messages. */
async function begin() {
  const person = await signUp()
  const organization_id = organizationOf(person)
  const session = made(await person.call(waSessions.list)).data[0]!
  const write = async (from: string, text: string, { minutesAgo = 0, isHandled = false } = {}) =>
    await inTenant(database, { organization_id }, async ({ db }) => {
      const { rows } = await sql<{ id: string }>`
        insert into wa_messages (organization_id, session_id, wa_message_id, address, address_key, contact_id, text, at, driver, handled_at)
        select ${organization_id}, ${session.id}, gen_random_uuid()::text, ${from}, ${from},
          (select id from contacts where organization_id = ${organization_id} and phone_key = ${from}), ${text},
          now() - make_interval(mins => ${minutesAgo}), 'linked_device', case when ${isHandled} then now() end
        returning id`.execute(db)
      return rows[0]!.id
    })
  const add = async (name: string, phone: string) =>
    made(await person.call(contacts.create, { body: { name, phone } })).id
  return { person, organization_id, session, write, add }
}

const list = async (person: Caller, query: ConversationQuery = {}) =>
  made(await person.call(conversations.list, { query }))
const thread = async (person: Caller, id: string) => made(await person.call(replies.conversation, { params: { id } }))
const namesOf = async (person: Caller, query: ConversationQuery = {}) =>
  (await list(person, query)).data.map(({ contact, address }) => contact?.name ?? address)

test('waiting conversations come first, then the newest; search finds name, number and text', async () => {
  const { person, session, write, add } = await begin()
  const early = await write(unknown, 'Is this the fund?', { minutesAgo: 60 })
  await add('Zahra Putri', zahra)
  const yantiId = await add('Yanti', yanti)
  await write(zahra, 'Thank you', { minutesAgo: 10, isHandled: true })
  await write(yanti, 'When is it paid?', { minutesAgo: 30 })
  const latest = await write(yanti, 'Hello?', { minutesAgo: 20 })

  const all = await list(person)
  expect(all).toMatchObject({ pagination: { total: 3 }, counts: { unanswered: 2, mine: 0, waiting: 0 } })
  expect(all.data).toMatchObject([
    {
      id: yantiId,
      contact: { id: yantiId, name: 'Yanti' },
      address: yanti,
      address_text: '+62 812 3456 0101',
      last: { is_theirs: true, text: 'Hello?', status: null },
      unanswered: 2,
      waiting: 0,
      assignee: null,
    },
    { id: early, contact: null, address: unknown, unanswered: 1 },
    { contact: { name: 'Zahra Putri' }, unanswered: 0 },
  ])
  expect(await namesOf(person, { show: 'unanswered' })).toEqual(['Yanti', unknown])
  expect(await namesOf(person, { per_page: 1, page: 3 })).toEqual(['Zahra Putri'])
  expect((await list(person, { page: 9 })).pagination.total).toBe(3)
  for (const [q, names] of [
    ['zahra', ['Zahra Putri']],
    ['0812 3456 0102', [unknown]],
    ['WHEN paid', ['Yanti']],
    ['thank fund', []],
    ['100%', []],
  ] as const)
    expect(await namesOf(person, { q }), q).toEqual(names)

  // An answer waits because its session is stopped: the conversation is answered, but somebody has to start the session.
  made(await person.call(replies.answer, { params: { id: latest }, body: { text: 'On *Friday*' } }))
  const [first] = (await list(person, { show: 'waiting' })).data
  expect(first).toMatchObject({ id: yantiId, unanswered: 0, waiting: 1 })
  expect(first!.last).toMatchObject({ is_theirs: false, text: 'On *Friday*', status: 'pending' })
  expect(await namesOf(person, { q: 'friday' })).toEqual(['Yanti'])
  expect(await thread(person, yantiId)).toMatchObject({ answer_target: { session_id: session.id }, unanswered: 0 })
})

test('a contact who got a message but never wrote has a conversation', async () => {
  const { person, add } = await begin()
  const id = await add('Zahra', zahra)
  expect((await list(person)).data).toEqual([])
  made(await person.call(directMessages.send, { params: { id }, body: { text: 'Good morning' } }))
  expect((await list(person)).data).toMatchObject([
    { id, address: zahra, last: { is_theirs: false, text: 'Good morning' }, reply_id: null, unanswered: 0, waiting: 1 },
  ])
  expect(await namesOf(person, { q: 'morning' })).toEqual(['Zahra'])
  expect((await thread(person, id)).data).toMatchObject([{ kind: 'answer', text: 'Good morning' }])
})

test('an unknown number has a conversation, and keeps it when it becomes a contact', async () => {
  const { person, write, add } = await begin()
  const first = await write(unknown, 'Is this the fund?', { minutesAgo: 5 })
  await write(unknown, 'Hello?')
  expect(await thread(person, first)).toMatchObject({
    person: { id: first, contact: null, address: unknown, address_text: '+62 812 3456 0102', assignee: null },
    data: [{ text: 'Hello?' }, { text: 'Is this the fund?' }],
    unanswered: 2,
  })
  const note = made(
    await person.call(conversations.addNote, { params: { id: first }, body: { body: 'A friend of Yanti' } }),
  )
  const me = made(await person.call(team.get)).members[0]!
  const assigned = await person.call(conversations.assign, { params: { id: first }, body: { user_id: me.id } })
  expect(assigned.body).toMatchObject({ id: first, assignee: { id: me.id, name: me.name } })
  expect(await namesOf(person, { show: 'mine' })).toEqual([unknown])
  expect((await list(person)).counts).toEqual({ unanswered: 1, mine: 1, waiting: 0 })

  const id = await add('Wayan', unknown)
  for (const address of [id, first])
    expect(await thread(person, address)).toMatchObject({
      person: { id, contact: { name: 'Wayan' }, assignee: { id: me.id } },
      data: [{ kind: 'note', id: note.id, text: 'A friend of Yanti', author: { id: me.id } }, {}, {}],
    })
  expect(made(await person.call(notes.list, { query: { contact_id: id } })).data).toMatchObject([{ id: note.id }])
  await person.call(conversations.addNote, { params: { id }, body: { body: 'Call on Monday' } })
  expect((await thread(person, id)).data[0]).toMatchObject({ kind: 'note', text: 'Call on Monday' })

  await person.call(conversations.assign, { params: { id }, body: { user_id: null } })
  expect(await namesOf(person, { show: 'mine' })).toEqual([])
  const refused = await person.call(conversations.assign, { params: { id }, body: { user_id: nowhere } })
  expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([404, 'user_id'])
  const empty = await person.call(conversations.addNote, { params: { id }, body: { body: ' ' } })
  expect([empty.status, empty.problem.errors?.[0]?.path]).toEqual([400, 'body'])
})

test('undoing “done” reopens exactly the messages that it had marked', async () => {
  const { person, write } = await begin()
  await write(unknown, 'One', { minutesAgo: 9, isHandled: true })
  const first = await write(unknown, 'Two', { minutesAgo: 6 })
  const latest = await write(unknown, 'Three', { minutesAgo: 3 })
  const unanswered = async () => (await thread(person, first)).unanswered
  await person.call(replies.handle, { params: { id: latest } })
  expect(await unanswered()).toBe(0)
  await person.call(replies.unhandle, { params: { id: latest } })
  expect(await unanswered()).toBe(2)
})

test('another organization can neither read nor change a conversation', async () => {
  const { person, write, add } = await begin()
  const number = await write(unknown, 'Hello?')
  const id = await add('Zahra', zahra)
  const other = await signUp()
  expect((await list(other)).data).toEqual([])
  const theirs = made(await person.call(team.get)).members[0]!.id
  for (const params of [{ id: number }, { id }, { id: nowhere }]) {
    expect((await other.call(replies.conversation, { params })).status).toBe(404)
    expect((await other.call(conversations.assign, { params, body: { user_id: null } })).status).toBe(404)
    expect((await other.call(conversations.addNote, { params, body: { body: 'Hi' } })).status).toBe(404)
  }
  const stranger = made(await other.call(team.get)).members[0]!.id
  const refused = await person.call(conversations.assign, { params: { id }, body: { user_id: stranger } })
  expect(refused.status).toBe(404)
  expect((await person.call(conversations.assign, { params: { id }, body: { user_id: theirs } })).status).toBe(200)
})
