// Currencies and rates over HTTP.

import { expect, test } from 'vitest'
import { currencies, type ExchangeRateInput, exchangeRates } from '../../../contract/currencies.ts'
import { offerings } from '../../../contract/offerings.ts'
import { organization } from '../../../contract/organization.ts'
import { sentenceOf } from '../../errors.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'

const { signUp, database, clock } = await testApp()
const noon = new Date('2026-01-20T12:00:00Z')

const rateOf = (day: string, from_currency: string, to_currency: string, rate: string): ExchangeRateInput => ({
  day,
  from_currency,
  to_currency,
  rate,
})

async function inDollars() {
  clock.now = noon
  const person = await signUp({ country: 'US' })
  for (const rate of [rateOf('2026-01-10', 'USD', 'IDR', '16400'), rateOf('2026-01-01', 'USD', 'AED', '3.6725')]) {
    expect((await person.call(exchangeRates.create, { body: rate })).status).toBe(201)
  }
  return person
}

const convert = async (person: Caller, amount: string, from: string, to: string, on?: string) =>
  (await person.call(exchangeRates.convert, { query: { amount, from, to, ...(on && { on }) } })).body

test('a new organization has its base and the usual currencies', async () => {
  clock.now = noon
  const person = await signUp({ country: 'KW' })
  const { body } = await person.call(currencies.list)
  expect(body.data.map(({ code }) => code).join(' ')).toBe('AED BRL EUR GBP IDR INR KWD SAR SGD USD')
  expect(body.pagination).toEqual({ page: 1, per_page: 10, total: 10, total_pages: 1 })
  expect(body.data.filter(({ is_base }) => is_base)).toEqual([
    {
      code: 'KWD',
      decimals: 3,
      is_base: true,
      in_use: 0,
      in_base: { rate: '1', reason: null, day: '2026-01-20', path: null, through: null, is_old: false },
      has_feed: false,
    },
  ])
  expect(body.data[0]).toMatchObject({ code: 'AED', in_base: { rate: null, reason: 'no_rate', day: null } })
})

test('amounts convert as in the examples of the specification', async () => {
  const person = await inDollars()
  expect(await convert(person, '12500000000', 'IDR', 'USD', '2026-01-20')).toEqual({
    money: { amount: '762195.12', currency: 'USD' },
    rate: '0.000060975609756',
    reason: null,
    day: '2026-01-10',
    path: 'inverse',
    through: null,
    is_old: false,
    on: '2026-01-20',
  })
  expect(await convert(person, '12500000000', 'IDR', 'USD', '2026-01-09')).toEqual({
    money: null,
    rate: null,
    reason: 'no_rate',
    day: null,
    path: null,
    through: null,
    is_old: false,
    on: '2026-01-09',
  })
  const crossed = await convert(person, '1', 'AED', 'IDR', '2026-01-20')
  expect(crossed).toMatchObject({ money: { amount: '4465.62' }, day: '2026-01-01', through: 'USD' })
  expect(crossed.rate).toMatch(/^4465\.622/)
  // Defaults to today in the organization's time zone.
  expect(await convert(person, '12500000000', 'IDR', 'USD')).toMatchObject({ on: '2026-01-20', day: '2026-01-10' })
})

test('the newest rate applies, also a crossed one, and shows its path', async () => {
  clock.now = new Date('2026-11-21T12:00:00Z')
  const person = await signUp({ country: 'US' })
  for (const rate of [
    rateOf('2020-01-02', 'EUR', 'IDR', '15600'),
    rateOf('2026-11-20', 'USD', 'IDR', '16400'),
    rateOf('2026-11-20', 'EUR', 'USD', '1.16'),
  ])
    expect((await person.call(exchangeRates.create, { body: rate })).status).toBe(201)
  const fresh = await convert(person, '19024000000', 'IDR', 'EUR')
  expect(fresh.money).toEqual({ amount: '1000000.00', currency: 'EUR' })
  expect(fresh).toMatchObject({ day: '2026-11-20', path: 'crossed', through: 'USD', is_old: false })
  const before = await convert(person, '15600', 'IDR', 'EUR', '2026-11-19')
  expect(before).toMatchObject({ money: { amount: '1.00' }, day: '2020-01-02', path: 'inverse', through: null })
  expect(before.is_old).toBe(true)
  // On equal days the direct rate wins.
  await person.call(exchangeRates.create, { body: rateOf('2026-11-20', 'EUR', 'IDR', '19000') })
  expect(await convert(person, '1', 'EUR', 'IDR')).toMatchObject({ money: { amount: '19000.00' }, path: 'direct' })
  // 30 days old is not old yet, 31 are.
  expect((await convert(person, '1', 'EUR', 'IDR', '2026-12-20')).is_old).toBe(false)
  expect((await convert(person, '1', 'EUR', 'IDR', '2026-12-21')).is_old).toBe(true)
})

