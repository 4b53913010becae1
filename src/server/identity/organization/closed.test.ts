// After a period is closed, no allowed change affects its figures: tested with random changes.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exchangeRates } from '../../../contract/currencies.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { investments } from '../../../contract/investments.ts'
import { investmentStages, investmentStatuses, type StatusCategory } from '../../../contract/master-data.ts'
import { offerings } from '../../../contract/offerings.ts'
import { organization } from '../../../contract/organization.ts'
import { statements } from '../../../contract/statements.ts'
import { type Transaction, transactions } from '../../../contract/transactions.ts'
import { users } from '../../../contract/users.ts'
import { type Caller, type TestResponse, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'

const { signUp, database } = await testApp()
const closed_until = '2025-12-31'
const lookedAt = ['2025-03-31', '2025-06-30', closed_until] as const
const categories: StatusCategory[] = ['prospect', 'soft', 'committed', 'funded', 'exited']
const kinds = ['contribution', 'refund', 'distribution', 'return_of_capital', 'fee'] as const

interface Step {
  /** Selects a record. */
  nth: number
  day: string
  units: number
}

/** Records from before the period was closed, and those added since. */
interface Books {
  investors: string[]
  investments: string[]
  transactions: { id: string; transaction_id: string }[]
  rates: string[]
  offering_id: string
  owner_id: string
}

test('after a period is closed, no change affects the figures of its days', async () => {
  const ayu = await signUp({ country: 'US' })
  const books = await longAgo(ayu)
  const statementsOf = async (as_of: string) => {
    const asked = books.investors.map((id) => ayu.call(statements.get, { params: { id }, query: { as_of } }))
    return (await Promise.all(asked)).map((answer) => made(answer).currencies)
  }
  const figuresOf = async (as_of: string) => {
    const { reach, ...figures } = made(await ayu.call(dashboard.get, { query: { as_of } }))
    return figures
  }
  made(await ayu.call(organization.closePeriod, { body: { closed_until } }))
  const before = new Map<string, [unknown, unknown]>()
  for (const day of lookedAt) before.set(day, [await statementsOf(day), await figuresOf(day)])
  expect(JSON.stringify([...before.values()])).toMatch(/"weighted":"[1-9]/)

  const changes = changesOf(ayu, books)
  const names = Object.keys(changes) as (keyof typeof changes)[]
  /** All changes, in a different order each time, alternating between closed and later days. */
  const roundOn = (days: readonly string[]) => {
    const step = { nth: fc.nat(1_000), day: fc.constantFrom(...days), units: fc.integer({ min: 1, max: 999 }) }
    return fc.tuple(
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.array(fc.noBias(fc.record(step)), { minLength: names.length, maxLength: names.length }),
    )
  }
  const [closed, later] = [
    roundOn(['2025-02-10', '2025-06-30', closed_until]),
    roundOn(['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04', '2026-05-05']),
  ]
  const rounds = fc.sample(fc.tuple(later, closed, later, closed), { numRuns: 1, seed: 20_261_123 })[0]!
  const done: string[] = []
  const became = { taken: new Set<string>(), refused: new Set<string>() }
  for (const [order, inputs] of rounds) {
    for (const [nth, what] of order.entries()) {
      const answer = await changes[what](inputs[nth]!)
      const problem = answer && answer.status >= 300 ? answer.problem : undefined
      if (answer && !problem) became.taken.add(what)
      if (problem?.code === 'period_closed') became.refused.add(what)
      done.push(JSON.stringify([what, inputs[nth], problem]))
      const told = done.slice(-9).join('\n')
      expect(answer?.status ?? 200, told).toBeLessThan(500)
      const day = lookedAt[Math.floor(nth / 3) % lookedAt.length]!
      if (nth % 3 === 2) expect(await statementsOf(day), told).toEqual(before.get(day)![0])
      // The dashboard includes everything, but is the slowest to compute.
      if (nth % 9 === 8) expect(await figuresOf(day), told).toEqual(before.get(day)![1])
    }
    for (const day of lookedAt) expect([await statementsOf(day), await figuresOf(day)]).toEqual(before.get(day))
  }
  // Nearly all changes were accepted at least once, and nearly all with a day were rejected.
  expect(became.taken.size).toBeGreaterThan(names.length - 4)
  expect(became.refused.size).toBeGreaterThan(11)
})

/** A year of payments in two currencies, some of them still scheduled. */
async function longAgo(ayu: Caller): Promise<Books> {
  const [a, b] = [
    await addInvestor(ayu, { name: 'A', country: 'US' }),
    await addInvestor(ayu, { name: 'B', country: 'ID' }),
  ]
  const offering = made(
    await ayu.call(offerings.create, { body: { name: 'Fund', currency: 'USD', target_amount: '5000' } }),
  )
  const books: Books = {
    investors: [a!.id, b!.id],
    investments: [],
    transactions: [],
    rates: [],
    offering_id: offering.id,
    owner_id: made(await ayu.call(users.profile)).id,
  }
  for (const [day, rate] of [
    ['2025-01-01', '16000'],
    ['2025-05-01', '16400'],
    ['2026-01-20', '17000'],
    ['2026-02-20', '17500'],
  ] as const)
    books.rates.push(
      made(await ayu.call(exchangeRates.create, { body: { from_currency: 'USD', to_currency: 'IDR', day, rate } })).id,
    )
  for (const [nth, category] of categories.entries()) {
    const { id } = await addInvestment(ayu, {
      investor_id: books.investors[nth % 2]!,
      status_id: await statusOf(ayu, category),
      currency: nth % 3 === 1 ? 'IDR' : 'USD',
      expected_amount: `${1_000 + nth}.07`,
      committed_amount: `${900 + nth}.03`,
      committed_on: nth % 2 === 0 ? `2025-0${nth + 1}-15` : null,
      offering_id: nth % 2 === 0 ? offering.id : null,
    })
    books.investments.push(id)
    const add = async (input: Parameters<typeof addTransaction>[2]) =>
      books.transactions.push({ id, transaction_id: (await addTransaction(ayu, id, input)).id })
    const call = { state: 'scheduled', settled_on: null } as const
    await add({ amount: '300.11', settled_on: '2025-03-01' })
    await add({ amount: '30.3', settled_on: '2026-02-01' })
    await add({ amount: '20.5', settled_on: '2026-03-01', due_on: '2025-05-01' })
    await add({ ...call, amount: '44.44', due_on: '2025-06-15' })
    await add({ ...call, amount: '55.55', due_on: '2026-06-15' })
    await add({ ...call, amount: '66.66', due_on: null })
  }
  // One became a soft commitment at the end of June, in the organization's time zone.
  const [first] = books.investments
  const { version } = made(await ayu.call(investments.get, { params: { id: first! } }))
  made(
    await ayu.call(investments.update, {
      params: { id: first! },
      body: { version, status_id: await statusOf(ayu, 'soft') },
    }),
  )
  await asOrganization(database, ayu, async ({ db }) => {
    const [began, changed] = [sql.lit('2025-01-02T12:00:00Z'), sql.lit('2025-06-30T20:00:00Z')]
    await sql`update investments set created_at = ${began}, status_since = case when id = ${first!} then ${changed} else ${began} end::timestamptz`.execute(
      db,
    )
    await sql`update investment_status_changes set at = case when from_status_id is null then ${began} else ${changed} end::timestamptz`.execute(
      db,
    )
    await sql`update transactions set created_at = ${began}`.execute(db)
  })
  return books
}

function changesOf(ayu: Caller, books: Books) {
  type Change = Promise<TestResponse<unknown> | undefined>
  const one = <T>(all: readonly T[], nth: number) => all[nth % all.length]!
  const update = async (nth: number, body: object): Change => {
    const id = one(books.investments, nth)
    const found = await ayu.call(investments.get, { params: { id } })
    // A deleted one.
    if (found.status === 404) return undefined
    return await ayu.call(investments.update, { params: { id }, body: { version: found.body.version, ...body } })
  }
  /** Changes the first matching record from there on. */
  const edit = async (nth: number, isWanted: (known: Transaction) => boolean, body: object): Change => {
    for (let from = 0; from < books.transactions.length; from++) {
      const params = one(books.transactions, nth + from)
      const listed = await ayu.call(transactions.list, { params: { id: params.id } })
      const known = listed.status === 200 && listed.body.data.find(({ id }) => id === params.transaction_id)
      if (known && isWanted(known))
        return await ayu.call(transactions.update, { params, body: { version: known.version, ...body } })
    }
    return undefined
  }
  const add = async (nth: number, body: object): Change => {
    const id = one(books.investments, nth)
    const answer = await ayu.call(transactions.create, { params: { id }, body: body as never })
    if (answer.status === 201) books.transactions.push({ id, transaction_id: answer.body.id })
    return answer
  }
  const status = async (nth: number) => one(made(await ayu.call(investmentStatuses.list)).data, nth)
  const isOpen = ({ state }: Transaction) => state !== 'settled'
  /** Every second one is in a closed period. */
  const isSettled =
    ({ nth }: Step) =>
    ({ settled_on }: Transaction) =>
      settled_on !== null && settled_on > closed_until === (nth % 2 === 0)
  /** Every second step has `valid_from`; the others count from today. */
  const from = ({ day, units }: Step) => (units % 2 ? { valid_from: day } : {})
  const rateOf = ({ nth }: Step) => ({ from_currency: 'USD', to_currency: nth % 2 ? 'IDR' : 'KWD' }) as const

  return {
    pay: ({ nth, day, units }: Step) =>
      add(nth, {
        kind: one(kinds, units),
        state: 'settled',
        amount: `${units}.01`,
        settled_on: day,
        due_on: units % 3 ? null : day,
      }),
    call: ({ nth, day, units }: Step) =>
      add(nth, { kind: 'contribution', state: 'scheduled', amount: `${units}`, due_on: units % 4 ? day : null }),
    'edit payment': (step: Step) =>
      edit(step.nth, isSettled(step), step.units % 2 ? { amount: `${step.units}.02` } : { settled_on: step.day }),
    'edit call': ({ nth, day, units }: Step) =>
      edit(nth, isOpen, { state: 'scheduled', amount: `${units}`, due_on: day }),
    settle: ({ nth, day }: Step) => edit(nth, isOpen, { state: 'settled', settled_on: day }),
    cancel: ({ nth }: Step) => edit(nth, isOpen, { state: 'cancelled' }),
    drop: async ({ nth }: Step): Change =>
      await ayu.call(transactions.remove, { params: one(books.transactions, nth) }),
    'take back': async ({ nth }: Step): Change => {
      for (let from = 0; from < books.transactions.length; from++) {
        const answer = await ayu.call(transactions.restore, { params: one(books.transactions, nth + from) })
        if (answer.status < 300 || answer.problem.code === 'period_closed') return answer
      }
      return undefined
    },
    commit: async ({ nth, day, units }: Step): Change => {
      const body = {
        ...{ investor_id: one(books.investors, nth), status_id: (await status(nth)).id, currency: 'USD' as const },
        ...{ committed_amount: `${units}`, lost_reason: 'x', committed_on: units % 4 ? day : null },
      }
      const answer = await ayu.call(investments.create, { body })
      if (answer.status === 201) books.investments.push(answer.body.id)
      return answer
    },
    amount: (step: Step) => update(step.nth, { committed_amount: `${step.units}.04`, ...from(step) }),
    expected: (step: Step) =>
      update(step.nth, { expected_amount: `${step.units}.05`, probability: step.units % 100, ...from(step) }),
    investor: (step: Step) => update(step.nth, { investor_id: one(books.investors, step.units >> 1), ...from(step) }),
    'committed on': ({ nth, day }: Step) => update(nth, { committed_on: day }),
    offering: ({ nth, units }: Step) => update(nth, { offering_id: units % 2 ? books.offering_id : null }),
    stage: async ({ nth, units }: Step) =>
      update(nth, { stage_id: one(made(await ayu.call(investmentStages.list)).data, units).id }),
    owner: ({ nth, units }: Step) => update(nth, { owner_user_id: units % 2 ? books.owner_id : null }),
    status: async ({ nth, units }: Step) => update(nth, { status_id: (await status(units)).id, lost_reason: 'x' }),
    remove: async ({ nth }: Step): Change =>
      await ayu.call(investments.remove, { params: { id: one(books.investments.slice(-3), nth) } }),
    rate: async (step: Step): Change => {
      const answer = await ayu.call(exchangeRates.create, {
        body: { ...rateOf(step), day: step.day, rate: `${step.units}` },
      })
      if (answer.status === 201) books.rates.push(answer.body.id)
      return answer
    },
    'edit rate': async ({ nth, units }: Step): Change => {
      const id = one(books.rates, nth)
      const { status, body } = await ayu.call(exchangeRates.get, { params: { id } })
      if (status !== 200) return undefined
      return await ayu.call(exchangeRates.update, { params: { id }, body: { version: body.version, rate: `${units}` } })
    },
    'drop rate': async ({ nth }: Step): Change =>
      await ayu.call(exchangeRates.remove, { params: { id: one(books.rates, nth) } }),
    'file of rates': async ({ day, units }: Step): Change =>
      await ayu.call(exchangeRates.import, { body: { text: `day;from;to;rate\n${day};USD;IDR;${units}` } }),
    'status means': async ({ nth, units }: Step): Change => {
      const { id, version } = await status(nth)
      return await ayu.call(investmentStatuses.update, {
        params: { id },
        body: { version, category: one(categories, units) },
      })
    },
    'status weighs': async ({ nth, units }: Step): Change => {
      const { id, version } = await status(nth)
      const probability = units % 5 ? units % 101 : null
      return await ayu.call(investmentStatuses.update, { params: { id }, body: { version, probability } })
    },
    'status moves': async ({ nth, units }: Step): Change => {
      const [{ id }, { id: to }] = [await status(nth), await status(units)]
      return await ayu.call(investmentStatuses.move, { params: { id }, body: { to_id: to } })
    },
    'time zone': async ({ units }: Step): Change => {
      const { version } = made(await ayu.call(organization.get))
      const time_zone = one(['America/Chicago', 'America/New_York', 'Asia/Tokyo', 'UTC'], units)
      return await ayu.call(organization.update, { body: { version, time_zone } })
    },
  }
}
