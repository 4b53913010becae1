// Sends a test message: throttled like the session's other messages; a repeated click sends one.

import type { BroadcastTest } from '../../../../contract/broadcasts.ts'
import { message } from '../../../../contract/messages/message.ts'
import { fieldError, orNotFound } from '../../../errors.ts'
import { hint } from '../../../platform/db/hints.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import type { Caller } from '../../../platform/http/authentication.ts'
import { homeCountry, parsePhone, phoneText } from '../../../records/contacts/service.ts'
import { addTestRecipient } from '../../engine/service.ts'
import { showsAmounts } from '../../templates/service.ts'
import { admitTest } from '../../test-messages/service.ts'
import { requireAmountsOf } from '../amounts.ts'
import { loadPreflight, messageRenderer } from '../preflight/preflight.ts'
import { one } from '../preflight/queries.ts'
import { createTest, lockBroadcast } from '../queries.ts'
import * as queries from './queries.ts'

const maxShown = 10

export async function list(tenant: Tenant, id: string): Promise<BroadcastTest[]> {
  return (await queries.latest(tenant, id, maxShown)).map(shown)
}

export async function send(
  tenant: Tenant,
  id: string,
  { to, contact_id }: Wanted,
  { caller, at }: { caller: Caller; at: Date },
): Promise<BroadcastTest> {
  // A concurrent request waits here and finds this test message.
  await lockBroadcast(tenant, id)
  const setting = orNotFound(await queries.setting(tenant, id))
  const typed = to || setting.phone_number
  if (!typed) throw fieldError('invalid_request', 'to', message('test_message.no_number'))
  const parsed = parsePhone(typed, await homeCountry(tenant))
  if (!parsed.ok) throw fieldError('invalid_request', 'to', parsed.reason)
  const input = await loadPreflight(tenant, id)
  await requireAmountsOf(tenant, { ...input, media_id: setting.media_id })
  const person = await one(tenant, input, contact_id)
  if (!person) throw fieldError('invalid_request', 'audience', message('test_message.no_recipients'))
  const [rendered] = await (await messageRenderer(tenant, input))([person])
  const { text, reason } = rendered!
  if (text === null) throw fieldError('template_invalid', 'body', reasonOf(reason, person.name))
  const existing = await queries.same(tenant, id, { address_key: parsed.key, text, media_id: setting.media_id })
  const session = { id: setting.session_id, phone_number: setting.phone_number }
  if (!existing) await admitTest(tenant, { session, to: parsed }, caller, at)
  const shows_amounts = input.body !== null && (await showsAmounts(tenant, input.body))
  const test = existing ?? (await create(tenant, id, setting, parsed, { text, shows_amounts }))
  return (await list(tenant, id)).find((one) => one.id === test)!
}

interface Wanted {
  to?: string | undefined
  contact_id?: string | undefined
}

async function create(
  tenant: Tenant,
  id: string,
  { session_id, media_id }: { session_id: string; media_id: string | null },
  to: { phone: string; key: string },
  { text, shows_amounts }: { text: string; shows_amounts: boolean },
) {
  const broadcast_id = await createTest(tenant, id, { text, shows_amounts, media_id })
  await addTestRecipient(tenant, {
    broadcast_id,
    session_id,
    name: 'Test',
    address: to.phone,
    address_key: to.key,
    text,
  })
  await hint(tenant, 'broadcasts')
  return broadcast_id
}

const reasonOf = (reason: string | null, name: string) =>
  reason?.startsWith('missing_variable')
    ? message('test_message.values_missing', { name })
    : message('test_message.template_invalid')

const shown = (row: queries.TestRow): BroadcastTest => ({ ...row, address_text: phoneText(row.address) })