test('an amount in its own currency needs no rate', async () => {
  const person = await inDollars()
  for (const [amount, currency] of [
    ['9999999999999.99', 'IDR'],
    ['1000000000000000.00', 'USD'],
    ['0.001', 'KWD'],
    ['999999999999999999.9999', 'CLF'],
  ] as const) {
    expect(await convert(person, amount, currency, currency, '1990-01-01')).toMatchObject({
      money: { amount, currency },
      rate: '1',
      through: null,
    })
  }
})

test('an amount is rounded once, half to even', async () => {
  const person = await inDollars()
  await person.call(exchangeRates.create, { body: rateOf('2026-01-01', 'USD', 'JPY', '0.5') })
  await person.call(exchangeRates.create, { body: rateOf('2026-01-01', 'USD', 'KWD', '0.0005') })
  const rounded = [
    await convert(person, '1', 'USD', 'JPY'),
    await convert(person, '3', 'USD', 'JPY'),
    await convert(person, '5.00', 'USD', 'JPY'),
    await convert(person, '1', 'USD', 'KWD'),
    await convert(person, '3', 'USD', 'KWD'),
  ]
  expect(rounded.map(({ money }) => money!.amount)).toEqual(['0', '2', '2', '0.000', '0.002'])
})

test('a rate is returned unchanged, with all decimals', async () => {
  const person = await inDollars()
  const body = rateOf('2026-01-15', 'USD', 'IDR', '999999999999999.123456789012345')
  const made = (await person.call(exchangeRates.create, { body })).body
  expect(made).toMatchObject({ ...body, source: 'manual', reversed: null, version: 1 })
  expect((await person.call(exchangeRates.get, { params: { id: made.id } })).body).toEqual(made)
  const small = rateOf('2026-01-15', 'IDR', 'EUR', '0.000000000000001')
  expect((await person.call(exchangeRates.create, { body: small })).body.rate).toBe(small.rate)
  const round = rateOf('2026-01-16', 'USD', 'IDR', '16400.5000')
  expect((await person.call(exchangeRates.create, { body: round })).body.rate).toBe('16400.5')
})

test('a pair has one rate per day, and a second one names the first', async () => {
  const person = await inDollars()
  const again = await person.call(exchangeRates.create, { body: rateOf('2026-01-10', 'USD', 'IDR', '16500') })
  expect(again.status).toBe(409)
  expect(again.problem).toMatchObject({
    code: 'rate_taken',
    current: { rate: '16400', day: '2026-01-10' },
    errors: [{ path: 'day', message: 'This day already has a rate: 1 USD = 16400 IDR. Edit that rate.' }],
  })
  // Moved to a day that has a rate: the same error, and nothing is lost.
  const other = (await person.call(exchangeRates.create, { body: rateOf('2026-01-11', 'USD', 'IDR', '16500') })).body
  const moved = await person.call(exchangeRates.update, {
    params: { id: other.id },
    body: { version: 1, day: '2026-01-10' },
  })
  expect(moved.problem).toMatchObject({ code: 'rate_taken', current: { rate: '16400' } })
  expect((await person.call(exchangeRates.get, { params: { id: other.id } })).body).toEqual(other)
})

test('the reverse pair is allowed on the same day, and both rates show it', async () => {
  const person = await inDollars()
  const reversed = await person.call(exchangeRates.create, { body: rateOf('2026-01-10', 'IDR', 'USD', '0.00006') })
  expect(reversed.body).toMatchObject({ reversed: '16400' })
  expect(await convert(person, '1000000', 'IDR', 'USD')).toMatchObject({ money: { amount: '60.00' } })
  expect(await convert(person, '1', 'USD', 'IDR')).toMatchObject({ money: { amount: '16400.00' } })
})

