import { expect, test } from 'vitest'
import { readNote } from './note-text.ts'

const inline = (text: string) => {
  const [block] = readNote(text)
  return block?.kind === 'paragraph' ? block.lines[0] : block
}

test('paragraphs keep their lines, lists their points', () => {
  expect(readNote('One\ntwo\n\nthree\n- a\n- b\n  more\n3. c\n# Head\n> said')).toEqual([
    { kind: 'paragraph', lines: [['One'], ['two']] },
    { kind: 'paragraph', lines: [['three']] },
    { kind: 'list', isOrdered: false, start: 1, items: [['a'], ['b', ' ', 'more']] },
    { kind: 'list', isOrdered: true, start: 3, items: [['c']] },
    { kind: 'heading', content: ['Head'] },
    { kind: 'quote', lines: [['said']] },
  ])
})

test.each([
  ['**bold** text', [{ kind: 'strong', content: ['bold'] }, ' text']],
  ['an *important* word', ['an ', { kind: 'emphasis', content: ['important'] }, ' word']],
  ['snake_case_name stays', ['snake_case_name stays']],
  ['2 * 3 * 4', ['2 * 3 * 4']],
  ['`**raw**`', [{ kind: 'code', text: '**raw**' }]],
  ['\\*not\\*', ['*', 'not', '*']],
  [
    'see [the deck](https://example.com/a)',
    ['see ', { kind: 'link', href: 'https://example.com/a', content: ['the deck'] }],
  ],
  [
    'at https://example.com/x.',
    ['at ', { kind: 'link', href: 'https://example.com/x', content: ['https://example.com/x'] }, '.'],
  ],
])('%s', (text, expected) => {
  expect(inline(text)).toEqual(expected)
})

test.each(['javascript:alert(1)', 'data:text/html,x', ' javascript:x', 'vbscript:x', '//evil.example', '/relative'])(
  'a link to %s is shown as text',
  (target) => {
    expect(JSON.stringify(readNote(`[x](${target})`))).not.toContain('"link"')
  },
)

test('HTML is text', () => {
  expect(inline('<img src=x onerror=alert(1)>')).toEqual(['<img src=x onerror=alert(1)>'])
})

test('every text is parsed quickly', () => {
  for (const piece of ['*', '**', '[', '_a', '**a*', '`', '[a](']) {
    const begun = performance.now()
    readNote(piece.repeat(10_000))
    expect(performance.now() - begun).toBeLessThan(2_000)
  }
})
