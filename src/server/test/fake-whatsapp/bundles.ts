// Key bundles: those a client uploads for itself, and those it requests to write to others.
import type { Bundle } from './device.ts'
import { takeBundle } from './linked.ts'
import type { LinkedDevice, Network } from './network.ts'
import { personAt } from './people.ts'
import { bytes, child, children, parseAddress, type Stanza, stanza, uint } from './stanzas.ts'

export function answerKeys(network: Network, linked: LinkedDevice, query: Stanza): Stanza[] {
  if (child(query, 'count')) return [stanza('count', { value: linked.preKeys.length })]
  if (child(query, 'digest')) return [stanza('digest')]
  if (child(query, 'rotate')) linked.signedPreKey = signedKey(child(query, 'rotate', 'skey')!)
  if (query.attrs.type === 'set' && child(query, 'registration')) upload(linked, query)
  const keyQuery = child(query, 'key')
  return keyQuery
    ? [
        stanza(
          'list',
          {},
          children(keyQuery).flatMap(({ attrs }) => bundleOf(network, attrs.jid!)),
        ),
      ]
    : []
}

export function bundleChildren(bundle: Bundle): Stanza[] {
  const { registrationId, identityKey, signedPreKey, preKey } = bundle
  return [
    stanza('registration', {}, bigEndian(registrationId, 4)),
    stanza('type', {}, Buffer.from([5])),
    stanza('identity', {}, identityKey),
    stanza('skey', {}, [...keyChildren(signedPreKey), stanza('signature', {}, signedPreKey.signature)]),
    ...(preKey ? [stanza('key', {}, keyChildren(preKey))] : []),
  ]
}

export function bigEndian(value: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  buffer.writeUIntBE(value, 0, length)
  return buffer
}

function upload(linked: LinkedDevice, query: Stanza): void {
  linked.registrationId = uint(query, 'registration', 4)
  linked.signedPreKey = signedKey(child(query, 'skey')!)
  for (const key of children(child(query, 'list'))) {
    linked.preKeys.push({ keyId: uint(key, 'id', 3), publicKey: bytes(key, 'value') })
  }
}

function bundleOf(network: Network, jid: string): Stanza[] {
  const person = personAt(network, jid)
  const { device: id } = parseAddress(jid)
  const linked = person?.linked.get(id)
  const refused = network.faults.bundle?.(jid)
  if (refused === 'absent') return []
  if (refused) return [stanza('user', { jid }, [stanza('error', { code: refused, text: 'refused' })])]
  const bundle = linked ? takeBundle(network, linked) : person?.devices.get(id)?.bundle()
  const content = bundle ? bundleChildren(bundle) : [stanza('error', { code: 404, text: 'item-not-found' })]
  return [stanza('user', { jid }, content)]
}

function signedKey(node: Stanza): Bundle['signedPreKey'] {
  return { keyId: uint(node, 'id', 3), publicKey: bytes(node, 'value'), signature: bytes(node, 'signature') }
}

function keyChildren({ keyId, publicKey }: { keyId: number; publicKey: Uint8Array }): Stanza[] {
  return [stanza('id', {}, bigEndian(keyId, 3)), stanza('value', {}, publicKey)]
}
