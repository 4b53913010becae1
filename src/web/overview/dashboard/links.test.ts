import { expect, test } from 'vitest'
import { figureLink, groupLink, reachLink } from './links.ts'

const query = { as_of: '2026-03-31', in: 'USD', stage_id: ['a', 'b'] }

test('a figure opens its list with the filters, day and currency of the dashboard', () => {
  expect(figureLink('committed', {})).toBe('/investments?category=committed,funded,exited&figure=committed')
  expect(figureLink('overdue', query)).toBe(
    '/investments?as_of=2026-03-31&in=USD&stage_id=a,b&payment=overdue&figure=overdue',
  )
  expect(figureLink('funded', {})).toBe('/investments?figure=funded')
})

test('a group opens its own investments, and one without an id none', () => {
  expect(groupLink('by_country', 'ID', { in: 'USD' })).toBe('/investments?in=USD&country=ID')
  // One stage of several that the dashboard is filtered by.
  expect(groupLink('by_stage', 'b', query)).toBe('/investments?as_of=2026-03-31&in=USD&stage_id=b')
  expect(groupLink('by_stage', null, query)).toBeUndefined()
})

test('reach opens investors, whatever day the sums are for', () => {
  expect(reachLink(query, true)).toBe('/investors?is_reachable=true')
  expect(reachLink({ investor_type_id: ['a'] }, false)).toBe('/investors?investor_type_id=a&is_reachable=false')
})
