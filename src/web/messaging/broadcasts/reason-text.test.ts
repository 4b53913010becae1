import { expect, it } from 'vitest'
import { english } from '../../../contract/messages/english.ts'
import { setCatalogue } from '../../platform/lib/messages.ts'
import { reasonText } from './reason-text.ts'

setCatalogue(english)

it.each([
  ['not_on_whatsapp', 'Not on WhatsApp'],
  ['no_number', 'No WhatsApp number'],
  ['opted_out', 'Opted out of messages'],
  ['missing_variable:contact.company', 'Missing: “Company”'],
  ['missing_variable:contact.company,contact.job_title', 'Missing: “Company”, “Job title”'],
  ['missing_variable:investor.shoe_size', 'Missing: “Shoe size”'],
  ['rate_limited', 'Rate limited'],
  ['closed:403', 'Closed 403'],
])('%s reads %s', (code, text) => {
  expect(reasonText(code)).toBe(text)
})

it.each(['reachout_locked', 'unconfirmed', 'busy', 'line_lost', 'no_keys', 'no_devices'])(
  '%s is a sentence, not a code',
  (code) => {
    expect(reasonText(code)).not.toContain('_')
    expect(reasonText(code).split(' ').length).toBeGreaterThan(3)
  },
)
