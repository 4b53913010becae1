// Baileys' credentials and Signal keys in the session's vault, with a write-behind cache. No frame is sent before the changes
// it depends on are written (write-barrier.ts), so only senders wait for writes: all changes until then are one
// transaction. In the meantime they are read from memory.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type AuthenticationCreds, BufferJSON, proto, type SignalDataSet, type SignalKeyStore } from 'baileys'
import type { Vault } from '../driver.ts'
import { lruMap } from './lru-map.ts'

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
  /** Resolves when everything staged before is written. */
  flush(): Promise<void>
  /** Deletes everything; nothing is written afterwards. */
  remove(): Promise<void>
  close(): void
}

export class DamagedCredentials extends Error {
  override readonly name = 'DamagedCredentials'
}

const credsName = 'creds'
/** LRU limit, some 5 MB a session: Signal sessions of recent recipients, and keys known to be missing. */
const maxCached = 2_000
/** Delay of writes that no frame waits for, so that more of them are coalesced. */
const soonMs = 100

type Blob = Uint8Array | null

/** `learned`: receives data about to be stored. */
export function openKeyStore(
  vault: Vault,
  broken: (error: unknown) => void,
  learned: (data: SignalDataSet) => void = () => {},
): KeyStore {
  const cache = lruMap<string, Blob>(maxCached)
  /** Signal sessions that were staged before the send and that Baileys stores once more after it. */
  const known = new WeakSet<object>()
  const withholding = new AsyncLocalStorage<Map<string, Blob>>()
  const withheld = new Set<Map<string, Blob>>()
  let staged = new Map<string, Blob>()
  let writing: Map<string, Blob> | undefined
  let creds: AuthenticationCreds | undefined
  let beginning = false
  let closed = false
  let turn: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined

  return {
    credentials,
    beginAccount: () => {
      beginning = true
      cache.clear()
    },
    stageCredentials: (changed) => {
      creds = changed
      put(credsName, null)
    },
    stage,
    remember: async (ids) =>
      void (await read(Object.entries(ids).flatMap(([type, some]) => some.map((id) => nameOf(type, id))))),
    readNotes: async (names) => {
      const found = await read(names)
      return new Map(
        [...found].flatMap(([name, blob]) => (blob ? [[name, Buffer.from(blob).toString()] as const] : [])),
      )
    },
    stageNotes: (notes) => {
      for (const [name, text] of notes) put(name, Buffer.from(text))
    },
    get,
    set: async (data) => {
      if (closed) throw new Error('the session is closed')
      stage(data)
    },
    hasStaged: () => staged.size > 0 || writing !== undefined,
    withhold: async (work) => {
      const own = new Map<string, Blob>()
      withheld.add(own)
      try {
        return await withholding.run(own, work)
      } finally {
        withheld.delete(own)
        for (const [name, blob] of own) put(name, blob)
      }
    },
    flush,
    remove: async () => {
      close()
      await turn.catch(() => {})
      await vault.clear()
    },
    close,
  }

  function close() {
    closed = true
    clearTimeout(soon)
  }

  async function credentials() {
    const blob = (await vault.read([credsName])).get(credsName)
    if (!blob) return undefined
    const read = parse<AuthenticationCreds>(blob)
    if (!read.noiseKey?.private || !read.signedIdentityKey?.private || !read.me?.id || !read.account)
      throw new DamagedCredentials('incomplete')
    return read
  }

  async function get(type: string, ids: string[]) {
    const found = await read(ids.map((id) => nameOf(type, id)))
    const values: Record<string, never> = {}
    for (const id of ids) {
      const blob = found.get(nameOf(type, id))
      if (blob) values[id] = revive(type, blob) as never
    }
    return values
  }

  async function read(names: readonly string[]): Promise<Map<string, Blob>> {
    const missing = names.filter((name) => inMemory(name) === undefined)
    if (missing.length > 0) {
      const stored = await vault.read(missing).catch((error: unknown) => {
        // Baileys treats an unreadable store as empty and would overwrite its sessions with new ones.
        broken(error)
        throw error
      })
      for (const name of missing) if (inMemory(name) === undefined) cache.set(name, stored.get(name) ?? null)
    }
    return new Map(names.map((name) => [name, inMemory(name) ?? null]))
  }

  function inMemory(name: string): Blob | undefined {
    for (const place of [...withheld, staged, writing, cache]) {
      const blob = place?.get(name)
      if (blob !== undefined) return blob
    }
    return undefined
  }

  function stage(data: SignalDataSet) {
    learned(data)
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries as Record<string, unknown>)) {
        if (isRatchet(type) && typeof value === 'object' && value !== null) {
          if (known.has(value)) continue
          known.add(value)
        }
        put(nameOf(type, id), value === null ? null : Buffer.from(JSON.stringify(value, BufferJSON.replacer)))
      }
    }
  }

  function put(name: string, blob: Blob) {
    // The latest change wins, whoever made it.
    for (const others of withheld) others.delete(name)
    const own = withholding.getStore()
    if (own && withheld.has(own)) {
      own.set(name, blob)
      return
    }
    staged.set(name, blob)
    if (name !== credsName) cache.set(name, blob)
    if (!soon && !closed) soon = setTimeout(() => void flush().catch(() => {}), soonMs)
  }

  function flush(): Promise<void> {
    if (staged.size === 0) return turn
    if (!next) {
      next = turn.catch(() => {}).then(write)
      turn = next
      // Callers that wait get the error; without one it must not count as unhandled.
      turn.catch(() => {})
    }
    return next
  }

  async function write() {
    next = undefined
    clearTimeout(soon)
    soon = undefined
    if (closed) throw new Error('the session is closed')
    const batch = staged
    staged = new Map()
    if (batch.has(credsName)) batch.set(credsName, Buffer.from(JSON.stringify(creds, BufferJSON.replacer)))
    writing = batch
    try {
      if (beginning) await vault.clear()
      beginning = false
      await vault.write(batch)
    } catch (error) {
      for (const [name, blob] of batch) if (!staged.has(name)) staged.set(name, blob)
      broken(error)
      throw error
    } finally {
      writing = undefined
    }
  }
}

/** Keys that change with every message and are a new object each time. */
export const isRatchet = (type: string) => type === 'session' || type === 'sender-key'

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
