// Isolation of organizations: the same requests give the same responses, with and without another active organization.
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { type Caller, testApp } from '../../test/app.ts'

const { signUp } = await testApp()

test('names, numbers, counts, searches and pages do not depend on other organizations', async () => {
  const alone = await work(await person(), async () => {})
  const rival = await person()
  let turn = 0
  const beside = await work(await person(), async () => {
    turn += 1
    await rival.call(contacts.create, { body: { name: `Budi ${turn}`, phone: `+62812345678${10 + turn}` } })
    await rival.call(templates.create, { body: { name: `March ${turn}`, body: 'Theirs' } })
    await rival.call(waSessions.create, { body: { name: `Office ${turn}` } })
  })
  expect(turn).toBeGreaterThan(10)
  expect(beside).toEqual(alone)
})

let people = 0
const person = () => signUp({ email: `same${++people}@example.com`, organization: 'Same' })

/** All responses, without ids and times, which differ each time. */
async function work(me: Caller, meanwhile: () => Promise<void>) {
  const seen: unknown[] = []
  const ids = new Map<string, string>()
  async function told(answering: Promise<{ status: number; body: unknown }>) {
    const { status, body } = await answering
    const text = JSON.stringify(body ?? null)
      .replace(/"request_id":"[^"]*"/g, '')
      .replace(/same\d+@example\.com|Person \d+/g, 'me')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
        ids.set(id, ids.get(id) ?? `id ${ids.size}`)
        return ids.get(id)!
      })
    seen.push({ status, text })
    await meanwhile()
    return body as { id: string; data: { id: string }[] }
  }
  const first = await told(me.call(contacts.create, { body: { name: 'Budi 1', phone: '+6281234567811' } }))
  await told(me.call(contacts.create, { body: { name: 'Budi 2', phone: '+6281234567812' } }))
  await told(me.call(contacts.create, { body: { name: 'Budi again', phone: '+6281234567811' } }))
  const template = await told(me.call(templates.create, { body: { name: 'March 1', body: 'Hi' } }))
  await told(me.call(templates.create, { body: { name: 'March 1', body: 'Hi' } }))
  await told(me.call(waSessions.create, { body: { name: 'Office 1' } }))
  const { data } = await told(me.call(waSessions.list))
  await told(
    me.call(broadcasts.create, {
      body: { name: 'News', session_id: data[0]!.id, template_id: template.id, audience: { all_contacts: true } },
    }),
  )
  await told(me.call(contacts.list, { query: { q: 'budi', per_page: 1 } }))
  await told(me.call(contacts.list, { query: { sort: '-name' } }))
  await told(me.call(contacts.remove, { params: { id: first.id } }))
  await told(me.call(contacts.list))
  await told(me.call(templates.list))
  await told(me.call(broadcasts.list))
  await told(me.call(waSessions.status))
  await told(me.call(users.profile))
  return seen
}
