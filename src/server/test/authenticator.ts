// A software authenticator of WebAuthn: makes passkeys (ES256, attestation `none`) and signs with them, rightly or as a test wants.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyRequest, SignedByPasskey } from '../../contract/passkeys.ts'

interface Deviations {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the device has verified its user. */
  isVerified?: boolean
  /** Otherwise the next one. */
  count?: number
  type?: string
  crossOrigin?: boolean
}

interface Key {
  id: string
  privateKey: KeyObject
  userHandle: string
  count: number
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** `counts`: whether it counts its signatures; those of password managers stay at 0. `aaguid`: its model. */
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
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an EC2 key for ES256 on P-256.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
    const attested = Buffer.concat([Buffer.from(aaguid, 'hex'), Buffer.from([0, id.length]), id, cose])
    const rpId = deviations.rpId ?? options.rp.id
    const data = Buffer.concat([authenticatorData(rpId, 0, { ...deviations, isAttested: true }), attested])
    // {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 255]),
      data,
    ])
    return {
      ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' },
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, deviations).toString('base64url'),
        attestationObject: base64url(attestation),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** With the newest key that is asked for. */
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
    // User present, user verified, eligible for backup, backed up, attested credential data.
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

const definedOf = ({ type, challenge, origin, crossOrigin }: Deviations) =>
  Object.fromEntries(
    Object.entries({ type, challenge, origin, crossOrigin }).filter(([, value]) => value !== undefined),
  )
