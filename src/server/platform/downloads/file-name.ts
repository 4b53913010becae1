// Names of downloaded files, safe for the header and for every file system.

/** `attachment` with the name twice: in ASCII, and encoded by RFC 5987. */
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

/** Makes a user's text safe as part of a file name: no folders, no reserved characters, limited length. */
export function inFileName(name: string): string {
  const plain = name.replace(/[\p{C}\p{Z}/\\:*?"<>|.]+/gu, '-').replace(/^-+|-+$/g, '')
  return [...plain].slice(0, 60).join('')
}
