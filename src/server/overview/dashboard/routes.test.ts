// Each figure of the dashboard equals the reference sum and the footer of the list it links to.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import {
  comparisons,
  type DashboardQuery,
  dashboard,
  filterOfGroup,
  listOfFigure,
} from '../../../contract/dashboard.ts'
import { type Figure, investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import {
  investmentStages,
  investmentStatuses,
  investorTypes,
  type StatusCategory,
} from '../../../contract/master-data.ts'
import { offerings } from '../../../contract/offerings.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import {
  addAll,
  asOrganization,
  byHand,
  figures,
  type GeneratedInvestment,
  investment,
  rate,
  setRate,
  units,
} from '../../test/sums.ts'

const { signUp, database } = await testApp()

test('a currency is converted at the newest rate on or before the day, else not at all', async () => {
  const ayu = await signUp({ country: 'US' })
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-01-10', value: '16400' })
  await setRate(database, ayu, { from: 'USD', to: 'AED', day: '2026-01-01', value: '3.6725' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const committed_on = '2026-01-01'
  await addInvestment(ayu, { investor_id, status_id, committed_on, currency: 'IDR', committed_amount: '12500000000' })
  const on = async (query: DashboardQuery) => made(await ayu.call(dashboard.get, { query })).totals.base
  expect(await on({ as_of: '2026-01-20' })).toMatchObject({ committed: '762195.12', not_converted: [] })
  expect(await on({ as_of: '2026-01-09' })).toMatchObject({
    committed: '0.00',
    not_converted: [{ currency: 'IDR', count: 1, committed: '12500000000.00' }],
  })
  await addInvestment(ayu, { investor_id, status_id, committed_on, currency: 'AED', committed_amount: '1000' })
  expect(await on({ as_of: '2026-01-20', in: 'IDR' })).toMatchObject({ committed: '12504465622.87', currency: 'IDR' })
})

test('amounts converted at rates more than 30 days old are reported', async () => {
  const ayu = await signUp({ country: 'US' })
  await setRate(database, ayu, { from: 'EUR', to: 'IDR', day: '2020-01-02', value: '15600' })
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-03-10', value: '16400' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const rupiah = {
    investor_id,
    status_id,
    committed_on: '2026-01-01',
    currency: 'IDR',
    committed_amount: '19024000000',
  }
  const { id } = await addInvestment(ayu, rupiah)
  await addTransaction(ayu, id, { amount: '15600', settled_on: '2026-02-20' })
  const { id: offering_id } = made(
    await ayu.call(offerings.create, { body: { name: 'Fund', kind: 'fund', currency: 'JPY', target_amount: '1000' } }),
  )
  await setRate(database, ayu, { from: 'USD', to: 'JPY', day: '2026-01-01', value: '150' })
  const on = async (query: DashboardQuery) => made(await ayu.call(dashboard.get, { query: query as never }))
  const old = await on({ as_of: '2026-03-20', in: 'EUR' })
  expect(old.totals.base).toMatchObject({ committed: '1219487.18', funded: '1.00' })
  expect(old.old_rates).toEqual([{ from: 'IDR', to: 'EUR', day: '2020-01-02', through: null, payment_days: 1 }])
  expect(old.totals.base.old_rates).toEqual(old.old_rates)
  expect((await on({ as_of: '2026-03-20' })).old_rates).toEqual([
    { from: 'JPY', to: 'USD', day: '2026-01-01', through: null, payment_days: 0 },
  ])
  await setRate(database, ayu, { from: 'EUR', to: 'USD', day: '2026-03-20', value: '1.16' })
  const fresh = await on({ as_of: '2026-03-20', in: 'EUR' })
  expect(fresh.totals.base).toMatchObject({ committed: '1000000.00', funded: '1.00' })
  // What moved in February still has no newer rate of its day; the target is crossed now.
  expect(fresh.old_rates).toEqual([
    { from: 'IDR', to: 'EUR', day: null, through: null, payment_days: 1 },
    { from: 'JPY', to: 'EUR', day: '2026-01-01', through: 'USD', payment_days: 0 },
  ])
  expect(fresh.offerings.find(({ id }) => id === offering_id)).toMatchObject({ target: '5.75' })
})

test('a past day has the statuses, payments and due amounts of that day', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const { id } = await addInvestment(ayu, { investor_id, expected_amount: '100', committed_amount: '90' })
  await addTransaction(ayu, id, { amount: '30', settled_on: '2026-02-10' })
  await addTransaction(ayu, id, { amount: '50', due_on: '2026-03-15', settled_on: '2026-04-01' })
  const { version } = made(await ayu.call(investments.get, { params: { id } }))
  const status_id = await statusOf(ayu, 'funded')
  made(await ayu.call(investments.update, { params: { id }, body: { version, status_id } }))
  await backdate(ayu, id, ['2026-01-05', '2026-03-05'])
  const on = async (as_of?: string) => {
    const { count, base } = made(await ayu.call(dashboard.get, { query: { as_of } as never })).totals
    return { count, ...Object.fromEntries(figures.map((figure) => [figure, Number(base[figure])])) }
  }
  const nothing = { count: 1, ...Object.fromEntries(figures.map((figure) => [figure, 0])) }
  expect(await on('2026-01-04')).toEqual({ ...nothing, count: 0 })
  expect(await on('2026-01-05')).toEqual({ ...nothing, pipeline: 100, weighted: 10, due: 50 })
  expect(await on('2026-02-10')).toMatchObject({ pipeline: 100, funded: 30, committed: 0 })
  expect(await on('2026-03-05')).toEqual({ ...nothing, committed: 90, funded: 30, outstanding: 60, due: 50 })
  expect(await on('2026-03-16')).toMatchObject({ due: 0, overdue: 50 })
  expect(await on('2026-04-01')).toEqual({ ...nothing, committed: 90, funded: 80, outstanding: 10 })
  // The list of that day shows the rows as they were, and its footer the same sums.
  const query = { as_of: '2026-03-16', payment: 'overdue' } as const
  const { data } = made(await ayu.call(investments.list, { query }))
  expect(data).toMatchObject([
    { id, funded: '30.00', outstanding: '60.00', overdue: '50.00', status: { id: status_id } },
  ])
  const early = made(await ayu.call(investments.list, { query: { as_of: '2026-02-10' } }))
  expect(early.data).toMatchObject([{ status: { category: 'prospect' }, funded: '30.00', outstanding: '0.00' }])
  expect(early.pagination.total).toBe(1)
  expect(made(await ayu.call(investments.list, { query: { as_of: '2026-01-04' } })).pagination.total).toBe(0)
})

