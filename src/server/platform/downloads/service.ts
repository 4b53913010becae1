// Rules of downloads: a link is valid once, for a minute, while the user who requested it is signed in.

import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Download, DownloadRequest } from '../../../contract/downloads.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { digest, newToken } from '../../keys.ts'
import { writeAuditEvent } from '../db/audit-events.ts'
import {
  allowComputation,
  type Database,
  inReadOnlyTenant,
  inTenant,
  shareLockOrganization,
  type Tenant,
} from '../db/index.ts'
import type { Quotas } from '../db/quotas.ts'
import type { Caller } from '../http/authentication.ts'
import { fairQueue } from '../http/fair-queue.ts'
import { openSpool, type Spool } from '../http/spool.ts'
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
  quotas: Pick<Quotas, 'assert'>
  /** Whether the sign-in session or API token that requested the file is still active. */
  isSignedIn(database: Database, download: queries.ClaimedDownload, now: Date): Promise<boolean>
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

export interface DownloadService {
  /** Creates a link for the caller; `assert` may throw to refuse it, in the same transaction. */
  request(caller: Caller, request: DownloadRequest, assert?: (tenant: Tenant) => Promise<void>): Promise<Download>
  /** Prepares the whole file. `signal`: the client has disconnected. */
  open(
    token: string,
    signal: AbortSignal,
    ip?: string,
  ): Promise<{ name: string; type: string; bytes: number; content: Readable }>
}

export function downloadService(
  kinds: DownloadKinds,
  { database, now, quotas, isSignedIn, dataDir }: DownloadDependencies,
): DownloadService {
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
      const remaining = lying.get(organization_id)! - 1
      if (remaining > 0) lying.set(organization_id, remaining)
      else lying.delete(organization_id)
    })
  }

  async function request(caller: Caller, requested: DownloadRequest, assert?: (tenant: Tenant) => Promise<void>) {
    return await inTenant(database, caller, async (tenant) => {
      await shareLockOrganization(tenant)
      await assert?.(tenant)
      await queries.holdAsking(tenant)
      await quotas.assert(tenant, 'exports', 1)
      return await create(tenant, caller, requested)
    })
  }

  async function create(
    tenant: Tenant,
    caller: Pick<Caller, 'user_id' | 'session_id' | 'token_id'>,
    request: DownloadRequest,
  ): Promise<Download> {
    const { token, token_hash } = newToken()
    const at = now()
    const expires_at = new Date(at.getTime() + linkMs)
    const more = { token_hash, now: at, expires_at, maxPerMinute }
    const created = await queries.create(tenant, caller, request, more)
    if (!created) {
      const said = message('rate_limit.wait', { time: message('time.seconds', { count: 60 }) })
      throw new AppError('too_many_requests', said, { retryAfterSeconds: 60 })
    }
    return { id: created.id, url: `/api/v1/downloads/files/${token}`, expires_at: expires_at.toISOString() }
  }

  async function open(token: string, signal: AbortSignal, ip?: string) {
    const at = now()
    const download = await queries.claimDownload(database, digest(token), at, new Date(at.getTime() + prepareMs))
    if (!download) throw gone()
    const ending = AbortSignal.any([signal, AbortSignal.timeout(prepareMs)])
    try {
      if (!(await isSignedIn(database, download, at))) throw gone()
      const queue = download.kind === 'everything' ? archives : lists
      const file = await queue.run(download, ending, () => prepare(download, ending))
      await recordSending(download, ip).catch((error) => {
        file.content.destroy()
        throw error
      })
      return file
    } catch (error) {
      await queries.end(database.system, download, 'failed')
      throw error
    }
  }

  /** In one transaction: what leaves the organization is in its audit log. */
  async function recordSending(download: queries.ClaimedDownload, ip: string | undefined) {
    const { organization_id, user_id, kind, token_id } = download
    await database.system.transaction().execute(async (db) => {
      await queries.end(db, download, 'sending')
      const event = { action: 'exported', user_id, ip, detail: { what: [kind] }, at: now() } as const
      await writeAuditEvent({ db, organization_id }, { ...event, ...(token_id && { token_id }) })
    })
  }

  async function prepare(download: queries.ClaimedDownload, signal: AbortSignal) {
    const { organization_id } = download
    if (all >= maxLying.total || (lying.get(organization_id) ?? 0) >= maxLying.organization) throw unread()
    const spool = await openSpool(join(dataDir, 'downloads'))
    try {
      const { name, type } = await inReadOnlyTenant(database, scopeOf(download), async (tenant) => {
        await allowComputation(tenant)
        // The compiler cannot see that kind and input belong together; the contract has validated it.
        const make = kinds[download.kind] as (tenant: Tenant, input: unknown) => Promise<DownloadFile>
        const file = await make(tenant, download.input)
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

  return { request, open }
}

/** The file is written with what the user could see when they requested it. */
const scopeOf = (download: queries.ClaimedDownload) => ({
  ...download,
  permissions: download.sees_amounts ? (['see_amounts'] as const) : [],
})

async function fill(spool: Spool, content: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  for await (const chunk of content) {
    signal.throwIfAborted()
    await spool.write(chunk)
  }
}

const unread = () =>
  new AppError('unavailable', message('download.others_unfinished'), {
    retryAfterSeconds: 10,
  })

const gone = () => new AppError('download_expired', message('download.link_expired'))
