// Links a client to a phone, by QR or by code; both end in the same signed device identity.
import { randomBytes } from 'node:crypto'
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
  hmacSign,
  proto,
} from 'baileys'
import type { Connection } from './connection.ts'
import { verify } from './keys.ts'
import type { CodeRequest, LinkedDevice, Network, Pairings, Person } from './network.ts'
import { jidOf, personAt, personOf } from './people.ts'
import { bytes, child, content, fromServer, type Stanza, stanza } from './stanzas.ts'

export function noPairings(): Pairings {
  return { refs: new Map(), codes: new Map(), signed: new Map() }
}

/** A client without an account gets references to show as QR codes. */
export function offerReferences(network: Network, connection: Connection): void {
  const refs = Array.from({ length: 6 }, () => `2@${randomBytes(48).toString('base64')}`)
  for (const ref of refs) network.pairings.refs.set(ref, connection)
  connection.send(
    stanza('iq', { from: fromServer, type: 'set', id: `pair-${randomBytes(4).toString('hex')}`, xmlns: 'md' }, [
      stanza(
        'pair-device',
        {},
        refs.map((ref) => stanza('ref', {}, ref)),
      ),
    ]),
  )
}

/** The phone scans the QR on screen. */
export async function scanQr(network: Network, number: string, qr: string): Promise<LinkedDevice> {
  const [ref = '', noise = '', identity = '', secret = ''] = qr.slice(qr.indexOf('#') + 1).split(',')
  const connection = network.pairings.refs.get(ref)
  if (!connection) throw new Error('No client with this QR waits to be linked.')
  if (noise !== connection.noiseKey.toString('base64')) throw new Error('The QR contains another noise key.')
  return sign(
    network,
    personOf(network, number),
    connection,
    Buffer.from(identity, 'base64'),
    Buffer.from(secret, 'base64'),
  )
}

/** The client requests a code, and the phone would show a notification. Returns a reference. */
export function askForCode(network: Network, connection: Connection, request: Stanza): Stanza {
  const person = personAt(network, request.attrs.jid!)
  if (!person) return stanza('error', { code: 404, text: 'item-not-found' })
  const ref = randomBytes(16)
  network.pairings.codes.set(person.number, {
    connection,
    ref,
    wrappedEphemeral: bytes(request, 'link_code_pairing_wrapped_companion_ephemeral_pub'),
  })
  return stanza('link_code_companion_reg', { stage: 'companion_hello' }, [stanza('link_code_pairing_ref', {}, ref)])
}

/** The phone types the code that the client shows. */
export async function enterCode(network: Network, number: string, code: string): Promise<LinkedDevice> {
  const person = personOf(network, number)
  const request = await requestFor(network, person)
  const { connection, ref, wrappedEphemeral } = request
  const phone = person.devices.get(0)!.identity
  const clientEphemeral = aesDecryptCTR(
    wrappedEphemeral.subarray(48),
    await derivePairingCodeKey(code, wrappedEphemeral.subarray(0, 32)),
    wrappedEphemeral.subarray(32, 48),
  )
  const ephemeral = Curve.generateKeyPair()
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const wrapped = aesEncryptCTR(ephemeral.public as Buffer, await derivePairingCodeKey(code, salt), iv)
  const answered = new Promise<Stanza>((resolve) => {
    request.finish = resolve
  })
  connection.send(
    stanza(
      'notification',
      { from: fromServer, type: 'link_code_companion_reg', id: `code-${number}`, t: network.timers.seconds() },
      [
        stanza('link_code_companion_reg', { stage: 'primary_hello' }, [
          stanza('link_code_pairing_ref', {}, ref),
          stanza('primary_identity_pub', {}, phone.public),
          stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, iv, wrapped])),
        ]),
      ],
    ),
  )
  const bundle = bytes(await answered, 'link_code_pairing_wrapped_key_bundle')
  network.pairings.codes.delete(person.number)
  const shared = Curve.sharedKey(ephemeral.private, clientEphemeral)
  const key = hkdf(shared, 32, { salt: bundle.subarray(0, 32), info: 'link_code_pairing_key_bundle_encryption_key' })
  let opened: Buffer
  try {
    opened = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0))
  } catch (cause) {
    throw new Error('The code is not the one the client shows.', { cause })
  }
  const identityKey = opened.subarray(0, 32)
  if (!opened.subarray(32, 64).equals(phone.public)) throw new Error('The client addresses another phone.')
  const secret = Buffer.concat([shared, Curve.sharedKey(phone.private, identityKey), opened.subarray(64)])
  return sign(network, person, connection, identityKey, Buffer.from(hkdf(secret, 32, { info: 'adv_secret' })))
}

