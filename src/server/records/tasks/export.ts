// Export of the list of tasks.
import type * as z from 'zod/mini'
import type { TableColumn } from '../../../contract/exports.ts'
import type { Task, taskColumns, taskExport } from '../../../contract/tasks.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, tableFile } from '../../platform/downloads/service.ts'
import { listAll } from './service.ts'

type Input = z.output<typeof taskExport>['input']

export async function exportTasks(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const chosen = all.filter(({ header }) => header === 'id' || columns.length === 0 || columns.includes(header))
  return tableFile({ name: 'tasks', format, columns: chosen }, listAll(tenant, query))
}

const plain = (header: (typeof taskColumns)[number] & keyof Task) => ({
  header,
  value: (task: Task) => task[header] as string | null,
})

const all: (TableColumn<Task> & { header: (typeof taskColumns)[number] })[] = [
  plain('id'),
  plain('title'),
  { ...plain('due_on'), kind: 'day' },
  { header: 'assignee', value: ({ assignee }) => assignee?.name },
  plain('repeats'),
  { header: 'about', value: ({ record }) => record?.kind },
  { header: 'record', value: ({ record }) => record?.name },
  plain('details'),
  plain('done_at'),
  { header: 'done_by', value: ({ done_by }) => done_by?.name },
  plain('created_at'),
  plain('updated_at'),
]
