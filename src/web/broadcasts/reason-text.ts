// The reason of a recipient's state in words.
import type { Recipient } from '../../contract/broadcasts.ts'
import { templateVariable } from '../../contract/template-language.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'

/** `missing_variable:contact.company` → "Nothing to fill in for “Company”". Unknown codes are shown in readable form. */
export function reasonText(reason: string): string {
  const [code = '', detail = ''] = reason.split(/:(.*)/s)
  if (code === 'missing_variable') return missingText(detail.split(','))
  const sentence = sentences[code]
  return sentence ? t(sentence) : readable(reason)
}

const sentences: Record<string, string> = {
  no_number: 'No WhatsApp number',
  opted_out: 'Opted out of messages',
  do_not_contact: 'One of their investors is marked “Do not contact”',
  sample_data: 'Sample data: nothing is sent there with a real phone',
  template_mistake: 'Message empty or invalid for this contact',
  template_too_complex: 'Template too complex for this contact',
  broadcast_failed: 'The broadcast failed before this message was sent',
  contact_deleted: 'The contact was deleted before the message was sent',
  not_on_whatsapp: 'Not on WhatsApp',
  no_keys: 'WhatsApp has no encryption keys for their phone',
  no_devices: 'WhatsApp did not pass it on to any of their devices',
  reachout_locked: 'WhatsApp does not let this account start new chats now',
  unconfirmed: 'Not confirmed by WhatsApp: it may or may not have arrived, so Kabar does not resend it automatically',
  line_lost: 'Connection lost while sending',
  busy: 'WhatsApp asked to try again later',
  not_connected: 'The session was not connected',
  not_in_group: 'This account is not in the group',
  may_not_post: 'This account is not allowed to post in the group',
  not_known: 'Has never written to this number, and this session only sends to known chats',
  hours: 'Waiting for sending hours',
  recently_messaged: 'Waiting: got another broadcast recently',
  new_chat_cap: 'Waiting: new-chat limit reached',
  hold: 'Waiting: on hold by WhatsApp',
  rate_overlimit: 'WhatsApp put this account on hold',
  expired: 'Expired before it was sent',
  done_meanwhile: 'Has received, read or answered the first message since',
  other_session: 'The group belongs to another session',
  group_removed: 'The group was removed',
  session_removed: 'The session of the group was removed',
}

/** How many members of a group received it: “Read by 12 of 40”. Undefined for a person, and before it is sent. */
export function groupText({
  participants,
  delivered_count,
  read_count,
  sent_at,
}: Pick<Recipient, 'participants' | 'delivered_count' | 'read_count' | 'sent_at'>): string | undefined {
  if (participants === null || sent_at === null) return undefined
  const total = number(participants)
  if (read_count) return t('Read by {count} of {total}', { count: number(read_count), total })
  return t('Delivered to {count} of {total}', { count: number(delivered_count ?? 0), total })
}

function missingText(paths: string[]): string {
  const labels = paths.map((path) => t('“{label}”', { label: labelOf(path) }))
  return t('Missing: {labels}', { labels: labels.join(', ') })
}

function labelOf(path: string) {
  const found = templateVariable(path)
  if (!found) return readable(path.split('.').at(-1) ?? path)
  const { subject, label } = found
  return subject === null ? t(label) : t('{subject}: {variable}', { subject: t(subject), variable: t(label) })
}

function readable(code: string) {
  const words = code.replace(/[_:]+/g, ' ').trim()
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}
