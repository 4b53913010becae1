import { expect, test } from 'vitest'
import { rawNames } from './raw-names.ts'

test.each([
  [
    'a stored name',
    'select i.id, s.name from investments i join investment_statuses s on s.id = i.status_id',
    ['s.name'],
  ],
  ['with `as`', 'select y.name from investor_types as y', ['y.name']],
  ['the shown name', `select \${shownName(tenant, 's')} as name from investment_statuses s`, []],
  ['another table', 'select v.name, s.color from investors v join investment_stages s on true', []],
  ['a table without an alias', 'select name from investment_stages where id = $1', []],
  ['a longer word', 'select s.name_key, ss.name from investment_stages s, seeds ss', []],
])('%s', (_, text, found) => {
  expect(rawNames(text)).toEqual(found)
})
