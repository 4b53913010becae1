// Messages to a client: replies, encrypted for each device of the account, and messages forwarded from other clients.
import { randomBytes } from 'node:crypto'
import { encodeWAMessage } from 'baileys'
import { deliver, signalAddress, takeBundle } from './linked.ts'
import type { LinkedDevice, Network, Person, Saying } from './network.ts'
import { jidOf, personOf } from './people.ts'
import { type Stanza, stanza } from './stanzas.ts'

/** Resolves with the message's id, once it was encrypted and delivered or queued. */
export async function say(network: Network, saying: Saying): Promise<string> {
  const id = saying.id ?? `3A${randomBytes(9).toString('hex').toUpperCase()}`
  const said = { ...saying, id }
  for (const linked of personOf(network, saying.to).linked.values()) await tell(network, linked, said)
  return id
}

/** Encrypts for one client; also when that client requests the message again. */
export async function tell(network: Network, linked: LinkedDevice, said: Saying & { id: string }): Promise<void> {
  const sender = personOf(network, said.from)
  const device = sender.devices.get(said.device ?? 0)!
  const peer = signalAddress(linked)
  if (!device.knows(peer)) await device.meet(peer, takeBundle(network, linked))
  linked.said.set(said.id, said)

  const message = said.message ?? { conversation: said.text ?? '' }
  const group = said.group ? network.groups.get(said.group) : undefined
  const as = group?.mode ?? (said.hidden ? 'lid' : (said.as ?? 'pn'))
  const attributes = {
    id: said.id,
    type: 'text',
    t: network.timers.seconds(),
    notify: sender.name,
    category: said.peer ? 'peer' : undefined,
    ...envelope(sender, as, device.id, group?.id, said.hidden),
  }
  if (group) {
    const { ciphertext, distribution } = device.groups.encrypt(group.id, encodeWAMessage(message))
    const senderKeyDistributionMessage = { groupId: group.id, axolotlSenderKeyDistributionMessage: distribution }
    const keys = await device.encrypt(peer, encodeWAMessage({ senderKeyDistributionMessage }))
    deliver(linked, stanza('message', attributes, [enc(keys.type, keys.ciphertext), enc('skmsg', ciphertext)]))
    return
  }
  const chat = said.chat && jidOf(personOf(network, said.chat), as)
  const own = chat && { deviceSentMessage: { destinationJid: chat, message } }
  const { type, ciphertext } = await device.encrypt(peer, encodeWAMessage(own || message))
  deliver(linked, stanza('message', { ...attributes, recipient: chat || undefined }, [enc(type, ciphertext)]))
}

/** A client requests a message again: it is sent over a fresh session. */
export async function tellAgain(network: Network, linked: LinkedDevice, receipt: Stanza): Promise<void> {
  const said = linked.said.get(receipt.attrs.id ?? '')
  if (!said) return
  const device = personOf(network, said.from).devices.get(said.device ?? 0)!
  await device.meet(signalAddress(linked), takeBundle(network, linked))
  await tell(network, linked, said)
}

/** From one client to another, as encrypted. */
export function forward(
  network: Network,
  from: LinkedDevice,
  to: LinkedDevice,
  message: Stanza,
  encrypted: readonly Stanza[],
): void {
  const { id, type, to: chat = '' } = message.attrs
  const group = chat.endsWith('@g.us') ? chat : undefined
  const as = message.attrs.addressing_mode === 'lid' || chat.endsWith('@lid') ? 'lid' : 'pn'
  const own = from.person === to.person && !group
  deliver(
    to,
    stanza(
      'message',
      {
        id,
        type,
        t: network.timers.seconds(),
        notify: from.person.name,
        recipient: own ? chat : undefined,
        ...envelope(from.person, as, from.id, group),
      },
      [...encrypted, stanza('device-identity', {}, from.deviceIdentity)],
    ),
  )
}

function envelope(sender: Person, as: 'pn' | 'lid', device: number, group: string | undefined, hidden = false) {
  const jid = jidOf(sender, as, device)
  const other = jidOf(sender, as === 'lid' ? 'pn' : 'lid')
  const key = `${group ? 'participant' : 'sender'}_${as === 'lid' ? 'pn' : 'lid'}`
  return { from: group ?? jid, participant: group && jid, addressing_mode: as, [key]: hidden ? undefined : other }
}

function enc(type: string, ciphertext: Uint8Array): Stanza {
  return stanza('enc', { v: 2, type }, ciphertext)
}
