// Nothing changes in a closed period, whatever the request.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exchangeRates } from '../../../contract/currencies.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { investments } from '../../../contract/investments.ts'
import { investmentStatuses } from '../../../contract/master-data.ts'
import { organization } from '../../../contract/organization.ts'
import { statements } from '../../../contract/statements.ts'
import { transactions } from '../../../contract/transactions.ts'
import { testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'

const { signUp, database } = await testApp()
const closed_until = '2025-12-31'

test('every change in a closed period is rejected, reopening needs a reason, and both are recorded', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const { id: other } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const committed = { investor_id, status_id, committed_amount: '100', committed_on: '2025-01-05' }
  const { id } = await addInvestment(ayu, committed)
  const idle = await addInvestment(ayu, committed)
  const paid = await addTransaction(ayu, id, { amount: '60', settled_on: '2025-03-01' })
  const late = await addTransaction(ayu, id, { amount: '9', settled_on: '2026-03-01' })
  const call = { amount: '40', state: 'scheduled', settled_on: null, due_on: '2025-06-01' } as const
  const due = await addTransaction(ayu, id, call)
  const pair = { from_currency: 'USD', to_currency: 'IDR', rate: '16000' }
  const rate = made(await ayu.call(exchangeRates.create, { body: { ...pair, day: '2025-06-01' } }))
  made(await ayu.call(organization.closePeriod, { body: { closed_until } }))
  const statement = async () =>
    made(await ayu.call(statements.get, { params: { id: investor_id }, query: { as_of: closed_until } }))
  const before = await statement()
  const version = async () => made(await ayu.call(investments.get, { params: { id } })).version
  const ofPaid = { id, transaction_id: paid.id }
  const kind = 'contribution' as const
  const refused = {
    'a payment': () =>
      ayu.call(transactions.create, {
        params: { id },
        body: { kind, state: 'settled', amount: '1', settled_on: closed_until },
      }),
    'a call': () => ayu.call(transactions.create, { params: { id }, body: { kind, ...call } }),
    'an amount paid': () =>
      ayu.call(transactions.update, { params: ofPaid, body: { version: paid.version, amount: '1' } }),
    'out of the period': () =>
      ayu.call(transactions.update, { params: ofPaid, body: { version: paid.version, settled_on: '2026-02-02' } }),
    'into the period': () =>
      ayu.call(transactions.update, {
        params: { id, transaction_id: late.id },
        body: { version: late.version, settled_on: closed_until },
      }),
    'a call settled': () =>
      ayu.call(transactions.update, {
        params: { id, transaction_id: due.id },
        body: { version: due.version, state: 'settled', settled_on: '2025-07-01' },
      }),
    'a payment removed': () => ayu.call(transactions.remove, { params: ofPaid }),
    'a commitment': () => ayu.call(investments.create, { body: { currency: 'USD', ...committed } }),
    'a commitment removed': () => ayu.call(investments.remove, { params: { id: idle.id } }),
    'an amount': async () =>
      ayu.call(investments.update, {
        params: { id },
        body: { version: await version(), committed_amount: '1', valid_from: closed_until },
      }),
    'its day': async () =>
      ayu.call(investments.update, { params: { id }, body: { version: await version(), committed_on: '2026-01-01' } }),
    'a rate': () => ayu.call(exchangeRates.create, { body: { ...pair, day: closed_until } }),
    'another rate': () => ayu.call(exchangeRates.update, { params: { id: rate.id }, body: { version: 1, rate: '1' } }),
    'no rate': () => ayu.call(exchangeRates.remove, { params: { id: rate.id } }),
    'a file of rates': () =>
      ayu.call(exchangeRates.import, { body: { text: 'day;from;to;rate\n2025-01-01;USD;IDR;5' } }),
  }
  for (const [name, ask] of Object.entries(refused)) {
    const { status, problem } = await ask()
    expect([name, status, problem?.code, problem?.current]).toEqual([name, 409, 'period_closed', { closed_until }])
    expect(problem.detail).toContain(closed_until)
  }
  const past = asOrganization(database, ayu, ({ db }) =>
    sql`update investment_status_changes set at = '2025-05-05'`.execute(db),
  )
  await expect(past).rejects.toMatchObject({ code: '23K09' })

  // Changes that count from a later day are allowed.
  const body = { version: await version(), investor_id: other, committed_amount: '500' }
  made(await ayu.call(investments.update, { params: { id }, body }))
  const ofDue = { id, transaction_id: due.id }
  const settled = { version: due.version, state: 'settled', settled_on: '2026-02-01', amount: '41' } as const
  made(await ayu.call(transactions.update, { params: ofDue, body: settled }))
  await addTransaction(ayu, id, { amount: '5', settled_on: '2026-01-01' })
  expect(await statement()).toEqual(before)

  const reopen = (given: object) => ayu.call(organization.reopenPeriod, { body: given as never })
  expect((await reopen({ closed_until: null, reason: '' })).status).toBe(400)
  const { data, closed_until: now } = made(await reopen({ closed_until: null, reason: 'A late bank statement' }))
  expect(now).toBeNull()
  expect(data).toMatchObject([
    { closed_until: null, reason: 'A late bank statement', by: expect.any(String) },
    { closed_until, reason: '' },
  ])
  made(await ayu.call(transactions.update, { params: ofPaid, body: { version: paid.version, amount: '1' } }))
})

