// Creates a statement as a PDF: for a download, or stored to be attached to a message.
import type * as z from 'zod/mini'
import type { Media } from '../../../contract/media.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Statement, statementFile } from '../../../contract/statements.ts'
import { languageOf, sentenceOf } from '../../errors.ts'
import { keepDocument } from '../../messaging/media/service.ts'
import { allowComputation, type Tenant } from '../../platform/db/index.ts'
import type { Quotas } from '../../platform/db/quotas.ts'
import { type DownloadFile, inFileName } from '../../platform/downloads/service.ts'
import { get } from './service.ts'
import { statementPdf } from './statement-pdf.ts'

type Wanted = Omit<z.output<typeof statementFile>['input'], 'id'>

export async function downloadStatement(
  tenant: Tenant,
  { id, ...wanted }: z.output<typeof statementFile>['input'],
): Promise<DownloadFile> {
  const { name, bytes } = await fileOf(tenant, id, wanted)
  return { name, type: 'application/pdf', content: once(bytes) }
}

export async function keepStatement(tenant: Tenant, id: string, wanted: Wanted, quotas: Quotas): Promise<Media> {
  await allowComputation(tenant)
  const { name, bytes } = await fileOf(tenant, id, wanted)
  return await keepDocument(tenant, name, bytes, quotas)
}

async function fileOf(tenant: Tenant, id: string, { as_of, locale = 'en' }: Wanted) {
  const statement = await get({ ...tenant, locale }, id, { as_of })
  return { name: nameOf(statement, locale), bytes: await statementPdf(statement, locale) }
}

const nameOf = ({ investor, as_of }: Statement, locale: string) =>
  `${inFileName(sentenceOf(message('statement.title'), languageOf(locale)))}-${inFileName(investor.name)}-${as_of}.pdf`

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
