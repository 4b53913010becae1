// What stays when sample data is removed.
import { expect, test } from 'vitest'
import { type Edge, leavingOrder, nameOf, type Row, removalOf } from './removal.ts'

const row = (name: string): Row => {
  const [relation, key] = name.split(' ')
  return { relation: relation!, key: key! }
}
/** `transactions 1 > investments 1`: cascades; with `~`: restricts. */
const edge = (text: string): Edge => {
  const [child, parent] = text.split(/ [>~] /)
  return { child: row(child!), parent: row(parent!), cascades: text.includes('>') }
}
const isLink = (relation: string) => relation === 'investor_contacts' || relation === 'investor_tags'
const marks = [
  'investors 1',
  'investors 2',
  'contacts 1',
  'tags 1',
  'investments 1',
  'transactions 1',
  'investor_contacts 1-1',
  'investor_tags 1-1',
  'investor_tags 2-1',
  'wa_sessions 1',
  'broadcasts 1',
  'recipients 1',
  'wa_messages 1',
]
const given = [
  'investments 1 ~ investors 1',
  'transactions 1 > investments 1',
  'investor_contacts 1-1 > investors 1',
  'investor_contacts 1-1 > contacts 1',
  'investor_tags 1-1 > investors 1',
  'investor_tags 1-1 > tags 1',
  'investor_tags 2-1 > investors 2',
  'investor_tags 2-1 > tags 1',
  'broadcasts 1 ~ wa_sessions 1',
  'recipients 1 > broadcasts 1',
  'recipients 1 ~ wa_sessions 1',
  'wa_messages 1 > wa_sessions 1',
]

test.each<[string, string[], string[], { own: string[]; held: string[]; parts?: string[] }]>([
  ['nothing of one’s own', [], [], { own: [], held: [] }],
  [
    'an investment on a sample investor, told without its payments',
    ['investments 9 ~ investors 1', 'transactions 9 > investments 9'],
    [],
    { own: ['investments 9'], held: ['investors 1'], parts: ['investments 9', 'transactions 9'] },
  ],
  [
    'a payment on a sample investment, which stays with all of its payments and its investor',
    ['transactions 9 > investments 1'],
    [],
    { own: ['transactions 9'], held: ['investments 1', 'investors 1', 'transactions 1'] },
  ],
  [
    'a tag of the sample on an own record: of its ties to others none stays',
    ['investor_tags 9-1 > tags 1'],
    [],
    { own: ['investor_tags 9-1'], held: ['tags 1'] },
  ],
  [
    'two ends that stay keep their tie',
    ['investor_tags 9-1 > tags 1', 'notes 9 > investors 1'],
    [],
    { own: ['investor_tags 9-1', 'notes 9'], held: ['investor_tags 1-1', 'investors 1', 'tags 1'] },
  ],
  [
    'a broadcast through the sample session: what others wrote to it does not stay',
    ['broadcasts 9 ~ wa_sessions 1', 'recipients 9 > broadcasts 9', 'recipients 9 ~ wa_sessions 1'],
    [],
    { own: ['broadcasts 9'], held: ['wa_sessions 1'], parts: ['broadcasts 9', 'recipients 9'] },
  ],
  ['a changed record', [], ['investments 1'], { own: [], held: ['investments 1', 'investors 1', 'transactions 1'] }],
  [
    'what the program keeps of a session is nobody’s',
    ['wa_sends 9 > wa_sessions 1', 'wa_messages 9 > wa_sessions 1'],
    [],
    { own: [], held: [] },
  ],
])('%s', (_, more, changed, expected) => {
  const edges = [...given, ...more].map(edge)
  const { own, held, parts } = removalOf(marks.map(row), changed.map(row), edges, isLink)
  expect({ own: own.map(nameOf).sort(), held: held.map(nameOf).sort(), parts: parts.map(nameOf).sort() }).toEqual({
    parts: expected.own,
    ...expected,
  })
})

test('referring rows are deleted before those they refer to, also in a cycle', () => {
  const links = [
    { from: 'notes', to: 'investments' },
    { from: 'notes', to: 'investors' },
    { from: 'investments', to: 'investors' },
    { from: 'broadcasts', to: 'broadcasts' },
    { from: 'eggs', to: 'hens' },
    { from: 'hens', to: 'eggs' },
  ]
  const order = leavingOrder(['investors', 'notes', 'investments', 'broadcasts', 'hens', 'eggs'], links)
  expect(order).toHaveLength(6)
  for (const { from, to } of links.slice(0, 3)) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to))
})
