// The fast key agreement compared with libsignal's own.
import { randomBytes } from 'node:crypto'
import curve from 'libsignal/src/curve.js'
import { expect, test, vi } from 'vitest'
import { quickenAgreements } from './agreement.ts'

const own = curve.calculateAgreement

test('returns what libsignal returns for any two keys, and rejects what it rejects', () => {
  const quick = { calculateAgreement: own }
  quickenAgreements(quick)
  expect(quick.calculateAgreement).not.toBe(own)
  for (let pair = 0; pair < 50; pair += 1) {
    const [a, b] = [curve.generateKeyPair(), curve.generateKeyPair()]
    const secret = quick.calculateAgreement(b.pubKey, a.privKey)
    expect(secret).toEqual(own(b.pubKey, a.privKey))
    expect(secret).toEqual(quick.calculateAgreement(a.pubKey, b.privKey))
  }
  // Bits that the curve ignores or sets itself, and a point of low order.
  const { privKey } = curve.generateKeyPair()
  const odd = Buffer.concat([Buffer.from([5]), randomBytes(31), Buffer.from([255])])
  expect(quick.calculateAgreement(odd, Buffer.alloc(32, 255))).toEqual(own(odd, Buffer.alloc(32, 255)))
  const zero = Buffer.concat([Buffer.from([5]), Buffer.alloc(32)])
  expect(() => own(zero, privKey)).toThrow()
  expect(() => quick.calculateAgreement(zero, privKey)).toThrow()
  expect(() => quick.calculateAgreement(randomBytes(12), privKey)).toThrow('Invalid public key')
  expect(() => quick.calculateAgreement(odd, randomBytes(12))).toThrow('Incorrect private key length')
})

test('libsignal keeps its own function if the results differ, and is patched once', async () => {
  const other = { calculateAgreement: () => Buffer.alloc(32) }
  const before = other.calculateAgreement
  quickenAgreements(other)
  expect(other.calculateAgreement).toBe(before)
  vi.resetModules()
  const fresh = await import('./agreement.ts')
  fresh.quickenAgreements()
  const replaced = curve.calculateAgreement
  expect(replaced).not.toBe(own)
  fresh.quickenAgreements()
  expect(curve.calculateAgreement).toBe(replaced)
  curve.calculateAgreement = own
})
