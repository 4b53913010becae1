// Broadcasts through the front door: the list of them.
import { expect, test } from 'vitest'
import { broadcasts } from '../../contract/broadcasts.ts'
import { waSessions } from '../../contract/wa-sessions.ts'
import { type Caller, testApp } from '../test/app.ts'
import { addContacts } from '../test/engine.ts'
import { made } from '../test/records.ts'

const { signUp } = await testApp()

async function addDraft(person: Caller, name: string, body = 'Halo') {
  const [session] = made(await person.call(waSessions.list)).data
  const input = { name, session_id: session!.id, body, audience: { all_contacts: true } }
  return made(await person.call(broadcasts.create, { body: input }))
}

test('the list has its order, its pages and what became of whom', async () => {
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
