// Sends a test message: throttled like the session's other messages; a repeated click sends one.
import type { BroadcastTest } from '../../../contract/broadcasts.ts'
import { homeCountry, phoneText, readPhone } from '../../contacts/service.ts'
import { hint } from '../../db/hints.ts'
import type { Tenant } from '../../db/index.ts'
import { addTestRecipient } from '../../engine/service.ts'
import { fieldError, orNotFound } from '../../errors.ts'
import { loadPreflight, messageRenderer } from '../preflight/preflight.ts'
import { one } from '../preflight/queries.ts'
import { createTest, lockBroadcast } from '../queries.ts'
import * as queries from './queries.ts'

const maxShown = 10

export async function list(tenant: Tenant, id: string): Promise<BroadcastTest[]> {
  return (await queries.latest(tenant, id, maxShown)).map(shown)
}

export async function send(tenant: Tenant, id: string, { to, contact_id }: Wanted): Promise<BroadcastTest> {
  // A concurrent request waits here and finds this test message.
  await lockBroadcast(tenant, id)
  const setting = orNotFound(await queries.setting(tenant, id))
  const typed = to || setting.phone_number
  if (!typed) throw fieldError('invalid_request', 'to', 'Enter the number for the test message.')
  const read = readPhone(typed, await homeCountry(tenant))
  if (!read.ok) throw fieldError('invalid_request', 'to', read.reason)
  const asked = await loadPreflight(tenant, id)
  const person = await one(tenant, asked, contact_id)
  if (!person)
    throw fieldError(
      'invalid_request',
      'audience',
      'Choose recipients first: the test message uses the data of one of them.',
    )
  const [message] = await messageRenderer(tenant, asked)([person])
  const { text, reason } = message!
  if (text === null) throw fieldError('template_invalid', 'body', reasonOf(reason, person.name))
  const known = await queries.same(tenant, id, { address_key: read.key, text, media_id: setting.media_id })
  const test = known ?? (await create(tenant, id, setting, read, text))
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
  text: string,
) {
  const broadcast_id = await createTest(tenant, id, text, media_id)
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
    ? `Values are missing for ${name}. Choose another contact for the test message.`
    : 'The message has a mistake. Fix it first.'

const shown = (row: queries.TestRow): BroadcastTest => ({ ...row, address_text: phoneText(row.address) })
