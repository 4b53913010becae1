// Rules of direct messages: who may get one, from which session, and with which text. Answers (replies/) do the sending.
import type {
  DirectMessageInput,
  DirectMessagePreview,
  DirectMessagePreviewInput,
  TestMessageInput,
} from '../../../contract/direct-messages.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import type { Answer } from '../../../contract/replies.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { homeCountry, homeOf, parsePhone, phoneText, timeZoneOf } from '../../records/contacts/service.ts'
import { waitOfMessage } from '../engine/service.ts'
import { assertMedia } from '../media/service.ts'
import { queueMessage } from '../replies/service.ts'
import { forContact } from '../templates/service.ts'
import { admitTest } from '../test-messages/service.ts'
import * as queries from './queries.ts'

export async function send(tenant: Tenant, contact_id: string, input: DirectMessageInput): Promise<Answer> {
  const person = orNotFound(await queries.recipient(tenant, contact_id))
  const session = await chosenSession(tenant, person, input.session_id)
  const refusal = refusalOf(person)
  if (refusal) throw new AppError('state_conflict', refusal)
  const content = await contentOf(tenant, contact_id, input)
  const reply = await queries.openReply(tenant, contact_id, session.id)
  const { phone: address, phone_key: address_key } = person as { phone: string; phone_key: string }
  const to = { contact_id, address, address_key, reply_id: reply?.id ?? null, is_test: false }
  return await queueMessage(tenant, { ...content, ...to, session_id: session.id, driver: session.driver })
}

/** Sends the text to the number `to` or the session's own number, regardless of sending hours. */
export async function test(
  tenant: Tenant,
  contact_id: string,
  { to, ...input }: TestMessageInput,
  { caller, at }: { caller: Caller; at: Date },
): Promise<Answer> {
  const person = orNotFound(await queries.recipient(tenant, contact_id))
  const session = await chosenSession(tenant, person, input.session_id)
  const typed = to || session.phone_number
  if (!typed) throw fieldError('invalid_request', 'to', message('test_message.no_number'))
  const parsed = parsePhone(typed, await homeCountry(tenant))
  if (!parsed.ok) throw fieldError('invalid_request', 'to', parsed.reason)
  const content = await contentOf(tenant, contact_id, input)
  await admitTest(tenant, { session, to: parsed }, caller, at)
  const recipient = { contact_id: null, address: parsed.phone, address_key: parsed.key, reply_id: null, is_test: true }
  return await queueMessage(tenant, { ...content, ...recipient, session_id: session.id, driver: session.driver })
}

export async function preview(
  tenant: Tenant,
  contact_id: string,
  { template_id, session_id, investor_id }: DirectMessagePreviewInput,
  now: number,
): Promise<DirectMessagePreview> {
  const person = orNotFound(await queries.recipient(tenant, contact_id))
  const sessions = await queries.sessions(tenant, person.phone_key)
  if (session_id && !sessions.some(({ id }) => id === session_id)) throw sessionGone()
  const session = sessions.find(({ id }) => id === session_id) ?? sessions[0]
  const written =
    template_id === undefined
      ? undefined
      : await forContact(tenant, template_id, { contact_id, investor_id }).catch(asProblem)
  const fate = session ? await fateOf(tenant, contact_id, person, session, now) : undefined
  const refusal = refusalOf(person) ?? (session ? fate?.refusal : message('direct_message.no_session'))
  return {
    refusal: refusal ?? null,
    sessions,
    session_id: session?.id ?? null,
    waiting: fate?.waiting ?? null,
    is_new_chat: fate?.is_new_chat ?? false,
    test_number: session?.phone_number ?? null,
    test_number_text: phoneText(session?.phone_number ?? null),
    whatsapp_url: person.phone && `https://wa.me/${person.phone.replace(/\D/g, '')}`,
    text: written?.text ?? null,
    media: written?.media ?? null,
    problem: written?.problem ?? null,
  }
}

/** A template with amounts, of which the user sees none, is shown like one that cannot be sent to this contact. */
function asProblem(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
  return { text: null, media: null, problem: error.said }
}

async function fateOf(
  tenant: Tenant,
  contactId: string,
  person: queries.Recipient,
  session: queries.SendingSession,
  now: number,
): Promise<{ refusal?: Message; waiting: DirectMessagePreview['waiting']; is_new_chat: boolean } | undefined> {
  if (person.phone === null || person.phone_key === null) return undefined
  const time_zone = person.time_zone ?? timeZoneOf(person.phone, await homeOf(tenant))
  const reply = await queries.openReply(tenant, contactId, session.id)
  const to = { address_key: person.phone_key, time_zone, isAnswer: reply?.session_id === session.id }
  const { wait, is_new_chat } = await waitOfMessage(tenant, session.id, to, now)
  if (wait.reason === 'not_known') return { refusal: message('direct_message.not_known'), waiting: null, is_new_chat }
  if (session.status !== 'working') return { waiting: { reason: 'session', until: null }, is_new_chat }
  const waiting = wait.reason && { reason: wait.reason, until: new Date(wait.at).toISOString() }
  return { waiting, is_new_chat }
}

async function chosenSession(
  tenant: Tenant,
  { phone_key }: queries.Recipient,
  wanted: string | undefined,
): Promise<queries.SendingSession> {
  const sessions = await queries.sessions(tenant, phone_key)
  if (wanted === undefined && sessions.length === 0)
    throw new AppError('state_conflict', message('direct_message.no_session'))
  const session = wanted === undefined ? sessions[0] : sessions.find(({ id }) => id === wanted)
  if (!session) throw sessionGone()
  return session
}

const sessionGone = () => fieldError('not_found', 'session_id', message('record.deleted'))

function refusalOf(person: queries.Recipient): Message | undefined {
  if (person.is_opted_out) return message('reply.opted_out')
  if (person.do_not_contact) return message('reply.do_not_contact')
  if (person.phone === null) return message('direct_message.no_number')
  return undefined
}

async function contentOf(
  tenant: Tenant,
  contact_id: string,
  { text, template_id, media_id, investor_id }: DirectMessageInput,
): Promise<{ text: string; media_id: string | null; shows_amounts: boolean }> {
  await assertMedia(tenant, media_id)
  if (template_id === undefined) return { text: text!.trim(), media_id: media_id ?? null, shows_amounts: false }
  const written = await forContact(tenant, template_id, { contact_id, investor_id })
  if (written.text === null) throw fieldError('template_invalid', 'template_id', written.problem)
  const { shows_amounts } = written
  return {
    text: written.text,
    media_id: media_id === undefined ? (written.media?.id ?? null) : media_id,
    shows_amounts,
  }
}
