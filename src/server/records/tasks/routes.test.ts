// Tasks over HTTP: completing and reopening, repeating, lists, assignees, and what happens to tasks together with their records.
import { expect, test } from 'vitest'
import { account } from '../../../contract/account.ts'
import { activity } from '../../../contract/activity.ts'
import { auth } from '../../../contract/auth.ts'
import { contacts } from '../../../contract/contacts.ts'
import { erasures } from '../../../contract/erasures.ts'
import { merges } from '../../../contract/merges.ts'
import { search } from '../../../contract/search.ts'
import { type TaskInput, type TaskQuery, tasks } from '../../../contract/tasks.ts'
import { team } from '../../../contract/team.ts'
import { trash } from '../../../contract/trash.ts'
import { users } from '../../../contract/users.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'

const { call, signUp } = await testApp()

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const idOf = async (person: Caller) => made(await person.call(users.profile)).id
const add = async (person: Caller, input: Partial<TaskInput> = {}) =>
  made(await person.call(tasks.create, { body: { title: 'Call Budi', ...input } }))
const complete = async (person: Caller, id: string) => made(await person.call(tasks.complete, { params: { id } }))
const titles = async (person: Caller, query: Partial<TaskQuery> = {}) =>
  made(await person.call(tasks.list, { query })).data.map(({ title }) => title)

async function colleagueOf(person: Caller, email: string): Promise<Caller> {
  const { data } = made(await person.call(team.invite, { body: { emails: [email] } }))
  const invite = new URL(data[0]!.link).searchParams.get('invite')!
  const password = 'correct horse battery'
  const tokens = made(await call(auth.register, { body: { name: 'Citra', email, password, invite } }))
  return { ...tokens, call: (endpoint, input) => call(endpoint, input, tokens.access_token) }
}

test('a task is added, changed, completed, reopened, deleted and restored', async () => {
  const ayu = await signUp()
  const me = await idOf(ayu)
  const contact = made(await ayu.call(contacts.create, { body: { name: 'Budi' } }))
  const task = await add(ayu, { due_on: '2026-12-01', assignee_user_id: me, contact_id: contact.id })
  expect(task).toMatchObject({
    ...{ title: 'Call Budi', details: '', due_on: '2026-12-01', repeats: null, version: 1 },
    assignee: { id: me, is_active: true },
    record: { kind: 'contact', id: contact.id, name: 'Budi' },
    ...{ done_at: null, done_by: null },
  })
  const params = { id: task.id }
  const changed = made(await ayu.call(tasks.update, { params, body: { title: 'Write to Budi', version: 1 } }))
  expect(changed).toMatchObject({ title: 'Write to Budi', due_on: '2026-12-01', version: 2 })
  const stale = await ayu.call(tasks.update, { params, body: { title: 'Mine', version: 1 } })
  expect(stale.problem).toMatchObject({ code: 'version_conflict', current: { title: 'Write to Budi' } })
  const { task: done, next } = await complete(ayu, task.id)
  expect([done, next]).toMatchObject([{ done_at: '2026-11-20T08:00:00.000Z', done_by: { id: me } }, null])
  expect((await complete(ayu, task.id)).task).toEqual(done)
  expect(await titles(ayu)).toEqual([])
  expect(await titles(ayu, { state: 'done' })).toEqual(['Write to Budi'])
  expect(made(await ayu.call(tasks.reopen, { params }))).toMatchObject({ done_at: null, done_by: null })
  expect((await ayu.call(tasks.remove, { params })).status).toBe(204)
  expect(await titles(ayu, { state: 'all' })).toEqual([])
  expect(made(await ayu.call(trash.list, { query: { kind: ['task'] } })).data).toMatchObject([
    { name: 'Write to Budi', deleted_by: expect.any(String) },
  ])
  expect(made(await ayu.call(tasks.restore, { params })).title).toBe('Write to Budi')
  await ayu.call(tasks.remove, { params })
  expect((await ayu.call(trash.remove, { params: { kind: 'task', id: task.id } })).status).toBe(204)
  expect((await ayu.call(tasks.restore, { params })).status).toBe(404)
})

test('monthly tasks at the end of a month stay there', async () => {
  const ayu = await signUp()
  const first = await add(ayu, { due_on: '2026-01-31', repeats: 'monthly', details: 'Send the report' })
  const second = (await complete(ayu, first.id)).next!
  expect(second).toMatchObject({ title: 'Call Budi', details: 'Send the report', due_on: '2026-02-28' })
  const third = (await complete(ayu, second.id)).next!
  expect(third).toMatchObject({ due_on: '2026-03-31', repeats: 'monthly', done_at: null })
  const body = { due_on: '2026-04-15', version: third.version }
  made(await ayu.call(tasks.update, { params: { id: third.id }, body }))
  expect((await complete(ayu, third.id)).next).toMatchObject({ due_on: '2026-05-15' })
  const endless = await ayu.call(tasks.create, { body: { title: 'Endless', repeats: 'daily' } })
  expect(endless.problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'due_on' }] })
})

