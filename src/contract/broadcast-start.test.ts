import { expect, test } from 'vitest'
import { type BroadcastStart, broadcastPath, maxContactIds, readBroadcastStart } from './broadcast-start.ts'

const [one, other] = ['0192d3a4-0000-7000-8000-000000000001', '0192d3a4-0000-7000-8000-000000000002'] as const
const nothing = {
  template_id: undefined,
  broadcast_group_id: [],
  wa_group_id: [],
  contact_ids: [],
  contacts: undefined,
}

function read(path: string) {
  const pairs = (path.split('?')[1] ?? '').split('&').map((pair) => pair.split('=') as [string, string])
  const params = new Map(pairs.map(([key, value]) => [key, decodeURIComponent(value ?? '')]))
  return readBroadcastStart({ get: (key) => params.get(key) ?? null })
}

test.each<[BroadcastStart, string]>([
  [{}, '/broadcasts/add'],
  [{ template_id: one }, `/broadcasts/add?template_id=${one}`],
  [{ broadcast_group_id: [one] }, `/broadcasts/add?broadcast_group_id=${one}`],
  [{ wa_group_id: [one], template_id: other }, `/broadcasts/add?template_id=${other}&wa_group_id=${one}`],
  [{ contact_ids: [one, other] }, `/broadcasts/add?contact_ids=${one},${other}`],
  [{ contacts: 'consent=opted_in&q=Budi' }, '/broadcasts/add?contacts=consent%3Dopted_in%26q%3DBudi'],
])('%j leads to %s and back', (start, path) => {
  expect(broadcastPath(start)).toBe(path)
  expect(read(path)).toEqual({ ...nothing, ...start })
})

test('from a list of contacts only the filters are kept, not the page, the order or empty filters', () => {
  const start = { contacts: '?page=3&consent=opted_in&sort=-name&tag_id=&q=Budi%20%26%20co' }
  expect(read(broadcastPath(start)).contacts).toBe('consent=opted_in&q=Budi%20%26%20co')
})

test('a list without filters means all contacts; no list means none', () => {
  expect(read(broadcastPath({ contacts: '' })).contacts).toBe('')
  expect(read('/broadcasts/add').contacts).toBeUndefined()
})

test('invalid ids are dropped, and repeated ids count once', () => {
  expect(read(`/broadcasts/add?template_id=x&contact_ids=${one},,nobody,${one}&wa_group_id=`)).toEqual({
    ...nothing,
    contact_ids: [one],
  })
})

test('more contacts than an address can hold are refused', () => {
  const many = Array.from({ length: maxContactIds + 1 }, (_, n) => `${one.slice(0, 24)}${String(n).padStart(12, '0')}`)
  expect(() => broadcastPath({ contact_ids: many })).toThrow()
  expect(read(broadcastPath({ contact_ids: many.slice(1) })).contact_ids).toHaveLength(maxContactIds)
})
