// Messages from a client: decrypted by every addressed device, acknowledged, then answered by the recipients.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Device } from './device.ts'
import type { Sent } from './faults.ts'
import { mayPost } from './groups.ts'
import { forward, say } from './incoming.ts'
import { signalAddress } from './linked.ts'
import { count, type LinkedDevice, type Network, type Person } from './network.ts'
import type { Fate } from './numbers.ts'
import { personAt, personOf } from './people.ts'
import { askAgain, sendReceipt } from './receipts.ts'
import { keep, keepFailure } from './received.ts'
import { child, children, content, parseAddress, type Stanza, stanza } from './stanzas.ts'

export async function takeMessage(network: Network, linked: LinkedDevice, message: Stanza): Promise<void> {
  const { to = '', id = '' } = message.attrs
  const group = to.endsWith('@g.us') ? to : undefined
  const recipient = group ? undefined : personAt(network, to)
  const sent: Sent = {
    id,
    from: linked.person.number,
    to: group ?? recipient?.number ?? '',
    jid: to,
    frame: count(network.frames, `${linked.person.number} ${id}`),
    stanza: message,
  }
  const fate = fateOf(network, linked, sent, group, recipient)
  const { connection } = linked
  const readers = fate.arrives === false ? new Set<Person>() : await readByAll(network, linked, message, group)

  if (fate.drop === 'before_ack') connection?.drop()
  else if (fate.ack !== 'none') acknowledge(network, linked, sent, fate)
  // Not `drop()`: earlier frames must be sent first.
  if (fate.drop === 'after_ack') connection?.end()
  if (network.faults.automatic) answer(network, linked, sent, fate, group, readers)
}

function fateOf(
  network: Network,
  { person }: LinkedDevice,
  sent: Sent,
  group: string | undefined,
  recipient: Person | undefined,
): Fate {
  const fault = network.faults.message?.(sent)
  if (group && !mayPost(network.groups.get(group), person.number)) return { arrives: false, ack: '420', ...fault }
  const usual = recipient && recipient !== person ? network.population.fate(recipient.number, sent.frame) : {}
  return { ...usual, ...fault }
}

/** The people with at least one device that could decrypt it. */
async function readByAll(network: Network, linked: LinkedDevice, message: Stanza, group: string | undefined) {
  const readers = new Set<Person>()
  let turnBegan = performance.now()
  const readOn = async (person: Person, device: Device, enc: Stanza) => {
    if (await read(network, linked, message, person, device, enc)) readers.add(person)
    // A thousand phones decrypt for seconds in the process of the tests, whose timers must not stop.
    if (performance.now() - turnBegan < 10) return
    await nextTurn()
    turnBegan = performance.now()
  }
  const encrypted = children(message).filter(({ tag }) => tag === 'enc')
  const forGroup = encrypted.find(({ attrs }) => attrs.type === 'skmsg')
  const single = encrypted.filter((enc) => enc !== forGroup)
  const targets = [
    ...single.map((enc) => ({ jid: message.attrs.participant ?? message.attrs.to!, enc })),
    ...children(child(message, 'participants')).map((to) => ({ jid: to.attrs.jid!, enc: child(to, 'enc')! })),
  ]
  const keysFor = new Map<LinkedDevice, Stanza>()
  for (const { jid, enc } of targets) {
    const person = personAt(network, jid)
    const { device: id } = parseAddress(jid)
    const device = person?.devices.get(id)
    const other = person?.linked.get(id)
    if (person && device) await readOn(person, device, enc)
    else if (other && forGroup) keysFor.set(other, enc)
    else if (other && other !== linked) forward(network, linked, other, message, [enc])
  }
  if (!forGroup || !group) return readers
  // The nodes per device only contain keys; the message itself goes to every member.
  readers.clear()
  // Who joins meanwhile does not get it.
  for (const number of [...(network.groups.get(group)?.members ?? [])]) {
    const person = personOf(network, number)
    for (const device of person.devices.values()) await readOn(person, device, forGroup)
    for (const other of person.linked.values()) {
      const keys = keysFor.get(other)
      if (other !== linked) forward(network, linked, other, message, keys ? [keys, forGroup] : [forGroup])
    }
  }
  return readers
}

async function read(
  network: Network,
  linked: LinkedDevice,
  message: Stanza,
  person: Person,
  device: Device,
  enc: Stanza,
): Promise<boolean> {
  const { id = '', to = '', recipient, participant } = message.attrs
  const chat = recipient ?? to
  const sender = signalAddress(linked)
  const envelope = {
    number: person.number,
    device: device.id,
    id,
    chat,
    from: linked.person.number,
    fromDevice: linked.id,
  }
  try {
    const plain =
      enc.attrs.type === 'skmsg'
        ? device.groups.decrypt(chat, sender, content(enc))
        : await device.decrypt(sender, enc.attrs.type!, content(enc))
    const { senderKeyDistributionMessage: keys } = keep(network, envelope, plain)
    if (keys) device.groups.learn(keys.groupId!, sender, keys.axolotlSenderKeyDistributionMessage!)
    return true
  } catch (error) {
    keepFailure(network, envelope, error)
    const as = message.attrs.addressing_mode === 'lid' || (participant ?? to).endsWith('@lid') ? 'lid' : 'pn'
    if (network.faults.retries) askAgain(network, linked, person, device, { id, chat, as })
    return false
  }
}

function acknowledge(network: Network, linked: LinkedDevice, sent: Sent, fate: Fate): void {
  const error = fate.ack === 'ok' ? undefined : fate.ack
  const send = () =>
    linked.connection?.send(
      stanza('ack', { class: 'message', id: sent.id, from: sent.jid, t: network.timers.seconds(), error }),
    )
  // A late acknowledgement must not block the next ones.
  network.timers.after(fate.ackAfterMs ?? 0, send)
}

/** Automatic receipts and replies of those who could decrypt it. */
function answer(
  network: Network,
  { person: account }: LinkedDevice,
  { id, jid }: Sent,
  fate: Fate,
  group: string | undefined,
  readers: ReadonlySet<Person>,
): void {
  const { faults, timers } = network
  if (fate.ack !== undefined && fate.ack !== 'ok' && fate.ack !== 'none') return
  const mode = group ? network.groups.get(group)?.mode : jid.endsWith('@lid') ? 'lid' : 'pn'
  const as = faults.answerAs ?? mode ?? 'pn'
  for (const person of readers) {
    if (person === account) continue
    const usual = group ? network.population.fate(person.number, 1).receipts : undefined
    let wait = fate.ackAfterMs ?? 0
    for (const type of fate.receipts ?? usual ?? (['delivered', 'read'] as const)) {
      wait += type === 'delivered' ? faults.deliveredAfterMs : faults.readAfterMs
      timers.after(wait, () => sendReceipt(network, account, { ids: [id], from: person, device: 0, as, type, group }))
    }
    const { reply } = fate
    if (!reply || group) continue
    timers.after(wait + faults.deliveredAfterMs, () => {
      say(network, { from: person.number, to: account.number, text: reply, as }).catch((error) =>
        network.failures.push(error),
      )
    })
  }
}
