// Server side of the Noise XX handshake, and its transport cipher.
import { aesDecryptGCM, aesEncryptGCM, Curve, hkdf, proto, sha256 } from 'baileys'
import { prologue } from './frames.ts'
import { identity, type KeyPair, keyPair } from './keys.ts'

export interface Transport {
  encrypt(plain: Uint8Array): Buffer
  decrypt(cipher: Uint8Array): Buffer
}

export interface ServerKeys {
  readonly noise: KeyPair
  readonly certificate: Uint8Array
}

/** A valid chain root → intermediate → leaf. Baileys 7.0.0-rc14 does not really verify it; a later version may. */
export function serverKeys(seed: string): ServerKeys {
  const root = identity(`${seed}|root`)
  const issuer = identity(`${seed}|issuer`)
  const noise = keyPair(`${seed}|noise`)
  const signed = (by: typeof root, serial: number, issuerSerial: number, key: Buffer) => {
    const details = proto.CertChain.NoiseCertificate.Details.encode({ serial, issuerSerial, key }).finish()
    return { details, signature: by.sign(details) }
  }
  const certificate = proto.CertChain.encode({
    intermediate: signed(root, 1, 0, issuer.public),
    leaf: signed(issuer, 2, 1, noise.public),
  }).finish()
  return { noise, certificate }
}

/** Responds to the client's hello; `finish` reads its last message and returns its identity and the cipher. */
export function answerHello(hello: Uint8Array, keys: ServerKeys) {
  const clientEphemeral = proto.HandshakeMessage.decode(hello).clientHello!.ephemeral!
  const ephemeral = Curve.generateKeyPair()
  const state = symmetricState()
  state.mixHash(clientEphemeral)
  state.mixHash(ephemeral.public)
  state.mixKey(Curve.sharedKey(ephemeral.private, clientEphemeral))
  const encryptedStatic = state.encrypt(keys.noise.public)
  state.mixKey(Curve.sharedKey(keys.noise.private, clientEphemeral))
  const payload = state.encrypt(keys.certificate)
  const answer = proto.HandshakeMessage.encode({
    serverHello: { ephemeral: ephemeral.public, static: encryptedStatic, payload },
  }).finish()
  return {
    answer,
    finish: (message: Uint8Array) => {
      const last = proto.HandshakeMessage.decode(message).clientFinish!
      const noiseKey = state.decrypt(last.static!)
      state.mixKey(Curve.sharedKey(ephemeral.private, noiseKey))
      const client = proto.ClientPayload.decode(state.decrypt(last.payload!))
      return { noiseKey, client, transport: state.split() }
    },
  }
}

function symmetricState() {
  let hash: Uint8Array = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
  let salt = hash
  let key = hash
  let counter = 0
  const mixHash = (data: Uint8Array) => {
    hash = sha256(Buffer.concat([hash, data]))
  }
  const derive = (secret: Uint8Array) => {
    const derived = Buffer.from(hkdf(secret, 64, { salt: Buffer.from(salt), info: '' }))
    return [derived.subarray(0, 32), derived.subarray(32)] as const
  }
  mixHash(prologue)
  return {
    mixHash,
    mixKey: (secret: Uint8Array) => {
      ;[salt, key] = derive(secret)
      counter = 0
    },
    encrypt: (plain: Uint8Array) => {
      const cipher = aesEncryptGCM(plain, key, nonce(counter++), hash)
      mixHash(cipher)
      return cipher
    },
    decrypt: (cipher: Uint8Array) => {
      const plain = aesDecryptGCM(cipher, key, nonce(counter++), hash)
      mixHash(cipher)
      return plain
    },
    split: (): Transport => {
      const [fromClient, toClient] = derive(new Uint8Array(0))
      let read = 0
      let written = 0
      const nothing = Buffer.alloc(0)
      return {
        encrypt: (plain) => aesEncryptGCM(plain, toClient, nonce(written++), nothing),
        decrypt: (cipher) => aesDecryptGCM(cipher, fromClient, nonce(read++), nothing),
      }
    },
  }
}

function nonce(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}
