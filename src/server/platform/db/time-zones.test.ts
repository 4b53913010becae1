// Time zones unknown to PostgreSQL are rejected, and one that is stored nevertheless does not affect other organizations.
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { investors } from '../../../contract/investors.ts'
import { organization } from '../../../contract/organization.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'

const { signUp, database } = await testApp()

/** As the superuser, who bypasses all rules. */
async function asOwner(...statements: string[]) {
  const client = new pg.Client(database.connection.connectionString)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
const storeUnchecked = (organization_id: string, zone: string) =>
  asOwner(
    'alter table organizations disable trigger time_zone_is_known',
    `update organizations set time_zone = '${zone}' where organization_id = '${organization_id}'`,
    'alter table organizations enable trigger time_zone_is_known',
  )

let person: Caller
let session_id: string
beforeAll(async () => {
  person = await signUp()
  session_id = made(await person.call(waSessions.list)).data[0]!.id
})

// Node.js knows all of them. PostgreSQL rejects the first list, and interprets the second differently.
const unknown = 'AET AGT BET CAT CNT CTT ECT IET MIT NET PLT PNT PRT SST VST US/Pacific-New us/pacific-new'.split(' ')
const different = 'ACT ART AST BST CST IST NST PST CET EET MET WET cet'.split(' ')

test.each([...unknown, ...different])('%s is rejected on its field, wherever it is entered', async (time_zone) => {
  const { version } = made(await person.call(organization.get))
  const contact = made(await person.call(contacts.create, { body: { name: 'Ayu' } }))
  const draft = { name: 'News', session_id, body: 'Halo', audience: { all_contacts: true } } as const
  const broadcast = made(await person.call(broadcasts.create, { body: draft }))
  const answers = [
    await person.call(organization.update, { body: { version, time_zone } }),
    await person.call(users.updateProfile, { body: { time_zone } }),
    await person.call(contacts.create, { body: { name: 'Budi', time_zone } }),
    await person.call(contacts.update, { params: contact, body: { version: contact.version, time_zone } }),
    await person.call(broadcasts.create, { body: { ...draft, send_at: '2027-01-02T09:00', time_zone } }),
    await person.call(broadcasts.update, { params: broadcast, body: { version: broadcast.version, time_zone } }),
  ]
  const told = answers.map(({ status, problem }) => [
    status,
    problem.code,
    problem.errors?.[0]?.path,
    problem.errors?.[0]?.message,
  ])
  expect(told).toEqual(answers.map(() => [400, 'invalid_request', 'time_zone', 'is not a time zone']))
})

test('the time zones of countries and pickers are accepted', async () => {
  for (const time_zone of [
    'UTC',
    'GMT',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'Japan',
    'EST5EDT',
    'Etc/GMT+7',
  ])
    expect((await person.call(users.updateProfile, { body: { time_zone } })).body).toMatchObject({ time_zone })
  await asOwner(
    ...Intl.supportedValuesOf('timeZone').map(
      (zone) => `do $$ begin assert day_in('${zone}') is not null, '${zone}'; end $$`,
    ),
  )
})

test('a stored zone that PostgreSQL does not know causes a 500 for its organization only', async () => {
  const [bad, ...neighbours] = [await signUp(), await signUp(), await signUp()] as const
  await storeUnchecked(organizationOf(bad), 'SST')
  const list = <E extends Endpoint>(caller: Caller, endpoint: E) => caller.call(endpoint)
  // Concurrent, so that they share one batched query.
  const rounds = Array.from({ length: 10 }, () => [
    ...neighbours.flatMap((neighbour) => [list(neighbour, contacts.list), list(neighbour, investors.list)]),
    list(bad, dashboard.get),
    list(bad, contacts.list),
  ])
  const statuses = (await Promise.all(rounds.flat())).map(({ status }) => status)
  expect(statuses).toEqual(rounds.flatMap(() => [200, 200, 200, 200, 500, 200]))
  const { version } = made(await bad.call(organization.get))
  made(await bad.call(organization.update, { body: { version, time_zone: 'Pacific/Guadalcanal' } }))
  expect((await bad.call(dashboard.get)).status).toBe(200)
})
