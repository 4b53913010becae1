// Direct messages over HTTP: which session sends them, templates and figures, and requests that are repeated.
import { expect, test } from 'vitest'
import { directMessages } from '../../../contract/direct-messages.ts'
import { investors } from '../../../contract/investors.ts'
import { replies } from '../../../contract/replies.ts'
import { templates } from '../../../contract/templates.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import type { Caller } from '../../test/app.ts'
import { testApp } from '../../test/app.ts'
import { addContacts, ordinary } from '../../test/engine.ts'
import { keepFile, pdfFile } from '../../test/media-files.ts'
import { addInvestor, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'

const { app, signUp, database } = await testApp()

const withContact = async () => {
  const person = await signUp()
  const [id] = await addContacts(person, [ordinary(0)])
  return { person, id: id! }
}
const template = async (person: Caller, body: string, media_id: string | null = null) =>
  made(await person.call(templates.create, { body: { name: body, body, media_id } })).id
const send = (person: Caller, id: string, body: object) =>
  person.call(directMessages.send, { params: { id }, body: body as { text: string } })
const preview = async (person: Caller, id: string, body: object = {}) =>
  made(await person.call(directMessages.preview, { params: { id }, body }))

test('a repeated request sends once; the same key with another text is refused', async () => {
  const { person, id } = await withContact()
  const post = (text: string) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/contacts/${id}/messages`,
      headers: { authorization: `Bearer ${person.access_token}`, 'idempotency-key': 'once' },
      payload: { text },
    })
  const [first, second] = await Promise.all([post('Halo'), post('Halo')])
  expect([first!.statusCode, second!.statusCode]).toEqual([201, 201])
  expect(first!.json().id).toBe(second!.json().id)
  expect((await post('Other')).json()).toMatchObject({ code: 'idempotency_key_reused' })
  expect(made(await person.call(replies.conversation, { params: { id } })).data).toMatchObject([
    { kind: 'answer', text: 'Halo', status: 'pending', waiting: { reason: 'session' }, media: null },
  ])
})

test('refuses an empty text, unknown sessions, templates and files, and contacts without a number', async () => {
  const { person, id } = await withContact()
  const [nowhere] = await addContacts(person, [''])
  const unknown = '00000000-0000-7000-8000-000000000000'
  const fault = async (body: object, to = id) => {
    const { status, problem } = await send(person, to, body)
    return [status, problem.errors?.[0]?.path ?? problem.message.code]
  }
  expect(await fault({})).toEqual([400, 'text'])
  expect(await fault({ text: ' \n' })).toEqual([400, 'text'])
  expect(await fault({ text: 'A', template_id: unknown })).toEqual([400, 'text'])
  expect(await fault({ text: 'A', session_id: unknown })).toEqual([404, 'session_id'])
  expect((await fault({ template_id: unknown }))[0]).toBe(404)
  expect((await fault({ text: 'A', media_id: unknown }))[0]).toBe(404)
  expect(await fault({ text: 'A' }, nowhere)).toEqual([409, 'direct_message.no_number'])
  expect(await preview(person, nowhere!)).toMatchObject({
    refusal: { code: 'direct_message.no_number' },
    whatsapp_url: null,
  })
  const other = await signUp()
  for (const endpoint of [directMessages.send, directMessages.test, directMessages.preview])
    expect((await other.call(endpoint, { params: { id }, body: { text: 'A' } as never })).status).toBe(
      endpoint === directMessages.preview ? 400 : 404,
    )
  expect((await other.call(directMessages.preview, { params: { id }, body: {} })).status).toBe(404)
})

test('the preview names the session, the wait and the link', async () => {
  const { person, id } = await withContact()
  const [session] = made(await person.call(waSessions.list)).data
  const other = made(await person.call(waSessions.create, { body: { name: 'Second phone' } }))
  const shown = await preview(person, id)
  expect(shown).toMatchObject({
    refusal: null,
    session_id: session!.id,
    waiting: { reason: 'session', until: null },
    is_new_chat: true,
    whatsapp_url: `https://wa.me/${ordinary(0).slice(1)}`,
    text: null,
  })
  expect(shown.sessions.map(({ name, status }) => [name, status])).toEqual([
    [session!.name, 'stopped'],
    ['Second phone', 'stopped'],
  ])
  expect(await preview(person, id, { session_id: other.id })).toMatchObject({ session_id: other.id })
})

test('a template is sent filled in for the contact, with its file; missing values are reported', async () => {
  const { person, id } = await withContact()
  const media = await keepFile(database, organizationOf(person), 'Deck.pdf', pdfFile(1_000))
  const greeting = await template(person, 'Halo {{ contact.name }}', media.id)
  expect(await preview(person, id, { template_id: greeting })).toMatchObject({
    text: 'Halo Contact 1',
    media: { name: 'Deck.pdf' },
    problem: null,
  })
  expect(made(await send(person, id, { template_id: greeting }))).toMatchObject({
    text: 'Halo Contact 1',
    media: { id: media.id },
  })
  const incomplete = await template(person, '{{ contact.company }}')
  const missing = { code: 'recipient.missing_values', params: { variables: 'contact.company' } }
  expect(await preview(person, id, { template_id: incomplete })).toMatchObject({ text: null, problem: missing })
  expect((await send(person, id, { template_id: incomplete })).problem).toMatchObject({
    errors: [{ path: 'template_id', ...missing }],
  })
})

test('a template shows the figures of the requested investor', async () => {
  const { person, id } = await withContact()
  const [first, second] = [await addInvestor(person, { name: 'A' }), await addInvestor(person, { name: 'B' })]
  for (const investor of [first, second])
    made(
      await person.call(investors.setContact, { params: { id: investor.id, contact_id: id }, body: { role: 'self' } }),
    )
  const template_id = await template(person, '{{ investor.name }}')
  for (const investor of [first, second])
    expect((await preview(person, id, { template_id, investor_id: investor.id })).text).toBe(investor.name)
})
