// Downloads: an authenticated call returns a link that the browser opens once.
import * as z from 'zod/mini'
import { auditExport } from './audit.ts'
import { recipientExport } from './broadcasts.ts'
import { byId, Id, Timestamp } from './common.ts'
import { contactExport } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { erasureCertificate } from './erasures.ts'
import { importErrorExport } from './imports.ts'
import { investmentExport, transactionExport } from './investments.ts'
import { investorExport } from './investors.ts'
import { offeringExport } from './offerings.ts'
import { statementFile } from './statements.ts'
import { taskExport } from './tasks.ts'

/** What can be downloaded. A new kind needs one line here, `{ kind, input }`, and one function in the server's `app.ts`. */
export const DownloadRequest = z.discriminatedUnion('kind', [
  /** All data of the organization. */
  z.strictObject({ kind: z.literal('everything'), input: z.strictObject({}) }),
  /** Lists, as shown on the screen. */
  contactExport,
  investorExport,
  investmentExport,
  transactionExport,
  offeringExport,
  taskExport,
  auditExport,
  recipientExport,
  importErrorExport,
  statementFile,
  erasureCertificate,
])
export type DownloadRequest = z.output<typeof DownloadRequest>

/** Files of amounts, for which `see_amounts` is needed as well. */
export const amountKinds: readonly DownloadRequest['kind'][] = [
  'everything',
  'investments',
  'transactions',
  'offerings',
  'import_errors',
  'statement',
]

export const Download = z.object({
  id: Id,
  /** Valid once, within 60 seconds, while the user who requested it stays signed in. */
  url: z.string(),
  expires_at: Timestamp,
})
export type Download = z.output<typeof Download>

/** `sending`: the file is ready and is being sent. `expired`: the link was not opened in time. */
export const DownloadStatus = z.enum(['waiting', 'preparing', 'sending', 'failed', 'expired'])
export type DownloadStatus = z.output<typeof DownloadStatus>

export const downloads = {
  create: endpoint({
    permission: 'export',
    fresh_proof: ({ kind }: DownloadRequest) => kind === 'everything',
    method: 'POST',
    path: '/v1/downloads',
    access: 'signed_in',
    body: DownloadRequest,
    response: Download,
    status: 201,
  }),
  /** Polled by the page while the file is prepared. */
  get: endpoint({
    permission: 'export',
    method: 'GET',
    path: '/v1/downloads/:id',
    access: 'signed_in',
    params: byId,
    response: z.object({ status: DownloadStatus }),
  }),
  /** The recipients of a broadcast as CSV, for API clients: returns the link. */
  recipients: endpoint({
    permission: 'export',
    method: 'GET',
    path: '/v1/broadcasts/:id/export',
    access: 'signed_in',
    params: byId,
    response: Download,
  }),
  /** The link itself. Returns the file. */
  open: endpoint({
    method: 'GET',
    path: '/v1/downloads/files/:token',
    access: 'open',
    params: z.object({ token: z.string().check(z.maxLength(100)) }),
  }),
}
