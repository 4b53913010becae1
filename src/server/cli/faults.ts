// Faults of files and of PostgreSQL that an operator can remove, in one sentence that says what to do.

/** Undefined for any other error. */
export function systemFault(error: unknown): string | undefined {
  const { code = '', message, path, syscall } = error as NodeJS.ErrnoException
  if (code === '42501' && /^(must be owner|permission denied for)/.test(message))
    return `The login of DATABASE_URL must own the database and its schema "public" (${message}): docs/deploy.md says how to create both.`
  if (code === '53100') return `The disk of the database is full: ${message}. Free some space there.`
  // Errors of connections, listeners and programs have codes of the same names.
  if (!syscall || /^(connect|listen|bind|spawn)/.test(syscall)) return undefined
  const place = path ?? 'a file'
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return `The disk is full: ${message}. Free some space, or choose a folder on another disk.`
  if (code === 'EROFS') return `${place} is on a disk that cannot be written (${message}). Choose another folder.`
  if (['EACCES', 'EPERM'].includes(code))
    return `This user may not use ${place} (${message}). Run the command as the user that runs Kabar, or choose another file or folder.`
  if (['ENOENT', 'ENOTDIR'].includes(code))
    return `There is no folder for ${place} (${message}). Make it, or choose another one.`
  if (code === 'EISDIR') return `Name a file: ${path ?? 'this'} is a folder (${message}).`
  return undefined
}
