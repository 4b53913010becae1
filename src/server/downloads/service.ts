// Rules of downloads: a link is valid once, for a minute, while the user who requested it is signed in.
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Download, DownloadRequest } from '../../contract/downloads.ts'
import { isSignedIn } from '../auth/service.ts'
import { type Database, inSnapshot, type Tenant } from '../db/index.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../http/authentication.ts'
import { fairQueue } from '../http/fair-queue.ts'
import { openSpool, type Spool } from '../http/spool.ts'
import { digest, newToken } from '../keys.ts'
import type { DownloadFile } from './download-file.ts'
import * as queries from './queries.ts'

export { inChunks } from './chunks.ts'
export { byteOrderMark, csvLine, unescapeFormula } from './csv.ts'
export { type DownloadFile, ended } from './download-file.ts'
export { inFileName } from './file-name.ts'
export { type TableColumn, tableFile } from './table.ts'

/**
 * Generators of downloads, one function per kind, passed in by `app.ts`: from the validated input to the file.
 * `tenant` is a read-only snapshot that lives only until `content` ends, so read lazily and keep little in memory:
 * `content` is spooled to disk and sent afterwards, because a slow client must not hold a transaction open.
 * An AppError becomes its own response; any other error becomes a 500 and a failed download.
 */
export type DownloadKinds = {
  [Kind in DownloadRequest['kind']]: (
    tenant: Tenant,
    input: Extract<DownloadRequest, { kind: Kind }>['input'],
  ) => Promise<DownloadFile>
}

interface DownloadDependencies {
  database: Database
  now: () => Date
  /** Directory for files while they are prepared and sent. */
  dataDir: string
}

const linkMs = 60_000
/** Preparing a file is cancelled after this time. */
const prepareMs = 15 * 60_000
/** Links that one user may request per minute. */
const maxPerMinute = 30
/**
 * Concurrent preparations per process; pages keep the other database connections. "Everything" may take minutes and a
 * list takes seconds, so each has its own queue: no list waits for an archive.
 */
const turns = { maxConcurrent: 2, maxConcurrentPerOrganization: 1, maxQueuedPerUser: 10 }
/** Limit of files on disk that wait for their clients: slow ones must not fill the disk. */
const maxLying = { total: 256, organization: 4 }
/** Enough for a gigabyte on a slow connection. */
const lieMs = 4 * 3_600_000

export function downloadService(kinds: DownloadKinds, { database, now, dataDir }: DownloadDependencies) {
  const archives = fairQueue(turns)
  const lists = fairQueue(turns)
  const lying = new Map<string, number>()
  let all = 0

  /** Counts a file on disk until it is closed, for whatever reason. */
  function lay(organization_id: string, file: Readable) {
    all += 1
    lying.set(organization_id, (lying.get(organization_id) ?? 0) + 1)
    const cutting = setTimeout(() => file.destroy(new Error('the file was not read in time')), lieMs).unref()
    file.once('close', () => {
      clearTimeout(cutting)
      all -= 1
      const left = lying.get(organization_id)! - 1
      if (left > 0) lying.set(organization_id, left)
      else lying.delete(organization_id)
    })
  }

  async function create(tenant: Tenant, who: Caller, request: DownloadRequest): Promise<Download> {
    const { token, token_hash } = newToken()
    const at = now()
    const expires_at = new Date(at.getTime() + linkMs)
    const more = { token_hash, now: at, expires_at, most: maxPerMinute }
    const created = await queries.create(tenant, who, request, more)
    if (!created) {
      throw new AppError('too_many_requests', 'Wait 60 seconds, then try again.', { retryAfterSeconds: 60 })
    }
    return { id: created.id, url: `/api/v1/downloads/files/${token}`, expires_at: expires_at.toISOString() }
  }

  /** Prepares the whole file. `signal`: the client has disconnected. */
  async function open(token: string, signal: AbortSignal) {
    const at = now()
    const taken = await queries.claimDownload(database, digest(token), at, new Date(at.getTime() + prepareMs))
    if (!taken) throw gone()
    const ending = AbortSignal.any([signal, AbortSignal.timeout(prepareMs)])
    try {
      if (!(await isSignedIn(database, taken, at))) throw gone()
      const queue = taken.kind === 'everything' ? archives : lists
      const file = await queue.run(taken, ending, () => prepare(taken, ending))
      await queries.end(database, taken, 'sending').catch((error) => {
        file.content.destroy()
        throw error
      })
      return file
    } catch (error) {
      await queries.end(database, taken, 'failed')
      throw error
    }
  }

  async function prepare(taken: queries.ClaimedDownload, signal: AbortSignal) {
    const { organization_id } = taken
    if (all >= maxLying.total || (lying.get(organization_id) ?? 0) >= maxLying.organization) throw unread()
    const spool = await openSpool(join(dataDir, 'downloads'))
    try {
      const { name, type } = await inSnapshot(database, taken, async (tenant) => {
        // The compiler cannot see that kind and input belong together; the contract has validated it.
        const make = kinds[taken.kind] as (tenant: Tenant, input: unknown) => Promise<DownloadFile>
        const file = await make(tenant, taken.input)
        await fill(spool, file.content, signal)
        return file
      })
      const content = spool.read()
      lay(organization_id, content)
      return { name, type, bytes: spool.bytes(), content }
    } catch (error) {
      await spool.close()
      throw error
    }
  }

  return { create, open }
}

async function fill(spool: Spool, content: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  for await (const chunk of content) {
    signal.throwIfAborted()
    await spool.write(chunk)
  }
}

const unread = () =>
  new AppError('unavailable', 'Your other downloads are not finished. Wait for them, then try again.', {
    retryAfterSeconds: 10,
  })

const gone = () =>
  new AppError('download_gone', 'A link works once and for 60 seconds. Go back to Kabar and request the file again.')
