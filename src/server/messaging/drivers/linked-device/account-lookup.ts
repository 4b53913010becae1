// Looks accounts up at WhatsApp by number or id, and stores the id of each number that was looked up.
import type { WASocket } from 'baileys'
import { isLid, numberJid, userOf } from './addresses.ts'
import type { KeyStore } from './key-store.ts'
import type { SessionCache } from './session-cache.ts'
import { type UsyncQuery, type UsyncUser, usyncAnswer, usyncQuery } from './usync.ts'

export type AccountLookup = (query: UsyncQuery) => Promise<UsyncUser[]>

export interface AccountLookupOptions {
  readonly sock: WASocket
  readonly keys: KeyStore
  readonly memory: SessionCache
  /** WhatsApp has only a hidden id for this number. */
  readonly onHidden: (hidden: string, number: string) => void
}

export function accountLookup({ sock, keys, memory, onHidden }: AccountLookupOptions): AccountLookup {
  return async (query) => {
    const tag = sock.generateMessageTag()
    const people = usyncAnswer(await sock.query(usyncQuery(query, tag)), query)
    if (!people) throw new Error('no answer')
    const notes = new Map<string, string>()
    for (const { number, jid } of people) {
      if (!number) continue
      memory.ids.set(number, jid)
      notes.set(noteOf(number), jid)
      if (jid !== numberJid(number)) notes.set(lookupNoteOf(jid), number)
    }
    keys.stageNotes(notes)
    for (const { number, jid } of people) if (number && isLid(jid)) onHidden(`${userOf(jid)}@lid`, number)
    return people
  }
}

export const noteOf = (number: string) => `number/${number}`

/** Note of the number that was looked up, if WhatsApp's id shows another number or none. */
export const lookupNoteOf = (jid: string) => `asked/${userOf(jid)}${isLid(jid) ? '@lid' : ''}`
