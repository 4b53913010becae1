// Those who wrote and whose number WhatsApp does not tell: remembered, until something that it says names them.
import type { SignalDataSet } from 'baileys'
import type { KeyStore } from './key-store.ts'

export interface Strangers {
  /** As they were kept; answers what the store knows of them by now, which nobody may have been told. */
  recall(keys: KeyStore): Promise<SignalDataSet>
  /** `hidden`: `…@lid`. */
  met(keys: KeyStore, hidden: string): void
  /** Those of them whom these keys name, with the id that has their number. Each once. */
  recognized(data: SignalDataSet): { hidden: string; jid: string }[]
  /** Whether this is one of them, and nobody was told of their number yet. Once. */
  isNamed(hidden: string): boolean
  /** Whoever had to be told of it knows. */
  forget(keys: KeyStore, hidden: string): void
}

const note = 'strangers'
/** The latest; who wrote once and never again is forgotten in the end. */
const most = 1_000
const reverse = '_reverse'

export function openStrangers(): Strangers {
  const known = new Set<string>()
  const told = new Set<string>()
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
      told.delete(hidden)
      keep(keys)
    },
    recognized: ({ 'lid-mapping': mapping = {} }) =>
      Object.entries(mapping).flatMap(([id, user]) => {
        const hidden = `${id.slice(0, -reverse.length)}@lid`
        if (!id.endsWith(reverse) || typeof user !== 'string' || !isNamed(hidden)) return []
        return [{ hidden, jid: `${user}@s.whatsapp.net` }]
      }),
    isNamed,
    forget: (keys, hidden) => {
      if (known.delete(hidden)) keep(keys)
    },
  }

  function isNamed(hidden: string) {
    if (!known.has(hidden) || told.has(hidden)) return false
    told.add(hidden)
    return true
  }
}
