import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { investmentStages, investmentStatuses, investorTypes } from '../../../contract/master-data.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { seedsIn } from './seeds.ts'

const { signUp, database } = await testApp()
const nobody = '01900000-0000-7000-8000-000000000000'

async function statusesOf(person: Caller) {
  const { body } = await person.call(investmentStatuses.list)
  return { all: body.data, byName: new Map(body.data.map((status) => [status.name, status])) }
}
const organizationOf = (person: Caller) => JSON.parse(atob(person.access_token.split('.')[1]!)).org as string
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

/** An investor of a type, who prefers a stage, with an investment of a status and stage. */
async function addRecords(person: Caller, row: { type: string; status: string; stage?: string; deleted?: boolean }) {
  const organization_id = organizationOf(person)
  const { rows } = await inTenant(database, { organization_id }, ({ db }) =>
    sql<{ investor_id: string }>`
      with i as (insert into investors (organization_id, code, name, kind, investor_type_id, deleted_at)
          select ${organization_id}, 'IV-' || uuid_v7(), 'Ada', 'individual', ${row.type}, ${row.deleted ? 'now' : null}::timestamptz
          returning id),
        s as (insert into investor_stages (organization_id, investor_id, stage_id)
          select ${organization_id}, i.id, ${row.stage ?? null}::uuid from i where ${row.stage ?? null}::uuid is not null)
      insert into investments (organization_id, reference, investor_id, title, status_id, stage_id, currency, deleted_at)
      select ${organization_id}, 'INV-' || uuid_v7(), i.id, 'Ada', ${row.status}, ${row.stage ?? null}::uuid, 'IDR', ${row.deleted ? 'now' : null}::timestamptz
      from i returning investor_id`.execute(db),
  )
  return rows[0]!.investor_id
}

describe('a new organization', async () => {
  const person = await signUp()

  it('has types, statuses and stages in their order, each with a colour', async () => {
    const types = (await person.call(investorTypes.list)).body
    expect(names(types.data)).toEqual(names(seedsIn().investor_types))
    expect(types.pagination).toEqual({ page: 1, per_page: 16, total: 16, total_pages: 1 })
    const statuses = (await person.call(investmentStatuses.list)).body.data
    expect(statuses.map(({ name, category, probability }) => [name, category, probability])).toEqual([
      ['Prospect', 'prospect', 10],
      ['Contacted', 'prospect', 20],
      ['In discussion', 'prospect', 35],
      ['Due diligence', 'prospect', 50],
      ['On hold', 'prospect', 5],
      ['Soft commitment', 'soft', 70],
      ['Committed', 'committed', 90],
      ['Partially funded', 'funded', null],
      ['Funded', 'funded', null],
      ['Exited', 'exited', null],
      ['Written off', 'exited', null],
      ['Declined', 'lost', 0],
      ['No response', 'lost', 0],
    ])
    expect(statuses.filter(({ is_default }) => is_default)).toMatchObject([{ name: 'Prospect', is_active: true }])
    const stages = (await person.call(investmentStages.list)).body.data
    expect(names(stages)).toEqual(names(seedsIn().investment_stages))
    for (const rows of [types.data, statuses, stages]) {
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
      expect(rows.every((row) => row.is_active && row.in_use === 0 && row.version === 1)).toBe(true)
    }
  })

  it('has them in the language of its founder', async () => {
    const first = async (locale: string) => {
      const founder = await signUp({ locale })
      const statuses = (await founder.call(investmentStatuses.list)).body.data
      const [type] = (await founder.call(investorTypes.list)).body.data
      const chosen = statuses.find(({ is_default }) => is_default)
      return [type?.name, chosen?.name, chosen?.category, statuses.length]
    }
    expect(await first('id')).toEqual(['Perorangan', 'Prospek', 'prospect', 13])
    expect(await first('pt-BR')).toEqual(['Individual', 'Prospect', 'prospect', 13])
    for (const rows of Object.values(seedsIn('id'))) expect(new Set(names(rows)).size).toBe(rows.length)
  })

  it('is listed by page, order and part of the name', async () => {
    const list = async (query: object) => {
      const { body } = await person.call(investmentStages.list, { query })
      return [...names(body.data), body.pagination.total]
    }
    expect(await list({ q: 'CONSTR', sort: '-name' })).toEqual(['Pre-construction', 'Construction', 2])
    expect(await list({ per_page: 2, page: 2 })).toEqual(['Series A', 'Series B', 11])
    expect(await list({ q: 'zzz' })).toEqual([0])
  })
})

