// Files attached to messages: images, videos and PDFs.
import * as z from 'zod/mini'
import { byId, Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const MediaKind = z.enum(['image', 'video', 'document'])
export type MediaKind = z.output<typeof MediaKind>

export const Media = z.object({
  id: Id,
  kind: MediaKind,
  /** Detected from the content: `image/jpeg`, `image/png`, `video/mp4` or `application/pdf`. */
  type: z.string(),
  name: z.string(),
  /** Size in bytes. */
  size: z.int(),
  created_at: Timestamp,
})
export type Media = z.output<typeof Media>

/** A file as referenced by a message. */
export const MediaFile = z.pick(Media, { id: true, name: true, type: true, kind: true, size: true })
export type MediaFile = z.output<typeof MediaFile>

const megabyte = 1024 * 1024
/** Size in bytes. */
export const maxMediaBytes: Readonly<Record<MediaKind, number>> = {
  image: 16 * megabyte,
  video: 16 * megabyte,
  document: 100 * megabyte,
}

export const media = {
  /**
   * Multipart with one part `file`; this entry only declares the path. Uploading the same content again returns the same file.
   */
  upload: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/media',
    access: 'signed_in',
    response: Media,
    status: 201,
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/media/:id',
    access: 'signed_in',
    params: byId,
    response: Media,
  }),
  /** The content of the file. */
  file: endpoint({ permission: 'view', method: 'GET', path: '/v1/media/:id/file', access: 'signed_in', params: byId }),
}
