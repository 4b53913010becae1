// `npm run kabar -- export-org`: the download "Export everything" of one organization, without a browser.
import { createWriteStream, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DownloadFile } from '../platform/downloads/service.ts'
import { Refusal } from './refusal.ts'

/** Renames the file to its final name once it is complete. In a folder it gets the name that a browser would use. */
export async function writeExport({ name, content }: DownloadFile, to: string | null): Promise<string> {
  const target = resolve(to ?? '.')
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory()
  const path = isFolder ? join(target, name) : target
  if (statSync(path, { throwIfNoEntry: false })) throw new Refusal(`${path} exists already.`)
  const draft = `${path}.partial`
  try {
    await pipeline(Readable.from(content), createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, path)
    return path
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    // Services and containers run the command in the folder of the program, which is often read-only.
    if (to === null && ['EACCES', 'EPERM', 'EROFS'].includes(code))
      throw new Refusal(`This folder cannot be written (${message}). Name a file elsewhere: --to <file>.`)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
