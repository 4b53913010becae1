// Tasks as a kind of record.
import { IconChecklist } from '@tabler/icons-react'
import { type Task, tasks } from '../../../contract/tasks.ts'
import { t } from '../../platform/lib/text.ts'
import type { RecordKind } from '../../record.ts'
import { shownIn } from './use-store-task.ts'

export const taskKind: RecordKind<Task> = {
  endpoints: tasks,
  path: '/tasks',
  shownIn,
  icon: IconChecklist,
  nameOf: ({ title }) => title,
  words: () => ({
    list: t('Tasks'),
    one: t('Task'),
    edit: t('Edit task'),
    missing: t('Task not found'),
  }),
}
