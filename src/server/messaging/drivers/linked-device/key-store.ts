// Baileys' credentials and Signal keys in the session's vault, behind a write-behind cache (write-behind.ts). Only frames wait
// until the changes they depend on are written (write-barrier.ts), so many changes share one transaction.
import { type AuthenticationCreds, BufferJSON, proto, type SignalDataSet, type SignalKeyStore } from 'baileys'
import type { Vault } from '../driver.ts'
import { openWriteBehind } from './write-behind.ts'

export interface KeyStore extends SignalKeyStore {
  /** Resolves when staged; written before the next frame is sent, and soon if there is none. */
  set(data: SignalDataSet): Promise<void>
  /** Undefined: no phone is linked. Throws DamagedCredentials if the stored value cannot be read as credentials. */
  credentials(): Promise<AuthenticationCreds | undefined>
  /** Starts another account: everything in the vault is deleted with the next write. */
  beginAccount(): void
  /** Credentials are mutated in place: they are serialized when written. */
  stageCredentials(creds: AuthenticationCreds): void
  stage(data: SignalDataSet): void
  /** Prefetches in one query what will be read one by one. */
  remember(ids: Readonly<Record<string, readonly string[]>>): Promise<void>
  /** The driver's own texts. */
  readNotes(names: readonly string[]): Promise<Map<string, string>>
  stageNotes(notes: ReadonlyMap<string, string>): void
  hasStaged(): boolean
  /**
   * Changes made by `work` are visible immediately, but staged only when it has ended: once the keys that a message used up
   * are stored, the message cannot be decrypted again. Work that never ends is discarded with the connection.
   */
  withhold<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when everything staged so far is written. */
  flush(): Promise<void>
  /** Deletes everything; nothing is written afterwards. */
  remove(): Promise<void>
  close(): void
}

export class DamagedCredentials extends Error {
  override readonly name = 'DamagedCredentials'
}

const credsName = 'creds'
/** `learned`: receives data about to be stored. */
export function openKeyStore(
  vault: Vault,
  broken: (error: unknown) => void,
  learned: (data: SignalDataSet) => void = () => {},
): KeyStore {
  const blobs = openWriteBehind(vault, broken)
  /** Signal sessions that were staged before the send; Baileys stores them again after it. */
  const stagedBefore = new WeakSet<object>()

  return {
    credentials: async () => {
      const blob = (await vault.read([credsName])).get(credsName)
      if (!blob) return undefined
      const read = parse<AuthenticationCreds>(blob)
      if (!read.noiseKey?.private || !read.signedIdentityKey?.private || !read.me?.id || !read.account)
        throw new DamagedCredentials('incomplete')
      return read
    },
    beginAccount: blobs.beginAnew,
    stageCredentials: (creds) => blobs.putInPlace(credsName, () => serialized(creds)),
    stage,
    remember: async (ids) =>
      void (await blobs.read(Object.entries(ids).flatMap(([type, some]) => some.map((id) => nameOf(type, id))))),
    readNotes: async (names) => {
      const found = await blobs.read(names)
      return new Map(
        [...found].flatMap(([name, blob]) => (blob ? [[name, Buffer.from(blob).toString()] as const] : [])),
      )
    },
    stageNotes: (notes) => {
      for (const [name, text] of notes) blobs.put(name, Buffer.from(text))
    },
    get: async (type, ids) => {
      const found = await blobs.read(ids.map((id) => nameOf(type, id)))
      const values: Record<string, never> = {}
      for (const id of ids) {
        const blob = found.get(nameOf(type, id))
        if (blob) values[id] = revive(type, blob) as never
      }
      return values
    },
    set: async (data) => {
      if (blobs.isClosed()) throw new Error('the session is closed')
      stage(data)
    },
    hasStaged: blobs.hasStaged,
    withhold: blobs.withhold,
    flush: blobs.flush,
    remove: async () => {
      blobs.close()
      await blobs.settled()
      await vault.clear()
    },
    close: blobs.close,
  }

  function stage(data: SignalDataSet) {
    learned(data)
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries as Record<string, unknown>)) {
        if (isRatchet(type) && typeof value === 'object' && value !== null) {
          if (stagedBefore.has(value)) continue
          stagedBefore.add(value)
        }
        blobs.put(nameOf(type, id), value === null ? null : serialized(value))
      }
    }
  }
}

/** Keys that change with every message and are a new object each time. */
export const isRatchet = (type: string) => type === 'session' || type === 'sender-key'

const serialized = (value: unknown) => Buffer.from(JSON.stringify(value, BufferJSON.replacer))

const nameOf = (type: string, id: string) => `${type}/${id}`

function parse<T>(blob: Uint8Array): T {
  try {
    return JSON.parse(Buffer.from(blob).toString(), BufferJSON.reviver) as T
  } catch (error) {
    throw new DamagedCredentials('unreadable', { cause: error })
  }
}

function revive(type: string, blob: Uint8Array): unknown {
  const value = parse<Record<string, unknown>>(blob)
  return type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
}
