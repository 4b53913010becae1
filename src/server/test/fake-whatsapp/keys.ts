// Curve25519 keys derived from a seed: a phone has the same keys after the fake is restarted.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify as verifyEd25519,
} from 'node:crypto'

export interface KeyPair {
  readonly public: Buffer
  readonly private: Buffer
}

export interface Identity extends KeyPair {
  /** XEdDSA, as Signal verifies it. */
  sign(message: Uint8Array): Buffer
}

export function keyPair(seed: string): KeyPair {
  return fromPrivate(createHash('sha256').update(seed).digest())
}

/**
 * The private key is the scalar of an Ed25519 key, so that Node signs natively: 0.04 ms instead of libsignal's 13 in
 * JavaScript. XEdDSA is Ed25519 with the sign of the public key in the signature's highest bit.
 */
export function identity(seed: string): Identity {
  const secret = createHash('sha256').update(seed).digest()
  const signing = privateKey('Ed25519', secret)
  const signBit = publicOf(signing)[31]! & 0x80
  const scalar = createHash('sha512').update(secret).digest().subarray(0, 32)
  scalar[0]! &= 248
  scalar[31] = (scalar[31]! & 127) | 64
  return {
    ...fromPrivate(Buffer.from(scalar)),
    sign: (message) => {
      const signature = sign(null, message, signing)
      signature[63]! |= signBit
      return signature
    },
  }
}

/** Verifies an XEdDSA signature natively, with the key converted to the curve's other form: y = (u - 1) / (u + 1). */
export function verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const u = BigInt(`0x${Buffer.from(publicKey).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  const y = ((u - 1n + prime) * power(u + 1n, prime - 2n)) % prime
  const point = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
  point[31]! |= signature[63]! & 0x80
  const plain = Buffer.from(signature)
  plain[63]! &= 0x7f
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') }, format: 'jwk' })
  return verifyEd25519(null, message, key, plain)
}

/** Signal prefixes a public key with its type. */
export function typed(key: Uint8Array): Buffer {
  return key.length === 33 ? Buffer.from(key) : Buffer.concat([curveType, key])
}

const curveType = Buffer.from([5])
const prime = 2n ** 255n - 19n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let b = base % prime, e = exponent; e > 0n; e >>= 1n, b = (b * b) % prime)
    if (e & 1n) result = (result * b) % prime
  return result
}

function fromPrivate(secret: Buffer): KeyPair {
  return { private: secret, public: publicOf(privateKey('X25519', secret)) }
}

/** As JWK: OpenSSL parses the same key in 0.05 ms instead of 0.7 as DER. It computes `x` itself. */
function privateKey(crv: 'X25519' | 'Ed25519', secret: Buffer): KeyObject {
  const x = Buffer.alloc(32).toString('base64url')
  return createPrivateKey({ key: { kty: 'OKP', crv, d: secret.toString('base64url'), x }, format: 'jwk' })
}

function publicOf(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url')
}
