// Kinds of messages without text are shown in the reader's language; texts stay as written.
import { afterEach, expect, test } from 'vitest'
import { replies } from '../../platform/lib/indonesian/replies.ts'
import { setLanguage } from '../../platform/lib/text.ts'
import { replyText } from './labels.ts'

afterEach(() => setLanguage('en', {}))

test.each([
  ['📷 Photo', '📷 Foto'],
  ['Photo', 'Photo'],
  ['constructor', 'constructor'],
])('%s reads %s', (text, expected) => {
  setLanguage('id', replies)
  expect(replyText(text)).toBe(expected)
})
