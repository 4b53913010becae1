// Files that are being sent: in memory for a while, up to a bound, and read once for all who want one at the same time.

export interface FileCache {
  /** `bytes`: how many `read` will answer. A reading that fails is not kept. */
  get(key: string, bytes: number, read: () => Promise<Uint8Array>): Promise<Uint8Array>
}

interface CachedFile {
  bytes: number
  content: Promise<Uint8Array>
  timer: NodeJS.Timeout
}

/** Those asked for last stay, together at most `maxBytes`, and none longer than `idleMs` after it was asked for. */
export function fileCache({ maxBytes, idleMs }: { maxBytes: number; idleMs: number }): FileCache {
  const files = new Map<string, CachedFile>()
  let held = 0
  const forget = (key: string, file: CachedFile) => {
    if (files.get(key) !== file) return
    clearTimeout(file.timer)
    files.delete(key)
    held -= file.bytes
  }

  function add(key: string, bytes: number, read: () => Promise<Uint8Array>): CachedFile {
    const timer = setTimeout(() => forget(key, file), idleMs).unref()
    const file: CachedFile = { bytes, content: read(), timer }
    file.content.catch(() => forget(key, file))
    held += bytes
    return file
  }

  return {
    get: (key, bytes, read) => {
      const file = files.get(key) ?? add(key, bytes, read)
      file.timer.refresh()
      // Behind the others: the first of the map is who was not asked for longest.
      files.delete(key)
      files.set(key, file)
      for (const [other, eldest] of files) {
        if (held <= maxBytes) break
        forget(other, eldest)
      }
      return file.content
    },
  }
}
