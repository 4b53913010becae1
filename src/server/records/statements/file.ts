// Creates a statement as a PDF: for a download, or stored to be attached to a message.
import type * as z from 'zod/mini'
import { message } from '../../../contract/messages/message.ts'
import type { Statement, statementFile } from '../../../contract/statements.ts'
import { languageOf, sentenceOf } from '../../errors.ts'
import { type Database, inCurrentTenant, type Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, inFileName } from '../../platform/downloads/service.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { get } from './service.ts'
import { statementPdf } from './statement-pdf.ts'

type Wanted = Omit<z.output<typeof statementFile>['input'], 'id'>

// A long statement takes seconds to draw, and PostgreSQL ends a transaction that is idle for half a minute.

export async function downloadStatement(
  tenant: Tenant,
  { id, ...wanted }: z.output<typeof statementFile>['input'],
): Promise<DownloadFile> {
  const { name, draw } = await read(tenant, id, wanted)
  return { name, type: 'application/pdf', content: once(draw), needsTransaction: false }
}

/** Opens a transaction itself, to read. */
export async function drawStatement(
  database: Database,
  caller: Caller,
  id: string,
  wanted: Wanted,
): Promise<{ name: string; bytes: Buffer }> {
  const { name, draw } = await inCurrentTenant(database, caller, (tenant) => read(tenant, id, wanted))
  return { name, bytes: await draw() }
}

async function read(tenant: Tenant, id: string, { as_of, locale = 'en' }: Wanted) {
  const statement = await get({ ...tenant, locale }, id, { as_of })
  return { name: nameOf(statement, locale), draw: () => statementPdf(statement, locale) }
}

const nameOf = ({ investor, as_of }: Statement, locale: string) =>
  `${inFileName(sentenceOf(message('statement.title'), languageOf(locale)))}-${inFileName(investor.name)}-${as_of}.pdf`

async function* once(draw: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await draw()
}
