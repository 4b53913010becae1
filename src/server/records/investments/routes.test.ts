// Investments over HTTP: rules, history, locks, and exact amounts.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { investments } from '../../../contract/investments.ts'
import { investmentStages, investmentStatuses } from '../../../contract/master-data.ts'
import { offerings } from '../../../contract/offerings.ts'
import { tags } from '../../../contract/tags.ts'
import { transactions } from '../../../contract/transactions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { failOnLockWait, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'

const { signUp, database } = await testApp()

async function titles(caller: Caller, query: Record<string, unknown> = {}) {
  return made(await caller.call(investments.list, { query })).data.map(({ title }) => title)
}

test('a new investment is a prospect, titled after investor and offering', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu, { name: 'Budi' })
  const offering = made(await ayu.call(offerings.create, { body: { name: 'Fund I', currency: 'USD' } }))
  const investment = await addInvestment(ayu, { investor_id, offering_id: offering.id })
  expect(investment).toMatchObject({
    reference: 'INV-0001',
    title: 'Budi – Fund I',
    title_is_automatic: true,
    investor: { id: investor_id, code: 'IV-0001', name: 'Budi' },
    offering: { id: offering.id, name: 'Fund I' },
    status: { name: 'Prospect', category: 'prospect' },
    stage: null,
    currency: 'USD',
    expected_amount: null,
    committed_amount: null,
    probability: 10,
    probability_is_own: false,
    funded: '0.00',
    outstanding: '0.00',
    due: '0.00',
    overdue: '0.00',
    distributed: '0.00',
    transaction_count: 0,
    version: 1,
  })
  const params = { id: investment.id }
  expect(made(await ayu.call(investments.get, { params }))).toEqual(investment)
  const named = made(await ayu.call(investments.update, { params, body: { version: 1, title: 'Mine' } }))
  expect(named).toMatchObject({ title: 'Mine', title_is_automatic: false, version: 2 })
  await ayu.call(offerings.update, { params: { id: offering.id }, body: { version: 1, name: 'Fund One' } })
  const again = made(await ayu.call(investments.update, { params, body: { version: 2, title: '' } }))
  expect(again).toMatchObject({ title: 'Budi – Fund One', title_is_automatic: true })
  // Sending the title back unchanged keeps it automatic.
  const back = made(
    await ayu.call(investments.update, { params, body: { version: 3, title: again.title, offering_id: null } }),
  )
  expect(back).toMatchObject({ title: 'Budi', title_is_automatic: true, offering: null })
})

test('renaming an investor and editing its investments lock in the same order', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu, { name: 'Budi' })
  const { id } = await addInvestment(ayu, { investor_id })
  const edited = await inTenant(database, { organization_id: organizationOf(ayu) }, async (tenant) => {
    await sql`select from investors where id = ${investor_id} for no key update`.execute(tenant.db)
    const answer = ayu.call(investments.update, { params: { id }, body: { version: 1, notes: 'By phone' } })
    await waitUntilBlocked(database)
    await failOnLockWait(tenant)
    await sql`select from investments where id = ${id} for no key update`.execute(tenant.db)
    return { answer }
  })
  expect(made(await edited.answer)).toMatchObject({ notes: 'By phone', version: 2 })
})

test('reading transactions does not wait for writers', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const { id } = await addInvestment(ayu, { investor_id })
  await addTransaction(ayu, id)
  await inTenant(database, { organization_id: organizationOf(ayu) }, async (tenant) => {
    await sql`select from investments where id = ${id} for no key update`.execute(tenant.db)
    const looking = ayu.call(transactions.list, { params: { id } })
    // Whichever comes first: a blocked request would wait for this transaction.
    const seen = await Promise.race([looking.then(made), waitUntilBlocked(database).then(() => 'blocked')])
    expect(seen).toMatchObject({ data: [{ amount: '1000.00' }] })
  })
})

