// Those who wrote and whose number WhatsApp does not tell: remembered, until something that it says names them.
import type { SignalDataSet } from 'baileys'
import type { KeyStore } from './key-store.ts'

export interface HiddenSenders {
  /** As they were kept; answers what the store knows of them by now, which nobody may have been told. */
  recall(keys: KeyStore): Promise<SignalDataSet>
  /** `hidden`: `…@lid`. */
  met(keys: KeyStore, hidden: string): void
  /** Those of them whom these keys name, with the id that has their number. */
  recognized(data: SignalDataSet): { hidden: string; jid: string }[]
  /**
   * If this is one of them, and nobody is being told of it yet: `tell` answers true once whoever has to know their number does.
   * Otherwise, also when it rejects, they stay strangers, and whatever names them next is told.
   */
  named(keys: KeyStore, hidden: string, tell: () => Promise<boolean>): void
}

const note = 'strangers'
/** The latest; who wrote once and never again is forgotten in the end. */
const most = 1_000
const reverse = '_reverse'

export function openHiddenSenders(): HiddenSenders {
  const known = new Set<string>()
  /** Who is being told of whom. */
  const telling = new Map<string, object>()
  const keep = (keys: KeyStore) => keys.stageNotes(new Map([[note, JSON.stringify([...known])]]))
  return {
    recall: async (keys) => {
      const kept = (await keys.readNotes([note])).get(note)
      for (const hidden of kept ? (JSON.parse(kept) as string[]) : []) known.add(hidden)
      const ids = [...known].map((hidden) => hidden.replace('@lid', reverse))
      return ids.length > 0 ? { 'lid-mapping': await keys.get('lid-mapping', ids) } : {}
    },
    met: (keys, hidden) => {
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
          // Whoever wrote meanwhile without a number is a stranger again.
          if (telling.get(hidden) !== attempt) return
          telling.delete(hidden)
          if (isTold && known.delete(hidden)) keep(keys)
        })
    },
  }
}
