import { expect, it } from 'vitest'
import { type Draft, fieldOf, gapOf, inputOf, merged, newDraft } from './draft.ts'

const draft: Draft = {
  ...newDraft('s1', 'Asia/Jakarta'),
  name: 'News',
  template_id: 't1',
  body: 'Own words',
  audience: {
    all_contacts: true,
    contact_ids: ['c1'],
    exclude_contact_ids: ['c2'],
    wa_group_ids: [],
    broadcast_group_ids: [],
  },
}
const chosen = { ...draft.audience, all_contacts: false }

it('begins with nobody chosen', () => {
  expect(gapOf({ ...newDraft('s1', 'Asia/Jakarta'), template_id: 't1' })).toBe('audience')
})

it('sends the template or the own text, never both', () => {
  expect(inputOf(draft)).toMatchObject({ template_id: 't1', body: null })
  expect(inputOf({ ...draft, source: 'own' })).toMatchObject({ template_id: null, body: 'Own words' })
})

it('sends all contacts except some, or the chosen ones', () => {
  expect(inputOf(draft).audience).toEqual({ all_contacts: true, exclude_contact_ids: ['c2'] })
  expect(inputOf({ ...draft, audience: chosen }).audience).toEqual({ contact_ids: ['c1'], exclude_contact_ids: ['c2'] })
  const withGroup = { ...chosen, wa_group_ids: ['g1'] }
  expect(inputOf({ ...draft, audience: withGroup }).audience).toMatchObject({
    contact_ids: ['c1'],
    wa_group_ids: ['g1'],
  })
  const named = { ...chosen, broadcast_group_ids: ['b1'] }
  expect(inputOf({ ...draft, audience: named }).audience).toMatchObject({
    contact_ids: ['c1'],
    broadcast_group_ids: ['b1'],
  })
  // All contacts already include everyone.
  const all = { ...named, all_contacts: true }
  expect(inputOf({ ...draft, audience: all }).audience).toEqual({ all_contacts: true, exclude_contact_ids: ['c2'] })
})

it.each<[string, Partial<Draft>, ReturnType<typeof gapOf>]>([
  ['complete', {}, undefined],
  ['no template', { template_id: null }, 'template_id'],
  ['own text', { source: 'own' }, undefined],
  ['blank own text', { source: 'own', body: ' \n' }, 'body'],
  ['nobody chosen', { audience: { ...chosen, contact_ids: [] } }, 'audience'],
  ['somebody chosen', { audience: chosen }, undefined],
  ['a broadcast group', { audience: { ...chosen, contact_ids: [], broadcast_group_ids: ['b1'] } }, undefined],
  ['later, but when?', { when: 'later' }, 'send_on'],
  ['later', { when: 'later', send_on: '2026-11-25T09:00' }, undefined],
  ['a group chosen', { audience: { ...chosen, contact_ids: [], wa_group_ids: ['g1'] } }, undefined],
])('%s', (_, change, gap) => {
  expect(gapOf({ ...draft, ...change })).toBe(gap)
})

it('merges part by part; a message is one part', () => {
  const theirs: Draft = { ...draft, name: 'Theirs', source: 'own', body: 'Their words', session_id: 's2' }
  const result = merged(draft, theirs, (part) => part === 'message')
  expect(result).toMatchObject({ name: 'News', session_id: 's1', source: 'own', body: 'Their words' })
})

it('starts immediately or at a local time, and may expire', () => {
  expect(inputOf({ ...draft, send_on: '2026-11-25T09:00' })).toMatchObject({ send_at: null, expires_at: null })
  const later: Draft = { ...draft, when: 'later', send_on: '2026-11-25T09:00', expires_on: '2026-11-26T00:00' }
  expect(inputOf(later)).toMatchObject({
    send_at: '2026-11-25T09:00',
    time_zone: 'Asia/Jakarta',
    expires_at: '2026-11-26T00:00',
  })
  expect(merged(draft, later, (part) => part === 'when')).toMatchObject({ when: 'later', send_on: '2026-11-25T09:00' })
})

it('finds the field of a server error', () => {
  expect(['send_at', 'expires_at', 'template_id', 'name'].map((path) => fieldOf(path, draft))).toEqual([
    'send_on',
    'expires_on',
    'template_id',
    'name',
  ])
  expect(fieldOf('template_id', { source: 'own' })).toBe('body')
})