test('a comparison is the difference of two dashboards; null where an exchange rate is missing', async () => {
  const ayu = await signUp({ country: 'US' })
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-03-01', value: '10000' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const add = (committed_on: string, committed_amount: string, currency = 'USD') =>
    addInvestment(ayu, { investor_id, status_id, committed_on, committed_amount, currency })
  const { id } = await add('2025-12-31', '100')
  await addTransaction(ayu, id, { amount: '20', settled_on: '2026-03-31' })
  await add('2026-05-02', '50.55')
  await add('2026-01-15', '10000', 'IDR')
  const compared = async (query: DashboardQuery, span: (typeof comparisons)[number]) => {
    const { day, figures } = made(await ayu.call(dashboard.compare, { query: { ...query, with: span } as never }))
    const of = (name: Figure) => {
      const { figure: _, ...rest } = figures.find(({ figure }) => figure === name)!
      return Object.values(rest)
    }
    return { day, committed: of('committed'), funded: of('funded') }
  }
  expect(await compared({ as_of: '2026-05-31' }, 'quarter')).toEqual({
    day: '2026-02-28',
    // The rupiah had no exchange rate on that day.
    committed: ['151.55', '100.00', null, null],
    funded: ['20.00', '0.00', '20.00', null],
  })
  expect(await compared({ as_of: '2026-05-31' }, 'month')).toEqual({
    day: '2026-04-30',
    committed: ['151.55', '101.00', '50.55', '50.0'],
    funded: ['20.00', '20.00', '0.00', '0.0'],
  })
  expect(await compared({ as_of: '2026-05-31' }, 'year_start')).toMatchObject({ day: '2025-12-31' })
  expect(await compared({ as_of: '2026-05-31' }, 'year')).toMatchObject({
    day: '2025-05-31',
    committed: ['151.55', '0.00', '151.55', null],
  })
  const refused = async (query: object) => {
    const { status, problem } = await ayu.call(dashboard.compare, { query: query as never })
    return [status, problem.errors?.[0]?.path]
  }
  expect(await refused({ with: 'decade' })).toEqual([400, 'with'])
  expect(await refused({ with: 'month', as_of: '2199-01-01' })).toEqual([400, 'as_of'])
  const other = await signUp()
  const offering = made(await other.call(offerings.create, { body: { name: 'Fund', currency: 'USD' } }))
  expect(await refused({ with: 'month', offering_id: [offering.id] })).toEqual([404, 'offering_id'])
})