test('only past days can be closed, and each closing is later than the previous one', async () => {
  const ayu = await signUp({ country: 'US' })
  const close = (day: string) => ayu.call(organization.closePeriod, { body: { closed_until: day } })
  expect((await close('2150-01-01')).status).toBe(400)
  made(await close('2025-06-30'))
  expect((await close('2025-06-30')).problem.errors?.[0]?.path).toBe('closed_until')
  made(await close(closed_until))
  const earlier = { closed_until: '2025-06-30', reason: 'Audit' }
  expect(made(await ayu.call(organization.reopenPeriod, { body: earlier })).closed_until).toBe('2025-06-30')
  expect((await ayu.call(organization.reopenPeriod, { body: earlier })).status).toBe(400)
})

test('the category of a status cannot change if it has commitments in a closed period', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  await addInvestment(ayu, { investor_id, status_id, committed_amount: '100', committed_on: '2025-01-05' })
  const more = { name: 'Signed', category: 'committed' as const, probability: 90 }
  made(await ayu.call(investmentStatuses.create, { body: more }))
  made(await ayu.call(organization.closePeriod, { body: { closed_until } }))
  const { data } = made(await ayu.call(investmentStatuses.list))
  const { version } = data.find(({ id }) => id === status_id)!
  const change = { params: { id: status_id }, body: { version, category: 'prospect' as const } }
  const { status, problem } = await ayu.call(investmentStatuses.update, change)
  expect([status, problem.code]).toEqual([409, 'period_closed'])
})

test('a commitment without a day stays in the month of its status change', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const { id } = await addInvestment(ayu, { investor_id, status_id, committed_amount: '100' })
  const { id: fresh } = await addInvestment(ayu, { investor_id, status_id, committed_amount: '100' })
  await asOrganization(database, ayu, async ({ db }) => {
    const at = sql.lit('2025-02-02T12:00:00Z')
    await sql`update investments set created_at = ${at}, status_since = ${at} where id = ${id}`.execute(db)
    await sql`update investment_status_changes set at = ${at} where investment_id = ${id}`.execute(db)
  })
  made(await ayu.call(organization.closePeriod, { body: { closed_until } }))
  const commit = async (id: string, committed_on: string | null) => {
    const { version } = made(await ayu.call(investments.get, { params: { id } }))
    return (await ayu.call(investments.update, { params: { id }, body: { version, committed_on } })).status
  }
  const february = async () => {
    const { months } = made(await ayu.call(dashboard.get, { query: { as_of: closed_until } }))
    return months.find(({ month }) => month === '2025-02')?.committed
  }
  expect(await february()).toBe('100.00')
  expect([await commit(id, '2026-02-01'), await commit(fresh, '2026-02-01'), await commit(fresh, null)]).toEqual([
    ...[409, 200, 200],
  ])
  expect(await february()).toBe('100.00')
})

test('a time zone that moves today or past changes into other closed days is rejected on its field', async () => {
  const ayu = await signUp({ country: 'US' })
  const zone = async (time_zone: string) => {
    const { version } = made(await ayu.call(organization.get))
    return await ayu.call(organization.update, { body: { version, time_zone } })
  }
  const refused = async (time_zone: string, closed: string) => {
    const { status, problem } = await zone(time_zone)
    const detail = `This time zone would change dates in the period closed until ${closed}. Reopen it under Account, Closed periods, change the time zone, then close it again.`
    expect([status, problem]).toEqual([
      409,
      expect.objectContaining({
        ...{ code: 'period_closed', detail, current: { closed_until: closed } },
        errors: [{ path: 'time_zone', code: 'period.closed_time_zone', params: expect.anything(), message: detail }],
      }),
    ])
  }
  const close = (day: string) => ayu.call(organization.closePeriod, { body: { closed_until: day } })
  // The two zones are 25 hours apart, so their days always differ.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  made(await zone(east))
  const yesterday = new Date(Date.now() + (14 - 24) * 3_600_000).toISOString().slice(0, 10)
  made(await close(yesterday))
  await refused(west, yesterday)
  await ayu.call(organization.reopenPeriod, { body: { closed_until, reason: 'To move' } })
  made(await zone(west))

  // Committed on the first of January in the east, which is the last of December in the west.
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const { id } = await addInvestment(ayu, { investor_id, status_id, committed_amount: '100' })
  const at = (moment: string) =>
    asOrganization(database, ayu, async ({ db }) => {
      await sql`update organizations set closed_until = null`.execute(db)
      await sql`update investments set created_at = ${moment}, status_since = ${moment}`.execute(db)
      await sql`update investment_status_changes set at = ${moment}`.execute(db)
      await sql`update organizations set closed_until = ${closed_until}`.execute(db)
    })
  const committed = async () =>
    made(await ayu.call(statements.get, { params: { id: investor_id }, query: { as_of: closed_until } })).currencies[0]
      ?.committed
  await at('2025-12-31T20:00:00Z')
  expect(await committed()).toBe('100.00')
  await refused(east, closed_until)
  expect(await committed()).toBe('100.00')
  made(await zone('America/Los_Angeles'))
  expect(await committed()).toBe('100.00')
  // Scheduled payments do not prevent it either.
  await at('2026-06-01T12:00:00Z')
  const call = { amount: '40', state: 'scheduled', settled_on: null, due_on: null } as const
  const due = await addTransaction(ayu, id, call)
  await asOrganization(database, ayu, ({ db }) =>
    sql`update transactions set created_at = '2025-12-31T20:00:00Z' where id = ${due.id}`.execute(db),
  )
  await refused(east, closed_until)
  await asOrganization(database, ayu, ({ db }) =>
    sql`update transactions set created_at = '2026-01-01T20:00:00Z' where id = ${due.id}`.execute(db),
  )
  made(await zone(east))
})