describe.each([
  ['investor types', investorTypes, { kind: 'entity' }],
  ['investment statuses', investmentStatuses, { category: 'lost' }],
  ['investment stages', investmentStages, {}],
] as const)('%s', async (_, endpoints, more) => {
  const of = endpoints as typeof investmentStages
  const person = await signUp()
  const list = async () => (await person.call(of.list)).body.data
  const create = async (name: string) => {
    const { status, body } = await person.call(of.create, { body: { name, color: 'teal', ...more } as never })
    expect(status).toBe(201)
    return body
  }

  it('are added at the end, renamed, recoloured and switched off', async () => {
    const last = (await list()).length
    const made = await create(' Something new ')
    expect(made).toMatchObject({
      name: 'Something new',
      color: 'teal',
      position: last + 1,
      is_active: true,
      version: 1,
    })
    expect(made).toMatchObject(more)
    const params = { id: made.id }
    const changed = await person.call(of.update, {
      params,
      body: { name: 'Renamed', color: 'pink', is_active: false, version: 1 },
    })
    expect(changed.body).toMatchObject({ name: 'Renamed', color: 'pink', is_active: false, version: 2 })
    expect((await person.call(of.get, { params })).body).toEqual(changed.body)
    const late = await person.call(of.update, { params, body: { name: 'Late', version: 1 } })
    expect(late.status).toBe(409)
    expect(late.problem).toMatchObject({ code: 'version_conflict', current: { name: 'Renamed', version: 2 } })
    expect((await list()).at(-1)).toMatchObject({ name: 'Renamed', is_active: false })
  })

  it('reject an invalid name or color on the field', async () => {
    for (const [path, wrong] of Object.entries({ name: '', color: '#ff0000', is_active: 'yes' })) {
      const { status, problem } = await person.call(of.create, { body: { name: 'x', ...more, [path]: wrong } as never })
      expect(status).toBe(400)
      expect(problem.errors?.[0]?.path).toBe(path)
    }
  })

  it('have unique names', async () => {
    const taken = { code: 'name_taken', errors: [{ path: 'name', code: 'name.taken' }] }
    const [one, other] = [await create('Taken'), await create('Free')]
    expect((await person.call(of.create, { body: { name: 'TAKEN', ...more } as never })).problem).toMatchObject(taken)
    const renamed = await person.call(of.update, { params: { id: other.id }, body: { name: 'taken', version: 1 } })
    expect(renamed.problem).toMatchObject(taken)
    // A deleted row does not reserve its name, and is restored only if the name is free.
    await person.call(of.remove, { params: { id: one.id } })
    const again = await create('Taken')
    expect((await person.call(of.restore, { params: { id: one.id } })).problem).toMatchObject(taken)
    await person.call(of.remove, { params: { id: again.id } })
    expect((await person.call(of.restore, { params: { id: one.id } })).body).toMatchObject({ name: 'Taken' })
  })

  it('are deleted without a gap and restored to their position', async () => {
    const made = [await create('Gap 1'), await create('Gap 2'), await create('Gap 3')]
    const before = await list()
    const params = { id: made[1]!.id }
    expect((await person.call(of.remove, { params })).status).toBe(204)
    expect((await person.call(of.remove, { params })).status).toBe(404)
    expect((await person.call(of.get, { params })).status).toBe(404)
    const without = await list()
    expect(without.map(({ position }) => position)).toEqual(without.map((_, index) => index + 1))
    expect((await person.call(of.restore, { params })).body.position).toBe(made[1]!.position)
    // Restoring twice is the same as once.
    expect((await person.call(of.restore, { params })).status).toBe(200)
    expect(names(await list())).toEqual(names(before))
    expect((await list()).map(({ position }) => position)).toEqual(before.map(({ position }) => position))
  })

  it('are reordered, unless the order has changed meanwhile', async () => {
    const was = (await list()).map(({ id }) => id)
    const ids = [was.at(-1)!, ...was.slice(0, -1)]
    const { status, body } = await person.call(of.reorder, { body: { ids, previous_ids: was } })
    expect(status).toBe(200)
    expect(body.data.map(({ id, position }) => [id, position])).toEqual(ids.map((id, index) => [id, index + 1]))
    const late = await person.call(of.reorder, { body: { ids: [...was].reverse(), previous_ids: was } })
    expect(late.status).toBe(409)
    expect(late.problem).toMatchObject({ code: 'version_conflict', current: { data: body.data } })
    expect((await list()).map(({ id }) => id)).toEqual(ids)
    // Renaming is not a change of the order, and the order none of a row.
    expect((await list()).find(({ id }) => id === ids[0])?.version).toBe(body.data[0]!.version)
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]!], []]) {
      expect((await person.call(of.reorder, { body: { ids: wrong, previous_ids: ids } })).status).toBe(400)
    }
    const foreign = [nobody, ...ids]
    expect((await person.call(of.reorder, { body: { ids: foreign, previous_ids: foreign } })).status).toBe(404)
  })

  it('of another organization are not found', async () => {
    const stranger = await signUp()
    const { id } = (await list())[0]!
    const [mine] = (await stranger.call(of.list)).body.data
    const params = { id }
    const tries = [
      await stranger.call(of.get, { params }),
      await stranger.call(of.update, { params, body: { name: 'x', version: 1 } }),
      await stranger.call(of.remove, { params }),
      await stranger.call(of.restore, { params }),
      await stranger.call(of.move, { params, body: { to_id: mine!.id } }),
      await stranger.call(of.move, { params: { id: mine!.id }, body: { to_id: id } }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })
})

