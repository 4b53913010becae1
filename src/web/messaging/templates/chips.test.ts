import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateFilters, templateVariables } from '../../../contract/template-language.ts'
import { formatsOf } from './chip-text.ts'
import { chipOf, piecesOf, placeOf, quoted, sourceOf, unquoted } from './chips.ts'
import { readableText } from './readable-text.ts'
import { variablePiece } from './variable-text.ts'

/** Pieces of templates, mixed with arbitrary text. */
const bits = fc.oneof(
  fc.constantFrom('{{', '}}', '{%', '%}', '"', "'", '|', ' ', '\n', '\r\n', '-', '{', '}', '%', 'default:', '👍🏽'),
  fc.constantFrom(...templateFilters.map(({ example }) => example)),
  fc.constantFrom(...templateVariables.map(variablePiece)),
  fc.constantFrom('{% if contact.company %}', '{% endif %}', '{%- else -%}', '{{- contact.name -}}', '{% raw %}'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const texts = fc.array(bits, { maxLength: 30 }).map((parts) => parts.join(''))

test('the pieces of any text join to the same text, without gaps', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = piecesOf(text)
      expect(pieces.map(({ source }) => source).join('')).toBe(text)
      for (const [index, { from, to }] of pieces.entries()) {
        expect(to).toBeGreaterThan(from)
        expect(from).toBe(index === 0 ? 0 : pieces[index - 1]!.to)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the editor keeps any text unchanged, including its line ends', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const state = EditorState.create({ doc: text, extensions: EditorState.lineSeparator.of('\n') })
      expect(state.sliceDoc()).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test('a chip that is parsed and written again is the same', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const { source } of piecesOf(text)) {
        const chip = chipOf(source)
        if (chip) expect(chipOf(sourceOf(chip))).toEqual(chip)
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each(templateVariables.map((variable) => [variable.path, variable] as const))(
  'every format and fallback of %s survives writing',
  (path, variable) => {
    for (const { format } of formatsOf(variable))
      for (const fallback of [undefined, 'contact.name', quoted('a "friend" | {{ of }} ours')]) {
        const chip = fallback === undefined ? { path, format } : { path, format, fallback }
        const source = sourceOf(chip)
        expect(chipOf(source)).toEqual(chip)
        expect(piecesOf(`x ${source} y`).map(({ kind }) => kind)).toEqual(['words', 'output', 'words'])
      }
    expect(sourceOf(chipOf(variablePiece(variable))!)).toBe(variablePiece(variable))
  },
)

test.each([
  ['{{contact.name}}', { path: 'contact.name', format: '' }],
  ["{{ investor.next_due_on|date:'%-d %B' }}", { path: 'investor.next_due_on', format: 'date: "%-d %B"' }],
  [
    '{{ contact.preferred_name | default: contact.name }}',
    { path: 'contact.preferred_name', format: '', fallback: 'contact.name' },
  ],
  [
    '{{ contact.name | split: " " | first | default: "friend" }}',
    { path: 'contact.name', format: 'split: " " | first', fallback: '"friend"' },
  ],
  ['{{ contact.company | append: "}}" }}', { path: 'contact.company', format: 'append: "}}"' }],
  ['{{- contact.name -}}', undefined],
  ['{{ "Dear" }}', undefined],
  ['{{ }}', undefined],
])('%s is read', (source, chip) => {
  expect(piecesOf(source)).toMatchObject([{ kind: 'output', source }])
  expect(chipOf(source)).toEqual(chip)
})

test('a fallback keeps the text except characters that Liquid would misread', () => {
  expect(unquoted(quoted('our friend'))).toBe('our friend')
  expect(quoted('say "hi" {now}')).toBe('"say ”hi” (now)"')
  expect(unquoted('contact.name')).toBeUndefined()
})

test.each([
  [1, 6, '{{ contact.nickname }}'],
  [2, 5, 'roof'],
  [3, 1, '%}'],
])('the place of a mistake in line %i, column %i', (line, column, source) => {
  expect(placeOf('Halo {{ contact.nickname }}\nthe roof\n%}', line, column).source).toBe(source)
})

test('a text without a contact names its variables and leaves out conditions', () => {
  const body = `Dear {{ contact.preferred_name | default: contact.name }},
{% if investor.outstanding > 0 %}you owe *{{ investor.outstanding | money }}*, {{ investor.next_due_on | date: "%-d %B" }}{% endif %}.`
  expect(readableText(body)).toBe(
    'Dear [Preferred name or Name],\nyou owe *[Investor: Outstanding]*, [Investor: Next due].',
  )
  fc.assert(fc.property(texts, (text) => !/\{\{ [a-z.]+ \}\}/.test(readableText(text))))
})
