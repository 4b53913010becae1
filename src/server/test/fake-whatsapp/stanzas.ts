// Stanzas: building and parsing them, and the addresses in them.
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildBuffer, getBinaryNodeChildUInt } from 'baileys'

export type Stanza = BinaryNode

export const server = 's.whatsapp.net'
/** The server itself, as the sender of a stanza. */
export const fromServer = `@${server}`

type Attributes = Record<string, string | number | undefined>

/** Attributes without a value are omitted, as on the wire. */
export function stanza(tag: string, attributes: Attributes = {}, content?: Stanza[] | Uint8Array | string): Stanza {
  const attrs: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) attrs[name] = String(value)
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return bytes === undefined ? { tag, attrs } : { tag, attrs, content: bytes }
}

export function child(node: Stanza | undefined, ...path: string[]): Stanza | undefined {
  return path.reduce<Stanza | undefined>((at, tag) => getBinaryNodeChild(at, tag), node)
}

export function children(node: Stanza | undefined): Stanza[] {
  return Array.isArray(node?.content) ? node.content : []
}

export function bytes(node: Stanza | undefined, tag: string): Buffer {
  return Buffer.from(getBinaryNodeChildBuffer(node, tag) ?? [])
}

export function uint(node: Stanza, tag: string, length: number): number {
  return getBinaryNodeChildUInt(node, tag, length) ?? 0
}

export function content(node: Stanza | undefined): Buffer {
  return node?.content instanceof Uint8Array ? Buffer.from(node.content) : Buffer.alloc(0)
}

/** Text arrives as bytes, or as a string if the encoder's dictionary contains it. */
export function text(node: Stanza | undefined): string {
  return typeof node?.content === 'string' ? node.content : content(node).toString('utf8')
}

export interface Address {
  readonly user: string
  readonly device: number
  readonly server: string
}

export function parseAddress(jid: string): Address {
  const [name = '', domain = ''] = jid.split('@')
  const [user = '', device = '0'] = name.split(':')
  return { user, device: Number(device), server: domain }
}

export function address(user: string, domain: string, device = 0): string {
  return device === 0 ? `${user}@${domain}` : `${user}:${device}@${domain}`
}
