// A certificate for 127.0.0.1, generated at start: files are always sent over https, and no key belongs in a repository.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'

export interface Certificate {
  readonly key: string
  /** To be trusted: `ca` of an agent, or NODE_EXTRA_CA_CERTS of a process. */
  readonly cert: string
}

export function selfSigned(now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = der(0x30, oid('2a8648ce3d040302'))
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('Fake WhatsApp')))))
  const validity = der(0x30, time(now - day), time(now + 365 * day))
  const hosts = der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')))
  const authority = der(0x30, der(0x01, Buffer.from([0xff])))
  const extension = (id: string, value: Buffer) => der(0x30, oid(id), der(0x04, value))
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), createHash('sha1').update(spki).digest().subarray(0, 15)])),
    algorithm,
    name,
    validity,
    name,
    spki,
    der(0xa3, der(0x30, extension('551d11', hosts), extension('551d13', authority))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = der(0x30, body, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

const day = 86_400_000

function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function time(at: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
}
