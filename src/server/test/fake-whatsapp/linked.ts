// A client under test as the server sees it: its public keys, and stanzas it has not confirmed yet.
import type { Bundle } from './device.ts'
import type { LinkedDevice, Network, Person } from './network.ts'
import { fromServer, type Stanza, stanza } from './stanzas.ts'

/** Its address in the Signal sessions of others. */
export function signalAddress(linked: { person: Person; id: number }): string {
  return `${linked.person.number}.${linked.id}`
}

export function deliver(linked: LinkedDevice, delivery: Stanza): void {
  linked.pending.set(pendingKey(delivery.tag, delivery.attrs.from, delivery.attrs), delivery)
  linked.connection?.send(delivery)
}

/** The client confirms with an ack, and a message with a receipt too. */
export function confirmed(linked: LinkedDevice, { tag, attrs }: Stanza): void {
  if (tag === 'ack') linked.pending.delete(pendingKey(attrs.class!, attrs.to, attrs))
  else {
    // A receipt names the chat or, for our own messages, the device; the id is enough to find the message.
    for (const [key, { tag: kind, attrs: of }] of linked.pending) {
      if (kind === 'message' && of.id === attrs.id) linked.pending.delete(key)
    }
  }
}

/** For senders to the client: consumes one of its one-time keys, and notifies it when few are left. */
export function takeBundle(network: Network, linked: LinkedDevice): Bundle {
  const preKey = linked.preKeys.shift()
  if (linked.preKeys.length < 5) {
    const value = linked.preKeys.length
    linked.connection?.send(
      stanza('notification', { from: fromServer, type: 'encrypt', id: `low-${value}`, t: network.timers.seconds() }, [
        stanza('count', { value }),
      ]),
    )
  }
  const { registrationId, identityKey, signedPreKey } = linked
  return { registrationId, identityKey, signedPreKey, ...(preKey ? { preKey } : {}) }
}

function pendingKey(kind: string, from: string | undefined, { id, participant, type }: Stanza['attrs']): string {
  // The confirmation of a message does not repeat its type (text, media).
  return [kind, id, from, participant, kind === 'message' ? '' : type].join(' ')
}
