// The list of contacts as a file.
import type * as z from 'zod/mini'
import type { contactColumns, contactExport } from '../../contract/contacts.ts'
import type { Tenant } from '../db/index.ts'
import { type DownloadFile, type TableColumn, tableFile } from '../downloads/service.ts'
import { type Listed, listAll } from './service.ts'

type Input = z.output<typeof contactExport>['input']

export async function exportContacts(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const chosen = all.filter(({ header }) => header === 'id' || columns.length === 0 || columns.includes(header))
  return tableFile({ name: 'contacts', format, columns: chosen }, listAll(tenant, query))
}

const plain = (header: (typeof contactColumns)[number] & keyof Listed) => ({
  header,
  value: (contact: Listed) => contact[header] as string | null,
})

const all: (TableColumn<Listed> & { header: (typeof contactColumns)[number] | 'id' })[] = [
  { header: 'id', value: ({ id }) => id },
  plain('name'),
  plain('preferred_name'),
  plain('phone'),
  plain('email'),
  plain('company'),
  plain('job_title'),
  plain('language'),
  plain('time_zone'),
  plain('consent'),
  plain('consent_at'),
  plain('consent_how'),
  { header: 'tags', value: ({ tags }) => tags.map(({ name }) => name).join(', ') },
  { header: 'investors', value: ({ investors }) => investors.map(({ code, name }) => `${code} ${name}`).join(', ') },
  plain('notes'),
  plain('created_at'),
  plain('updated_at'),
]
