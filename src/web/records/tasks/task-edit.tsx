// Page that adds or edits a task.
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { offerings } from '../../../contract/offerings.ts'
import { Repeat, type Task, TaskRecordKind, tasks } from '../../../contract/tasks.ts'
import { call, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { wordingOf } from '../../platform/lib/wording.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { FormPage, RecordForm, useRecordForm } from '../../platform/ui/record-form.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { useEditPage, useSaved } from '../../record.ts'
import { useProfile } from '../../session.tsx'
import { recordPath, repeatText, taskLabels } from './labels.ts'
import { TaskFields } from './task-fields.tsx'
import { taskKind } from './task-kind.ts'
import { changeOf, emptyTask, inputOf, recordValue, TaskForm, type TaskValues, valuesOf } from './values.ts'

export default function TaskEdit() {
  const { id } = useParams()
  return id ? <Edit /> : <Add />
}

/** The address may name a record, such as `?investor_id=…`. */
function Add() {
  const { data: profile } = useProfile()
  const about = useRecordOfAddress()
  return (
    <Page
      title={t('Add task')}
      back={
        about.record ? { to: recordPath(about.record), label: about.record.name } : { to: '/tasks', label: t('Tasks') }
      }
      width="form"
    >
      <Section>
        {profile && !about.isLoading ? (
          <AddForm me={profile.id} record={about.record} />
        ) : (
          <SkeletonLines height={24} />
        )}
      </Section>
    </Page>
  )
}

function AddForm({ me, record }: { me: string; record: Task['record'] }) {
  const { added } = useSaved(taskKind)
  const [search] = useSearchParams()
  const form = useSaveForm<TaskValues>({
    schema: TaskForm,
    draftKey: 'record',
    initialValues: {
      ...emptyTask,
      title: search.get('title') ?? '',
      assignee_user_id: me,
      record: record ? recordValue(record) : '',
    },
    save: async (values) => added(await call(tasks.create, { body: inputOf(values) })),
  })
  return (
    <Form form={form} submitLabel={t('Add task')} cancelTo={record ? recordPath(record) : '/tasks'}>
      <TaskFields form={form} record={record} />
    </Form>
  )
}

function Edit() {
  const { record, page, backTo } = useEditPage(taskKind)
  return <FormPage {...page}>{record && <EditForm task={record} backTo={backTo} />}</FormPage>
}

function EditForm({ task, backTo }: { task: Task; backTo: string }) {
  const { saved } = useSaved(taskKind)
  const edit = useRecordForm<Task, TaskValues>({
    record: task,
    schema: TaskForm,
    valuesOf,
    save: async (values, version) => {
      const body = { ...changeOf(values), version }
      saved(await call(tasks.update, { params: { id: task.id }, body }), backTo)
    },
  })
  const names = [task, edit.theirs].flatMap((one) => (one?.assignee ? [one.assignee] : []))
  const abouts = [task, edit.theirs].flatMap((one) => (one?.record ? [one.record] : []))
  const wording = wordingOf({
    repeats: (repeats) => (Repeat.safeParse(repeats).success ? repeatText(repeats as Repeat) : repeats),
    assignee_user_id: (id) => names.find((one) => one.id === id)?.name ?? '…',
    record: (value) => abouts.find((one) => recordValue(one) === value)?.name ?? '…',
  })
  return (
    <RecordForm edit={edit} cancelTo={backTo} labels={taskLabels()} wording={wording}>
      <TaskFields form={edit.form} task={edit.record} />
    </RecordForm>
  )
}

/** For each kind of record: the endpoint that reads it. */
const reads = {
  investor: investors.get,
  contact: contacts.get,
  investment: investments.get,
  offering: offerings.get,
  broadcast: broadcasts.get,
} satisfies Record<TaskRecordKind, Endpoint>

function useRecordOfAddress(): { record: Task['record']; isLoading: boolean } {
  const [search] = useSearchParams()
  const kind = TaskRecordKind.options.find((one) => search.get(`${one}_id`))
  const id = search.get(`${kind}_id`) ?? ''
  const { data, isLoading } = useQuery({
    ...query(reads[kind ?? 'investor'] as Endpoint, { params: { id } } as never),
    enabled: kind !== undefined,
  })
  const { name, title } = (data ?? {}) as { name?: string; title?: string }
  return { record: kind && data ? { kind, id, name: title ?? name ?? '' } : null, isLoading }
}
