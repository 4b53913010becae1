// Files that the browser downloads by itself: asked for by a signed-in call, fetched once by the link it answers.
import * as z from 'zod/mini'
import { recipientExport } from './broadcasts.ts'
import { byId, Id, Timestamp } from './common.ts'
import { contactExport } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { importErrorExport } from './imports.ts'
import { investmentExport, transactionExport } from './investments.ts'
import { investorExport } from './investors.ts'

/** What can be downloaded. A new kind is one line here, `{ kind, input }`, and one function in the server's `app.ts`. */
export const DownloadRequest = z.discriminatedUnion('kind', [
  /** All that belongs to the organization. */
  z.strictObject({ kind: z.literal('everything'), input: z.strictObject({}) }),
  /** Lists, as they are shown. */
  contactExport,
  investorExport,
  investmentExport,
  transactionExport,
  recipientExport,
  importErrorExport,
])
export type DownloadRequest = z.output<typeof DownloadRequest>

export const Download = z.object({
  id: Id,
  /** Opens once, within 60 seconds, as long as whoever asked stays signed in. */
  url: z.string(),
  expires_at: Timestamp,
})
export type Download = z.output<typeof Download>

/** `sending`: the file is ready and on its way. `expired`: nobody opened the link in time. */
export const DownloadStatus = z.enum(['waiting', 'preparing', 'sending', 'failed', 'expired'])
export type DownloadStatus = z.output<typeof DownloadStatus>

export const downloads = {
  create: endpoint({
    method: 'POST',
    path: '/v1/downloads',
    access: 'signed_in',
    body: DownloadRequest,
    response: Download,
    status: 201,
  }),
  /** For the page that waits while the file is prepared. */
  get: endpoint({
    method: 'GET',
    path: '/v1/downloads/:id',
    access: 'signed_in',
    params: byId,
    response: z.object({ status: DownloadStatus }),
  }),
  /** The recipients of a broadcast as CSV, for programs: the answer is the link. */
  recipients: endpoint({
    method: 'GET',
    path: '/v1/broadcasts/:id/export',
    access: 'signed_in',
    params: byId,
    response: Download,
  }),
  /** The link itself. Answers the file. */
  open: endpoint({
    method: 'GET',
    path: '/v1/downloads/files/:token',
    access: 'open',
    params: z.object({ token: z.string().check(z.maxLength(100)) }),
  }),
}
