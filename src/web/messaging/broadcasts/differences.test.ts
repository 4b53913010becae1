// Differences between two messages, by word.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences } from './differences.ts'

const shown = (before: string, after: string) =>
  differences(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test('changed words are marked as removed and added, other words as the same', () => {
  expect(shown('Disetor USD 3,000 dari USD 9,000', 'Disetor USD 5,000 dari USD 9,000')).toBe(
    'Disetor USD [-3,000-]{+5,000+} dari USD 9,000',
  )
  expect(shown('Halo', 'Halo')).toBe('Halo')
  expect(shown('', 'Halo Budi')).toBe('{+Halo Budi+}')
})

test('the parts contain both texts completely', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n')).map((letters) => letters.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differences(before, after)
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})

test('very long texts are not compared by word', () => {
  const long = 'a '.repeat(1_500)
  expect(differences(long, 'b').map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