test('backdated commitments and payments count from their own day', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'exited')
  const old = { investor_id, status_id, committed_amount: '10' }
  await addInvestment(ayu, { ...old, committed_on: '2025-05-01' })
  const paid = await addInvestment(ayu, old)
  await addTransaction(ayu, paid.id, { amount: '7', settled_on: '2025-06-01' })
  await addTransaction(ayu, paid.id, { amount: '3', state: 'scheduled', settled_on: null, due_on: '2025-07-01' })
  const on = async (as_of: string) => made(await ayu.call(dashboard.get, { query: { as_of } })).totals.base
  expect(await on('2025-04-30')).toMatchObject({ committed: '0.00', funded: '0.00' })
  expect(await on('2025-05-01')).toMatchObject({ committed: '10.00', funded: '0.00' })
  expect(await on('2025-06-01')).toMatchObject({ committed: '20.00', funded: '7.00', due: '0.00', overdue: '0.00' })
  expect(await on('2025-07-01')).toMatchObject({ due: '3.00', overdue: '0.00' })
  expect(await on('2025-07-02')).toMatchObject({ due: '0.00', overdue: '3.00' })
})

test('a future day and unknown filters are rejected on their field', async () => {
  const ayu = await signUp()
  const refused = async (query: DashboardQuery) => {
    const { status, problem } = await ayu.call(dashboard.get, { query: query as never })
    return [status, problem.errors?.[0]?.path]
  }
  expect(await refused({ as_of: '2199-01-01' })).toEqual([400, 'as_of'])
  expect(await refused({ stage_id: [crypto.randomUUID()] })).toEqual([404, 'stage_id'])
})

test('offerings show the rest of their target, months a running total, investors their share', async () => {
  const ayu = await signUp({ country: 'US' })
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-01-01', value: '10000' })
  const [first, second] = [await addInvestor(ayu, { name: 'Ani' }), await addInvestor(ayu, { name: 'Budi' })]
  const add = async (name: string, target_amount: string | null, currency = 'USD') =>
    made(await ayu.call(offerings.create, { body: { name, currency, target_amount } })).id
  const [fund, bridge] = [await add('Fund', '1000000', 'IDR'), await add('Bridge', null)]
  const status_id = await statusOf(ayu, 'committed')
  const one = await addInvestment(ayu, {
    investor_id: first.id,
    offering_id: fund,
    status_id,
    committed_amount: '75',
    committed_on: '2026-03-31',
  })
  await addInvestment(ayu, { investor_id: second.id, status_id, committed_amount: '25', committed_on: '2026-05-01' })
  await addTransaction(ayu, one.id, { amount: '40', settled_on: '2026-04-02' })
  await addTransaction(ayu, one.id, { amount: '15', settled_on: '2026-05-31', kind: 'refund' })
  const shown = made(await ayu.call(dashboard.get, { query: { as_of: '2026-06-15' } }))
  expect(shown.offerings).toMatchObject([
    { id: fund, target: '100.00', remaining: '75.00', committed: '75.00', funded: '25.00', count: 1 },
    { id: bridge, target: null, remaining: null, committed: '0.00', count: 0 },
    { id: null, name: null, committed: '25.00', count: 1 },
  ])
  const months = shown.months.map(({ month, ...rest }) => [month, ...Object.values(rest).map(Number)])
  expect(months.slice(-4)).toEqual([
    ['2026-03', 75, 0, 75, 0],
    ['2026-04', 0, 40, 75, 40],
    ['2026-05', 25, -15, 100, 25],
    ['2026-06', 0, 0, 100, 25],
  ])
  expect(months).toHaveLength(12)
  expect(shown.top_investors.map(({ name, share }) => [name, share])).toEqual([
    ['Ani', '75.0'],
    ['Budi', '25.0'],
  ])
})

