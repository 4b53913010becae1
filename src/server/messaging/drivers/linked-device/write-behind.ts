// Write-behind cache over the session's vault: changes are read from memory at once and written together, in order.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Vault } from '../driver.ts'
import { lruMap } from './lru-map.ts'

/** Null: the entry is deleted, or known not to exist. */
export type Blob = Uint8Array | null

export interface WriteBehind {
  read(names: readonly string[]): Promise<Map<string, Blob>>
  /** Stages a change: the next flush writes it, or a timer shortly after. */
  put(name: string, blob: Blob): void
  /** For a value that changes in place: it is serialized at each write, and never cached. */
  putInPlace(name: string, serialize: () => Uint8Array): void
  hasStaged(): boolean
  /** Resolves when everything staged so far is written. */
  flush(): Promise<void>
  /** Changes made by `work` can be read immediately, but are staged only after `work` has ended. */
  withhold<T>(work: () => Promise<T>): Promise<T>
  /** The next write first deletes everything in the vault. */
  beginAnew(): void
  isClosed(): boolean
  /** Stops all later writes: changes still staged are lost. */
  close(): void
  /** Resolves when no write is in progress. */
  settled(): Promise<void>
}

/** Maximum entries of the LRU cache, about 5 MB a session: Signal sessions of recent recipients, and keys that do not exist. */
const maxCached = 2_000
/** Delay of writes that no frame waits for, so that more of them are coalesced. */
const soonMs = 100

/** `broken` is called when the vault cannot be read or written. */
export function openWriteBehind(vault: Vault, broken: (error: unknown) => void): WriteBehind {
  const cache = lruMap<string, Blob>(maxCached)
  const inPlace = new Map<string, () => Uint8Array>()
  const withholding = new AsyncLocalStorage<Map<string, Blob>>()
  const withheld = new Set<Map<string, Blob>>()
  let staged = new Map<string, Blob>()
  let writing: Map<string, Blob> | undefined
  let isAnew = false
  let isClosed = false
  let turn: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined

  return {
    read,
    put,
    putInPlace: (name, serialize) => {
      inPlace.set(name, serialize)
      put(name, null)
    },
    hasStaged: () => staged.size > 0 || writing !== undefined,
    flush,
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
    beginAnew: () => {
      isAnew = true
      cache.clear()
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true
      clearTimeout(soon)
    },
    settled: () => turn.catch(() => {}),
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

  function put(name: string, blob: Blob) {
    // The latest change wins, from any caller.
    for (const others of withheld) others.delete(name)
    const own = withholding.getStore()
    if (own && withheld.has(own)) {
      own.set(name, blob)
      return
    }
    staged.set(name, blob)
    if (!inPlace.has(name)) cache.set(name, blob)
    if (!soon && !isClosed) soon = setTimeout(() => void flush().catch(() => {}), soonMs)
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
    if (isClosed) throw new Error('the session is closed')
    const batch = staged
    staged = new Map()
    for (const [name, serialize] of inPlace) if (batch.has(name)) batch.set(name, serialize())
    writing = batch
    try {
      if (isAnew) await vault.clear()
      isAnew = false
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
