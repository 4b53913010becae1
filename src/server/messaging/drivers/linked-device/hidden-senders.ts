// Senders whose number WhatsApp does not reveal: stored until one of its messages or responses does.
import type { SignalDataSet } from 'baileys'
import type { KeyStore } from './key-store.ts'

export interface HiddenSenders {
  /** Loads the stored senders; returns the numbers that the key store has learned since, which may not have been reported. */
  load(keys: KeyStore): Promise<SignalDataSet>
  /** `hidden`: `…@lid`. */
  add(keys: KeyStore, hidden: string): void
  /** The senders that these keys identify, with the id that contains their number. */
  recognized(data: SignalDataSet): { hidden: string; jid: string }[]
  /**
   * Reports the number of this sender unless a report is in progress; `report` resolves to true once it is durable.
   * If it resolves to false or rejects, the sender stays unidentified and the next sign of the number is reported.
   */
  named(keys: KeyStore, hidden: string, report: () => Promise<boolean>): void
}

const note = 'strangers'
/** The most recent senders; the oldest are evicted. */
const maxSenders = 1_000
const reverse = '_reverse'

export function openHiddenSenders(): HiddenSenders {
  const senders = new Set<string>()
  /** Reports in progress, by sender. */
  const reporting = new Map<string, object>()
  const store = (keys: KeyStore) => keys.stageNotes(new Map([[note, JSON.stringify([...senders])]]))
  return {
    load: async (keys) => {
      const stored = (await keys.readNotes([note])).get(note)
      for (const hidden of stored ? (JSON.parse(stored) as string[]) : []) senders.add(hidden)
      const ids = [...senders].map((hidden) => hidden.replace('@lid', reverse))
      return ids.length > 0 ? { 'lid-mapping': await keys.get('lid-mapping', ids) } : {}
    },
    add: (keys, hidden) => {
      senders.delete(hidden)
      senders.add(hidden)
      for (const oldest of senders) if (senders.size > maxSenders) senders.delete(oldest)
      reporting.delete(hidden)
      store(keys)
    },
    recognized: ({ 'lid-mapping': mapping = {} }) =>
      Object.entries(mapping).flatMap(([id, user]) => {
        const hidden = `${id.slice(0, -reverse.length)}@lid`
        if (!id.endsWith(reverse) || typeof user !== 'string' || !senders.has(hidden)) return []
        return [{ hidden, jid: `${user}@s.whatsapp.net` }]
      }),
    named: (keys, hidden, report) => {
      if (!senders.has(hidden) || reporting.has(hidden)) return
      const attempt = report()
      reporting.set(hidden, attempt)
      attempt
        .catch(() => false)
        .then((isStored) => {
          // A sender who wrote without a number in the meantime is unidentified again.
          if (reporting.get(hidden) !== attempt) return
          reporting.delete(hidden)
          if (isStored && senders.delete(hidden)) store(keys)
        })
    },
  }
}