test('reach equals the number of reachable investors in the list', async () => {
  const ayu = await signUp()
  const [type, other] = made(await ayu.call(investorTypes.list)).data
  const phone = (nth: number) => ({ contact: { phone: `+62812555000${nth}` } })
  await addInvestor(ayu, phone(1))
  await addInvestor(ayu, { ...phone(2), investor_type_id: other!.id })
  await addInvestor(ayu, { ...phone(3), do_not_contact: true })
  const { contacts: theirs } = await addInvestor(ayu, phone(4))
  const { version } = made(await ayu.call(contacts.get, { params: { id: theirs[0]!.id } }))
  const consent = { params: { id: theirs[0]!.id }, body: { version, consent: 'opted_out' } } as const
  made(await ayu.call(contacts.update, consent))
  await addInvestor(ayu)
  for (const investor_type_id of [undefined, [type!.id], [other!.id]]) {
    const types = (investor_type_id && { investor_type_id }) as object
    const { reach } = made(await ayu.call(dashboard.get, { query: types }))
    const list = made(await ayu.call(investors.list, { query: { ...types, is_reachable: 'true' } }))
    expect(reach.reachable).toBe(list.pagination.total)
    expect(list.data.every(({ is_reachable }) => is_reachable)).toBe(true)
  }
  expect(made(await ayu.call(dashboard.get)).reach).toEqual({ investors: 5, reachable: 2 })
})

const history = fc.record({
  from: fc.constantFrom('prospect', 'committed'),
  start: fc.integer({ min: 1, max: 3 }),
  turn: fc.integer({ min: 0, max: 2 }),
})

test('for random organizations each figure equals the reference sum and its list', async () => {
  const cases = fc.sample(
    fc.record({
      rows: fc.array(fc.tuple(investment, history), { minLength: 1, maxLength: 7 }),
      rates: fc.uniqueArray(rate, { maxLength: 6, selector: ({ from, to, day }) => `${from}${to}${day}` }),
    }),
    { numRuns: 2, seed: 20_261_122 },
  )
  for (const { rows: pairs, rates } of cases) {
    const ayu = await signUp({ country: 'US' })
    const [type, other] = made(await ayu.call(investorTypes.list)).data
    const people = [await addInvestor(ayu, { country: 'ID' }), await addInvestor(ayu, { investor_type_id: other!.id })]
    const statuses = made(await ayu.call(investmentStatuses.list)).data
    const rows = pairs.map(([row]) => row)
    const begun = pairs.map(([row, { from }]) => ({ ...row, category: from as StatusCategory }))
    const ids = await addAll(database, ayu, { rows: begun, rates, investors: people.map(({ id }) => id) })
    const days = pairs.map(([, { start, turn }]) => [`2026-0${start}-02`, `2026-0${start + turn}-10`] as const)
    const [stage] = made(await ayu.call(investmentStages.list)).data
    for (const [nth, id] of ids.entries()) {
      const { version } = made(await ayu.call(investments.get, { params: { id } }))
      const status_id = statuses.find(({ category }) => category === rows[nth]!.category)!.id
      const stage_id = nth % 2 ? null : stage!.id
      const body = { version, status_id, stage_id, valid_from: '2025-01-01' }
      made(await ayu.call(investments.update, { params: { id }, body }))
      await backdate(ayu, id, days[nth]!)
    }
    const mine = (nth: number, query: DashboardQuery) =>
      (!query.stage_id || nth % 2 === 0) &&
      (!query.investor_type_id || nth % 2 === Number(query.investor_type_id[0] !== type!.id))
    const queries: DashboardQuery[] = [
      {},
      { in: 'IDR' },
      { as_of: '2026-02-20' },
      { as_of: '2026-01-20', in: 'KWD', investor_type_id: [other!.id] },
      { as_of: '2026-03-08', stage_id: [stage!.id] },
    ]
    for (const query of queries) {
      const shown = made(await ayu.call(dashboard.get, { query: query as never }))
      const { as_of } = shown.totals.base
      const then = rows.flatMap((row, nth) =>
        mine(nth, query) ? (query.as_of ? rowOn(row, begun[nth]!, days[nth]!, query.as_of) : [row]) : [],
      )
      expect(shown.totals).toEqual(byHand(then, rates, statuses, as_of, query.in))
      const span = comparisons[queries.indexOf(query) % comparisons.length]!
      const { day, figures: compared } = made(
        await ayu.call(dashboard.compare, { query: { ...query, with: span } as never }),
      )
      const early = rows.flatMap((row, nth) => (mine(nth, query) ? rowOn(row, begun[nth]!, days[nth]!, day) : []))
      const { base: past } = byHand(early, rates, statuses, day, query.in)
      for (const { figure, now, before, change } of compared) {
        expect([now, before]).toEqual([shown.totals.base[figure], past[figure]])
        const lines = [...shown.totals.base.not_converted, ...past.not_converted]
        if (lines.some((line) => units(line[figure]) !== 0n)) expect(change).toBeNull()
        else expect(units(change!)).toBe(units(now) - units(before))
      }
      await compare(ayu, query, shown)
    }
  }
})

