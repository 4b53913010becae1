// X.509 certificates as an attacker makes them: the attestation of an Android key, with a revocation list at any address.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const hex = (text: string) => Buffer.from(text, 'hex')
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const octets = (content: Uint8Array) => der(4, content)
const number = (value: number) => der(2, Buffer.from([value]))
const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
const time = (text: string) => der(0x17, Buffer.from(text))
// CN
const nameOf = (text: string) => sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from(text)))))

interface Signing {
  name: string
  key: KeyObject
}

function certificate(subject: Signing, issuer: Signing, extensions: Buffer[]): Buffer {
  const signed = sequence(
    der(0xa0, number(2)),
    number(subject.name.length),
    ecdsaWithSha256,
    nameOf(issuer.name),
    sequence(time('200101000000Z'), time('491231235959Z')),
    nameOf(subject.name),
    subject.key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = createSign('sha256').update(signed).sign(issuerKeys.privateKey)
  return sequence(signed, ecdsaWithSha256, der(3, Buffer.from([0]), signature))
}

const issuerKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The certificate of a key and its issuer's. `challenge`: the hash of what the key signs first. */
export function androidCertificates(key: KeyObject, challenge: Buffer, revocationList: string): Buffer[] {
  const issuer = { name: 'Root', key: issuerKeys.publicKey }
  const empty = sequence()
  const level = der(10, Buffer.from([0]))
  // KeyDescription, 1.3.6.1.4.1.11129.2.1.17
  const attested = sequence(
    number(3),
    level,
    number(3),
    level,
    octets(challenge),
    octets(Buffer.alloc(0)),
    empty,
    empty,
  )
  const android = sequence(hex('060a2b06010401d679020111'), octets(attested))
  const address = der(0x86, Buffer.from(revocationList))
  const points = sequence(hex('0603551d1f'), octets(sequence(sequence(der(0xa0, der(0xa0, address))))))
  const authority = sequence(hex('0603551d13'), hex('0101ff'), octets(sequence(hex('0101ff'))))
  return [certificate({ name: 'Leaf', key }, issuer, [android, points]), certificate(issuer, issuer, [authority])]
}