test.each([
  ['USD', '0.01', '0.01'],
  ['IDR', '9999999999999.99', '9999999999999.99'],
  ['IDR', '1000000000000000', '1000000000000000.00'],
  ['KWD', '0.001', '0.001'],
  ['JPY', '123456789012345678', '123456789012345678'],
  ['CLF', '1.2345', '1.2345'],
  ['USD', '007.50', '7.50'],
])('%s %s is returned unchanged', async (currency, sent, kept) => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const { id } = await addInvestment(ayu, { investor_id, currency, expected_amount: sent, valuation_cap: sent })
  expect(made(await ayu.call(investments.get, { params: { id } }))).toMatchObject({
    expected_amount: kept,
    valuation_cap: kept,
  })
  expect(made(await ayu.call(investments.list)).data[0]).toMatchObject({ expected_amount: kept })
})

test.each([
  [{ expected_amount: '1.005' }, 'expected_amount', 'must have at most 2 decimals in USD'],
  [{ currency: 'JPY', expected_amount: '0.5' }, 'expected_amount', 'must have no decimals in JPY'],
  [{ expected_amount: '-1' }, 'expected_amount', 'is not an amount such as 1500000.50'],
  [{ expected_amount: '1e9' }, 'expected_amount', 'is not an amount such as 1500000.50'],
  [{ expected_amount: '1,000' }, 'expected_amount', 'is not an amount such as 1500000.50'],
  [{ expected_amount: '1'.repeat(19) }, 'expected_amount', 'is not an amount such as 1500000.50'],
  [{ expected_amount: 5 }, 'expected_amount', undefined],
  [{ currency: 'XXX' }, 'currency', 'is not a currency that Kabar knows'],
  [{ currency: 'usd' }, 'currency', undefined],
  [{ probability: 101 }, 'probability', undefined],
  [{ probability: 1.5 }, 'probability', undefined],
  [{ ownership_percent: '100.1' }, 'ownership_percent', 'at most 100'],
  [{ maturity_on: '2026-02-30' }, 'maturity_on', 'is not a date'],
  [{ instrument: 'magic' }, 'instrument', undefined],
  [{ funded: '5' }, 'funded', 'is not a known field'],
])('%j is rejected on its field', async (more, path, message) => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const body = { currency: 'USD', investor_id, ...more } as never
  const { status, problem } = await ayu.call(investments.create, { body })
  expect(status).toBe(400)
  expect(problem.errors?.[0]).toMatchObject({ path, ...(message ? { message } : {}) })
})

describe('a status', () => {
  test('requires its fields, and every change is recorded', async () => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    const { id } = await addInvestment(ayu, { investor_id })
    const params = { id }
    const [committed, lost] = [await statusOf(ayu, 'committed'), await statusOf(ayu, 'lost')]
    const change = (version: number, body: object) =>
      ayu.call(investments.update, { params, body: { version, ...body } })
    expect((await change(1, { status_id: committed })).problem.errors).toMatchObject([{ path: 'committed_amount' }])
    expect((await change(1, { status_id: lost })).problem.errors).toMatchObject([{ path: 'lost_reason' }])
    const now = made(await change(1, { status_id: committed, committed_amount: '100' }))
    expect(now).toMatchObject({ status: { category: 'committed' }, outstanding: '100.00', probability: 90 })
    expect((await change(2, { committed_amount: null })).problem.errors).toMatchObject([{ path: 'committed_amount' }])
    made(await change(2, { notes: 'the same status', status_id: committed }))
    made(await change(3, { status_id: lost, lost_reason: 'Too early' }))
    const { data } = made(await ayu.call(investments.statusChanges, { params }))
    expect(data.map(({ from, to, by }) => [from?.name, to.name, by?.slice(0, 6)])).toEqual([
      ['Committed', 'Declined', 'Person'],
      ['Prospect', 'Committed', 'Person'],
      [undefined, 'Prospect', 'Person'],
    ])
  })

  test('that is inactive is kept by existing investments, but cannot be set', async () => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    const statuses = made(await ayu.call(investmentStatuses.list)).data
    const contacted = statuses.find(({ name }) => name === 'Contacted')!
    const { id } = await addInvestment(ayu, { investor_id, status_id: contacted.id })
    made(
      await ayu.call(investmentStatuses.update, {
        params: { id: contacted.id },
        body: { version: contacted.version, is_active: false },
      }),
    )
    const changed = await ayu.call(investments.update, { params: { id }, body: { version: 1, notes: 'kept' } })
    expect(made(changed).status.name).toBe('Contacted')
    const anew = await ayu.call(investments.create, { body: { investor_id, currency: 'USD', status_id: contacted.id } })
    expect(anew.problem.errors).toMatchObject([{ path: 'status_id' }])
  })
})