/** Compares each tile and group with the footer of its list. */
async function compare(ayu: Caller, query: DashboardQuery, shown: Awaited<ReturnType<typeof shownOf>>) {
  const foot = async (filter: object) =>
    made(await ayu.call(investments.totals, { query: { ...query, ...filter } as never }))
  for (const [figure, filter] of Object.entries(listOfFigure) as [Figure, object][])
    expect((await foot(filter)).base[figure]).toBe(shown.totals.base[figure])
  for (const [part, key] of Object.entries(filterOfGroup))
    for (const { id, count, pipeline, committed, funded } of shown[part as 'by_status'])
      if (id !== null) {
        const { base, count: listed } = await foot({ [key]: id })
        expect([count, pipeline, committed, funded]).toEqual([listed, base.pipeline, base.committed, base.funded])
      }
  for (const part of ['by_status', 'by_stage', 'by_type', 'by_country'] as const)
    expect(shown[part].reduce((sum, { count }) => sum + count, 0)).toBe(shown.totals.count)
  const last = shown.months.at(-1)!
  expect([last.committed_total, last.funded_total]).toEqual([shown.totals.base.committed, shown.totals.base.funded])
}
const shownOf = async (ayu: Caller) => made(await ayu.call(dashboard.get))

/** An investment at the end of a day, by the rules of db/as-of.ts; undefined before it existed. */
function rowOn(
  row: GeneratedInvestment,
  begun: GeneratedInvestment,
  [start, turn]: readonly [string, string],
  day: string,
): GeneratedInvestment[] {
  const moved = row.moves.some((move) => move.state === 'settled' && move.day <= day)
  if (start > day && !moved) return []
  const { category } = turn <= day && row.category !== begun.category ? row : begun
  const moves = row.moves.map((move) =>
    move.state === 'settled' && move.day > day ? { ...move, state: 'scheduled' as const } : move,
  )
  return [{ ...row, category, moves }]
}

/** Backdates its history to these days. */
async function backdate(ayu: Caller, id: string, [start, turn]: readonly [string, string]) {
  await asOrganization(database, ayu, async ({ db }) => {
    await sql`update investment_status_changes set at = case when from_status_id is null then ${start}::date else ${turn}::date end
      + interval '12 hours' where investment_id = ${id}`.execute(db)
    await sql`update investments set status_since = (select max(at) from investment_status_changes where investment_id = ${id})
      where id = ${id}`.execute(db)
    await sql`update transactions set created_at = '2026-01-01' where investment_id = ${id}`.execute(db)
  })
}
