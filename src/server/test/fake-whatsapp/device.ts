// A fake phone or one of its companions: its keys and Signal sessions; encrypts and decrypts.
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal'
import { type Identity, identity, type KeyPair, keyPair, typed } from './keys.ts'
import { quietLibsignal } from './quiet.ts'
import { type SenderKeys, senderKeys } from './sender-keys.ts'

export interface Device {
  readonly number: string
  /** 0 is the phone itself. */
  readonly id: number
  readonly registrationId: number
  readonly identity: Identity
  /** For senders: every call issues another one-time key. */
  bundle(): Bundle
  meet(peer: string, bundle: Bundle): Promise<void>
  knows(peer: string): boolean
  encrypt(peer: string, plain: Uint8Array): Promise<{ type: 'pkmsg' | 'msg'; ciphertext: Buffer }>
  decrypt(peer: string, type: string, ciphertext: Buffer): Promise<Buffer>
  /** Drops its sessions, as a phone does after a reset. */
  forget(): void
  readonly groups: SenderKeys
}

export interface Bundle {
  readonly registrationId: number
  readonly identityKey: Uint8Array
  readonly signedPreKey: { readonly keyId: number; readonly publicKey: Uint8Array; readonly signature: Uint8Array }
  readonly preKey?: { readonly keyId: number; readonly publicKey: Uint8Array }
}

quietLibsignal()

export function makeDevice(seed: string, number: string, id: number): Device {
  const name = `${seed}|${number}|${id}`
  // Created on first use: most numbers are only ever looked up.
  let made: ReturnType<typeof lastingKeys> | undefined
  const keys = () => {
    made ??= lastingKeys(name)
    return made
  }
  const sessions = new Map<string, Uint8Array>()
  /** One-time keys issued and not used yet. */
  const handedOut = new Map<number, KeyPair>()
  const groups = senderKeys()
  let nextPreKey = 1

  const storage: SignalStorage = {
    // Stored serialized, not as live records: a record that failed to decrypt is half changed.
    loadSession: async (peer) => {
      const session = sessions.get(peer)
      return session && SessionRecord.deserialize(session)
    },
    storeSession: async (peer, record) => void sessions.set(peer, record.serialize()),
    isTrustedIdentity: () => true,
    loadPreKey: async (keyId) => {
      const key = handedOut.get(Number(keyId))
      return key && { pubKey: typed(key.public), privKey: key.private }
    },
    removePreKey: (keyId) => void handedOut.delete(keyId),
    loadSignedPreKey: () => keys().signed,
    getOurRegistrationId: () => keys().registrationId,
    getOurIdentity: () => keys().own,
  }
  const cipher = (peer: string) => new SessionCipher(storage, protocolAddress(peer))

  return {
    number,
    id,
    get registrationId() {
      return keys().registrationId
    },
    get identity() {
      return keys().identity
    },
    bundle: () => {
      const keyId = nextPreKey++
      const key = keyPair(`${name}|${keyId}`)
      handedOut.set(keyId, key)
      const { registrationId, identity, signedPreKey } = keys()
      return {
        registrationId,
        identityKey: identity.public,
        signedPreKey,
        preKey: { keyId, publicKey: key.public },
      }
    },
    meet: async (peer, bundle) => {
      await new SessionBuilder(storage, protocolAddress(peer)).initOutgoing({
        registrationId: bundle.registrationId,
        identityKey: typed(bundle.identityKey),
        signedPreKey: { ...bundle.signedPreKey, publicKey: typed(bundle.signedPreKey.publicKey) },
        // Without a one-time key libsignal uses the signed one, although its types require both.
        preKey: (bundle.preKey && { ...bundle.preKey, publicKey: typed(bundle.preKey.publicKey) })!,
      })
    },
    knows: (peer) => sessions.has(peer),
    encrypt: async (peer, plain) => {
      const { type, body } = await cipher(peer).encrypt(Buffer.from(plain))
      return { type: type === 3 ? 'pkmsg' : 'msg', ciphertext: Buffer.from(body, 'binary') }
    },
    decrypt: (peer, type, ciphertext) =>
      type === 'pkmsg'
        ? cipher(peer).decryptPreKeyWhisperMessage(ciphertext)
        : cipher(peer).decryptWhisperMessage(ciphertext),
    forget: () => {
      sessions.clear()
      groups.forget()
    },
    groups,
  }
}

function lastingKeys(name: string) {
  const self = identity(`${name}|identity`)
  const signed = keyPair(`${name}|signed`)
  return {
    identity: self,
    registrationId: 1 + (self.public.readUInt16BE(0) & 0x3fff),
    signedPreKey: { keyId: 1, publicKey: signed.public, signature: self.sign(typed(signed.public)) },
    own: { pubKey: typed(self.public), privKey: self.private },
    signed: { pubKey: typed(signed.public), privKey: signed.private },
  }
}

/** `<number>.<device>`, as libsignal prints it. */
function protocolAddress(peer: string): ProtocolAddress {
  const [name = '', device = '0'] = peer.split('.')
  return new ProtocolAddress(name, Number(device))
}
