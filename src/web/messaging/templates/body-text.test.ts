import { expect, it } from 'vitest'
import { addDefault, insert, type LineKind, type Selected, toggleLines, toggleMark } from './body-text.ts'

// `[` and `]` mark the start and end of the selection.
function read(shown: string): Selected {
  const start = shown.indexOf('[')
  return { text: shown.replace(/[[\]]/g, ''), start, end: shown.indexOf(']') - 1 }
}
const show = ({ text, start, end }: Selected) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`

it.each([
  ['Dear [],', 'Dear {{ x }}[],'],
  ['Dear [you],', 'Dear {{ x }}[],'],
  ['[]', '{{ x }}[]'],
])('inserts into %j', (before, after) => {
  expect(show(insert(read(before), '{{ x }}'))).toBe(after)
})

it.each([
  ['a [b] c', 'a *[b]* c'],
  ['a *[b]* c', 'a [b] c'],
  ['a [*b*] c', 'a [b] c'],
  ['a[ b ]c', 'a *[b]* c'],
  ['a [] c', 'a *[]* c'],
  ['a *[]* c', 'a [] c'],
  ['[a]', '*[a]*'],
  ['[*]', '*[*]*'],
])('toggles a mark in %j', (before, after) => {
  expect(show(toggleMark(read(before), '*'))).toBe(after)
})

it.each([
  ['at {{ contact.company }}.', 'at {{ contact.company | default: "[…]" }}.'],
  [
    '{{contact.company}} {{ contact.company | upcase }}',
    '{{contact.company | default: "[…]"}} {{ contact.company | upcase | default: "…" }}',
  ],
  [
    '{{ contact.company | default: "x" }} {{ contact.company -}}',
    '{{ contact.company | default: "x" }} {{ contact.company | default: "[…]" -}}',
  ],
  ['{{ contact.company_name }}', undefined],
  ['{% assign a = contact.company %}', undefined],
])('adds a default in %j', (before, after) => {
  const selected = addDefault(before, 'contact.company', '"…"')
  expect(selected && show(selected)).toBe(after)
})

it('falls back on another variable', () => {
  const selected = addDefault('Dear {{ contact.preferred_name }},', 'contact.preferred_name', 'contact.name')
  expect(selected && show(selected)).toBe('Dear {{ contact.preferred_name | default: [contact.name] }},')
})

it.each<[LineKind, string, string]>([
  ['bullet', 'a\n[b\nc]\nd', 'a\n[- b\n- c]\nd'],
  ['bullet', 'a\n[- b\n- c]\nd', 'a\n[b\nc]\nd'],
  ['bullet', 'a\nb[]c', 'a\n- b[]c'],
  ['bullet', '- []', '[]'],
  ['bullet', '[]', '- []'],
  ['number', '[a\nb\nc]', '[1. a\n2. b\n3. c]'],
  ['number', '[- a\n- b]', '[1. a\n2. b]'],
  ['number', '[1. a\n2. b]', '[a\nb]'],
  ['quote', '[a\n]b', '[> a]\nb'],
  ['quote', 'a\n[]', 'a\n> []'],
])('begins lines as a %s in %j', (kind, before, after) => {
  expect(show(toggleLines(read(before), kind))).toBe(after)
})
