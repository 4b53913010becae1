// A linked client reconnects: login, missed stanzas, and the ways its stream ends.
import type { Connection } from './connection.ts'
import type { LinkedDevice, Network } from './network.ts'
import { jidOf } from './people.ts'
import { type Stanza, stanza } from './stanzas.ts'

export function login(network: Network, connection: Connection): LinkedDevice | undefined {
  const { username, device } = connection.client
  const linked = network.people.get(String(username))?.linked.get(device ?? 0)
  const reason = network.faults.login ?? (linked?.noiseKey.equals(connection.noiseKey) ? undefined : 401)
  if (!linked || reason) {
    connection.send(stanza('failure', { reason, location: 'fake' }))
    connection.end()
    return undefined
  }
  const { person, id } = linked
  const replaced = linked.connection !== undefined
  network.logins.push({ number: person.number, device: id, at: network.timers.now(), replaced })
  linked.connection?.send(stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]))
  linked.connection?.end()
  linked.connection = connection
  connection.send(
    stanza('success', { t: network.timers.seconds(), lid: jidOf(linked.person, 'lid', linked.id), location: 'fake' }),
  )
  connection.send(
    stanza('ib', {}, [stanza('edge_routing', {}, [stanza('routing_info', {}, Buffer.from('fake-whatsapp'))])]),
  )
  const missed = [...linked.pending.values()]
  for (const delivery of missed) connection.send(asOffline(delivery))
  connection.send(stanza('ib', {}, [stanza('offline', { count: missed.length })]))
  return linked
}

/** Ends a client's stream with an error, as listed in the table of the README. */
export function endStream(linked: LinkedDevice, why: 'restart' | 'replaced' | 'unavailable' | 'end'): void {
  const { connection } = linked
  linked.connection = undefined
  if (why === 'restart') connection?.send(stanza('stream:error', { code: 515 }))
  if (why === 'unavailable') connection?.send(stanza('stream:error', { code: 503 }))
  if (why === 'replaced') connection?.send(stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]))
  if (why === 'end') connection?.send(stanza('xmlstreamend'))
  connection?.end()
}

/** The account removes the device: it is notified if connected, and refused from then on. */
export function unlink(linked: LinkedDevice): void {
  const { connection } = linked
  linked.person.linked.delete(linked.id)
  linked.connection = undefined
  connection?.send(stanza('stream:error', { code: 401 }, [stanza('conflict', { type: 'device_removed' })]))
  connection?.end()
}

function asOffline(delivery: Stanza): Stanza {
  return { ...delivery, attrs: { ...delivery.attrs, offline: '0' } }
}