describe('transactions', () => {
  test('determine the figures; only settled ones count as paid', async () => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    const { id } = await addInvestment(ayu, {
      investor_id,
      currency: 'KWD',
      status_id: await statusOf(ayu, 'committed'),
      committed_amount: '100',
    })
    const params = { id }
    const figures = async () => {
      const { funded, outstanding, due, overdue, distributed, transaction_count } = made(
        await ayu.call(investments.get, { params }),
      )
      return { funded, outstanding, due, overdue, distributed, transaction_count }
    }
    await addTransaction(ayu, id, { amount: '60.001' })
    await addTransaction(ayu, id, { amount: '10', kind: 'refund' })
    await addTransaction(ayu, id, { amount: '5', kind: 'fee' })
    await addTransaction(ayu, id, { amount: '7.5', kind: 'distribution' })
    await addTransaction(ayu, id, { amount: '2.5', kind: 'return_of_capital' })
    const scheduled = { state: 'scheduled', settled_on: null } as const
    await addTransaction(ayu, id, { ...scheduled, amount: '20', due_on: '2199-01-01' })
    const late = await addTransaction(ayu, id, { ...scheduled, amount: '9', due_on: '2020-01-01' })
    expect(late.is_overdue).toBe(true)
    await addTransaction(ayu, id, { ...scheduled, amount: '1' })
    await addTransaction(ayu, id, { ...scheduled, amount: '99', kind: 'distribution', due_on: '2020-01-01' })
    await addTransaction(ayu, id, { state: 'cancelled', settled_on: null, amount: '1000' })
    expect(await figures()).toEqual({
      funded: '50.001',
      outstanding: '49.999',
      due: '21.000',
      overdue: '9.000',
      distributed: '10.000',
      transaction_count: 10,
    })
    const one = { id, transaction_id: late.id }
    const settle = { version: 1, state: 'settled', settled_on: '2026-01-02' } as const
    expect(made(await ayu.call(transactions.update, { params: one, body: settle }))).toMatchObject({ version: 2 })
    expect(await figures()).toMatchObject({ funded: '59.001', overdue: '0.000' })
    expect((await ayu.call(transactions.update, { params: one, body: settle })).problem).toMatchObject({
      code: 'version_conflict',
      current: { version: 2 },
    })
    expect((await ayu.call(transactions.remove, { params: one })).status).toBe(204)
    expect(await figures()).toMatchObject({ funded: '50.001', transaction_count: 9 })
    expect((await ayu.call(transactions.remove, { params: one })).status).toBe(404)
    made(await ayu.call(transactions.restore, { params: one }))
    expect(await figures()).toMatchObject({ funded: '59.001', transaction_count: 10 })
    expect(made(await ayu.call(transactions.list, { params })).data).toHaveLength(10)
  })

  test('added concurrently add up', async () => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    const { id } = await addInvestment(ayu, { investor_id })
    await Promise.all(Array.from({ length: 20 }, (_, n) => addTransaction(ayu, id, { amount: `${n + 1}.01` })))
    expect(made(await ayu.call(investments.get, { params: { id } }))).toMatchObject({
      funded: '210.20',
      transaction_count: 20,
    })
  })

  test.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '0.00' }, 'amount'],
    [{ amount: '1.005' }, 'amount'],
    [{ settled_on: null }, 'settled_on'],
    [{ settled_on: '2199-01-01' }, 'settled_on'],
    [{ state: 'scheduled' }, 'settled_on'],
    [{ kind: 'gift' }, 'kind'],
  ])('%j is rejected on its field', async (more, path) => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    const { id } = await addInvestment(ayu, { investor_id })
    const body = { kind: 'contribution', state: 'settled', amount: '1', settled_on: '2026-01-02', ...more } as never
    const { status, problem } = await ayu.call(transactions.create, { params: { id }, body })
    expect(status).toBe(400)
    expect(problem.errors?.[0]?.path).toBe(path)
    expect(made(await ayu.call(investments.get, { params: { id } })).transaction_count).toBe(0)
  })

  test('lock the currency, also against a concurrent change', async () => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    for (let round = 0; round < 5; round++) {
      const { id } = await addInvestment(ayu, { investor_id })
      const [changed, added] = await Promise.all([
        ayu.call(investments.update, { params: { id }, body: { version: 1, currency: 'JPY' } }),
        ayu.call(transactions.create, {
          params: { id },
          body: { kind: 'contribution', state: 'settled', amount: '1.50', settled_on: '2026-01-02' },
        }),
      ])
      // JPY has no decimals: if both had succeeded, 1.50 would be in JPY.
      expect([changed.status, added.status]).toEqual(changed.status === 200 ? [200, 400] : [409, 201])
      if (changed.status === 409)
        expect(changed.problem).toMatchObject({ code: 'currency_locked', errors: [{ path: 'currency' }] })
    }
  })

  test('that are settled prevent the deletion of their investment', async () => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    const { id } = await addInvestment(ayu, { investor_id })
    const { id: transaction_id } = await addTransaction(ayu, id)
    const params = { id }
    expect((await ayu.call(investments.remove, { params })).problem).toMatchObject({
      code: 'investment_has_transactions',
      current: { transactions: 1 },
    })
    await ayu.call(transactions.remove, { params: { id, transaction_id } })
    expect((await ayu.call(investments.remove, { params })).status).toBe(204)
    expect((await ayu.call(investments.get, { params })).status).toBe(404)
    expect((await ayu.call(transactions.list, { params })).status).toBe(404)
    const { id: other } = await addInvestment(ayu, { investor_id, reference: 'INV-0001' })
    expect((await ayu.call(investments.restore, { params })).problem).toMatchObject({ code: 'name_taken' })
    await ayu.call(investments.update, { params: { id: other }, body: { version: 1, reference: 'X-1' } })
    expect(made(await ayu.call(investments.restore, { params }))).toMatchObject({ id, reference: 'INV-0001' })
  })
})

