// Sender keys of a group on one device. Not taken from Baileys: a second implementation is better evidence, and Baileys'
// JavaScript takes 11 ms to verify a signature that 255 other devices verify too.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { proto } from 'baileys'
import { identity, typed, verify } from './keys.ts'

export interface SenderKeys {
  encrypt(group: string, plain: Uint8Array): { ciphertext: Buffer; distribution: Buffer }
  decrypt(group: string, peer: string, ciphertext: Buffer): Buffer
  learn(group: string, peer: string, distribution: Uint8Array): void
  forget(): void
}

interface Chain {
  readonly signingKey: Buffer
  iteration: number
  key: Buffer
  /** Seeds of skipped messages. */
  readonly skipped: Map<number, Buffer>
}

export function senderKeys(): SenderKeys {
  const chains = new Map<string, Chain>()
  const own = new Map<string, { id: number; signing: ReturnType<typeof identity>; chain: Chain }>()
  return {
    encrypt: (group, plain) => {
      const sender = own.get(group) ?? freshSender()
      own.set(group, sender)
      const { id, signing, chain } = sender
      const { iteration } = chain
      const distribution = proto.SenderKeyDistributionMessage.encode({
        id,
        iteration,
        chainKey: chain.key,
        signingKey: typed(signing.public),
      }).finish()
      const { key, iv } = messageKey(seedOf(chain, iteration))
      const cipher = createCipheriv('aes-256-cbc', key, iv)
      const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
      const message = Buffer.concat([version, proto.SenderKeyMessage.encode({ id, iteration, ciphertext }).finish()])
      return {
        ciphertext: Buffer.concat([message, signing.sign(message)]),
        distribution: Buffer.concat([version, distribution]),
      }
    },
    decrypt: (group, peer, ciphertext) => {
      const message = proto.SenderKeyMessage.decode(ciphertext.subarray(1, -64))
      const chain = chains.get(`${group} ${peer} ${message.id}`)
      if (!chain) throw new Error('No sender key for this message.')
      checkSignature(chain.signingKey, ciphertext)
      const { key, iv } = messageKey(seedOf(chain, message.iteration ?? 0))
      const decipher = createDecipheriv('aes-256-cbc', key, iv)
      return Buffer.concat([decipher.update(message.ciphertext!), decipher.final()])
    },
    learn: (group, peer, distribution) => {
      const { id, iteration, chainKey, signingKey } = proto.SenderKeyDistributionMessage.decode(
        distribution.subarray(1),
      )
      chains.set(`${group} ${peer} ${id}`, {
        signingKey: Buffer.from(signingKey!).subarray(-32),
        iteration: iteration ?? 0,
        key: Buffer.from(chainKey!),
        skipped: new Map(),
      })
    },
    forget: () => chains.clear(),
  }
}

const version = Buffer.from([0x33])

function freshSender() {
  const signing = identity(randomBytes(32).toString('hex'))
  const chain: Chain = { signingKey: signing.public, iteration: 0, key: randomBytes(32), skipped: new Map() }
  return { id: randomInt(2 ** 31 - 1), signing, chain }
}

/** Advances the chain to this message. Every seed works for one message only. */
function seedOf(chain: Chain, iteration: number): Buffer {
  const passed = chain.skipped.get(iteration)
  if (passed) {
    chain.skipped.delete(iteration)
    return passed
  }
  if (iteration < chain.iteration) throw new Error('This message has already been decrypted.')
  if (iteration - chain.iteration > 2_000) throw new Error('More than 2000 messages were skipped.')
  for (;;) {
    const seed = hmac(chain.key, 1)
    chain.key = hmac(chain.key, 2)
    const at = chain.iteration++
    if (at === iteration) return seed
    chain.skipped.set(at, seed)
  }
}

function messageKey(seed: Buffer) {
  const derived = Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(32), 'WhisperGroup', 48))
  return { iv: derived.subarray(0, 16), key: derived.subarray(16) }
}

function hmac(key: Buffer, byte: number): Buffer {
  return createHmac('sha256', key)
    .update(Buffer.from([byte]))
    .digest()
}

/** All members get the same bytes one after the other: the signature is verified for the first of them. */
let lastChecked: { signingKey: Buffer; ciphertext: Buffer } | undefined

function checkSignature(signingKey: Buffer, ciphertext: Buffer): void {
  if (lastChecked?.ciphertext.equals(ciphertext) && lastChecked.signingKey.equals(signingKey)) return
  if (!verify(signingKey, ciphertext.subarray(0, -64), ciphertext.subarray(-64))) throw new Error('Wrong signature.')
  lastChecked = { signingKey, ciphertext }
}
