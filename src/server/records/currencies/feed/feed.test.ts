// The rate feed against a server that responds, fails, is slow, sends garbage or far too much.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { currencies, exchangeRates } from '../../../../contract/currencies.ts'
import { organization } from '../../../../contract/organization.ts'
import { testApp } from '../../../test/app.ts'
import { organizationOf } from '../../../test/two-at-once.ts'
import { until } from '../../../test/until.ts'
import { startRateFeed } from './feed.ts'

const { signUp, database, clock } = await testApp({ FX_FEED: 'ecb' })
const log = { info: () => {}, warn: () => {}, error: () => {} }

const asked: string[] = []
let answer: RequestListener
const server = createServer((request, response) => {
  asked.push(request.url!)
  answer(request, response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stats/`
const running: { stop(): Promise<void> }[] = []
const start = (more: { timeoutMs?: number } = {}) => {
  const feed = startRateFeed({ database, url, log, now: () => clock.now, pollMs: 20, timeoutMs: 300_000, ...more })
  running.push(feed)
  return feed
}
const stop = () => Promise.all(running.splice(0).map((feed) => feed.stop()))
afterAll(async () => {
  await stop()
  server.closeAllConnections()
  server.close()
})

beforeEach(async () => {
  await stop()
  asked.length = 0
  clock.now = new Date('2026-11-20T16:00:00Z')
  await database.system
    .updateTable('rate_feeds')
    .set({
      day: null,
      fetched_at: null,
      failure: null,
      attempts: 0,
      next_attempt_at: '-infinity',
      lease_token: null,
      lease_until: null,
    })
    .execute()
  await database.system.deleteFrom('feed_rates').execute()
})

const file =
  (days: Record<string, Record<string, string>>): RequestListener =>
  (_, response) => {
    const cubes = Object.entries(days).map(
      ([day, rates]) =>
        `<Cube time='${day}'>${Object.entries(rates).map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)}</Cube>`,
    )
    response.end(`<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube>${cubes}</Cube></gesmes:Envelope>`)
  }
const usual = {
  '2026-11-20': { USD: '1.0863', IDR: '17845.12', GBP: '0.8441', CHF: '0.93' },
  '2026-11-19': { USD: '1.0850', IDR: '17830.00', GBP: '0.8440', CHF: '0.94' },
}
const state = async () => await database.system.selectFrom('rate_feeds').selectAll().executeTakeFirstOrThrow()
const brought = (day: string) =>
  until(`the rates of ${day}`, state, (feed) => feed.day === day && feed.lease_token === null)
const failed = () => until('a failure', state, ({ failure }) => failure !== null)

type Person = Awaited<ReturnType<typeof signUp>>
const listed = async (person: Person, query = {}) =>
  (await person.call(exchangeRates.list, { query: { per_page: 200, ...query } })).body.data
const lines = async (person: Person, query = {}) =>
  (await listed(person, query)).map((rate) => `${rate.day} 1 ${rate.from_currency} = ${rate.rate} ${rate.to_currency}`)

test('every organization gets rates for its currencies, from EUR and with its base currency', async () => {
  const [american, indonesian] = [await signUp({ country: 'US' }), await signUp({ country: 'ID' })]
  answer = file(usual)
  start()
  await brought('2026-11-20')
  expect(asked).toEqual(['/stats/eurofxref-hist-90d.xml'])
  expect(await lines(american, { from_day: '2026-11-20' })).toEqual([
    '2026-11-20 1 EUR = 0.8441 GBP',
    '2026-11-20 1 EUR = 17845.12 IDR',
    '2026-11-20 1 EUR = 1.0863 USD',
    // 1.0863 / 0.8441 and 17845.12 / 1.0863
    '2026-11-20 1 GBP = 1.286932827863997 USD',
    '2026-11-20 1 USD = 16427.432569271840191 IDR',
  ])
  expect(await lines(indonesian, { currency: 'USD', other: 'IDR' })).toEqual([
    '2026-11-20 1 USD = 16427.432569271840191 IDR',
    '2026-11-19 1 USD = 16433.179723502304147 IDR',
  ])
  expect((await listed(american)).every(({ source }) => source === 'ecb')).toBe(true)
  const converted = await american.call(exchangeRates.convert, {
    query: { amount: '17845.12', from: 'IDR', to: 'USD', on: '2026-11-22' },
  })
  expect(converted.body).toMatchObject({ money: { amount: '1.09' }, day: '2026-11-20', through: null })
  expect((await american.call(exchangeRates.feed)).body).toEqual({
    feed: 'ecb',
    day: '2026-11-20',
    fetched_at: '2026-11-20T16:00:00.000Z',
    failure: null,
  })
  const { data } = (await american.call(currencies.list)).body
  expect(data.filter(({ has_feed }) => has_feed).map(({ code }) => code)).toEqual(['EUR', 'GBP', 'IDR', 'USD'])
})

test('a rate that cannot be stored does not block the others', async () => {
  const person = await signUp({ country: 'US' })
  answer = file({
    '2026-11-20': { ...usual['2026-11-20'], USD: '0.000000000001', IDR: '999999999', GBP: '9999999999' },
  })
  start()
  await brought('2026-11-20')
  expect(await lines(person)).toEqual(['2026-11-20 1 EUR = 999999999 IDR', '2026-11-20 1 EUR = 0.000000000001 USD'])
})

test('afterwards only the daily file is fetched, when the next one is due', async () => {
  answer = file(usual)
  start()
  await brought('2026-11-20')
  answer = file({ '2026-11-23': { USD: '1.09' } })
  clock.now = new Date('2026-11-23T15:06:00Z')
  await brought('2026-11-23')
  expect(asked).toEqual(['/stats/eurofxref-hist-90d.xml', '/stats/eurofxref-daily.xml'])
})

test('manual rates are never overwritten, in either direction, and deleted ones are not added again', async () => {
  const person = await signUp({ country: 'US' })
  const byHand = { day: '2026-11-20', from_currency: 'EUR', to_currency: 'USD', rate: '1.1' }
  const turned = { day: '2026-11-20', from_currency: 'IDR', to_currency: 'USD', rate: '0.00007' }
  for (const body of [byHand, turned]) await person.call(exchangeRates.create, { body })
  answer = file(usual)
  start()
  await brought('2026-11-20')
  expect(await lines(person, { from_day: '2026-11-20', other: 'USD', currency: 'EUR' })).toEqual([
    '2026-11-20 1 EUR = 1.1 USD',
  ])
  expect(await lines(person, { from_day: '2026-11-20', other: 'USD', currency: 'IDR' })).toEqual([
    '2026-11-20 1 IDR = 0.00007 USD',
  ])
  const [gone] = await listed(person, { currency: 'GBP', other: 'USD', from_day: '2026-11-20' })
  await person.call(exchangeRates.remove, { params: { id: gone!.id } })
  answer = file({ '2026-11-23': usual['2026-11-20'] })
  clock.now = new Date('2026-11-23T15:06:00Z')
  await brought('2026-11-23')
  clock.now = new Date('2026-11-20T16:00:00Z')
  expect(await lines(person, { currency: 'GBP', other: 'USD', to_day: '2026-11-20' })).toHaveLength(1)
  // A manual rate replaces the feed's rate of the reverse pair.
  const later = { day: '2026-11-23', from_currency: 'IDR', to_currency: 'USD', rate: '0.00008' }
  expect((await person.call(exchangeRates.create, { body: later })).body.reversed).toBeNull()
})

test('a new organization, currency or base gets the last months immediately', async () => {
  answer = file(usual)
  start()
  await brought('2026-11-20')
  const person = await signUp({ country: 'US' })
  expect(await lines(person, { currency: 'IDR', other: 'USD' })).toHaveLength(2)
  expect(await lines(person, { currency: 'CHF' })).toEqual([])
  const enabled = await person.call(currencies.enable, { body: { code: 'CHF' } })
  expect(enabled.body).toMatchObject({ has_feed: true, in_base: { rate: '1.168064516129032', day: '2026-11-20' } })
  expect(await lines(person, { currency: 'CHF', other: 'USD' })).toHaveLength(2)
  await person.call(organization.update, { body: { version: 1, base_currency: 'IDR' } })
  expect(await lines(person, { currency: 'CHF', other: 'IDR' })).toHaveLength(2)
})

const page: RequestListener = (_, response) => response.end('<!doctype html><title>Maintenance</title>')
const broken: RequestListener = (_, response) => response.writeHead(503).end('later')
const cutOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': 10_000 })
  response.write('<?xml version="1.0"?><gesmes:Envelope>')
  setImmediate(() => response.destroy())
}
const silent: RequestListener = () => {}
const endless: RequestListener = (_, response) => {
  const block = Buffer.alloc(1_000_000, ' ')
  let left = 50
  const send = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(block)) return void response.once('drain', send)
    response.end()
  }
  send()
}

test.each([
  ['that fails', broken, 'refused'],
  ['that disconnects during the response', cutOff, 'unreachable'],
  ['that sends a web page', page, 'unreadable'],
  ['that does not respond', silent, 'unreachable'],
  ['that sends 50 MB', endless, 'too_large'],
  ['that sends a future day', file({ '2027-01-04': { USD: '1.1' } }), 'unreadable'],
] as const)('a server %s changes nothing, is reported, and is retried', async (_, listener, failure) => {
  const person = await signUp({ country: 'US' })
  answer = listener
  start(listener === silent ? { timeoutMs: 500 } : {})
  expect((await failed()).failure).toBe(failure)
  expect((await person.call(exchangeRates.feed)).body).toMatchObject({ feed: 'ecb', failure, fetched_at: null })
  // On a busy machine the request to the silent server may time out before it arrives.
  const before = asked.length
  expect(before).toBeLessThanOrEqual(1)
  await stop()
  start()
  answer = file(usual)
  clock.now = new Date('2026-11-20T16:01:01Z')
  await brought('2026-11-20')
  expect(asked).toHaveLength(before + 1)
  expect((await state()).failure).toBeNull()
})

test('one of several processes fetches', async () => {
  answer = file(usual)
  for (let index = 0; index < 4; index++) start()
  await brought('2026-11-20')
  await stop()
  expect(asked).toHaveLength(1)
})

test('a failing organization does not block the others, and is retried', async () => {
  const [stuck, other] = [await signUp({ country: 'ID' }), await signUp({ country: 'ID' })]
  // As the tables' owner: the application role may not change them.
  const owner = new pg.Client(database.connection.connectionString)
  await owner.connect()
  await owner.query(`alter table exchange_rates add constraint impossible
    check (organization_id <> '${organizationOf(stuck)}') not valid`)
  answer = file(usual)
  start()
  await until('the end of the tick', state, ({ attempts, lease_token }) => attempts === 1 && lease_token === null)
  expect(await listed(stuck)).toEqual([])
  expect(await listed(other)).not.toEqual([])
  expect(await state()).toMatchObject({ day: null, failure: null, next_attempt_at: '2026-11-20T16:01:00.000Z' })

  await owner.query('alter table exchange_rates drop constraint impossible')
  await owner.end()
  clock.now = new Date('2026-11-20T16:01:00Z')
  await brought('2026-11-20')
  expect(await lines(stuck)).toEqual(await lines(other))
})

test('stopping does not wait for a silent server', async () => {
  answer = silent
  start()
  await until(
    'a question',
    async () => asked.length,
    (count) => count === 1,
  )
  await stop()
  // The next process fetches immediately.
  expect(await state()).toMatchObject({ lease_token: null, failure: null })
})
