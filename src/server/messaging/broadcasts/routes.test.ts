// Broadcasts over HTTP: the list, and drafts that are edited and sent immediately.
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addContacts } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { update } from './service.ts'

const { signUp, database } = await testApp()

async function addDraft(person: Caller, name: string, body = 'Halo') {
  const [session] = made(await person.call(waSessions.list)).data
  const input = { name, session_id: session!.id, body, audience: { all_contacts: true } }
  return made(await person.call(broadcasts.create, { body: input }))
}

test('broadcasts are listed in order, by page, and with their counts', async () => {
  const person = await signUp()
  await addContacts(person, ['+6281255501001'])
  const ids: string[] = []
  for (const name of ['Cempaka', 'Anggrek', 'Dahlia', 'Bougenvil']) ids.push((await addDraft(person, name)).id)
  await person.call(broadcasts.send, { params: { id: ids[1]! } })
  const names = async (query: object) => {
    const { data, pagination } = made(await person.call(broadcasts.list, { query }))
    return [pagination.total, ...data.map(({ name }) => name)]
  }
  expect(await names({})).toEqual([4, 'Bougenvil', 'Dahlia', 'Anggrek', 'Cempaka'])
  expect(await names({ sort: 'name', per_page: 3 })).toEqual([4, 'Anggrek', 'Bougenvil', 'Cempaka'])
  expect(await names({ sort: 'name', per_page: 3, page: 2 })).toEqual([4, 'Dahlia'])
  expect(await names({ sort: '-started_at', per_page: 1 })).toEqual([4, 'Anggrek'])
  expect(await names({ status: 'draft', q: 'a', sort: '-name' })).toEqual([2, 'Dahlia', 'Cempaka'])
  const [listed] = made(await person.call(broadcasts.list, { query: { q: 'anggrek' } })).data
  expect(listed).toEqual(made(await person.call(broadcasts.get, { params: { id: ids[1]! } })))
})

test('sending waits for a concurrent edit, and sends the edited draft', async () => {
  const person = await signUp()
  await addContacts(person, ['+6281255501001'])
  const { id } = await addDraft(person, 'News', 'Before')
  const sent = await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    await update(tenant, id, { version: 1, body: 'After' })
    const answer = person.call(broadcasts.send, { params: { id } })
    await waitUntilBlocked(database)
    return { answer }
  })
  expect(made(await sent.answer)).toMatchObject({ status: 'preparing', body: 'After' })
})

test('a broadcast keeps its driver when its session changes', async () => {
  const person = await signUp()
  await addContacts(person, ['+6281255501001'])
  const [session] = made(await person.call(waSessions.list)).data
  const [before, draft] = [await addDraft(person, 'Before'), await addDraft(person, 'Draft')]
  await person.call(broadcasts.send, { params: { id: before.id } })
  await person.call(broadcasts.cancel, { params: { id: before.id } })
  const other = session!.driver === 'simulator' ? 'linked_device' : 'simulator'
  made(await person.call(waSessions.update, { params: { id: session!.id }, body: { driver: other } }))
  const driverOf = async (id: string) => made(await person.call(broadcasts.get, { params: { id } })).driver
  expect(await driverOf(before.id)).toBe(session!.driver)
  expect(await driverOf(draft.id)).toBe(other)
})
