// Emails about what waits for somebody: who gets one, once, and again only after it was over.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { mailsIn } from '../../test/mails.ts'
import { made } from '../../test/records.ts'
import { addMember } from '../../test/team.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { sendNotices } from './worker.ts'

const { call, config, database, signUp } = await testApp()
const keys = deriveKeys(config.secret)
const quiet = { info() {}, error() {} }
const options = { database, keys, publicUrl: 'https://kabar.example', log: quiet }

beforeEach(async () => {
  await sql`delete from mails`.execute(database.system)
})
/** What is told now: to whom, about what. */
async function told() {
  await sql`delete from mails`.execute(database.system)
  await sendNotices(options)
  return (await mailsIn(database, keys)).map(({ to, subject }) => `${to}: ${subject}`).sort()
}
const inOrganization = (person: Caller, work: (id: string) => ReturnType<typeof sql>) =>
  inTenant(database, { organization_id: organizationOf(person) }, ({ db }) => work(organizationOf(person)).execute(db))
async function phoneOf(person: Caller) {
  const [session] = made(await person.call(waSessions.list)).data
  return session!.id
}
async function addBroadcast(person: Caller, name: string, status: string, pause_reason: string | null = null) {
  const session_id = await phoneOf(person)
  await inOrganization(
    person,
    (id) => sql`insert into broadcasts (organization_id, name, session_id, status, pause_reason)
      values (${id}, ${name}, ${session_id}, ${status}, ${pause_reason})`,
  )
}

test('a broadcast that Kabar paused is told once to those who may send, and again after it was resumed', async () => {
  const owner = await signUp({ email: 'owner@example.com' })
  const member = await addMember({ call }, owner, 'member')
  await addMember({ call }, owner, 'viewer')
  await addBroadcast(owner, 'News', 'paused', 'error_threshold')
  await addBroadcast(owner, 'Mine', 'paused', 'user')
  const both = ['owner@example.com', member.email].sort().map((to) => `${to}: Kabar paused a broadcast: News`)
  expect(await told()).toEqual(both)
  expect(await told()).toEqual([])
  await inOrganization(
    owner,
    () => sql`update broadcasts set status = 'sending', pause_reason = null where name = 'News'`,
  )
  expect(await told()).toEqual([])
  await inOrganization(
    owner,
    () => sql`update broadcasts set status = 'paused', pause_reason = 'no_acks' where name = 'News'`,
  )
  expect(await told()).toEqual(both)
})

test('a phone is told after five minutes of trying to connect, and only if messages wait for it', async () => {
  const owner = await signUp({ email: 'phone@example.com' })
  const notice = ['phone@example.com: A phone is not connected, and messages wait: WhatsApp']
  const set = (status: string, minutes: number) =>
    inOrganization(
      owner,
      () => sql`update wa_sessions set desired_status = 'running', status = ${status},
        connecting_since = clock_timestamp() - make_interval(mins => ${minutes})`,
    )
  await set('starting', 6)
  expect(await told()).toEqual([])
  await addBroadcast(owner, 'Waits', 'sending')
  await set('starting', 4)
  expect(await told()).toEqual([])
  await set('starting', 6)
  expect(await told()).toEqual(notice)
  expect(await told()).toEqual([])
  await set('working', 0)
  expect(await told()).toEqual([])
  await set('failed', 0)
  expect(await told()).toEqual(notice)
})

test('a phone that starts after days is not told at once', async () => {
  const owner = await signUp({ email: 'holiday@example.com' })
  await addBroadcast(owner, 'After the holiday', 'sending')
  await inOrganization(
    owner,
    () =>
      sql`update wa_sessions set last_connected_at = now() - interval '9 days', connecting_since = now() - interval '9 days'`,
  )
  made(await owner.call(waSessions.start, { params: { id: await phoneOf(owner) } }))
  expect(await told()).toEqual([])
})

test('two servers tell it once, and a restored copy tells nothing', async () => {
  const owner = await signUp({ email: 'twice@example.com' })
  await addBroadcast(owner, 'Twice', 'paused', 'banned')
  await Promise.all([sendNotices(options), sendNotices(options)])
  expect((await mailsIn(database, keys)).map(({ to }) => to)).toEqual(['twice@example.com'])
  const other = await signUp({ email: 'copy@example.com' })
  await addBroadcast(other, 'Copy', 'paused', 'banned')
  await inOrganization(other, (id) => sql`update organizations set restored_from = now() where organization_id = ${id}`)
  expect(await told()).toEqual([])
})
