// What a session remembers between two lines, so that coming back does not mean asking for everything again.
import type { CacheStore } from 'baileys'
import { type Lookups, openLookups } from './lookups.ts'
import { type LruMap, lruMap } from './lru-map.ts'

export interface SessionCache {
  /** By person: devices. Baileys' own forgets after five minutes, and each time begins new Signal sessions with everybody. */
  readonly devices: CacheStore
  readonly hasDevices: (user: string) => boolean
  /** By number: WhatsApp's id of it. */
  readonly ids: LruMap<string, string>
  /** How often a recipient asked for a message again; bounded by Baileys, across lines. */
  readonly retries: CacheStore
  readonly placeholders: CacheStore
  readonly calls: CacheStore
  readonly lookups: Lookups
  /** Messages that were handed on, so that a second path to the same one is quiet. */
  readonly heard: LruMap<string, true>
}

/** WhatsApp tells of changed devices; a change that happened while nobody was connected is found at the latest then. */
const devicesTtlMs = 24 * 3_600_000

export function openSessionCache(now: () => number): SessionCache {
  const devices = lruMap<string, { value: unknown; until: number }>(50_000)
  const device = (user: string) => {
    const known = devices.get(user)
    return known && known.until > now() ? known.value : undefined
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

function cache(most: number): CacheStore {
  const entries = lruMap<string, unknown>(most)
  return {
    get: <T>(key: string) => entries.get(key) as T | undefined,
    set: (key, value) => entries.set(key, value),
    del: (key) => entries.delete(key),
    flushAll: () => entries.clear(),
  }
}
