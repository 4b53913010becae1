// Rules of media: type detected from the content, size limit, deduplication, and the organization's quota.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Media, type MediaFile, maxMediaBytes } from '../../../contract/media.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, notFound } from '../../errors.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Quotas } from '../../platform/db/quotas.ts'
import { fairQueue } from '../../platform/http/fair-queue.ts'
import type { Spool } from '../../platform/http/spool.ts'
import type { OutgoingMedia } from '../drivers/driver.ts'
import { fileCache } from './file-cache.ts'
import { type Format, formatOf, plainName, signatureBytes } from './format.ts'
import { pictureCleaner } from './picture.ts'
import * as queries from './queries.ts'
import { isWholeMp4, isWholePdf } from './structure.ts'

export { named } from './queries.ts'

const partBytes = 256 * 1024

type Uploader = { organization_id: string; user_id?: string }

/** Spooled to disk first: a slow upload must hold neither a transaction nor 100 MB of memory. */
export async function upload(
  database: Database,
  caller: Uploader,
  { name, content, spool }: { name: string; content: Readable; spool: Spool },
  quotas?: Quotas,
): Promise<Media> {
  const { format, sha256 } = await receive(content, spool)
  const { kind, type } = format
  const file = await checked(caller, format, { sha256, size: spool.bytes(), part: spool.part }, spool)
  const media = { kind, type, size: file.size, sha256: file.sha256, name: plainName(name, format) }
  return await inTenant(database, caller, (tenant) => keep(tenant, media, file.part, quotas))
}

interface Content {
  size: number
  sha256: string
  part: Spool['part']
}

/** Images decoded concurrently: one of 48 million pixels takes 350 MB of memory, one of 12 million 120 MB. */
const decoding = fairQueue({ maxConcurrent: 1, maxConcurrentPerOrganization: 1, maxQueuedPerUser: 8 })
const cleanPicture = pictureCleaner()
/** A running decoder cannot be cancelled. */
const never = new AbortController().signal

/** Re-encodes images; other files are stored unchanged, or rejected if they are incomplete. */
async function checked(caller: Uploader, { kind, type }: Format, content: Content, spool: Spool): Promise<Content> {
  if (kind === 'document' && !(await isWholePdf(spool))) throw notWhole()
  if (kind === 'video' && !(await isWholeMp4(spool))) throw notWhole()
  if (kind !== 'image') return content
  const bytes = await decoding.run(caller, never, async () => cleanPicture(await spool.part(0, content.size), type))
  if (bytes.length > maxMediaBytes.image) throw tooLarge('image')
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    part: async (start, length) => bytes.subarray(start, start + length),
  }
}

const notWhole = () => fieldError('invalid_request', 'file', message('media.damaged'))

/** Stores a PDF that Kabar made; the same content is stored once. */
export async function keepDocument(tenant: Tenant, name: string, bytes: Buffer, quotas?: Quotas): Promise<Media> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const media = { kind: 'document', type: 'application/pdf', size: bytes.length, sha256, name } as const
  return await keep(tenant, media, async (start, length) => bytes.subarray(start, start + length), quotas)
}

/** Streams the content in parts, one transaction each; content is immutable. */
export async function* bytesOf(database: Database, caller: Uploader, id: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const piece = await inTenant(database, caller, (tenant) => queries.part(tenant, id, number))
    if (!piece) return
    yield piece
  }
}

/** A file as referenced by messages, with the hash of its content. */
export type NamedMedia = MediaFile & { sha256: string }

const recent = fileCache({ maxBytes: 128 * 1024 * 1024, idleMs: 60_000 })

/** For drivers: cached for a minute, so a broadcast reads its file once for concurrent recipients. */
export function outgoing(
  database: Database,
  caller: Uploader,
  { id, kind, type, name, size, sha256 }: NamedMedia,
): OutgoingMedia {
  const read = async () => {
    const pieces: Buffer[] = []
    for await (const piece of bytesOf(database, caller, id)) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    if (bytes.length !== size) throw new Error(`media ${id} has ${bytes.length} bytes instead of ${size}`)
    return bytes
  }
  return { kind, type, name, sha256, read: () => recent.get(`${caller.organization_id} ${id}`, size, read) }
}

/** Locks a file that is about to be referenced. Throws 404 if there is none. */
export async function assertMedia(tenant: Tenant, id: string | null | undefined): Promise<void> {
  if (id && !(await queries.hold(tenant, id))) throw notFound()
}

const foreignKeyViolation = '23503'

/** Deletes files that no template, broadcast or answer has referenced for 30 days. */
export async function sweep(
  database: Database,
  log: { error(detail: object, text: string): void },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - 30 * 86_400_000)
  for (const organization_id of await queries.organizationIds(database))
    await inTenant(database, { organization_id }, (tenant) => queries.sweep(tenant, { now, before })).catch((error) => {
      // A file was referenced concurrently. Other organizations continue; this one is retried later.
      if ((error as { code?: unknown }).code !== foreignKeyViolation)
        log.error({ err: error, organization_id }, 'deleting unused files failed, retrying')
    })
}

async function receive(content: Readable, spool: Spool): Promise<{ format: Format; sha256: string }> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let format: Format | undefined
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length
    if (head.length < signatureBytes) head = Buffer.concat([head, chunk.subarray(0, signatureBytes)])
    // As early as possible: the rest of a rejected upload is not read.
    if (!format && head.length >= signatureBytes) format = identified(head)
    if (size > maxMediaBytes[format?.kind ?? 'document']) throw tooLarge(format?.kind ?? 'document')
    hash.update(chunk)
    await spool.write(chunk)
  }
  if (size === 0) throw fieldError('invalid_request', 'file', message('media.empty'))
  return { format: format ?? identified(head), sha256: hash.digest('hex') }
}

function identified(head: Buffer): Format {
  const format = formatOf(head)
  if (format) return format
  throw fieldError('invalid_request', 'file', message('media.unsupported'))
}

const tooLarge = (kind: Media['kind']) =>
  new AppError('too_large', kind === 'document' ? message('media.document_too_large') : message('media.too_large'))

async function keep(tenant: Tenant, media: queries.NewMedia, part: Spool['part'], quotas?: Quotas): Promise<Media> {
  await queries.holdAdding(tenant)
  const before = await queries.same(tenant, media)
  if (before) return before
  await quotas?.assert(tenant, 'uploads', 1)
  await quotas?.assert(tenant, 'storage', media.size)
  const stored = await queries.insert(tenant, media)
  for (let number = 0; number * partBytes < media.size; number++) {
    const start = number * partBytes
    await queries.insertPart(tenant, stored.id, number, await part(start, Math.min(partBytes, media.size - start)))
  }
  return stored
}
