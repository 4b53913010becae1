// Concurrent changes of master data: the rules hold in any order.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { investors } from '../../../contract/investors.ts'
import { investmentStages, investmentStatuses, investorTypes } from '../../../contract/master-data.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestor as addWholeInvestor, made } from '../../test/records.ts'
import * as twoAtOnce from '../../test/two-at-once.ts'
import * as service from './service.ts'

const { signUp, database } = await testApp()
const { organizationOf } = twoAtOnce
const statusesOf = async (person: Caller) => (await person.call(investmentStatuses.list)).body.data
const codes = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

const holdOpen = (person: Caller, work: (tenant: Tenant) => Promise<unknown>) =>
  twoAtOnce.holdOpen(database, organizationOf(person), work)
const waitUntilBlocked = () => twoAtOnce.waitUntilBlocked(database)

function addInvestor({ db, organization_id }: Tenant, type: string) {
  return sql`
    insert into investors (organization_id, code, name, kind, investor_type_id)
    values (${organization_id}, 'IV-' || uuid_v7(), 'Ada', 'individual', ${type})`.execute(db)
}

describe('two concurrent requests', () => {
  test('that delete the last two statuses of a category: one is rejected', async () => {
    const person = await signUp()
    const exited = (await statusesOf(person)).filter(({ category }) => category === 'exited')
    expect(exited).toHaveLength(2)
    const answers = await Promise.all(
      exited.map(({ id }) => person.call(investmentStatuses.remove, { params: { id } })),
    )
    expect(codes(answers)).toEqual([204, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('last_active_status')
    expect((await statusesOf(person)).filter(({ category }) => category === 'exited')).toHaveLength(1)
  })

  test('that deactivate and recategorize the last two statuses: one is rejected', async () => {
    const person = await signUp()
    const [one, other] = (await statusesOf(person)).filter(({ category }) => category === 'lost')
    const update = (id: string, body: object) =>
      person.call(investmentStatuses.update, { params: { id }, body: { ...body, version: 1 } })
    const answers = await Promise.all([update(one!.id, { is_active: false }), update(other!.id, { category: 'soft' })])
    expect(codes(answers)).toEqual([200, 409])
  })

  test('that each set another default leave one active default', async () => {
    const person = await signUp()
    const [, contacted, talking] = await statusesOf(person)
    const update = (id: string, body: object) =>
      person.call(investmentStatuses.update, { params: { id }, body: { ...body, version: 1 } })
    const answers = await Promise.all([
      update(contacted!.id, { is_default: true }),
      update(talking!.id, { is_default: true }),
      update(contacted!.id, { is_active: false }),
    ])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    expect((await statusesOf(person)).filter((status) => status.is_default)).toMatchObject([{ is_active: true }])
  })

  test('that reorder the rows: one is rejected', async () => {
    const person = await signUp()
    const was = (await person.call(investmentStages.list)).body.data.map(({ id }) => id)
    const orders = [[...was].reverse(), [...was.slice(1), was[0]!]]
    const answers = await Promise.all(
      orders.map((ids) => person.call(investmentStages.reorder, { body: { ids, previous_ids: was } })),
    )
    expect(codes(answers)).toEqual([200, 409])
    const winner = orders[answers.findIndex(({ status }) => status === 200)]
    expect((await person.call(investmentStages.list)).body.data.map(({ id }) => id)).toEqual(winner)
  })

  test('that add, delete and sort keep positions consistent', async () => {
    const person = await signUp()
    const rows = (await person.call(investorTypes.list)).body.data
    const was = rows.map(({ id }) => id)
    const create = (name: string) => person.call(investorTypes.create, { body: { name, kind: 'entity' } })
    await Promise.all([
      create('A'),
      person.call(investorTypes.remove, { params: { id: was[3]! } }),
      create('B'),
      person.call(investorTypes.reorder, { body: { ids: [...was].reverse(), previous_ids: was } }),
      create('C'),
      person.call(investorTypes.remove, { params: { id: was[9]! } }),
    ])
    const after = (await person.call(investorTypes.list)).body.data
    expect(after).toHaveLength(rows.length + 3 - 2)
    expect(after.map(({ position }) => position)).toEqual(after.map((_, index) => index + 1))
  })

  test('that give the same name: one is rejected', async () => {
    const person = await signUp()
    const create = () => person.call(investmentStages.create, { body: { name: 'Twice' } })
    const answers = await Promise.all([create(), create()])
    expect(codes(answers)).toEqual([201, 409])
  })
})

describe('a record that starts to use a row', () => {
  test('before its deletion prevents it', async () => {
    const person = await signUp()
    const { id } = (await person.call(investorTypes.list)).body.data[0]!
    const commit = await holdOpen(person, async (tenant) => {
      await service.choose(tenant, 'investor_types', id, 'investor_type_id')
      await addInvestor(tenant, id)
    })
    const deleting = person.call(investorTypes.remove, { params: { id } })
    await waitUntilBlocked()
    await commit()
    const { status, problem } = await deleting
    expect(status).toBe(409)
    expect(problem).toMatchObject({ code: 'in_use', detail: expect.stringContaining('1 record uses') })
  })

  test('prevents its deletion also by the foreign key alone', async () => {
    const person = await signUp()
    const { id } = (await person.call(investorTypes.list)).body.data[0]!
    const commit = await holdOpen(person, (tenant) => addInvestor(tenant, id))
    const deleting = person.call(investorTypes.remove, { params: { id } })
    await waitUntilBlocked()
    await commit()
    expect((await deleting).problem.code).toBe('in_use')
  })

  test('after its deletion is rejected on its field', async () => {
    const person = await signUp()
    const { id } = (await person.call(investorTypes.list)).body.data[0]!
    const commit = await holdOpen(person, (tenant) => service.remove(tenant, 'investor_types', id))
    const record = inTenant(database, { organization_id: organizationOf(person) }, (tenant) =>
      service.choose(tenant, 'investor_types', id, 'investor_type_id'),
    )
    await Promise.all([
      expect(record).rejects.toMatchObject({ code: 'not_found', fields: [{ path: 'investor_type_id' }] }),
      waitUntilBlocked().then(commit),
    ])
  })

  test('after its deactivation is rejected as well', async () => {
    const person = await signUp()
    const { id } = (await person.call(investmentStages.list)).body.data[0]!
    await person.call(investmentStages.update, { params: { id }, body: { is_active: false, version: 1 } })
    const record = inTenant(database, { organization_id: organizationOf(person) }, (tenant) =>
      service.choose(tenant, 'investment_stages', id, 'stage_id'),
    )
    await expect(record).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'stage_id' }] })
  })
})

