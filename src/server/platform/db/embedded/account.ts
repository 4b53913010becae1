// Chooses the account that runs PostgreSQL, and checks that it can reach the files it needs.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, EmbeddedError } from './embedded-error.ts'

/** The ids to switch to when a process is started; empty if it runs as our own user. */
type Ids = { uid: number; gid: number } | Record<string, never>

export interface Account {
  name: string
  ids: Ids
  /** initdb looks up its own user in the user list and fails if it is missing; the server does not. */
  initdbIds: Ids
}

// PostgreSQL refuses to run as root. A dedicated uid needs no entry in /etc/passwd and shares no files with any user.
const OWN_ID = 54330

/** An ordinary user runs it directly. Root runs it as the owner of the database, or as our dedicated uid. */
export function chooseAccount(cluster: string): Account {
  const me = process.getuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (me !== 0) {
    if (me !== undefined && owner && owner.uid !== me) {
      throw new EmbeddedError(
        `The database in ${cluster} belongs to uid ${owner.uid}, but Kabar runs as uid ${me}. ` +
          `Start Kabar as that account, or as root, or set DATA_DIR to another folder.`,
      )
    }
    return { name: me === undefined ? 'this user' : `uid ${me}`, ids: {}, initdbIds: {} }
  }
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: OWN_ID, gid: OWN_ID }
  return { name: `uid ${ids.uid}`, ids, initdbIds: { uid: listedUser(), gid: ids.gid } }
}

/** Returns PostgreSQL's version ("18.4"), run as the account; throws naming the account and the folder it cannot reach. */
export async function probe(
  account: Account,
  postgres: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<string> {
  assertCanEnter(account, dirname(dataDir))
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version'], { ...account.ids, env, ...workFolder })
    const version = stdout.match(/PostgreSQL\) (\S+)/)?.[1]
    if (version) return version
    throw new EmbeddedError(
      `${postgres} --version printed "${stdout.trim()}", so it is not PostgreSQL. Set DATABASE_URL.`,
    )
  } catch (error) {
    if (error instanceof EmbeddedError) throw error
    const blocked = firstBlocked(account, postgres)
    if (blocked) throw unreachable(account, blocked)
    throw new EmbeddedError(`PostgreSQL does not run here as ${account.name}: ${whyNot(error, postgres)}`)
  }
}

/** As root only: lets this account alone pass through the data folder. */
export function letThrough(account: Account, dataDir: string): void {
  if (!('uid' in account.ids)) return
  const { mode, uid, gid } = statSync(dataDir)
  const groupUnused = gid === 0 || (mode & 0o070) === 0
  if (groupUnused && !mayEnter(dataDir, account)) {
    chownSync(dataDir, uid, account.ids.gid)
    chmodSync(dataDir, (mode & 0o707) | 0o010)
  }
  assertCanEnter(account, dataDir)
}

/** As root only: changes the owner of a folder and its contents. 970 files of a new cluster take about 10 ms. */
export function giveTo(ids: Ids, path: string): void {
  if (!('uid' in ids)) return
  chownSync(path, ids.uid, ids.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) giveTo(ids, inside)
    else if (entry.isFile()) chownSync(inside, ids.uid, ids.gid)
  }
}

/** initdb would fail with "could not look up effective user ID"; say what to do before anything is created. */
export function assertListed(account: Account): void {
  if ('uid' in account.ids || process.platform === 'win32') return
  try {
    userInfo()
  } catch {
    throw new EmbeddedError(
      `${account.name} has no entry in the list of users, so PostgreSQL cannot create a database. ` +
        `Run Kabar as a named user (in Docker: USER node), or set DATABASE_URL.`,
    )
  }
}

/** A program must not start in a folder its account cannot enter; every account can enter this one. */
export const workFolder = process.platform === 'win32' ? {} : { cwd: '/' }

function listedUser(): number {
  const ids = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid]) => [name, Number(uid)]),
  )
  const usable = [ids.get('nobody'), ids.get('daemon'), ...ids.values()].find((uid) => uid && uid > 0) // macOS: nobody is -2
  if (usable) return usable
  throw new EmbeddedError('PostgreSQL refuses to run as root, and this machine has no other user. Set DATABASE_URL.')
}

/** Checks, as the account, whether the nearest existing folder can be entered: modes alone miss access control lists. */
function assertCanEnter(account: Account, folder: string): void {
  if (!('uid' in account.ids)) return
  let present = folder
  while (!existsSync(present)) present = dirname(present)
  try {
    execFileSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', present], { ...account.ids, ...workFolder, stdio: 'ignore' })
  } catch (error) {
    if (codeOf(error)) {
      throw new EmbeddedError(
        `PostgreSQL refuses to run as root, and root may not switch to ${account.name} here (${codeOf(error)}). ` +
          `Run Kabar as an ordinary user, or set DATABASE_URL.`,
      )
    }
    throw unreachable(account, firstBlocked(account, present) ?? present)
  }
}

function unreachable(account: Account, path: string): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL refuses to run as root, so it runs as ${account.name}, which cannot reach ${path}. ` +
      `Move the project and its data to a folder that every account can enter, such as /opt/kabar, ` +
      `or run Kabar as an ordinary user, or set DATABASE_URL.`,
  )
}

/** The outermost folder (or file) of the path that the account may not enter. */
function firstBlocked(account: Account, path: string): string | undefined {
  const above = path === dirname(path) ? undefined : firstBlocked(account, dirname(path))
  return above ?? (mayEnter(path, account) ? undefined : path)
}

/** As far as its mode shows. */
export function mayEnter(path: string, { ids }: Account): boolean {
  const { mode, uid, gid } = statSync(path)
  const shift = uid === ids.uid ? 6 : gid === ids.gid ? 3 : 0
  return !('uid' in ids) || ((mode >> shift) & 1) === 1
}

function whyNot(error: unknown, postgres: string): string {
  const missingLoader = codeOf(error) === 'ENOENT' && lstatSync(postgres, { throwIfNoEntry: false })
  if (missingLoader)
    return 'its binaries need glibc, which Alpine does not have. Use a Debian image, or set DATABASE_URL.'
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').pop() : ''
  return `${said || (error instanceof Error ? error.message : String(error))}. Set DATABASE_URL to use another server.`
}
