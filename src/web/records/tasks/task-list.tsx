// List of tasks.
import { Button } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type Task, TaskDue, TaskQuery, TaskRecordKind, tasks } from '../../../contract/tasks.ts'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { useExport } from '../../platform/downloads/export-picker.tsx'
import { t } from '../../platform/lib/text.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import type { Filter } from '../../platform/ui/filter-bar.tsx'
import { ListPage, useList } from '../../platform/ui/list-page.tsx'
import { dueText, recordKindText, taskLabels } from './labels.ts'
import { doneColumns, exported, openColumns } from './task-columns.tsx'

export default function TaskList() {
  const [params] = useSearchParams()
  const list = useList('tasks', TaskQuery, params.has('state') ? doneColumns : openColumns)
  const page = useQuery({
    ...query(tasks.list, { query: list.search }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const file = useExport({
    request: (format) => ({
      kind: 'tasks',
      input: { format, query: list.exported, columns: exported(list.ids) },
    }),
    disabled: page.data?.pagination.total === 0,
  })
  return (
    <ListPage
      title={t('Tasks')}
      searchLabel={t('Search tasks')}
      list={list}
      page={page}
      filters={[...useTaskFilters(), ...recordFilters(list.search, page.data?.data[0])]}
      path="/tasks"
      defaultSort={list.search.state === 'done' ? '-done_at' : 'due_on'}
      file={file}
      add={
        <Button component={Link} to="/tasks/add" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('Add task')}
        </Button>
      }
      empty={
        <Empty
          icon={IconChecklist}
          permission="edit"
          title={t('No open tasks')}
          text={t('Write down what is to be done, by when and by whom. Home shows what is due.')}
          action={
            <>
              <Button component={Link} to="/tasks/add">
                {t('Add task')}
              </Button>
              <Button component={Link} to="/tasks?state=done" variant="default">
                {t('Show done tasks')}
              </Button>
            </>
          }
        />
      }
      noMatch={{ title: t('No tasks match'), text: t('Search covers titles and details.') }}
    />
  )
}

function useTaskFilters(): Filter[] {
  const members = useQuery(query(team.get)).data?.members ?? []
  return [
    {
      key: 'assignee',
      label: taskLabels().assignee_user_id,
      choices: [
        { value: 'me', label: t('me') },
        { value: 'nobody', label: t('nobody') },
        ...members.filter(({ is_you }) => !is_you).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      key: 'due',
      label: t('Due'),
      choices: TaskDue.options.map((due) => ({ value: due, label: dueText(due) })),
    },
    {
      key: 'state',
      label: t('State'),
      choices: [
        { value: 'done', label: t('Done') },
        { value: 'all', label: t('Open and done') },
      ],
    },
    {
      key: 'about',
      label: taskLabels().record,
      choices: [
        ...TaskRecordKind.options.map((kind) => ({ value: kind, label: recordKindText(kind) })),
        { value: 'none', label: t('No record') },
      ],
    },
  ]
}

/** Chip for the record from whose page the list was opened. */
function recordFilters(search: Record<string, unknown>, first: Task | undefined): Filter[] {
  return TaskRecordKind.options
    .filter((kind) => search[`${kind}_id`])
    .map((kind) => ({
      key: `${kind}_id`,
      label: recordKindText(kind),
      text: (id) => (first?.record?.id === id ? first.record.name : '…'),
      useChoices: () => [],
    }))
}
