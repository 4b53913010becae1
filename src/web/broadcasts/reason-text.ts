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
  template_mistake: 'The message comes out empty or broken for them',
  template_too_complex: 'The template takes too much work to fill in for them',
  broadcast_failed: 'The broadcast failed before it came to them',
  contact_deleted: 'The contact was deleted before the message left',
  not_on_whatsapp: 'Not on WhatsApp',
  no_keys: 'WhatsApp has no keys to encrypt it for their phone',
  no_devices: 'WhatsApp told none of their devices',
  reachout_locked: 'WhatsApp does not let this account start new chats now',
  unconfirmed: 'WhatsApp never confirmed it: it may or may not have arrived, so Kabar does not send it again by itself',
  line_lost: 'The line was lost while it was being sent',
  busy: 'WhatsApp asked to try again later',
  not_connected: 'The session was not connected',
  not_in_group: 'This account is not in the group',
  may_not_post: 'This account may not write in the group',
  not_known: 'Has never written to this number, and the session writes only to those who have',
  hours: 'Waits for the hours at which the session may write to them',
  recently_messaged: 'Waits: got another broadcast lately',
  new_chat_cap: 'Waits: enough new chats for a day',
  hold: 'Waits: WhatsApp holds this account back',
  rate_overlimit: 'WhatsApp asked the account to rest',
  expired: 'The news was too old by then',
  done_meanwhile: 'Got, read or answered the first message in the meantime',
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
  return t('Nothing to fill in for {labels}', { labels: labels.join(', ') })
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
