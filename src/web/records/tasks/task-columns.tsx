// Columns of the task list, named as in the export.
import { Anchor, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import type { taskColumns as names, Task } from '../../../contract/tasks.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { DoneEdit } from './done-edit.tsx'
import { DueShow } from './due-show.tsx'
import { assigneeText, recordKindText, recordPath, repeatText, taskLabels } from './labels.ts'

const column = columnsOf<Task>()

/** `withDone`: whether the list contains completed tasks. */
const columnsWith = (withDone: boolean): Columns<Task> =>
  column.columns([
    column.display({
      id: 'done',
      header: () => <VisuallyHidden>{t('Done')}</VisuallyHidden>,
      // Leaves room for the touch area of the check box.
      meta: { width: '5rem', card: 'aside' },
      cell: ({ row: { original } }) => <DoneEdit task={original} />,
    }),
    column.accessor('title', {
      header: taskLabels().title,
      meta: { sort: 'title', card: 'title', words: true, least: 12 },
    }),
    column.accessor('due_on', {
      header: taskLabels().due_on,
      meta: { sort: 'due_on', width: '10rem' },
      cell: ({ row: { original } }) => <DueShow task={original} />,
    }),
    column.accessor(({ assignee }) => assigneeText(assignee), {
      id: 'assignee',
      header: taskLabels().assignee_user_id,
      meta: { words: true, width: '8.5rem' },
    }),
    column.accessor('record', {
      header: taskLabels().record,
      meta: { least: 8, words: true },
      cell: ({ getValue }) => {
        const record = getValue()
        return (
          record && (
            <Anchor component={Link} to={recordPath(record)} inherit>
              {record.name}
            </Anchor>
          )
        )
      },
    }),
    column.accessor(({ record }) => record && recordKindText(record.kind), {
      id: 'about',
      header: t('Kind'),
      meta: { optional: true, width: '8rem' },
    }),
    column.accessor('repeats', {
      header: taskLabels().repeats,
      meta: { optional: true, width: '9rem' },
      cell: ({ getValue }) => getValue() && repeatText(getValue()!),
    }),
    column.accessor('details', { header: taskLabels().details, meta: { optional: true, words: true, card: 'hidden' } }),
    column.accessor('done_at', {
      header: t('Done'),
      meta: { sort: 'done_at', wide: true, optional: !withDone, width: '9rem', card: 'hidden' },
      cell: ({ getValue }) => getValue() && <Ago time={getValue()!} />,
    }),
    column.accessor(({ done_by }) => done_by?.name, {
      id: 'done_by',
      header: t('Done by'),
      meta: { optional: true, width: '10rem' },
    }),
    column.accessor('created_at', {
      header: t('Added'),
      meta: { sort: 'created_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => day(getValue()),
    }),
    column.accessor('updated_at', {
      header: t('Changed'),
      meta: { sort: 'updated_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => <Ago time={getValue()} />,
    }),
  ])

export const openColumns = () => columnsWith(false)
export const doneColumns = () => columnsWith(true)

/** Those of the visible columns that the export has, too. */
export const exported = (ids: readonly string[]) => ids.filter((id) => id !== 'done') as (typeof names)[number][]
