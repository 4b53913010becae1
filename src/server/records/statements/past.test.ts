// A past statement is reproducible: later changes do not alter it.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dashboard } from '../../../contract/dashboard.ts'
import { investments } from '../../../contract/investments.ts'
import { investmentStatuses } from '../../../contract/master-data.ts'
import { statements } from '../../../contract/statements.ts'
import { transactions } from '../../../contract/transactions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'

const { signUp, database } = await testApp()
const as_of = '2025-12-31'
const statementOf = async (ayu: Caller, id: string) =>
  made(await ayu.call(statements.get, { params: { id }, query: { as_of } })).currencies

/** Backdates everything so far to January 1, 2025. */
const recordLongAgo = (ayu: Caller) =>
  asOrganization(database, ayu, async ({ db }) => {
    const at = sql.lit('2025-01-01T03:00:00Z')
    await sql`update investments set created_at = ${at}, status_since = ${at}`.execute(db)
    await sql`update investment_status_changes set at = ${at}`.execute(db)
    await sql`update transactions set created_at = ${at}`.execute(db)
  })

async function position(ayu: Caller) {
  const { id: a } = await addInvestor(ayu, { name: 'A' })
  const { id: b } = await addInvestor(ayu, { name: 'B' })
  const status_id = await statusOf(ayu, 'committed')
  const { id } = await addInvestment(ayu, {
    investor_id: a,
    status_id,
    committed_amount: '100',
    committed_on: '2025-01-05',
  })
  await addTransaction(ayu, id, { amount: '60', settled_on: '2025-03-01' })
  const due = await addTransaction(ayu, id, {
    amount: '40',
    state: 'scheduled',
    settled_on: null,
    due_on: '2025-06-01',
  })
  return { a, b, id, due }
}

test('changes of investor, amount and call today do not affect past days', async () => {
  const ayu = await signUp({ country: 'US' })
  const { a, b, id, due } = await position(ayu)
  const before = await statementOf(ayu, a)
  expect(before).toMatchObject([
    { committed: '100.00', funded: '60.00', outstanding: '40.00', due: [{ amount: '40.00' }] },
  ])
  const { version } = made(await ayu.call(investments.get, { params: { id } }))
  made(
    await ayu.call(investments.update, { params: { id }, body: { version, investor_id: b, committed_amount: '500' } }),
  )
  const params = { id, transaction_id: due.id }
  made(await ayu.call(transactions.update, { params, body: { version: due.version, state: 'cancelled' } }))
  expect(await statementOf(ayu, a)).toEqual(before)
  expect(await statementOf(ayu, b)).toEqual([])
  const past = made(await ayu.call(dashboard.get, { query: { as_of } }))
  expect(past.totals.base).toMatchObject({ committed: '100.00', overdue: '40.00' })
  expect(past.top_investors).toMatchObject([{ id: a, committed: '100.00', funded: '60.00' }])
  // Today shows the current state.
  const now = made(await ayu.call(statements.get, { params: { id: b } })).currencies
  expect(now).toMatchObject([{ committed: '500.00', funded: '60.00', due: [] }])
})

test('a changed probability applies from today, and past days keep their weights', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const { data } = made(await ayu.call(investmentStatuses.list))
  const { id: status_id } = data.find(({ category }) => category === 'soft')!
  await addInvestment(ayu, { investor_id, status_id, expected_amount: '200', probability: null })
  await addInvestment(ayu, { investor_id, status_id, expected_amount: '1000', probability: 10 })
  await recordLongAgo(ayu)
  const give = async (probability: number | null) => {
    const { version } = made(await ayu.call(investmentStatuses.list)).data.find(({ id }) => id === status_id)!
    made(await ayu.call(investmentStatuses.update, { params: { id: status_id }, body: { version, probability } }))
  }
  const onDay = async (query: { as_of?: string }) => ({
    weighted: made(await ayu.call(dashboard.get, { query })).totals.base.weighted,
    totals: made(await ayu.call(investments.totals, { query: { ...query, investor_id } })).base.weighted,
    rows: made(await ayu.call(investments.list, { query: { ...query, sort: 'expected_amount' } as never })).data.map(
      ({ probability, probability_is_own }) => [probability, probability_is_own],
    ),
  })
  const expected = (own: number | null) => {
    const weighted = `${100 + 2 * (own ?? 0)}.00`
    const rows = [
      [own, false],
      [10, true],
    ]
    return { weighted, totals: weighted, rows }
  }
  const was = data.find(({ id }) => id === status_id)!.probability
  await give(91)
  expect(await onDay({ as_of })).toEqual(expected(was))
  expect(await onDay({})).toEqual(expected(91))
  // Backdates that to March.
  await asOrganization(database, ayu, ({ db }) =>
    sql`update investment_status_history set until = '2026-03-01'`.execute(db),
  )
  await give(null)
  await give(7)
  for (const day of [as_of, '2026-02-28']) expect(await onDay({ as_of: day })).toEqual(expected(was))
  expect(await onDay({ as_of: '2026-03-01' })).toEqual(expected(91))
  expect(await onDay({})).toEqual(expected(7))
})

