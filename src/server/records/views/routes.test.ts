// Saved views over HTTP: mine and the team's, names, the default, Undo, and who sees what.
import { expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { team } from '../../../contract/team.ts'
import { maxViews, type ViewInput, views } from '../../../contract/views.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import * as queries from './queries.ts'

const { signUp, call, database } = await testApp({ PUBLIC_URL: 'https://kabar.example.com' })

const input: ViewInput = {
  list: 'investments',
  name: 'Open in rupiah',
  parameters: { category: 'prospect,soft', in: 'IDR', view: 'board' },
  columns: { stage: true, funded: false },
}
const add = async (caller: Caller, more: Partial<ViewInput> = {}) =>
  made(await caller.call(views.create, { body: { ...input, ...more } }))
const names = async (caller: Caller) => made(await caller.call(views.list)).data.map(({ name }) => name)
const change = (caller: Caller, id: string, body: object) =>
  caller.call(views.update, { params: { id }, body: { version: 1, ...body } })

async function colleagueOf(person: Caller, email: string): Promise<Caller> {
  const [invitation] = made(await person.call(team.invite, { body: { emails: [email] } })).data
  const invite = new URL(invitation!.link).searchParams.get('invite')!
  const body = { name: 'Budi Santoso', email, password: 'correct horse battery', invite }
  const tokens = made(await call(auth.register, { body }))
  return { ...tokens, call: (endpoint, given) => call(endpoint, given, tokens.access_token) }
}

test('a view is saved, changed, deleted and restored; over another version it is refused', async () => {
  const ayu = await signUp()
  const view = await add(ayu)
  expect(view).toMatchObject({ ...input, is_shared: false, is_mine: true, is_default: false })
  const renamed = made(await change(ayu, view.id, { name: 'Rupiah', parameters: {}, columns: null }))
  expect(renamed).toMatchObject({ name: 'Rupiah', parameters: {}, columns: null, version: 2 })
  const stale = await change(ayu, view.id, { name: 'Dollar' })
  expect(stale).toMatchObject({ status: 409, problem: { code: 'version_conflict', current: { name: 'Rupiah' } } })
  const params = { id: view.id }
  expect((await ayu.call(views.remove, { params })).status).toBe(204)
  expect(await names(ayu)).toEqual([])
  expect((await ayu.call(views.remove, { params })).status).toBe(404)
  expect((await change(ayu, view.id, { version: 3 })).status).toBe(404)
  expect(made(await ayu.call(views.restore, { params })).name).toBe('Rupiah')
  expect(await names(ayu)).toEqual(['Rupiah'])
})

test("my views are mine, the team's are everybody's; another organization sees none", async () => {
  const ayu = await signUp()
  const [budi, citra] = [await colleagueOf(ayu, 'budi.views@example.com'), await signUp()]
  const [mine, shared] = [await add(ayu), await add(ayu, { name: 'Pipeline', is_shared: true })]
  expect([await names(ayu), await names(budi), await names(citra)]).toEqual([
    ['Open in rupiah', 'Pipeline'],
    ['Pipeline'],
    [],
  ])
  for (const [caller, id] of [
    [budi, mine.id],
    [citra, mine.id],
    [citra, shared.id],
  ] as const) {
    const params = { id }
    const body = { list: 'investments', view_id: id } as const
    const answers = await Promise.all([
      change(caller, id, { name: 'Taken' }),
      caller.call(views.remove, { params }),
      caller.call(views.restore, { params }),
      caller.call(views.setDefault, { body }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  }
  // Each member has names of their own.
  expect((await add(budi)).name).toBe(mine.name)
  const taken = await change(budi, shared.id, { is_shared: false })
  expect(taken).toMatchObject({ status: 400, problem: { errors: [{ path: 'is_shared', code: 'view.not_yours' }] } })
  made(await change(budi, shared.id, { name: 'Team pipeline' }))
  made(await change(ayu, shared.id, { version: 2, is_shared: false }))
  expect(await names(budi)).toEqual(['Open in rupiah'])
})

test('each member has a default of their own, which a deleted view returns to after Undo', async () => {
  const ayu = await signUp()
  const budi = await colleagueOf(ayu, 'budi.default@example.com')
  const [first, second] = [await add(ayu, { is_shared: true }), await add(ayu, { name: 'Second' })]
  const set = async (view_id: string | null, list: ViewInput['list'] = 'investments') =>
    await ayu.call(views.setDefault, { body: { list, view_id } })
  const opens = async (caller: Caller) =>
    made(await caller.call(views.list))
      .data.filter(({ is_default }) => is_default)
      .map(({ name }) => name)
  made(await set(first.id))
  expect([await opens(ayu), await opens(budi)]).toEqual([['Open in rupiah'], []])
  made(await set(second.id))
  expect(await opens(ayu)).toEqual(['Second'])
  await ayu.call(views.remove, { params: { id: second.id } })
  expect(await opens(ayu)).toEqual([])
  await ayu.call(views.restore, { params: { id: second.id } })
  expect(await opens(ayu)).toEqual(['Second'])
  expect((await set(first.id, 'contacts')).status).toBe(404)
  made(await set(null))
  expect(await opens(ayu)).toEqual([])
})

test('of two views that get the same name at the same moment one is refused by name', async () => {
  const ayu = await signUp()
  const [first, second, gone] = [
    await add(ayu, { name: 'First', is_shared: true }),
    await add(ayu, { name: 'Second', is_shared: true }),
    await add(ayu, { name: 'Pipeline', is_shared: true }),
  ]
  await ayu.call(views.remove, { params: { id: gone.id } })
  const commit = await holdOpen(database, organizationOf(ayu), (tenant) =>
    queries.update(tenant, first.id, { name: 'Pipeline' }),
  )
  const answers = Promise.all([
    change(ayu, second.id, { name: 'pipeline' }),
    ayu.call(views.restore, { params: { id: gone.id } }),
    ayu.call(views.create, { body: { ...input, name: 'PIPELINE', is_shared: true } }),
  ])
  await waitUntilBlocked(database)
  await commit()
  for (const answer of await answers)
    expect(answer).toMatchObject({ status: 409, problem: { code: 'name_taken', errors: [{ path: 'name' }] } })
})

test('names and parameters are validated, and the number of views is limited', async () => {
  const ayu = await signUp()
  const faulty = async (body: object) => {
    const { status, problem } = await ayu.call(views.create, { body: { ...input, ...body } as never })
    return [status, problem.errors?.[0]?.path]
  }
  expect(await faulty({ name: ' ' })).toEqual([400, 'name'])
  expect(await faulty({ name: 'x'.repeat(61) })).toEqual([400, 'name'])
  expect(await faulty({ list: 'tags' })).toEqual([400, 'list'])
  expect((await faulty({ parameters: { 'a b': '1' } }))[0]).toBe(400)
  expect((await faulty({ columns: { stage: 'yes' } }))[0]).toBe(400)
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`key${nth}`, '1']))
  expect(await faulty({ parameters: many })).toEqual([400, 'parameters'])
  for (let nth = 0; nth < maxViews; nth++) await add(ayu, { name: `View ${nth}` })
  expect(await faulty({ name: 'view 7', is_shared: true })).toEqual([201, undefined])
  const over = await ayu.call(views.create, { body: input })
  expect(over).toMatchObject({ status: 409, problem: { message: { code: 'view.too_many' } } })
  const { data } = made(await ayu.call(views.list))
  const [one] = data.filter(({ is_shared }) => !is_shared)
  const twice = await change(ayu, one!.id, { name: 'VIEW 9' })
  expect(twice).toMatchObject({ status: 409, problem: { code: 'name_taken', errors: [{ path: 'name' }] } })
  for (const list of ['contacts', 'broadcasts'] as const) await add(ayu, { list })
})
