// Our keys and signatures compared with libsignal's, which clients use.
import { randomBytes } from 'node:crypto'
import { Curve } from 'baileys'
import { calculateAgreement, calculateSignature, generateKeyPair, verifySignature } from 'libsignal/src/curve.js'
import { expect, test } from 'vitest'
import { identity, keyPair, typed, verify } from './keys.ts'

test('each side verifies signatures of the other, and rejects invalid ones', () => {
  for (let i = 0; i < 8; i++) {
    const message = randomBytes(50 + i)
    const ours = identity(`phone ${i}`)
    expect(verifySignature(typed(ours.public), message, ours.sign(message))).toBe(true)
    expect(verify(ours.public, message, ours.sign(message))).toBe(true)
    const theirs = generateKeyPair()
    const signature = calculateSignature(theirs.privKey, message)
    const publicKey = Buffer.from(theirs.pubKey).subarray(1)
    expect(verify(publicKey, message, signature)).toBe(true)
    expect(verify(publicKey, randomBytes(50), signature)).toBe(false)
    expect(verify(ours.public, message, signature)).toBe(false)
  }
})

test('the same seed gives the same keys, and both sides agree on a shared key', () => {
  const ours = keyPair('phone')
  expect(keyPair('phone')).toEqual(ours)
  const theirs = Curve.generateKeyPair()
  const shared = calculateAgreement(typed(theirs.public), ours.private)
  expect(Buffer.from(Curve.sharedKey(theirs.private, ours.public)).equals(shared)).toBe(true)
})
