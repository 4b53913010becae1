// LRU cache of files being sent, with a TTL and single-flight reads, bounded in bytes.

export interface FileCache {
  /** `bytes`: size of what `read` returns. A failed read is not cached. */
  get(key: string, bytes: number, read: () => Promise<Uint8Array>): Promise<Uint8Array>
}

interface CachedFile {
  bytes: number
  content: Promise<Uint8Array>
  timer: NodeJS.Timeout
}

/** Keeps the most recently used files up to `maxBytes`, each for at most `idleMs` after its last use. */
export function fileCache({ maxBytes, idleMs }: { maxBytes: number; idleMs: number }): FileCache {
  const files = new Map<string, CachedFile>()
  let totalBytes = 0
  const forget = (key: string, file: CachedFile) => {
    if (files.get(key) !== file) return
    clearTimeout(file.timer)
    files.delete(key)
    totalBytes -= file.bytes
  }

  function add(key: string, bytes: number, read: () => Promise<Uint8Array>): CachedFile {
    const timer = setTimeout(() => forget(key, file), idleMs).unref()
    const file: CachedFile = { bytes, content: read(), timer }
    file.content.catch(() => forget(key, file))
    totalBytes += bytes
    return file
  }

  return {
    get: (key, bytes, read) => {
      const file = files.get(key) ?? add(key, bytes, read)
      file.timer.refresh()
      // Moves it to the end: the first key of the map is the least recently used.
      files.delete(key)
      files.set(key, file)
      for (const [other, eldest] of files) {
        if (totalBytes <= maxBytes) break
        forget(other, eldest)
      }
      return file.content
    },
  }
}
