// Baileys' credentials and Signal keys in the session's vault. Nothing leaves the line before what was changed is written
// (write-barrier.ts), so nobody waits for a write but who is about to send: all that was changed by then is one transaction. Until
// then it is read from memory.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type AuthenticationCreds, BufferJSON, proto, type SignalDataSet, type SignalKeyStore } from 'baileys'
import type { Vault } from '../driver.ts'
import { lruMap } from './lru-map.ts'

export interface KeyStore extends SignalKeyStore {
  /** Resolves when it is staged; written before the next frame leaves, and soon where none does. */
  set(data: SignalDataSet): Promise<void>
  /** Undefined: no phone was linked. Throws DamagedCredentials when there is something else than credentials. */
  credentials(): Promise<AuthenticationCreds | undefined>
  /** Another account from here on: whatever the vault holds goes with the next write. */
  beginAccount(): void
  /** Credentials are changed in place: they are read when they are written. */
  stageCredentials(creds: AuthenticationCreds): void
  stage(data: SignalDataSet): void
  /** Reads so many at once that will be asked for one by one. */
  remember(ids: Readonly<Record<string, readonly string[]>>): Promise<void>
  /** Texts of the driver's own. */
  readNotes(names: readonly string[]): Promise<Map<string, string>>
  stageNotes(notes: ReadonlyMap<string, string>): void
  hasStaged(): boolean
  /**
   * What `work` changes is read at once, but staged only when it has ended: with the keys that a message has used up nobody
   * can read it again. Work that never ends is undone with the line.
   */
  withhold<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when everything staged before is written. */
  flush(): Promise<void>
  /** Removes everything; nothing is written afterwards. */
  remove(): Promise<void>
  close(): void
}

export class DamagedCredentials extends Error {
  override readonly name = 'DamagedCredentials'
}

const credsName = 'creds'
/** Some 5 MB a session: the sessions of those written to lately, and what is known to be missing. */
const maxCached = 2_000
/** What no frame waits for is written so much later: more of it may come together. */
const soonMs = 100

type Blob = Uint8Array | null

/** `learned`: what is about to be kept, for whoever waits for some of it. */
export function openKeyStore(
  vault: Vault,
  broken: (error: unknown) => void,
  learned: (data: SignalDataSet) => void = () => {},
): KeyStore {
  const cache = lruMap<string, Blob>(maxCached)
  /** Sessions that were staged before the send, and that Baileys hands over once more after it. */
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
        // Baileys takes a store that cannot be read for an empty one, and would begin new sessions over the old.
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
    // The latest counts, whoever changed it.
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
      // Whoever waits learns of it; nobody has to.
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

/** What moves on with every message, and is a new object each time. */
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