test('concurrent requests create one rate', async () => {
  const person = await inDollars()
  const body = rateOf('2026-01-19', 'USD', 'IDR', '16500')
  const answers = await Promise.all(Array.from({ length: 8 }, () => person.call(exchangeRates.create, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
})

test('a rate is edited with its current version, and deleted', async () => {
  const person = await inDollars()
  const rate = (await person.call(exchangeRates.list, { query: { currency: 'IDR' } })).body.data[0]!
  const params = { id: rate.id }
  const first = await person.call(exchangeRates.update, { params, body: { version: 1, rate: '16500' } })
  expect(first.body).toMatchObject({ rate: '16500', version: 2 })
  const stale = await person.call(exchangeRates.update, { params, body: { version: 1, rate: '1' } })
  expect(stale).toMatchObject({ status: 409, problem: { code: 'version_conflict', current: first.body } })
  expect((await person.call(exchangeRates.remove, { params })).status).toBe(204)
  expect((await person.call(exchangeRates.remove, { params })).status).toBe(404)
  expect(await convert(person, '1', 'IDR', 'USD')).toMatchObject({ reason: 'no_rate' })
})

test('the list is filtered by pair and days, and sorted', async () => {
  const person = await inDollars()
  await person.call(exchangeRates.create, { body: rateOf('2026-01-12', 'IDR', 'AED', '0.0002') })
  const days = async (query: object) =>
    (await person.call(exchangeRates.list, { query })).body.data.map(({ day }) => day.slice(8))
  expect(await days({})).toEqual(['12', '10', '01'])
  expect(await days({ sort: 'day' })).toEqual(['01', '10', '12'])
  expect(await days({ currency: 'AED' })).toEqual(['12', '01'])
  expect(await days({ currency: 'AED', other: 'USD' })).toEqual(['01'])
  expect(await days({ from_day: '2026-01-10', to_day: '2026-01-11' })).toEqual(['10'])
  expect(await days({ q: 'idr' })).toEqual(['12', '10'])
  expect(await days({ source: 'ecb' })).toEqual([])
  expect((await person.call(exchangeRates.list, { query: { per_page: 1, page: 2 } })).body).toMatchObject({
    data: [{ day: '2026-01-10' }],
    pagination: { page: 2, per_page: 1, total: 3, total_pages: 3 },
  })
})

test.each([
  [{ rate: '0' }, 'rate'],
  [{ rate: '0.000' }, 'rate'],
  [{ rate: '-1' }, 'rate'],
  [{ rate: '1e5' }, 'rate'],
  [{ rate: '1,5' }, 'rate'],
  [{ rate: '1.1234567890123456' }, 'rate'],
  [{ rate: '1000000000000000' }, 'rate'],
  [{ rate: 1.5 }, 'rate'],
  [{ day: '2026-02-30' }, 'day'],
  [{ day: '20260101' }, 'day'],
  [{ from_currency: 'XXX' }, 'from_currency'],
  [{ to_currency: 'idr' }, 'to_currency'],
  [{ to_currency: 'USD' }, 'to_currency'],
])('%j is rejected on its field', async (change, path) => {
  const person = await signUp({ country: 'US' })
  const body = { ...rateOf('2026-01-10', 'USD', 'IDR', '16400'), ...change } as never
  const { status, problem } = await person.call(exchangeRates.create, { body })
  expect(status).toBe(400)
  expect(problem.errors).toMatchObject([{ path }])
})

test('every active currency can be enabled, and disabled again', async () => {
  const person = await signUp({ country: 'US' })
  const made = await person.call(currencies.enable, { body: { code: 'KWD' } })
  expect(made).toMatchObject({ status: 201, body: { code: 'KWD', decimals: 3, is_base: false, in_use: 0 } })
  expect((await person.call(currencies.enable, { body: { code: 'KWD' } })).status).toBe(201)
  expect((await person.call(currencies.enable, { body: { code: 'DEM' } })).status).toBe(400)
  expect((await person.call(currencies.disable, { params: { code: 'KWD' } })).status).toBe(204)
  expect((await person.call(currencies.disable, { params: { code: 'KWD' } })).status).toBe(404)
  expect((await person.call(currencies.get, { params: { code: 'KWD' } })).status).toBe(404)
})

test('the base currency cannot be disabled, but replaced, and the old one stays enabled', async () => {
  const person = await inDollars()
  const refused = await person.call(currencies.disable, { params: { code: 'USD' } })
  expect(refused).toMatchObject({ status: 409, problem: { code: 'in_use', current: { is_base: true } } })
  const { version } = (await person.call(organization.get)).body
  expect((await person.call(organization.update, { body: { version, base_currency: 'UYW' } })).status).toBe(200)
  const codes = (await person.call(currencies.list)).body.data.map(({ code }) => code)
  expect(codes).toContain('USD')
  expect(codes).toContain('UYW')
  // No rate is rewritten.
  expect((await person.call(exchangeRates.list)).body.data).toHaveLength(2)
  expect((await person.call(currencies.disable, { params: { code: 'USD' } })).status).toBe(204)
})

test('setting the base and disabling it concurrently: one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await signUp({ country: 'US' })
    await Promise.all([
      person.call(organization.update, { body: { version: 1, base_currency: 'IDR' } }),
      person.call(currencies.disable, { params: { code: 'IDR' } }),
    ])
    const base = (await person.call(organization.get)).body.base_currency
    expect((await person.call(currencies.list)).body.data.map(({ code }) => code)).toContain(base)
  }
})

test('a currency in use shows its number of records, cannot be disabled, and is reported without a rate', async () => {
  const person = await inDollars()
  await useCurrency('GBP', 2)
  expect(await person.call(currencies.disable, { params: { code: 'GBP' } })).toMatchObject({
    status: 409,
    problem: {
      code: 'in_use',
      detail: '2 records use GBP. It cannot be disabled while in use.',
      current: { in_use: 2 },
    },
  })
  expect((await person.call(exchangeRates.missing)).body).toEqual({
    base: 'USD',
    on: '2026-01-20',
    data: [{ currency: 'GBP', in_use: 2 }],
  })
  await person.call(exchangeRates.create, { body: rateOf('2026-01-21', 'GBP', 'USD', '1.3') })
  expect((await person.call(exchangeRates.missing)).body.data).toHaveLength(1)
  await person.call(exchangeRates.create, { body: rateOf('2026-01-20', 'GBP', 'USD', '1.3') })
  expect((await person.call(exchangeRates.missing)).body.data).toEqual([])
})

test('rates of another organization are neither visible nor counted', async () => {
  await inDollars()
  const stranger = await signUp({ country: 'US' })
  expect((await stranger.call(exchangeRates.list)).body.data).toEqual([])
  expect(await convert(stranger, '1', 'IDR', 'USD')).toMatchObject({ reason: 'no_rate' })
})

test('the feed is off until configured', async () => {
  const person = await signUp()
  expect((await person.call(exchangeRates.feed)).body).toEqual({
    feed: null,
    fetched_at: null,
    day: null,
    failure: null,
  })
})

const text = `Tanggal;Dari;Ke;Kurs
2026-01-10;USD;IDR;16.400,50
2026-01-11;usd;IDR;16.450,00
2026-02-30;USD;IDR;16.450,00
2026-01-12;USD;XYZ;1
2026-01-12;USD;IDR;0
2026-01-12;EUR;IDR;18.000,75
2026-01-12;EUR;IDR;18.001,75
`

test('rates are imported from a file with a preview, and an invalid line does not block others', async () => {
  const person = await inDollars()
  const preview = (await person.call(exchangeRates.previewImport, { body: { text } })).body
  expect(preview).toMatchObject({ number_style: 'comma', create: 2, update: 1, unchanged: 0, error: 4 })
  expect(
    preview.rows.map(({ line, outcome, rate, message }) => [line, outcome, rate, message && sentenceOf(message)]),
  ).toEqual([
    [4, 'error', '16450.00', '“2026-02-30” is not a date such as 2026-11-20.'],
    [5, 'error', '1', '“XYZ” is not a currency code that Kabar knows.'],
    [6, 'error', '0', '“0” is not a rate such as 16400.50, with at most 15 decimals.'],
    [8, 'error', '18001.75', 'Line 7 already has this pair and day.'],
    [2, 'update', '16400.50', null],
    [3, 'create', '16450.00', null],
    [7, 'create', '18000.75', null],
  ])
  expect((await person.call(exchangeRates.list)).body.pagination.total).toBe(2)
  expect((await person.call(exchangeRates.import, { body: { text } })).body).toEqual(preview)
  const { data } = (await person.call(exchangeRates.list, { query: { sort: 'day' } })).body
  expect(data.map(({ day, rate, source, version }) => [day, rate, source, version])).toEqual([
    ['2026-01-01', '3.6725', 'manual', 1],
    ['2026-01-10', '16400.5', 'import', 2],
    ['2026-01-11', '16450', 'import', 1],
    ['2026-01-12', '18000.75', 'import', 1],
  ])
  // The second import changes nothing.
  expect((await person.call(exchangeRates.import, { body: { text } })).body).toMatchObject({
    create: 0,
    update: 0,
    unchanged: 3,
  })
})

test('ambiguous numbers are rejected until a format is given', async () => {
  const person = await signUp({ country: 'US' })
  const body = { text: 'day,from,to,rate\n2026-01-10,USD,IDR,16.400\n2026-01-10,EUR,IDR,18000' }
  const preview = (await person.call(exchangeRates.previewImport, { body })).body
  expect(preview).toMatchObject({ number_style: null, create: 1, error: 1 })
  expect(await person.call(exchangeRates.import, { body })).toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'number_style' }] },
  })
  await person.call(exchangeRates.import, { body: { ...body, number_style: 'comma' } })
  expect(await convert(person, '1', 'USD', 'IDR', '2026-01-10')).toMatchObject({ rate: '16400' })
  await person.call(exchangeRates.import, { body: { ...body, number_style: 'point' } })
  expect(await convert(person, '1', 'USD', 'IDR', '2026-01-10')).toMatchObject({ rate: '16.4' })
})