describe('offerings', () => {
  test('in use are closed, not deleted', async () => {
    const ayu = await signUp()
    const { id: investor_id } = await addInvestor(ayu)
    const offering = made(
      await ayu.call(offerings.create, { body: { name: 'Fund', currency: 'KWD', target_amount: '1000000.001' } }),
    )
    expect(offering).toMatchObject({ kind: 'round', state: 'open', target_amount: '1000000.001', investment_count: 0 })
    const params = { id: offering.id }
    const { id } = await addInvestment(ayu, { investor_id, offering_id: offering.id })
    expect((await ayu.call(offerings.remove, { params })).problem).toMatchObject({
      code: 'in_use',
      current: { in_use: 1 },
    })
    expect(made(await ayu.call(offerings.update, { params, body: { version: 1, state: 'closed' } })).state).toBe(
      'closed',
    )
    await ayu.call(investments.remove, { params: { id } })
    expect((await ayu.call(offerings.remove, { params })).status).toBe(204)
    expect((await ayu.call(investments.restore, { params: { id } })).status).toBe(200)
    made(await ayu.call(offerings.create, { body: { name: 'FUND', currency: 'USD' } }))
    expect((await ayu.call(offerings.restore, { params })).problem).toMatchObject({ code: 'name_taken' })
  })

  test('have a unique name, and days in order', async () => {
    const ayu = await signUp()
    const body = { name: 'Fund', currency: 'USD' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ayu.call(offerings.create, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const turned = await ayu.call(offerings.create, {
      body: { name: 'B', currency: 'USD', opens_on: '2026-02-01', closes_on: '2026-01-01' },
    })
    expect(turned.problem.errors).toMatchObject([{ path: 'closes_on' }])
  })
})

test('the list is searched, filtered and sorted', async () => {
  const ayu = await signUp()
  const [budi, siti] = [await addInvestor(ayu, { name: 'Budi' }), await addInvestor(ayu, { name: 'Siti' })]
  const tag = made(await ayu.call(tags.create, { body: { name: 'VIP' } }))
  const stage = made(await ayu.call(investmentStages.list)).data[0]!
  const soft = await statusOf(ayu, 'soft')
  await addInvestment(ayu, { investor_id: budi.id, title: 'Alpha', expected_amount: '5', currency: 'IDR' })
  const beta = await addInvestment(ayu, {
    investor_id: siti.id,
    title: 'Béta',
    expected_amount: '10',
    status_id: soft,
    stage_id: stage.id,
    instrument: 'safe',
    tag_ids: [tag.id],
  })
  await addInvestment(ayu, {
    investor_id: siti.id,
    title: 'Gamma',
    expected_amount: '7',
    expected_close_on: '2026-05-01',
  })
  await addTransaction(ayu, beta.id, { state: 'scheduled', settled_on: null, due_on: '2020-01-01' })
  expect(await titles(ayu)).toEqual(['Gamma', 'Béta', 'Alpha'])
  expect(await titles(ayu, { sort: 'title' })).toEqual(['Alpha', 'Béta', 'Gamma'])
  // The base currency is the rupiah. Amounts in currencies without a rate come last, however large they are.
  expect(await titles(ayu, { sort: '-expected_amount' })).toEqual(['Alpha', 'Gamma', 'Béta'])
  expect(await titles(ayu, { sort: 'expected_close_on', per_page: 1 })).toEqual(['Gamma'])
  expect(await titles(ayu, { q: 'beta' })).toEqual(['Béta'])
  expect(await titles(ayu, { q: 'inv-0003' })).toEqual(['Gamma'])
  expect(await titles(ayu, { investor_id: budi.id })).toEqual(['Alpha'])
  expect(await titles(ayu, { status_id: soft })).toEqual(['Béta'])
  expect(await titles(ayu, { category: 'soft,lost' })).toEqual(['Béta'])
  expect(await titles(ayu, { stage_id: stage.id })).toEqual(['Béta'])
  expect(await titles(ayu, { currency: 'IDR' })).toEqual(['Alpha'])
  expect(await titles(ayu, { instrument: 'safe' })).toEqual(['Béta'])
  expect(await titles(ayu, { tag_id: tag.id })).toEqual(['Béta'])
  expect(await titles(ayu, { payment: 'due' })).toEqual(['Béta'])
  expect(await titles(ayu, { payment: 'overdue' })).toEqual(['Béta'])
  expect(await titles(ayu, { investor_type_id: budi.type.id, q: 'a' })).toHaveLength(3)
})

test('records of another organization are not found, also in bodies and filters', async () => {
  const [ayu, eve] = [await signUp(), await signUp()]
  const hers = await addInvestor(ayu)
  const mine = await addInvestor(eve)
  const offering = made(await ayu.call(offerings.create, { body: { name: 'Fund', currency: 'USD' } }))
  const status_id = await statusOf(ayu, 'soft')
  const body = { investor_id: mine.id, currency: 'USD' }
  const tries = await Promise.all([
    eve.call(investments.create, { body: { ...body, investor_id: hers.id } }),
    eve.call(investments.create, { body: { ...body, offering_id: offering.id } }),
    eve.call(investments.create, { body: { ...body, status_id } }),
    eve.call(investments.list, { query: { investor_id: hers.id } }),
    eve.call(investments.list, { query: { offering_id: offering.id } as never }),
    eve.call(investments.totals, { query: { status_id } as never }),
  ])
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404))
})
