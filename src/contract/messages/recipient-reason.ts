// The stored reason of a recipient's state as a message.
import { type Message, message } from './message.ts'

/** `missing_variable:contact.company` names the variables; drivers add codes of their own, which are shown in readable form. */
export function reasonMessage(reason: string): Message {
  const [code = '', detail = ''] = reason.split(/:(.*)/s)
  if (code === 'missing_variable')
    return message('recipient.missing_values', { variables: detail.split(',').join(', ') })
  return reasons[code] ?? message('recipient.other', { reason: readable(reason) })
}

const reasons: { readonly [code: string]: Message } = {
  no_number: message('recipient.no_number'),
  opted_out: message('recipient.opted_out'),
  do_not_contact: message('recipient.do_not_contact'),
  template_error: message('recipient.template_error'),
  template_too_complex: message('recipient.template_too_complex'),
  broadcast_failed: message('recipient.broadcast_failed'),
  contact_deleted: message('recipient.contact_deleted'),
  same_number: message('recipient.same_number'),
  changed_since_approval: message('recipient.changed_since_approval'),
  not_on_whatsapp: message('recipient.not_on_whatsapp'),
  no_keys: message('recipient.no_keys'),
  no_devices: message('recipient.no_devices'),
  reachout_locked: message('recipient.reachout_locked'),
  unconfirmed: message('recipient.unconfirmed'),
  line_lost: message('recipient.line_lost'),
  busy: message('recipient.busy'),
  not_connected: message('recipient.not_connected'),
  not_in_group: message('recipient.not_in_group'),
  may_not_post: message('recipient.may_not_post'),
  not_known: message('recipient.not_known'),
  hours: message('recipient.hours'),
  recently_messaged: message('recipient.recently_messaged'),
  new_chat_cap: message('recipient.new_chat_cap'),
  hold: message('recipient.hold'),
  rate_overlimit: message('recipient.rate_overlimit'),
  expired: message('recipient.expired'),
  no_longer_applies: message('recipient.no_longer_applies'),
  other_session: message('recipient.other_session'),
  group_removed: message('recipient.group_removed'),
  session_removed: message('recipient.session_removed'),
}

function readable(code: string) {
  const words = code.replace(/[_:]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
