// Creates files that other processes see complete or not at all.
import { randomUUID } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf } from './embedded-error.ts'

/** A temporary file with the content of `path`. If the process is killed, it stays, and can be ignored. */
const draftOf = (path: string) => `${path}-${randomUUID()}`

/** Turns the name of a temporary file into the name it was created for. Other names are unchanged. */
export const withoutDraft = (name: string): string => name.replace(/-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '')

/**
 * False if the file exists already. Readable by this account only. A hard link makes it appear with its content, also after
 * a power cut; file systems without hard links get a plain exclusive create.
 */
export function createExclusively(path: string, text: string): boolean {
  const draft = draftOf(path)
  const options = { flag: 'wx', mode: 0o600, flush: true } as const
  writeFileSync(draft, text, options)
  try {
    if (!isLinked(draft, path)) writeFileSync(path, text, options)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function isLinked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch {
    return false
  }
}
