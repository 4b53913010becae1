// Each response is of one snapshot, however many statements it takes.
import { fastify } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dashboard } from '../../../contract/dashboard.ts'
import { endpoint } from '../../../contract/endpoint.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { statements } from '../../../contract/statements.ts'
import { deriveKeys } from '../../keys.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { inTenant, type Tenant } from '../db/index.ts'
import { openQuotas } from '../db/quotas.ts'
import { type Binding, route } from './route.ts'

const { database, config, signUp } = await testApp()
const person = await signUp()
const { org: organization_id, sub: user_id } = JSON.parse(atob(person.access_token.split('.')[1]!))
const rights = { is_owner: true, permissions: [] }
const scope = {
  organization_id,
  home_organization_id: organization_id,
  user_id,
  session_id: '',
  token_id: undefined,
  has_fresh_proof: true,
  lacks_second_factor: false,
  locale: 'en',
  ip: '127.0.0.1',
  request_id: '00000000-0000-4000-8000-000000000000',
  ...{ ...rights, home: rights, open: rights },
}

const Counted = z.object({ first: z.int(), second: z.int() })
const twice = (name: string) => ({ path: `/v1/twice/${name}`, access: 'open', response: Counted }) as const
const get = endpoint({ method: 'GET', ...twice('get') })
const ask = endpoint({ method: 'POST', reads: true, ...twice('ask') })

const live = async ({ db, organization_id }: Tenant) =>
  (
    await db
      .selectFrom('contacts')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('organization_id', '=', organization_id)
      .executeTakeFirstOrThrow()
  ).n
const add = ({ db, organization_id }: Tenant) =>
  db.insertInto('contacts').values({ organization_id, name: 'Ayu' }).execute()
/** Another transaction writes and commits between two statements. */
const handler = async ({ tenant }: { tenant: Tenant }) => {
  const first = await live(tenant)
  await inTenant(database, scope, add)
  return { first, second: await live(tenant) }
}
const fresh = fastify()
fresh.setValidatorCompiler(validatorCompiler)
fresh.setSerializerCompiler(serializerCompiler)
fresh.addHook('onRequest', async (request) => {
  request.caller = scope
})
const binding = {
  ...{ app: fresh, database, now: () => new Date() },
  ...{ keys: deriveKeys(config.secret) },
  authenticate: async () => scope,
  quotas: openQuotas(config.quotas, { now: () => new Date(), limited: false }),
} as unknown as Binding
route(binding, get, handler)
route(binding, ask, handler)

test.each([
  ['GET', 'get'],
  ['POST', 'ask'],
] as const)(
  'every %s that only reads (%s) sees one snapshot, although another transaction commits between its statements',
  async (method, name) => {
    const answer = await fresh.inject({ method, url: `/api/v1/twice/${name}` })
    expect(answer.json()).toEqual({ first: expect.any(Number), second: expect.any(Number) })
    expect(answer.json().second).toBe(answer.json().first)
  },
)

const cents = (amount: string) => BigInt(amount.replace('.', ''))
const sum = (amounts: string[]) => amounts.map(cents).reduce((all, each) => all + each, 0n)

test('during concurrent writes, the rows of each response add up to its sums', async () => {
  const investor = await addInvestor(person)
  const status_id = await statusOf(person, 'committed')
  const position = () =>
    addInvestment(person, { investor_id: investor.id, status_id, committed_amount: '100', committed_on: '2026-01-01' })
  const first = await position()
  let writing = true
  const looks: (() => Promise<void>)[] = [
    async () => {
      const { body } = await person.call(statements.get, { params: { id: investor.id } })
      for (const { funded, committed, payments, investments: rows } of body.currencies) {
        expect(sum(payments.map(({ amount }) => amount)), 'payments of a statement').toBe(cents(funded))
        expect(sum(rows.map((row) => row.funded)), 'investments of a statement').toBe(cents(funded))
        expect(sum(rows.map((row) => row.committed)), 'commitments of a statement').toBe(cents(committed))
      }
    },
    async () => {
      const { body } = await person.call(dashboard.get, { query: { in: 'USD' } })
      const { count, base } = body.totals
      for (const groups of [body.by_status, body.by_country, body.by_currency, body.top_investors]) {
        expect(
          groups.reduce((all, group) => all + group.count, 0),
          'counts of the dashboard',
        ).toBe(count)
        expect(sum(groups.map((group) => group.committed)), 'commitments of the dashboard').toBe(cents(base.committed))
      }
    },
    async () => {
      const { body } = await person.call(investments.list, { query: { per_page: 200 } })
      expect(body.data.length, 'rows of the list').toBe(body.pagination.total)
    },
    async () => {
      const { body } = await person.call(investors.list, { query: { per_page: 200 } })
      expect(body.data.length, 'rows of the list of investors').toBe(body.pagination.total)
    },
  ]
  const reading = looks.map(async (look) => {
    while (writing) await look()
  })
  const work = async (caller: Caller) => {
    for (let nth = 0; nth < 25; nth++) {
      await addTransaction(caller, first.id, { amount: '10' })
      await position()
      if (nth % 5 === 0) await addInvestor(caller, { name: `Investor ${nth}` })
    }
  }
  await work(person).finally(() => {
    writing = false
  })
  await Promise.all(reading)
  expect(made(await person.call(statements.get, { params: { id: investor.id } })).currencies).toMatchObject([
    { funded: '250.00', committed: '2600.00' },
  ])
})
