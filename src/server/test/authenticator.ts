// For tests: a software authenticator (WebAuthn) that makes passkeys (ES256, attestation `none`) and signs, rightly or not.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyRequest, SignedByPasskey } from '../../contract/passkeys.ts'
import { androidCertificates } from './certificates.ts'

interface Deviations {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the flag says that the device verified its user. */
  isVerified?: boolean
  /** Number of signatures to report; by default the right one. */
  count?: number
  type?: string
  crossOrigin?: boolean
  /** Attested as an Android key, with certificates whose revocation list is at this address. */
  revocationList?: string
}

interface Key {
  id: string
  privateKey: KeyObject
  userHandle: string
  count: number
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** `counts`: whether it counts signatures, as password managers do not (always 0). `aaguid`: the model. */
export function softwareAuthenticator(
  origin: string,
  { counts = true, isSynced = false, aaguid = '0'.repeat(32) } = {},
) {
  const keys: Key[] = []

  function make(options: PasskeyCreation, deviations: Deviations = {}): NewPasskey {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const id = randomBytes(32)
    keys.push({ id: base64url(id), privateKey, userHandle: options.user.id, count: 0 })
    // CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}, a public key for ES256 on the curve P-256.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
    const attested = Buffer.concat([Buffer.from(aaguid, 'hex'), Buffer.from([0, id.length]), id, cose])
    const rpId = deviations.rpId ?? options.rp.id
    const data = Buffer.concat([authenticatorData(rpId, 0, { ...deviations, isAttested: true }), attested])
    const client = clientData('webauthn.create', options.challenge, deviations)
    const statement = Buffer.from('646e6f6e656761747453746d74a0', 'hex')
    const attestation = Buffer.concat([
      // CBOR of {"fmt": "none", "attStmt": {}, "authData": bytes}.
      Buffer.from('a363666d74', 'hex'),
      deviations.revocationList === undefined
        ? statement
        : androidStatement({ privateKey, publicKey }, data, client, deviations.revocationList),
      Buffer.from('68617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 255]),
      data,
    ])
    return {
      ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' },
      response: {
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestation),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Signs with the newest passkey that the request allows. */
  function sign(options: PasskeyRequest, deviations: Deviations = {}): SignedByPasskey {
    const allowed = options.allowCredentials.map(({ id }) => id)
    const key = keys.findLast(({ id }) => allowed.length === 0 || allowed.includes(id))
    if (!key) throw new Error('no passkey for this request')
    return signWith(key, options, deviations)
  }

  function signWith(key: Key, options: PasskeyRequest, deviations: Deviations = {}): SignedByPasskey {
    if (counts) key.count += 1
    const data = authenticatorData(deviations.rpId ?? options.rpId, deviations.count ?? key.count, deviations)
    const client = clientData('webauthn.get', options.challenge, deviations)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(key.privateKey)
    return {
      ...{ id: key.id, rawId: key.id, type: 'public-key' },
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: key.userHandle,
      },
    }
  }

  function authenticatorData(rpId: string, count: number, { isVerified = true, isAttested = false }) {
    // The bits, in order: user present, user verified, backup eligible, backed up, attested credential data.
    const flags = 1 | (isVerified ? 4 : 0) | (isSynced ? 8 | 16 : 0) | (isAttested ? 64 : 0)
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), rest])
  }

  function clientData(type: string, challenge: string, deviations: Deviations) {
    const said = { type, challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify({ ...said, ...definedOf(deviations) }))
  }

  return { keys, make, sign, signWith }
}

/** "android-key", "attStmt": {"alg": -7, "sig": bytes, "x5c": [bytes, bytes]} in CBOR. */
function androidStatement(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  data: Buffer,
  client: Buffer,
  revocationList: string,
): Buffer {
  const bytes = (content: Buffer) =>
    Buffer.concat([Buffer.from([0x59, content.length >> 8, content.length & 255]), content])
  const signature = createSign('sha256')
    .update(Buffer.concat([data, sha256(client)]))
    .sign(privateKey)
  return Buffer.concat([
    Buffer.from('6b616e64726f69642d6b65796761747453746d74a363616c672663736967', 'hex'),
    bytes(signature),
    Buffer.from('6378356382', 'hex'),
    ...androidCertificates(publicKey, sha256(client), revocationList).map(bytes),
  ])
}

const definedOf = ({ type, challenge, origin, crossOrigin }: Deviations) =>
  Object.fromEntries(
    Object.entries({ type, challenge, origin, crossOrigin }).filter(([, value]) => value !== undefined),
  )
