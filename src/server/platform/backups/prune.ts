// Deletes old backups from their folder, and what killed processes have left there.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOfKind } from './retention.ts'

/** Unfinished files, and folders of backups fetched for a restore (`mkdtemp`). */
const temporary = /^kabar-.*\.partial$|^fetched-[A-Za-z0-9]{6}$/
/** After this time, the process that was using one must have been killed. */
const abandonedMs = 24 * 60 * 60_000

/** How many backups before upgrades are kept. */
const keptUpgrades = 3

export async function pruneUpgrades(folder: string, now: Date): Promise<void> {
  await prune(
    folder,
    { kind: 'before-upgrade', chooses: (files) => files.slice(keptUpgrades).map(({ name }) => name) },
    now,
  )
}

/** `chooses` gets the files of this kind, newest first, and returns the names to delete. */
export async function prune(
  folder: string,
  { kind, chooses }: { kind: string; chooses(files: ReturnType<typeof filesOfKind>): string[] },
  now: Date,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const gone = chooses(filesOfKind(names, kind))
  for (const name of names.filter((name) => temporary.test(name))) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    const isTemporary = found && (name.endsWith('.partial') ? found.isFile() : found.isDirectory())
    if (isTemporary && now.getTime() - found.mtime.getTime() > abandonedMs) gone.push(name)
  }
  for (const name of gone) await rm(join(folder, name), { recursive: true, force: true })
}
