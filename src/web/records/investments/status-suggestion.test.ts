// Payments suggest a status: one for part of the commitment, another for all of it.
import { expect, test } from 'vitest'
import { suggestedStatus } from './status-suggestion.ts'

const statuses = [
  { id: 'c', name: 'Committed', category: 'committed' },
  { id: 'p', name: 'Partially funded', category: 'funded' },
  { id: 'f', name: 'Funded', category: 'funded' },
] as const
const at = (id: string, funded: string, outstanding: string) => {
  const status = statuses.find((each) => each.id === id) ?? { id, category: 'prospect' as const }
  return suggestedStatus({ status, funded, outstanding }, statuses)?.name
}

test.each([
  ['c', '0.00', '10.00', undefined],
  ['c', '4.00', '6.00', 'Partially funded'],
  ['c', '10.00', '0.00', 'Funded'],
  ['p', '4.00', '6.00', undefined],
  ['p', '10.00', '0.00', 'Funded'],
  ['f', '10.00', '0.00', undefined],
  ['other', '4.00', '6.00', undefined],
])('%s with %s paid and %s left', (id, funded, outstanding, expected) => {
  expect(at(id, funded, outstanding)).toBe(expected)
})

test('without a status of the category funded nothing is suggested', () => {
  expect(suggestedStatus({ status: statuses[0], funded: '4.00', outstanding: '6.00' }, [statuses[0]])).toBeUndefined()
})