describe('editing an investor', () => {
  test.each([
    ['type', 'investor_types', {}],
    ['type to be', 'investor_types', { is_to_have: true }],
    ['stages', 'investment_stages', {}],
  ] as const)('locks its %s first, as moving records does', async (_, kind, more) => {
    const person = await signUp()
    const investor = await addWholeInvestor(person)
    const [stage] = made(await person.call(investmentStages.list)).data
    const other = made(await person.call(investorTypes.list)).data.at(-1)!
    const change = {
      version: 1,
      preferred_stage_ids: [stage!.id],
      ...('is_to_have' in more ? { investor_type_id: other.id } : {}),
    }
    const held = kind === 'investment_stages' ? stage! : 'is_to_have' in more ? other : investor.type
    const edited = await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
      await sql`select from ${sql.table(kind)} where id = ${held.id} for update`.execute(tenant.db)
      const answer = person.call(investors.update, { params: { id: investor.id }, body: change })
      await waitUntilBlocked()
      await twoAtOnce.failOnLockWait(tenant)
      await sql`select from investors where id = ${investor.id} for no key update`.execute(tenant.db)
      return { answer }
    })
    expect(made(await edited.answer)).toMatchObject({ version: 2, preferred_stages: [{ id: stage!.id }] })
  })
})