test('an amendment applies from its effective day, and earlier days do not change', async () => {
  const ayu = await signUp({ country: 'US' })
  const { a, b, id } = await position(ayu)
  const on = async (investor: string, day: string) =>
    made(await ayu.call(statements.get, { params: { id: investor }, query: { as_of: day } })).currencies[0]?.committed
  const change = async (body: object) => {
    const { version } = made(await ayu.call(investments.get, { params: { id } }))
    return await ayu.call(investments.update, { params: { id }, body: { version, ...body } })
  }
  made(await change({ committed_amount: '200', valid_from: '2025-06-01' }))
  made(await change({ investor_id: b, valid_from: '2025-09-01' }))
  // Changes in the past: later days follow, except the investor.
  made(await change({ committed_amount: '300', valid_from: '2025-04-01' }))
  expect(await on(a, '2025-03-31')).toBe('100.00')
  expect(await on(a, '2025-04-01')).toBe('300.00')
  expect(await on(a, '2025-08-31')).toBe('300.00')
  expect(await on(a, '2025-09-01')).toBeUndefined()
  expect(await on(b, '2025-08-31')).toBeUndefined()
  expect(await on(b, '2025-09-01')).toBe('300.00')
  const refused = await change({ committed_amount: '1', valid_from: '2999-01-01' })
  expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([400, 'valid_from'])
})

test('later changes in any order do not alter a past day', async () => {
  const change = fc.record({
    what: fc.constantFrom(
      'investor',
      'amount',
      'expected',
      'status',
      'cancel',
      'edit call',
      'drop call',
      'settle',
      'pay',
      'call',
    ),
    nth: fc.nat(1),
    units: fc.integer({ min: 1, max: 999 }),
  })
  const seen = new Set<string>()
  for (const steps of fc.sample(fc.array(change, { minLength: 12, maxLength: 12 }), { numRuns: 2, seed: 20_261_123 })) {
    const ayu = await signUp({ country: 'US' })
    const { a, b, id, due } = await position(ayu)
    const more = await addInvestment(ayu, { investor_id: b, expected_amount: '70' })
    const call = { amount: '7', state: 'scheduled', settled_on: null, due_on: null } as const
    const undated = await addTransaction(ayu, more.id, call)
    await recordLongAgo(ayu)
    const look = async () => ({
      a: await statementOf(ayu, a),
      b: await statementOf(ayu, b),
      totals: made(await ayu.call(investments.totals, { query: { as_of } })),
    })
    const before = await look()
    const calls = [
      [id, due.id],
      [more.id, undated.id],
    ] as const
    for (const { what, nth, units } of steps) {
      const investment = [id, more.id][nth]!
      const { version } = made(await ayu.call(investments.get, { params: { id: investment } }))
      const update = (body: object) =>
        ayu.call(investments.update, { params: { id: investment }, body: { version, ...body } })
      const [of, transaction_id] = calls[nth]!
      const { data } = made(await ayu.call(transactions.list, { params: { id: of } }))
      const known = data.find((each) => each.id === transaction_id)
      const params = { id: of, transaction_id }
      const edit = (body: object) =>
        known
          ? ayu.call(transactions.update, { params, body: { version: known.version, ...body } })
          : ayu.call(transactions.restore, { params })
      const isOpen = known?.state !== 'settled'
      const answers = {
        investor: () => update({ investor_id: units % 2 ? a : b }),
        amount: () => update({ committed_amount: String(units) }),
        expected: () => update({ expected_amount: String(units), probability: units % 100 }),
        status: async () =>
          update({ status_id: await statusOf(ayu, units % 2 ? 'exited' : 'funded'), committed_amount: '9' }),
        cancel: () => (isOpen ? edit({ state: 'cancelled' }) : undefined),
        'edit call': () =>
          isOpen ? edit({ amount: String(units), due_on: '2025-05-05', state: 'scheduled' }) : undefined,
        'drop call': () => (isOpen ? ayu.call(transactions.remove, { params }) : undefined),
        settle: () => edit({ state: 'settled', settled_on: '2026-02-02' }),
        pay: () => addTransaction(ayu, investment, { amount: String(units), settled_on: '2026-03-03' }),
        call: () => addTransaction(ayu, investment, { ...call, amount: String(units), due_on: '2026-04-04' }),
      }
      const answer = await answers[what as keyof typeof answers]()
      if (answer) seen.add(what)
      expect(await look(), JSON.stringify([what, nth, units])).toEqual(before)
    }
  }
  expect(seen.size).toBeGreaterThan(7)
})
