// Rules of downloads: a link is good once, for a minute, and only while whoever asked is signed in.
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
 * What a download is made by, one function a kind, handed in at `app.ts`: from the input, which the contract has
 * checked, to the file. The organization is seen as it is at one instant (`tenant` is a read-only snapshot), and it is
 * seen only until `content` ends, so read as you go and keep little: `content` is written to disk as it comes and
 * sent afterwards, because a slow client must not hold a transaction open. What it throws becomes a 500 and a
 * failed download; an AppError becomes its own answer.
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
  /** Where files are kept while they are prepared and sent. */
  dataDir: string
}

const linkMs = 60_000
/** A file that takes longer than this to prepare is given up. */
const prepareMs = 15 * 60_000
/** Links that one person may ask for within a minute. */
const maxPerMinute = 30
/**
 * Files prepared at once, of the process; pages keep the other database connections. "Everything" may take minutes and a
 * list takes seconds, so each has a queue of its own: no list waits for an archive.
 */
const turns = { atOnce: 2, atOncePerOrganization: 1, waitingPerUser: 10 }
/** Files that lie on the disk until they are read: whoever reads slowly must not fill it. */
const maxLying = { total: 256, organization: 4 }
/** A gigabyte over a slow line. */
const lieMs = 4 * 3_600_000

export function downloadService(kinds: DownloadKinds, { database, now, dataDir }: DownloadDependencies) {
  const archives = fairQueue(turns)
  const lists = fairQueue(turns)
  const lying = new Map<string, number>()
  let all = 0

  /** Until `file` is closed, however it ends. */
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

  /** The whole file, ready to be sent. `signal`: the client went away. */
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
        // The compiler cannot see that a kind and its input belong together; the contract has seen to it.
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
  new AppError('unavailable', 'Your other downloads are not finished. Wait for them, then ask again.', {
    retryAfterSeconds: 10,
  })

const gone = () =>
  new AppError('download_gone', 'It works once and for 60 seconds. Go back to Kabar and ask for the file again.')
