// Cache of a session across connections, so that a reconnect does not fetch everything again.
import type { CacheStore } from 'baileys'
import { type Lookups, openLookups } from './lookups.ts'
import { type LruMap, lruMap } from './lru-map.ts'

export interface SessionCache {
  /** Devices by person. Baileys' own cache has a TTL of five minutes, and each miss begins new Signal sessions. */
  readonly devices: CacheStore
  readonly hasDevices: (user: string) => boolean
  /** WhatsApp's id by number. */
  readonly ids: LruMap<string, string>
  /** How often a recipient requested a message again; bounded by Baileys, across connections. */
  readonly retries: CacheStore
  readonly placeholders: CacheStore
  readonly calls: CacheStore
  readonly lookups: Lookups
  /** Messages already delivered, so that duplicates on a second path are ignored. */
  readonly heard: LruMap<string, true>
}

/** TTL: WhatsApp reports changed devices; a change missed while disconnected is noticed after this time at the latest. */
const devicesTtlMs = 24 * 3_600_000

export function openSessionCache(now: () => number): SessionCache {
  const devices = lruMap<string, { value: unknown; until: number }>(50_000)
  const device = (user: string) => {
    const cached = devices.get(user)
    return cached && cached.until > now() ? cached.value : undefined
  }
  return {
    devices: {
      get: <T>(user: string) => device(user) as T | undefined,
      set: (user, value) => devices.set(user, { value, until: now() + devicesTtlMs }),
      del: (user) => devices.delete(user),
      flushAll: () => devices.clear(),
    },
    hasDevices: (user) => device(user) !== undefined,
    ids: lruMap(50_000),
    retries: cache(5_000),
    placeholders: cache(1_000),
    calls: cache(100),
    lookups: openLookups(now),
    heard: lruMap(1_000),
  }
}

function cache(maxEntries: number): CacheStore {
  const entries = lruMap<string, unknown>(maxEntries)
  return {
    get: <T>(key: string) => entries.get(key) as T | undefined,
    set: (key, value) => entries.set(key, value),
    del: (key) => entries.delete(key),
    flushAll: () => entries.clear(),
  }
}
