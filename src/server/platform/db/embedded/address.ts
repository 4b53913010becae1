// Where the server listens: a private socket folder, or on Windows, where Node lacks them, a free TCP port with a password.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { codeOf, EmbeddedError } from './embedded-error.ts'

export interface Address {
  /** The folder of the socket, or 127.0.0.1. */
  host: string
  port: number
  password?: string
}

export interface Login {
  connectionString: string
  /** Only for TCP. */
  password?: string
}

export const USER = 'kabar'
export const DATABASE = 'kabar'
const PORT = 5432
// The kernel allows 107 bytes for the path of a socket, macOS 103; PostgreSQL refuses to start with a longer one.
const LONGEST = 100

export async function chooseAddress(home: string, account: Account): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort(), ...readPassword(home) }
  const host = fits(join(home, 'socket')) ? join(home, 'socket') : shortFolder(home)
  makePrivate(host, account)
  return { host, port: PORT }
}

export function connectionString({ host, port, password }: Address, user = USER): string {
  if (password) return `postgresql://${user}:${password}@${host}:${port}/${DATABASE}?sslmode=disable`
  return `postgresql://${user}@localhost/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
}

/** How a role other than the superuser signs in. On Windows its password does not reveal the superuser's. */
export function loginOf(address: Address, role: string): Login {
  if (!address.password) return { connectionString: connectionString(address, role) }
  const password = createHash('sha256').update(`${role} ${address.password}`).digest('hex')
  return { connectionString: connectionString({ ...address, password }, role), password }
}

/** The password of a Windows server; initdb reads the same file. */
export function passwordFile(home: string): string {
  return join(home, 'password')
}

export function readPassword(home: string): { password?: string } {
  const file = passwordFile(home)
  return process.platform === 'win32' && existsSync(file) ? { password: readFileSync(file, 'utf8').trim() } : {}
}

/** Only if no server uses it: the leftovers of a killed server would block the next one if its pid is reused. */
export function clearSocket({ host, port }: Address): void {
  if (!host.startsWith('/')) return
  for (const file of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) rmSync(join(host, file), { force: true })
}

/** Removes a runtime folder outside the data folder; the next start creates it again. */
export function leaveAddress(home: string, address: Address): void {
  if (!address.host.startsWith('/') || address.host.startsWith(home)) return
  clearSocket(address)
  try {
    rmdirSync(address.host)
  } catch {
    // not empty or gone already: either is fine
  }
}

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= LONGEST

/** Derived from the data folder, so that each restart uses the same folder. TMPDIR itself may be too long. */
function shortFolder(home: string): string {
  const name = `kabar-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  return [tmpdir(), '/tmp'].map((parent) => join(parent, name)).find(fits) ?? join('/tmp', name)
}

/** Any user may write to the temporary folder: a folder that is a link or owned by another user is never trusted. */
function makePrivate(folder: string, { ids }: Account): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
    if ('uid' in ids) chownSync(folder, ids.uid, ids.gid)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const present = lstatSync(folder)
  const me = process.getuid?.()
  const owner = ids.uid ?? me
  // As root, a folder owned by root is ours too: a start was killed between the two calls above.
  if (!present.isDirectory() || (present.uid !== owner && !(me === 0 && present.uid === 0))) {
    throw new EmbeddedError(
      `${folder} must belong to Kabar but belongs to uid ${present.uid}. Remove it and start again.`,
    )
  }
  if (present.uid !== owner && 'uid' in ids) chownSync(folder, ids.uid, ids.gid)
  chmodSync(folder, 0o700)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
