// Which menu item and which group a path belongs to.
import { expect, test } from 'vitest'
import { groupOf, itemOf } from './menu.ts'

test.each([
  ['/home', 'Home', undefined],
  ['/contacts', 'Contacts', 'WA Broadcast'],
  ['/contacts/add', 'Contacts', 'WA Broadcast'],
  ['/contacts/1/edit', 'Contacts', 'WA Broadcast'],
  ['/broadcasts', 'Broadcasts', 'WA Broadcast'],
  ['/broadcast-groups/new', 'Broadcast Groups', 'WA Broadcast'],
  ['/master-data/currencies', 'Currencies', 'Master Data'],
  ['/account', 'Account', undefined],
  ['/contacts-x', undefined, undefined],
  ['/', undefined, undefined],
])('%s belongs to %s in %s', (path, item, group) => {
  expect(itemOf(path)?.title).toBe(item)
  expect(groupOf(path)?.title).toBe(group)
})
