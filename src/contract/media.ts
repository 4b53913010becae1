// Files that messages carry: pictures, films and PDFs.
import * as z from 'zod/mini'
import { byId, Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const MediaKind = z.enum(['image', 'video', 'document'])
export type MediaKind = z.output<typeof MediaKind>

export const Media = z.object({
  id: Id,
  kind: MediaKind,
  /** What its content says it is: `image/jpeg`, `image/png`, `video/mp4` or `application/pdf`. */
  type: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  created_at: Timestamp,
})
export type Media = z.output<typeof Media>

/** As a message that carries it names it. */
export const MediaFile = z.pick(Media, { id: true, name: true, type: true, kind: true, size: true })
export type MediaFile = z.output<typeof MediaFile>

const megabyte = 1024 * 1024
/** Bytes. */
export const maxMediaBytes: Readonly<Record<MediaKind, number>> = {
  image: 16 * megabyte,
  video: 16 * megabyte,
  document: 100 * megabyte,
}

export const media = {
  /** Multipart, one part `file`: this entry only holds its path. The same file again is the same one. */
  upload: endpoint({ method: 'POST', path: '/v1/media', access: 'signed_in', response: Media, status: 201 }),
  get: endpoint({ method: 'GET', path: '/v1/media/:id', access: 'signed_in', params: byId, response: Media }),
  /** Its bytes. */
  file: endpoint({ method: 'GET', path: '/v1/media/:id/file', access: 'signed_in', params: byId }),
}