/** A test may type the code before the client's request arrives. */
async function requestFor(network: Network, { number }: Person): Promise<CodeRequest> {
  for (let waits = 0; !network.pairings.codes.has(number); waits++) {
    if (waits === 40) throw new Error('No client has requested a code of this phone.')
    await new Promise<void>((resolve) => network.timers.after(50, resolve))
  }
  return network.pairings.codes.get(number)!
}

/** The second half of linking by code: the client's keys, wrapped. */
export function finishCode(network: Network, request: Stanza): void {
  for (const waiting of network.pairings.codes.values()) {
    if (waiting.ref.equals(bytes(request, 'link_code_pairing_ref'))) waiting.finish?.(request)
  }
}

/** The client proves that it holds the key the phone signed. From here on it is a device of the account. */
export function acceptSignature(network: Network, connection: Connection, answer: Stanza): void {
  const signed = network.pairings.signed.get(connection)
  const shown = child(answer, 'pair-device-sign', 'device-identity')
  if (!signed || !shown) return
  const { person, id, details } = signed
  const identityKey = registration(connection).identityKey
  const { deviceSignature, accountSignature } = proto.ADVSignedDeviceIdentity.decode(content(shown))
  const phone = person.devices.get(0)!.identity.public
  const proof = Buffer.concat([Buffer.from([6, 1]), details, identityKey, phone])
  if (!verify(identityKey, proof, deviceSignature!)) throw new Error('Wrong device signature.')
  const linked: LinkedDevice = {
    ...registration(connection),
    person,
    id,
    noiseKey: connection.noiseKey,
    deviceIdentity: Buffer.from(
      proto.ADVSignedDeviceIdentity.encode({
        details,
        accountSignatureKey: phone,
        accountSignature,
        deviceSignature,
      }).finish(),
    ),
    preKeys: [],
    connection: undefined,
    pending: new Map(),
    greeted: false,
    said: new Map(),
  }
  person.linked.set(id, linked)
  signed.accepted(linked)
  forgetPairing(network, connection)
  connection.send(stanza('stream:error', { code: 515 }))
  connection.end()
}

export function forgetPairing(network: Network, connection: Connection): void {
  const { refs, codes, signed } = network.pairings
  for (const [ref, of] of refs) if (of === connection) refs.delete(ref)
  for (const [number, { connection: of }] of codes) if (of === connection) codes.delete(number)
  signed.get(connection)?.gone(new Error('The client went away before it was linked.'))
  signed.delete(connection)
}

function sign(network: Network, person: Person, connection: Connection, identityKey: Buffer, secret: Buffer) {
  const phone = person.devices.get(0)!.identity
  const id = ++person.links
  const details = proto.ADVDeviceIdentity.encode({
    rawId: id,
    timestamp: Math.floor(network.timers.now() / 1000),
    keyIndex: id,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish()
  const signedIdentity = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: phone.public,
    accountSignature: phone.sign(Buffer.concat([Buffer.from([6, 0]), details, identityKey])),
  }).finish()
  const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signedIdentity,
    hmac: hmacSign(signedIdentity, secret),
  }).finish()
  return new Promise<LinkedDevice>((accepted, gone) => {
    network.pairings.signed.set(connection, { person, id, details, accepted, gone })
    connection.send(
      stanza('iq', { from: fromServer, type: 'set', id: `link-${person.number}-${id}`, t: network.timers.seconds() }, [
        stanza('pair-success', {}, [
          stanza('device-identity', {}, sealed),
          stanza('device', { jid: jidOf(person, 'pn', id), lid: jidOf(person, 'lid', id) }),
          stanza('platform', { name: 'android' }),
        ]),
      ]),
    )
  })
}

/** The keys in the first message of an unregistered client. */
function registration({ client }: Connection) {
  const data = client.devicePairingData!
  return {
    identityKey: Buffer.from(data.eIdent!),
    registrationId: Buffer.from(data.eRegid!).readUInt32BE(0),
    signedPreKey: {
      keyId: Buffer.from(data.eSkeyId!).readUIntBE(0, 3),
      publicKey: Buffer.from(data.eSkeyVal!),
      signature: Buffer.from(data.eSkeySig!),
    },
    platform: proto.DeviceProps.decode(data.deviceProps!).os ?? '',
  }
}
