// Addresses: WhatsApp's ids of a person (number, hidden id, device), and E.164.
import { jidDecode } from 'baileys'

/** The account's own ids, as far as known. */
export interface Self {
  readonly id: string
  readonly lid?: string
}

export const numberJid = (number: string) => `${number.replace(/^\+/, '')}@s.whatsapp.net`

export const isGroup = (address: string) => address.endsWith('@g.us')

/** The person, for any of their devices: `6281…:3@s.whatsapp.net` → `6281…`. */
export const userOf = (jid: string) => jidDecode(jid)?.user ?? jid

/** The same with its server. */
export const bare = (jid: string) => `${userOf(jid)}@${jid.split('@')[1] ?? 'lid'}`

/** Null for hidden ids (`@lid`), groups and services. */
export function numberOf(jid: string): string | null {
  const decoded = jidDecode(jid)
  const isNumber = decoded?.server === 's.whatsapp.net' || decoded?.server === 'c.us' || decoded?.server === 'hosted'
  return isNumber && /^[1-9]\d{6,14}$/.test(decoded.user) ? `+${decoded.user}` : null
}

export function isLid(jid: string): boolean {
  const server = jidDecode(jid)?.server
  return server === 'lid' || server === 'hosted.lid'
}

export function isSelf(jid: string, self: Self): boolean {
  const user = userOf(jid)
  return user === userOf(self.id) || (self.lid !== undefined && user === userOf(self.lid))
}
