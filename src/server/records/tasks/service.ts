// Rules of tasks: completing a repeating task adds the next one, and only members can be assignees.
import { type Pagination, pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Agenda, Repeat, Task, TaskChange, TaskInput, TaskQuery } from '../../../contract/tasks.ts'
import { fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import { dayOf } from '../../platform/db/day.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as queries from './queries.ts'
import { nextDue } from './repeats.ts'

export { startMorningMail } from './morning-mail.ts'

/** How many tasks of each group Home shows at most. */
const onHome = 10

export async function list(tenant: Tenant, query: TaskQuery): Promise<{ data: Task[]; pagination: Pagination }> {
  await needRecords(tenant, query)
  const { data, total } = await queries.list(tenant, query, await dayOf(tenant))
  return { data, pagination: pagination(query, total) }
}

export async function* listAll(tenant: Tenant, query: TaskQuery): AsyncGenerator<Task[]> {
  await needRecords(tenant, query)
  yield* queries.listAll(tenant, query, await dayOf(tenant))
}

export async function agenda(tenant: Tenant, { whose = 'mine' }: { whose?: 'mine' | 'team' }): Promise<Agenda> {
  return await queries.agenda(tenant, whose === 'mine', await dayOf(tenant), onHome)
}

export async function get(tenant: Tenant, id: string): Promise<Task> {
  return orNotFound(await queries.get(tenant, id))
}

const unset = {
  details: '',
  due_on: null,
  repeats: null,
  assignee_user_id: null,
  investor_id: null,
  contact_id: null,
  investment_id: null,
  offering_id: null,
  broadcast_id: null,
}

export async function create(tenant: Tenant, input: TaskInput): Promise<Task> {
  const task = { ...unset, ...input }
  await check(tenant, task)
  return await get(tenant, await queries.insert(tenant, { ...task, anchor_day: anchorOf(task.due_on) }))
}

export async function update(tenant: Tenant, id: string, { version, ...change }: TaskChange): Promise<Task> {
  const { version: present, done_at: _, next_id: __, ...current } = orNotFound(await queries.lock(tenant, id))
  if (present !== version) throw recordChanged(current.title, await get(tenant, id))
  const isMoved = queries.recordKinds.some((kind) => change[`${kind}_id`])
  const next = { ...current, ...(isMoved && noRecord), ...change }
  await check(tenant, next, current)
  const anchor_day = next.due_on === current.due_on ? current.anchor_day : anchorOf(next.due_on)
  await queries.update(tenant, id, { ...next, anchor_day })
  return await get(tenant, id)
}

/** Completing a task that is done changes nothing. */
export async function complete(tenant: Tenant, id: string, now: Date): Promise<{ task: Task; next: Task | null }> {
  const { version: _, done_at, next_id, ...task } = orNotFound(await queries.lock(tenant, id))
  if (done_at) return { task: await get(tenant, id), next: null }
  // A reopened task still has its next task if a user had changed that one. Completing it again must not add a second.
  const added = next_id === null && task.repeats ? await addNext(tenant, task) : null
  await queries.setDone(tenant, id, now, added ?? next_id)
  return { task: await get(tenant, id), next: added ? await get(tenant, added) : null }
}

async function addNext(tenant: Tenant, task: queries.LockedTask): Promise<string> {
  const due_on = nextDue(task.due_on!, task.repeats as Repeat, task.anchor_day!)
  return await queries.insert(tenant, { ...task, due_on })
}

/** Reopening an open task changes nothing. */
export async function reopen(tenant: Tenant, id: string): Promise<Task> {
  const { done_at, next_id } = orNotFound(await queries.lock(tenant, id))
  if (done_at) {
    const isGone = next_id !== null && (await queries.removeUntouched(tenant, next_id))
    await queries.setDone(tenant, id, null, isGone ? null : next_id)
  }
  return await get(tenant, id)
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (!(await queries.remove(tenant, id))) throw notFound()
}

/** Restoring a task that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Task> {
  await queries.restore(tenant, id)
  return await get(tenant, id)
}

const { details: _, due_on: __, repeats: ___, assignee_user_id: ____, ...noRecord } = unset
const anchorOf = (due_on: string | null) => (due_on === null ? null : Number(due_on.slice(8)))

/** Throws a 404 if a record that the list is filtered by was deleted. */
async function needRecords(tenant: Tenant, query: TaskQuery): Promise<void> {
  for (const kind of queries.recordKinds) {
    const id = query[`${kind}_id`]
    if (id && !(await queries.isThere(tenant, kind, id)))
      throw fieldError('not_found', `${kind}_id`, message('filter.record_deleted'))
  }
}

type Checked = Omit<queries.LockedTask, 'anchor_day'>

/** Checks a task before it is stored. An assignee who has left the team may stay, but not be chosen. */
async function check(tenant: Tenant, task: Checked, before?: Checked): Promise<void> {
  if (task.repeats !== null && task.due_on === null)
    throw fieldError('invalid_request', 'due_on', message('task.needs_due_day'))
  for (const kind of queries.recordKinds) {
    const field = `${kind}_id` as const
    const id = task[field]
    if (id !== null && id !== before?.[field] && !(await queries.isThere(tenant, kind, id)))
      throw fieldError('not_found', field, message('record.deleted'))
  }
  const { assignee_user_id } = task
  if (assignee_user_id !== null && assignee_user_id !== before?.assignee_user_id)
    if (!(await queries.isMember(tenant, assignee_user_id)))
      throw fieldError('not_found', 'assignee_user_id', message('owner.not_member'))
}
