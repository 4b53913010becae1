// The name of a downloaded file, for its header and for every file system.

/** `attachment` with the name twice: in ASCII, and as RFC 5987 has it for all others. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** A name that people gave, as part of a file's: no folders, nothing that a file system refuses, not too long. */
export function inFileName(name: string): string {
  const plain = name.replace(/[\p{C}\p{Z}/\\:*?"<>|.]+/gu, '-').replace(/^-+|-+$/g, '')
  return [...plain].slice(0, 60).join('')
}