test('reopening a repeating task deletes the next one, unless somebody has changed it', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { due_on: '2026-11-20', repeats: 'weekly' })
  await complete(ayu, id)
  made(await ayu.call(tasks.reopen, { params: { id } }))
  expect(made(await ayu.call(tasks.list)).data.map(({ due_on }) => due_on)).toEqual(['2026-11-20'])
  const { next } = await complete(ayu, id)
  const body = { title: 'Call Budi at his office', version: next!.version }
  made(await ayu.call(tasks.update, { params: { id: next!.id }, body }))
  made(await ayu.call(tasks.reopen, { params: { id } }))
  expect(await titles(ayu)).toEqual(['Call Budi', 'Call Budi at his office'])
  expect((await complete(ayu, id)).next).toBeNull()
  expect(await titles(ayu)).toEqual(['Call Budi at his office'])
})

test('two members who complete a repeating task concurrently add only one next task', async () => {
  const ayu = await signUp()
  const { id } = await add(ayu, { due_on: '2026-11-20', repeats: 'daily' })
  const both = await Promise.all([complete(ayu, id), complete(ayu, id)])
  expect(both.filter(({ next }) => next !== null)).toHaveLength(1)
  expect(await titles(ayu)).toEqual(['Call Budi'])
})

test('a list is filtered, searched and sorted, with tasks without a due day last', async () => {
  const ayu = await signUp()
  const me = await idOf(ayu)
  const investor = await addInvestor(ayu)
  await add(ayu, { title: 'Late', due_on: dayIn(-2), assignee_user_id: me })
  await add(ayu, { title: 'Soon', due_on: dayIn(3), investor_id: investor.id })
  await add(ayu, { title: 'Far', due_on: dayIn(40), details: 'Ask about the Kemang fund' })
  await add(ayu, { title: 'Someday' })
  const gone = await add(ayu, { title: 'Done', due_on: dayIn(-5) })
  await complete(ayu, gone.id)
  expect(await titles(ayu)).toEqual(['Late', 'Soon', 'Far', 'Someday'])
  expect(await titles(ayu, { sort: '-due_on' })).toEqual(['Far', 'Soon', 'Late', 'Someday'])
  expect(await titles(ayu, { sort: 'title', state: 'all' })).toEqual(['Done', 'Far', 'Late', 'Someday', 'Soon'])
  expect(await titles(ayu, { due: 'overdue' })).toEqual(['Late'])
  expect(await titles(ayu, { due: 'week' })).toEqual(['Soon'])
  expect(await titles(ayu, { due: 'later' })).toEqual(['Far'])
  expect(await titles(ayu, { due: 'none' })).toEqual(['Someday'])
  expect(await titles(ayu, { assignee: 'me' })).toEqual(['Late'])
  expect(await titles(ayu, { assignee: me })).toEqual(['Late'])
  expect(await titles(ayu, { assignee: 'nobody' })).toEqual(['Soon', 'Far', 'Someday'])
  expect(await titles(ayu, { about: 'investor' })).toEqual(['Soon'])
  expect(await titles(ayu, { about: 'none', q: 'kemang' })).toEqual(['Far'])
  expect(await titles(ayu, { investor_id: investor.id })).toEqual(['Soon'])
  const second = made(await ayu.call(tasks.list, { query: { page: 2, per_page: 3 } }))
  expect([second.data.map(({ title }) => title), second.pagination.total]).toEqual([['Someday'], 4])
  const found = made(await ayu.call(search.everywhere, { query: { q: 'kemang' } })).data
  expect(found).toMatchObject([{ kind: 'task', results: [{ name: 'Far', state: null }] }])
})

test('Home shows what is overdue, due today and in the next seven days: mine, or the team’s', async () => {
  const ayu = await signUp()
  const me = await idOf(ayu)
  await add(ayu, { title: 'Late', due_on: dayIn(-2), assignee_user_id: me })
  await add(ayu, { title: 'Soon', due_on: dayIn(3) })
  await add(ayu, { title: 'Far', due_on: dayIn(12), assignee_user_id: me })
  const look = async (whose: 'mine' | 'team') => {
    const { data, counts } = made(await ayu.call(tasks.agenda, { query: { whose } }))
    return [data.map(({ group, title }) => `${group} ${title}`), counts]
  }
  expect(await look('mine')).toEqual([['overdue Late'], { overdue: 1, today: 0, week: 0 }])
  expect(await look('team')).toEqual([['overdue Late', 'week Soon'], { overdue: 1, today: 0, week: 1 }])
})

