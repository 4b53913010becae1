// Saves and restores the linked clients of a network, so that a restart of the standalone fake needs no new link.
// Phones lose their sessions, so they request the next message again, as real phones do.
import { BufferJSON } from 'baileys'
import type { LinkedDevice, Network } from './network.ts'
import { personOf } from './people.ts'

export function keepsakeOf(network: Network): string {
  const accounts = [...network.people.values()].filter(({ links }) => links > 0)
  return JSON.stringify(
    accounts.map(({ number, name, links, linked }) => ({
      number,
      name,
      links,
      linked: [...linked.values()].map(
        ({ person: _, connection: __, pending: ___, said: ____, ...lasting }) => lasting,
      ),
    })),
    BufferJSON.replacer,
  )
}

export function restore(network: Network, keepsake: string): void {
  for (const { number, name, links, linked } of JSON.parse(keepsake, BufferJSON.reviver) as Account[]) {
    const person = personOf(network, number)
    Object.assign(person, { name, links })
    for (const lasting of linked) {
      const device = { ...lasting, person, connection: undefined, pending: new Map(), said: new Map() }
      person.linked.set(lasting.id, device)
    }
  }
}

interface Account {
  readonly number: string
  readonly name: string
  readonly links: number
  readonly linked: Omit<LinkedDevice, 'person' | 'connection' | 'pending' | 'said'>[]
}
