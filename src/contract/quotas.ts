// Quotas of an organization and their usage.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * `records`: contacts, investors, investments, transactions, offerings, notes and templates, including deleted ones.
 * `storage`: bytes of message files and of stored import rows. `uploads` and `exports`: in the last hour, including
 * attempts to import everything.
 */
export const QuotaKind = z.enum(['records', 'storage', 'uploads', 'exports'])
export type QuotaKind = z.output<typeof QuotaKind>

export const Quota = z.object({ kind: QuotaKind, used: z.int(), limit: z.int() })
export type Quota = z.output<typeof Quota>

export const quotas = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/organization/usage',
    access: 'signed_in',
    response: z.object({ data: z.array(Quota) }),
  }),
}
