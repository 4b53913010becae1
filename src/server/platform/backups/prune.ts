// Deletes old backups from their folder, and unfinished files that no process is writing any more.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOfKind } from './retention.ts'

/** After this time, the process that was writing an unfinished file must have been killed. */
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
  for (const name of names.filter((name) => /^kabar-.*\.partial$/.test(name))) {
    const { mtime } = await stat(join(folder, name))
    if (now.getTime() - mtime.getTime() > abandonedMs) gone.push(name)
  }
  for (const name of gone) await rm(join(folder, name), { force: true })
}