test('a task is about at most one record, which exists in the organization', async () => {
  const ayu = await signUp()
  const stranger = made(await (await signUp()).call(contacts.create, { body: { name: 'Budi' } }))
  const investor = await addInvestor(ayu)
  const contact = made(await ayu.call(contacts.create, { body: { name: 'Budi' } }))
  const refuse = async (body: Partial<TaskInput>) => {
    const { status, problem } = await ayu.call(tasks.create, { body: { title: 'x', ...body } })
    return [status, problem.errors?.[0]?.path]
  }
  expect(await refuse({ contact_id: contact.id, investor_id: investor.id })).toEqual([400, 'contact_id'])
  expect(await refuse({ contact_id: stranger.id })).toEqual([404, 'contact_id'])
  expect(await refuse({ assignee_user_id: stranger.id })).toEqual([404, 'assignee_user_id'])
  const task = await add(ayu, { investor_id: investor.id })
  const body = { contact_id: contact.id, version: 1 }
  const moved = made(await ayu.call(tasks.update, { params: { id: task.id }, body }))
  expect(moved.record).toMatchObject({ kind: 'contact', id: contact.id })
  await ayu.call(contacts.remove, { params: { id: contact.id } })
  expect(await titles(ayu, { state: 'all' })).toEqual([])
  await ayu.call(contacts.restore, { params: { id: contact.id } })
  expect(await titles(ayu)).toEqual(['Call Budi'])
})

test('tasks of a member who left still show the name, but count as nobody’s', async () => {
  const ayu = await signUp()
  const citra = await colleagueOf(ayu, 'citra.tasks@example.com')
  const theirs = await idOf(citra)
  const task = await add(ayu, { due_on: dayIn(-1), assignee_user_id: theirs })
  expect(await titles(ayu, { assignee: 'nobody' })).toEqual([])
  made(await ayu.call(team.removeMember, { params: { id: theirs } }))
  const left = made(await ayu.call(tasks.get, { params: { id: task.id } }))
  expect(left.assignee).toEqual({ id: theirs, name: 'Citra', is_active: false })
  expect(await titles(ayu, { assignee: 'nobody' })).toEqual(['Call Budi'])
  // Others can still change the task, but no task can be assigned to a member who has left.
  const params = { id: task.id }
  made(await ayu.call(tasks.update, { params, body: { title: 'Call Budi today', version: 1 } }))
  const other = await ayu.call(tasks.create, { body: { title: 'x', assignee_user_id: theirs } })
  expect(other.problem.errors?.[0]?.path).toBe('assignee_user_id')
  made(await ayu.call(team.restoreMember, { params: { id: theirs } }))
  expect(await titles(ayu, { assignee: theirs })).toEqual(['Call Budi today'])
  expect(await titles(ayu, { assignee: 'nobody' })).toEqual([])
})

test('tasks of a member who deletes their account have no assignee', async () => {
  const ayu = await signUp()
  const citra = await colleagueOf(ayu, 'citra.deleted@example.com')
  const theirs = await idOf(citra)
  const task = await add(ayu, { assignee_user_id: theirs })
  const done = await add(citra, { title: 'Done' })
  await complete(citra, done.id)
  const { confirmation } = made(await citra.call(account.deletion))
  const body = { confirmation, is_last_member: false }
  made(await citra.call(account.delete, { body }))
  expect(made(await ayu.call(tasks.get, { params: { id: task.id } })).assignee).toBeNull()
  expect(made(await ayu.call(tasks.get, { params: { id: done.id } }))).toMatchObject({
    done_at: expect.any(String),
    done_by: null,
  })
})

test('the timeline of a record shows its completed tasks', async () => {
  const ayu = await signUp()
  const investor = await addInvestor(ayu)
  const investment = await addInvestment(ayu, { investor_id: investor.id })
  const task = await add(ayu, { title: 'Send the agreement', investment_id: investment.id, due_on: '2026-12-01' })
  const look = async () =>
    made(await ayu.call(activity.list, { query: { investor_id: investor.id, kind: ['task'] } })).data
  expect(await look()).toEqual([])
  await complete(ayu, task.id)
  expect(await look()).toMatchObject([
    { kind: 'task', title: 'Send the agreement', due_on: '2026-12-01', record: { kind: 'investment' }, by: {} },
  ])
})

test('a merge moves tasks to the winner, and its undo moves them back', async () => {
  const ayu = await signUp()
  const [winner, loser] = [
    made(await ayu.call(contacts.create, { body: { name: 'Budi' } })),
    made(await ayu.call(contacts.create, { body: { name: 'Budi S.' } })),
  ]
  const task = await add(ayu, { contact_id: loser.id })
  const about = async () => made(await ayu.call(tasks.get, { params: { id: task.id } })).record?.id
  const body = { kind: 'contact' as const, winner_id: winner.id, loser_ids: [loser.id] }
  const merge = made(await ayu.call(merges.create, { body }))
  expect(await about()).toBe(winner.id)
  made(await ayu.call(merges.undo, { params: { id: merge.id } }))
  expect(await about()).toBe(loser.id)
})

test('an erasure erases the tasks about the person, and counts them', async () => {
  const ayu = await signUp()
  const contact = made(await ayu.call(contacts.create, { body: { name: 'Budi Santoso' } }))
  await add(ayu, { title: 'Ask Budi for his passport', contact_id: contact.id })
  await add(ayu, { title: 'Another' })
  const erased = made(
    await ayu.call(erasures.create, { body: { contact_id: contact.id, confirmation: 'Budi Santoso' } }),
  )
  expect(erased.erased.tasks).toBe(1)
  expect(await titles(ayu, { state: 'all' })).toEqual(['Another'])
})
