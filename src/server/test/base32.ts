// For tests: decodes base 32, in which keys of authenticator apps are written.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}