describe('a row in use', async () => {
  const person = await signUp()
  const [type] = (await person.call(investorTypes.list)).body.data
  const [stage] = (await person.call(investmentStages.list)).body.data
  const { byName } = await statusesOf(person)
  const status = byName.get('Contacted')!

  it('reports the number of records without deleted ones, and cannot be deleted', async () => {
    const row = { type: type!.id, status: status.id, stage: stage!.id }
    await addRecords(person, row)
    await addRecords(person, row)
    await addRecords(person, { ...row, deleted: true })
    const inUse = async (of: typeof investmentStages, id: string) =>
      (await person.call(of.get, { params: { id } })).body.in_use
    expect(await inUse(investorTypes, type!.id)).toBe(2)
    expect(await inUse(investmentStatuses, status.id)).toBe(2)
    // Two investments, and two investors who prefer it.
    expect(await inUse(investmentStages, stage!.id)).toBe(4)
    for (const [of, id, count] of [
      [investorTypes, type!.id, 2],
      [investmentStatuses, status.id, 2],
      [investmentStages, stage!.id, 4],
    ] as const) {
      const { status, problem } = await person.call(of.remove, { params: { id } })
      expect(status).toBe(409)
      expect(problem).toMatchObject({ code: 'in_use', current: { id, in_use: count } })
      expect(problem.detail).toContain(`${count} records use`)
    }
  })

  it('can be switched off', async () => {
    const off = await person.call(investorTypes.update, {
      params: { id: type!.id },
      body: { is_active: false, version: 1 },
    })
    expect(off.body).toMatchObject({ is_active: false, in_use: 2 })
  })

  it('cannot be replaced by nothing, itself or an inactive row', async () => {
    const move = (to_id: string) => person.call(investorTypes.move, { params: { id: other }, body: { to_id } })
    const other = (await person.call(investorTypes.list)).body.data[1]!.id
    expect((await move(other)).problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'to_id' }] })
    expect((await move(type!.id)).problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'to_id' }] })
    expect((await move(nobody)).problem).toMatchObject({ code: 'not_found', errors: [{ path: 'to_id' }] })
  })
})

describe('moving records', async () => {
  const person = await signUp()
  const [type, otherType] = (await person.call(investorTypes.list)).body.data
  const [stage, otherStage] = (await person.call(investmentStages.list)).body.data
  const { byName } = await statusesOf(person)
  const [from, to, last] = ['Contacted', 'Due diligence', 'Committed'].map((name) => byName.get(name)!)
  const inUse = async (of: typeof investmentStages, id: string) =>
    (await person.call(of.get, { params: { id } })).body.in_use
  await addRecords(person, { type: type!.id, status: from!.id, stage: stage!.id })
  await addRecords(person, { type: type!.id, status: from!.id, stage: stage!.id })
  await addRecords(person, { type: type!.id, status: last!.id, stage: otherStage!.id })

  it('moves all of them to another row', async () => {
    const params = { id: type!.id }
    const moved = await person.call(investorTypes.move, { params, body: { to_id: otherType!.id } })
    expect(moved.body).toEqual({ moved: 3 })
    expect([await inUse(investorTypes, type!.id), await inUse(investorTypes, otherType!.id)]).toEqual([0, 3])
    expect((await person.call(investorTypes.move, { params, body: { to_id: otherType!.id } })).body).toEqual({
      moved: 0,
    })
  })

  it('deletes the row in the same request', async () => {
    const params = { id: stage!.id }
    const moved = await person.call(investmentStages.move, { params, body: { to_id: otherStage!.id, remove: true } })
    // Two investments, and two investors who prefer it.
    expect(moved.body).toEqual({ moved: 4 })
    expect((await person.call(investmentStages.get, { params })).status).toBe(404)
    expect(await inUse(investmentStages, otherStage!.id)).toBe(6)
  })

  it('is recorded in the history of each investment', async () => {
    const moved = await person.call(investmentStatuses.move, { params: { id: from!.id }, body: { to_id: to!.id } })
    expect(moved.body).toEqual({ moved: 2 })
    const organization_id = organizationOf(person)
    const changes = await inTenant(database, { organization_id }, ({ db }) =>
      db.selectFrom('investment_status_changes').select(['from_status_id', 'to_status_id', 'changed_by']).execute(),
    )
    const change = { from_status_id: from!.id, to_status_id: to!.id, changed_by: expect.any(String) }
    expect(changes).toEqual([change, change])
  })

  it('moves nothing if the row cannot be deleted', async () => {
    const body = { to_id: to!.id, remove: true }
    const refused = await person.call(investmentStatuses.move, { params: { id: last!.id }, body })
    expect(refused.problem).toMatchObject({ code: 'last_active_status' })
    expect([await inUse(investmentStatuses, last!.id), await inUse(investmentStatuses, to!.id)]).toEqual([1, 2])
  })
})

