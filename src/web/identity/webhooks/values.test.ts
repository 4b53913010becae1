import { expect, test } from 'vitest'
import type { WebhookInput } from '../../../contract/webhooks.ts'
import { changeOf } from './values.ts'

const before: WebhookInput = {
  name: 'ERP',
  url: 'https://erp.example/',
  events: ['contact.created', 'contact.deleted'],
}

test.each<[string, Partial<WebhookInput>, Partial<WebhookInput>]>([
  ['nothing', {}, {}],
  ['the name', { name: 'New ERP' }, { name: 'New ERP' }],
  ['the address', { url: 'https://other.example/' }, { url: 'https://other.example/' }],
  ['the events', { events: ['contact.created'] }, { events: ['contact.created'] }],
  ['an event that was unchecked and checked again', { events: ['contact.deleted', 'contact.created'] }, {}],
])('only what changes is sent: %s', (_, values, change) => {
  expect(changeOf(before, { ...before, ...values })).toEqual(change)
})
