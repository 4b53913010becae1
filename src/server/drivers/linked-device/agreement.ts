// Faster X25519 for libsignal: a new Signal session needs five key agreements. libsignal gives OpenSSL each key as DER, which
// takes 0.8 ms to parse; as JWK the same key takes a tenth of that. Nothing else of libsignal is replaced.
import { createPrivateKey, createPublicKey, diffieHellman, type JsonWebKey } from 'node:crypto'
import curve from 'libsignal/src/curve.js'

/** X25519 of a public key with its type prefix (33 bytes) and a private key (32). */
type Agreement = (publicKey: Uint8Array, privateKey: Uint8Array) => Uint8Array

let isQuick = false

/** Patches libsignal permanently, once. If the results differ from libsignal's, its own function remains. */
export function quickenAgreements(of: { calculateAgreement: Agreement } = curve): void {
  if (isQuick && of === curve) return
  const own = of.calculateAgreement
  const [ours, theirs] = [curve.generateKeyPair(), curve.generateKeyPair()]
  if (!isSame(() => agree(theirs.pubKey, ours.privKey), own(theirs.pubKey, ours.privKey))) return
  of.calculateAgreement = (publicKey, privateKey) =>
    // Invalid keys go to libsignal, which rejects them with its own errors.
    publicKey?.length === 33 && publicKey[0] === 5 && privateKey instanceof Buffer && privateKey.length === 32
      ? agree(publicKey, privateKey)
      : own(publicKey, privateKey)
  if (of === curve) isQuick = true
}

const agree: Agreement = (publicKey, privateKey) =>
  diffieHellman({
    publicKey: createPublicKey({ key: jwk({ x: text(publicKey.subarray(1)) }), format: 'jwk' }),
    // Node computes the public half itself, but requires a value in its place.
    privateKey: createPrivateKey({ key: jwk({ d: text(privateKey), x: nothing }), format: 'jwk' }),
  })

const jwk = (halves: JsonWebKey): JsonWebKey => ({ kty: 'OKP', crv: 'X25519', ...halves })

const text = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64url')

const nothing = text(new Uint8Array(32))

function isSame(quick: () => Uint8Array, own: Uint8Array): boolean {
  try {
    return Buffer.from(quick()).equals(own)
  } catch {
    return false
  }
}