test('a file that is not a table is rejected with a hint', async () => {
  const person = await signUp()
  for (const text of ['hello', 'day,from,rate\n2026-01-10,USD,1', 'day,from,to,rate\n2026-01-10,USD,IDR,"1']) {
    const { status, problem } = await person.call(exchangeRates.previewImport, { body: { text } })
    expect(status).toBe(400)
    expect(problem.code).toBe('file_unreadable')
    expect(problem.detail).not.toBe('')
  }
})

test('10,000 lines are imported in one go', async () => {
  const person = await signUp({ country: 'US' })
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const day = new Date(Date.UTC(1999, 0, 1 + index)).toISOString().slice(0, 10)
    return `${day},USD,IDR,${9000 + index}.25`
  })
  const body = { text: ['day,from,to,rate', ...lines].join('\n') }
  expect((await person.call(exchangeRates.import, { body })).body).toMatchObject({ create: 10_000, error: 0 })
  expect((await person.call(exchangeRates.list)).body.pagination.total).toBe(10_000)
})

/** Adds investments in the most recently registered organization. */
async function useCurrency(code: string, times: number) {
  const { organization_id } = await database.system
    .selectFrom('organizations')
    .select('organization_id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await inTenant(database, { organization_id }, async ({ db }) => {
    for (let index = 0; index < times; index++) {
      await db
        .insertInto('offerings')
        .values({ organization_id, name: `Fund ${index}`, kind: 'fund', currency: code })
        .execute()
    }
  })
}

test('a currency is listed while records use it', async () => {
  const person = await inDollars()
  const codes = async () => made(await person.call(currencies.list)).data.map(({ code }) => code)
  expect(await codes()).not.toContain('CHF')
  const { id: investor_id } = await addInvestor(person)
  await addInvestment(person, { investor_id, currency: 'CHF' })
  made(await person.call(offerings.create, { body: { name: 'Fund', currency: 'NOK' } }))
  expect(await codes()).toEqual(expect.arrayContaining(['CHF', 'NOK']))
  expect((await person.call(currencies.disable, { params: { code: 'CHF' } })).problem.code).toBe('in_use')
})
