// How much an organization may use of an installation, and how much it does.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * `records`: contacts, investors, investments, transactions, offerings, notes and templates, deleted ones included.
 * `storage`: bytes of files of messages and of kept import rows. `uploads` and `exports`: in the last hour, tries of importing
 * everything included.
 */
export const QuotaKind = z.enum(['records', 'storage', 'uploads', 'exports'])
export type QuotaKind = z.output<typeof QuotaKind>

export const Quota = z.object({ kind: QuotaKind, used: z.int(), limit: z.int() })
export type Quota = z.output<typeof Quota>

export const quotas = {
  list: endpoint({
    method: 'GET',
    path: '/v1/organization/usage',
    access: 'signed_in',
    response: z.object({ data: z.array(Quota) }),
  }),
}
