// The costly half of a new Signal session: five key agreements. libsignal hands OpenSSL each key as DER, which it takes
// 0.8 ms to read; as JWK the same key takes a tenth of that. Nothing else of libsignal is touched.
import { createPrivateKey, createPublicKey, diffieHellman, type JsonWebKey } from 'node:crypto'
import curve from 'libsignal/src/curve.js'

/** X25519 of a public key with its type in front (33 bytes) and a private key (32). */
type Agreement = (publicKey: Uint8Array, privateKey: Uint8Array) => Uint8Array

let isQuick = false

/** For good, and once. Where the quick way does not say what libsignal says, libsignal keeps its own. */
export function quickenAgreements(of: { calculateAgreement: Agreement } = curve): void {
  if (isQuick && of === curve) return
  const own = of.calculateAgreement
  const [ours, theirs] = [curve.generateKeyPair(), curve.generateKeyPair()]
  if (!isSame(() => agree(theirs.pubKey, ours.privKey), own(theirs.pubKey, ours.privKey))) return
  of.calculateAgreement = (publicKey, privateKey) =>
    // What is no key is libsignal's to refuse, in its own words.
    publicKey?.length === 33 && publicKey[0] === 5 && privateKey instanceof Buffer && privateKey.length === 32
      ? agree(publicKey, privateKey)
      : own(publicKey, privateKey)
  if (of === curve) isQuick = true
}

const agree: Agreement = (publicKey, privateKey) =>
  diffieHellman({
    publicKey: createPublicKey({ key: jwk({ x: text(publicKey.subarray(1)) }), format: 'jwk' }),
    // Node works out the public half by itself, but wants something in its place.
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
