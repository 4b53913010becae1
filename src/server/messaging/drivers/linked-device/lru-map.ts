// LRU eviction: a map that drops its least recently used entry when it is full.

export interface LruMap<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  has(key: K): boolean
  delete(key: K): void
  clear(): void
}

export function lruMap<K, V>(maxEntries: number): LruMap<K, V> {
  const entries = new Map<K, V>()
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as K)
    },
    has: (key) => entries.has(key),
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
