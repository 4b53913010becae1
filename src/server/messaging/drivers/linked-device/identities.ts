// Resolves a person's number from any of their WhatsApp ids.
import type { WASocket } from 'baileys'
import { lookupNoteOf } from './account-lookup.ts'
import { bare, isLid, numberOf, userOf } from './addresses.ts'
import type { KeyStore } from './key-store.ts'

/** E.164: the number we wrote to, or the one WhatsApp reveals; otherwise the hidden id. `alternative`: the other id in the stanza, if any. */
export async function resolveAddress(
  sock: WASocket,
  keys: KeyStore,
  jid: string,
  alternative?: string,
): Promise<string> {
  const numberId = [jid, alternative].find((id) => id && numberOf(id))
  const id = numberId ?? (isLid(jid) ? await sock.signalRepository.lidMapping.getPNForLID(jid) : null) ?? jid
  const note = lookupNoteOf(id)
  const notedNumber = (await keys.readNotes([note])).get(note)
  return notedNumber ?? numberOf(id) ?? bare(jid)
}

/** From the key store only; sends no request. */
export async function lidOf(keys: KeyStore, jid: string): Promise<string | undefined> {
  if (isLid(jid)) return `${userOf(jid)}@lid`
  const user = userOf(jid)
  const lid = (await keys.get('lid-mapping', [user]))[user]
  return lid && `${lid}@lid`
}

/** The numbers of many ids: from the id itself, or as WhatsApp has revealed them before. */
export async function numbersOf(
  sock: WASocket,
  people: readonly { id: string; phoneNumber?: string | undefined }[],
): Promise<Map<string, string>> {
  const numbers = new Map(people.map(({ id, phoneNumber }) => [id, numberOf(phoneNumber ?? id)]))
  const hidden = [...numbers].flatMap(([id, number]) => (number === null && isLid(id) ? [id] : []))
  const mappings = hidden.length > 0 ? await sock.signalRepository.lidMapping.getPNsForLIDs(hidden) : []
  for (const { lid, pn } of mappings ?? []) numbers.set(lid, numberOf(pn))
  return new Map([...numbers].filter((entry): entry is [string, string] => entry[1] !== null))
}
