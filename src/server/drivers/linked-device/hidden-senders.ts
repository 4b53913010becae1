// Senders whose number WhatsApp does not reveal: stored until one of its messages or responses does.
import type { SignalDataSet } from 'baileys'
import type { KeyStore } from './key-store.ts'

export interface HiddenSenders {
  /** Loads the stored senders; returns what the key store knows about them by now, which may not have been reported. */
  load(keys: KeyStore): Promise<SignalDataSet>
  /** `hidden`: `…@lid`. */
  add(keys: KeyStore, hidden: string): void
  /** The senders that these keys identify, with the id that contains their number. */
  recognized(data: SignalDataSet): { hidden: string; jid: string }[]
  /**
   * Reports the number of this sender unless a report is in progress; `tell` resolves to true once it is durable.
   * If it resolves to false or rejects, the sender stays unidentified and the next sign of the number is reported.
   */
  named(keys: KeyStore, hidden: string, tell: () => Promise<boolean>): void
}

const note = 'strangers'
/** The most recent senders; the oldest are evicted. */
const most = 1_000
const reverse = '_reverse'

export function openHiddenSenders(): HiddenSenders {
  const known = new Set<string>()
  /** Reports in progress, by sender. */
  const telling = new Map<string, object>()
  const keep = (keys: KeyStore) => keys.stageNotes(new Map([[note, JSON.stringify([...known])]]))
  return {
    load: async (keys) => {
      const kept = (await keys.readNotes([note])).get(note)
      for (const hidden of kept ? (JSON.parse(kept) as string[]) : []) known.add(hidden)
      const ids = [...known].map((hidden) => hidden.replace('@lid', reverse))
      return ids.length > 0 ? { 'lid-mapping': await keys.get('lid-mapping', ids) } : {}
    },
    add: (keys, hidden) => {
      known.delete(hidden)
      known.add(hidden)
      for (const oldest of known) if (known.size > most) known.delete(oldest)
      telling.delete(hidden)
      keep(keys)
    },
    recognized: ({ 'lid-mapping': mapping = {} }) =>
      Object.entries(mapping).flatMap(([id, user]) => {
        const hidden = `${id.slice(0, -reverse.length)}@lid`
        if (!id.endsWith(reverse) || typeof user !== 'string' || !known.has(hidden)) return []
        return [{ hidden, jid: `${user}@s.whatsapp.net` }]
      }),
    named: (keys, hidden, tell) => {
      if (!known.has(hidden) || telling.has(hidden)) return
      const attempt = tell()
      telling.set(hidden, attempt)
      attempt
        .catch(() => false)
        .then((isTold) => {
          // A sender who wrote without a number in the meantime is unidentified again.
          if (telling.get(hidden) !== attempt) return
          telling.delete(hidden)
          if (isTold && known.delete(hidden)) keep(keys)
        })
    },
  }
}
