// Exports the recipients of a broadcast as a file.
import type * as z from 'zod/mini'
import type { recipientColumns, recipientExport } from '../../../contract/broadcasts.ts'
import { reasonMessage } from '../../../contract/messages/recipient-reason.ts'
import { type Language, languageOf, orNotFound, sentenceOf } from '../../errors.ts'
import { localeOf } from '../../identity/users/service.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, inFileName, type TableColumn, tableFile } from '../../platform/downloads/service.ts'
import { all, type Exported } from './recipients/queries.ts'
import { get } from './rows/queries.ts'

type Input = z.output<typeof recipientExport>['input']

export async function exportRecipients(
  tenant: Tenant,
  { format, query: { broadcast_id, ...query }, columns = [] }: Input,
): Promise<DownloadFile> {
  const { name } = orNotFound(await get(tenant, broadcast_id))
  const chosen = every(languageOf(await localeOf(tenant))).filter(
    ({ header }) => header === 'id' || columns.length === 0 || columns.includes(header),
  )
  const file = ['recipients', inFileName(name)].filter(Boolean).join('-')
  return tableFile({ name: file, format, columns: chosen }, all(tenant, broadcast_id, query))
}

const plain = (header: (typeof recipientColumns)[number] & keyof Exported) => ({
  header,
  value: (row: Exported) => row[header],
})

type Column = TableColumn<Exported> & { header: (typeof recipientColumns)[number] | 'id' }

const every = (language: Language): Column[] => [
  { header: 'id', value: ({ id }) => id },
  plain('name'),
  { header: 'phone', value: ({ address }) => address },
  plain('status'),
  plain('reason'),
  { header: 'reason_text', value: ({ reason }) => reason && sentenceOf(reasonMessage(reason), language) },
  { header: 'retryable', value: ({ retryable }) => (retryable === null ? null : String(retryable)) },
  plain('text'),
  plain('wa_message_id'),
  { ...plain('attempts'), kind: 'decimal' },
  plain('sent_at'),
  plain('delivered_at'),
  plain('read_at'),
  plain('replied_at'),
  { ...plain('participants'), kind: 'decimal' },
  { ...plain('delivered_count'), kind: 'decimal' },
  { ...plain('read_count'), kind: 'decimal' },
  plain('contact_id'),
  plain('wa_group_id'),
]