describe('statuses', async () => {
  const person = await signUp()
  const change = async (name: string, body: object) => {
    const { id, version } = (await statusesOf(person)).byName.get(name)!
    return await person.call(investmentStatuses.update, { params: { id }, body: { ...body, version } })
  }
  const remove = async (name: string) => {
    const { id } = (await statusesOf(person)).byName.get(name)!
    return await person.call(investmentStatuses.remove, { params: { id } })
  }

  it('have a probability in percent or none', async () => {
    expect((await change('Contacted', { probability: 25 })).body.probability).toBe(25)
    expect((await change('Contacted', { probability: null })).body.probability).toBeNull()
    for (const probability of [101, -1, 2.5, '20']) {
      expect((await change('Contacted', { probability })).problem.errors?.[0]?.path).toBe('probability')
    }
  })

  it('have one default, an active prospect, which cannot be deactivated or deleted', async () => {
    expect((await change('Prospect', { is_active: false })).problem).toMatchObject({ code: 'default_status' })
    expect((await change('Prospect', { category: 'soft' })).problem).toMatchObject({ code: 'default_status' })
    expect((await remove('Prospect')).problem).toMatchObject({ code: 'default_status' })
    expect((await change('Prospect', { is_default: false })).status).toBe(400)
    expect((await change('Funded', { is_default: true })).problem).toMatchObject({ code: 'state_conflict' })
    expect((await change('Contacted', { is_active: false, is_default: true })).status).toBe(409)
    await change('Contacted', { is_active: false })
    expect((await change('Contacted', { is_default: true })).problem).toMatchObject({ code: 'state_conflict' })
    const isDefault = async () => names((await statusesOf(person)).all.filter((status) => status.is_default))
    expect(await isDefault()).toEqual(['Prospect'])

    expect((await change('Contacted', { is_active: true, is_default: true })).body).toMatchObject({ is_default: true })
    expect(await isDefault()).toEqual(['Contacted'])
    expect((await change('Prospect', { is_active: false })).status).toBe(200)
    expect((await remove('Prospect')).status).toBe(204)
  })

  it('keep an active one in each category', async () => {
    const last = { code: 'last_active_status' }
    for (const body of [{ is_active: false }, { category: 'lost' }, { category: 'prospect', is_default: true }]) {
      expect((await change('Committed', body)).problem).toMatchObject(last)
    }
    expect((await remove('Committed')).problem).toMatchObject(last)
    // An inactive one does not count.
    await change('Exited', { is_active: false })
    expect((await remove('Written off')).problem).toMatchObject(last)
    expect((await remove('Exited')).status).toBe(204)
    expect((await change('Declined', { category: 'exited' })).body).toMatchObject({ category: 'exited' })
    expect((await remove('Written off')).status).toBe(204)
    expect((await remove('Declined')).problem).toMatchObject(last)
    expect((await change('Committed', { name: 'Signed', color: 'red', probability: 95 })).status).toBe(200)
  })

  it('report being the last one before being in use', async () => {
    const { byName } = await statusesOf(person)
    const { id: type } = (await person.call(investorTypes.list)).body.data[0]!
    await addRecords(person, { type, status: byName.get('Soft commitment')!.id })
    expect((await remove('Soft commitment')).problem).toMatchObject({ code: 'last_active_status' })
  })
})
