// Limits uploads: how many run concurrently and how many bytes they have on disk, in total and per organization.
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { openSpool, type Spool } from './spool.ts'

interface UploadLimit {
  maxConcurrent: number
  bytes: number
}

export interface UploadLimits {
  total: UploadLimit
  organization: UploadLimit
}

const megabyte = 1024 * 1024
/** An open upload costs a file and a buffer; its bytes occupy disk until they are in the database. */
export const defaultUploadLimits: UploadLimits = {
  total: { maxConcurrent: 256, bytes: 2_048 * megabyte },
  organization: { maxConcurrent: 8, bytes: 512 * megabyte },
}

export interface Uploads {
  /** Provides a temporary file while `work` runs. Throws `unavailable` if a limit is reached, at the start or while writing. */
  hold<T>(organization_id: string, work: (file: Spool) => Promise<T>): Promise<T>
}

export function limitUploads(folder: string, bounds: UploadLimits): Uploads {
  const total = newCount(bounds.total)
  const organizations = new Map<string, Count>()

  return {
    hold: async (organization_id, work) => {
      const own = organizations.get(organization_id) ?? newCount(bounds.organization)
      if (own.open >= own.bound.maxConcurrent || total.open >= total.bound.maxConcurrent) throw busy()
      organizations.set(organization_id, own)
      own.open += 1
      total.open += 1
      let bytes = 0
      // Counted before they are written, so that concurrent writers cannot exceed the limit.
      const take = (more: number) => {
        if (own.bytes + more > own.bound.bytes || total.bytes + more > total.bound.bytes) throw busy()
        own.bytes += more
        total.bytes += more
        bytes += more
      }
      let spool: Spool | undefined
      try {
        spool = await openSpool(folder)
        const { write } = spool
        return await work({
          ...spool,
          write: async (chunk) => {
            take(chunk.length)
            await write(chunk)
          },
        })
      } finally {
        await spool?.close()
        own.open -= 1
        total.open -= 1
        own.bytes -= bytes
        total.bytes -= bytes
        if (own.open === 0) organizations.delete(organization_id)
      }
    },
  }
}

interface Count {
  readonly bound: UploadLimit
  open: number
  bytes: number
}
const newCount = (bound: UploadLimit): Count => ({ bound, open: 0, bytes: 0 })

const busy = () =>
  new AppError('unavailable', message('upload.too_many_at_once'), {
    retryAfterSeconds: 5,
  })
