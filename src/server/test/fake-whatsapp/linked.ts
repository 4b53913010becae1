// A client under test, seen from the server: its public keys, and what it has not confirmed yet.
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
    // A receipt names the chat or, for our own messages, the device; the id is enough to know the message.
    for (const [key, { tag: kind, attrs: of }] of linked.pending) {
      if (kind === 'message' && of.id === attrs.id) linked.pending.delete(key)
    }
  }
}

/** For whoever writes to the client: uses up one of its one-time keys, and says so when few are left. */
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
  // A message's own type (text, media) does not come back in the confirmation.
  return [kind, id, from, participant, kind === 'message' ? '' : type].join(' ')
}
