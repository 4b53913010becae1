// Tasks: what a member of the team has to do by a day, about a record or none.
import * as z from 'zod/mini'
import { byId, Day, Id, listQuery, Name, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './exports.ts'
import { issue } from './messages/issue.ts'
import { recordEndpoints } from './record-endpoints.ts'

/** How long after the due day of a completed task the next one is due. */
export const Repeat = z.enum(['daily', 'weekly', 'every_two_weeks', 'monthly', 'quarterly', 'yearly'])
export type Repeat = z.output<typeof Repeat>

/** The kinds of records that a task can be about. */
export const TaskRecordKind = z.enum(['investor', 'contact', 'investment', 'offering', 'broadcast'])
export type TaskRecordKind = z.output<typeof TaskRecordKind>

const Named = z.object({ id: Id, name: z.string() })

export const Task = z.object({
  id: Id,
  title: z.string(),
  details: z.string(),
  due_on: z.nullable(z.string()),
  repeats: z.nullable(Repeat),
  /** `is_active`: false if the assignee has left the team. The task then counts as nobody's. */
  assignee: z.nullable(z.extend(Named, { is_active: z.boolean() })),
  /** The record that the task is about. `name` is the title of an investment. */
  record: z.nullable(z.extend(Named, { kind: TaskRecordKind })),
  done_at: z.nullable(Timestamp),
  /** Null while the task is open, or if the user was deleted. */
  done_by: z.nullable(Named),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Task = z.output<typeof Task>

const reference = z.optional(z.nullable(Id))
const about = {
  investor_id: reference,
  contact_id: reference,
  investment_id: reference,
  offering_id: reference,
  broadcast_id: reference,
}
export type About = { [key in keyof typeof about]?: string | null | undefined }
const isAboutOne = z.refine<About>((task) => Object.keys(about).filter((key) => task[key as keyof About]).length <= 1, {
  error: issue('bounds.one_record_at_most'),
  path: ['contact_id'],
})

const given = {
  title: Name,
  details: z.optional(prose(5_000)),
  due_on: z.optional(z.nullable(Day)),
  /** Requires a due day. */
  repeats: z.optional(z.nullable(Repeat)),
  assignee_user_id: reference,
  ...about,
}
export const TaskInput = z.strictObject(given).check(isAboutOne)
export type TaskInput = z.output<typeof TaskInput>
/** A newly named record replaces the previous one. */
export const TaskChange = z.strictObject({ ...given, title: z.optional(Name), version: z.int() }).check(isAboutOne)
export type TaskChange = z.output<typeof TaskChange>

/** `week`: the next seven days, without today. */
export const TaskDue = z.enum(['overdue', 'today', 'week', 'later', 'none'])
export type TaskDue = z.output<typeof TaskDue>

const filters = {
  q: listQuery(['title']).q,
  /** `open` by default. */
  state: z.optional(z.enum(['open', 'done', 'all'])),
  /** `nobody`: tasks without an assignee, or whose assignee has left the team. */
  assignee: z.optional(z.union([z.enum(['me', 'nobody']), Id])),
  due: z.optional(TaskDue),
  /** `none`: tasks about no record. */
  about: z.optional(z.enum([...TaskRecordKind.options, 'none'])),
  investor_id: z.optional(Id),
  contact_id: z.optional(Id),
  investment_id: z.optional(Id),
  offering_id: z.optional(Id),
  broadcast_id: z.optional(Id),
}
const { q: _, ...paging } = listQuery(['due_on', 'title', 'done_at', 'created_at', 'updated_at'])
/** In the order of due days by default. Tasks about deleted records are left out. */
export const TaskQuery = z.strictObject({ ...filters, ...paging })
export type TaskQuery = z.output<typeof TaskQuery>

export const taskColumns = [
  'id',
  'title',
  'due_on',
  'assignee',
  'repeats',
  'about',
  'record',
  'details',
  'done_at',
  'done_by',
  'created_at',
  'updated_at',
] as const
export const taskExport = listExport('tasks', z.strictObject({ ...filters, sort: paging.sort }), taskColumns)

/** Overdue tasks and those due within the next seven days. */
export const Agenda = z.object({
  /** In the order of due days; at most ten in each group. */
  data: z.array(z.extend(Task, { group: z.enum(['overdue', 'today', 'week']) })),
  counts: z.object({ overdue: z.int(), today: z.int(), week: z.int() }),
})
export type Agenda = z.output<typeof Agenda>

export const tasks = {
  ...recordEndpoints('/v1/tasks', { query: TaskQuery, record: Task, input: TaskInput, change: TaskChange }),
  /** The open tasks on Home: those assigned to the caller, or the whole team's. */
  agenda: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/tasks/agenda',
    access: 'signed_in',
    query: z.strictObject({ whose: z.optional(z.enum(['mine', 'team'])) }),
    response: Agenda,
  }),
  /** Marks a task as done. `next`: the task that follows, if it repeats. A task that is already done does not change. */
  complete: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/tasks/:id/complete',
    access: 'signed_in',
    params: byId,
    response: z.object({ task: Task, next: z.nullable(Task) }),
  }),
  /** Opens a task again. Deletes the following task, unless it was changed or done in the meantime. */
  reopen: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/tasks/:id/reopen',
    access: 'signed_in',
    params: byId,
    response: Task,
  }),
}
