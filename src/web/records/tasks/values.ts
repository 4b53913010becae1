// Form values of a task: all texts, empty if unset. The record is `investor:<id>`.
import * as z from 'zod/mini'
import { type Repeat, type Task, TaskInput, TaskRecordKind } from '../../../contract/tasks.ts'
import { changeFrom } from '../../platform/ui/form-values.ts'

export type TaskValues = {
  title: string
  due_on: string
  repeats: Repeat | ''
  assignee_user_id: string
  record: string
  details: string
}

/** Validates form values with the schema of the request. */
export const TaskForm = z.pipe(
  z.transform((values: TaskValues) => inputOf(values)),
  TaskInput,
)

export const emptyTask: TaskValues = {
  title: '',
  due_on: '',
  repeats: '',
  assignee_user_id: '',
  record: '',
  details: '',
}

export const valuesOf = ({ title, due_on, repeats, assignee, record, details }: Task): TaskValues => ({
  title,
  due_on: due_on ?? '',
  repeats: repeats ?? '',
  assignee_user_id: assignee?.id ?? '',
  record: record ? recordValue(record) : '',
  details,
})

export const recordValue = ({ kind, id }: { kind: TaskRecordKind; id: string }) => `${kind}:${id}`

export const inputOf = (values: TaskValues) => changeOf(values) as TaskInput

/** A change as a request. A new record replaces the previous one; without a record, all record ids are cleared. */
export function changeOf({ record, ...texts }: Record<string, string>): object {
  const [kind, id] = (record ?? '').split(':')
  const none = Object.fromEntries(TaskRecordKind.options.map((one) => [`${one}_id`, null]))
  return {
    ...changeFrom(TaskInput, texts),
    ...(record !== undefined && none),
    ...(kind && id && { [`${kind}_id`]: id }),
  }
}
