// The morning email: at most once a day per user, at seven in their time zone, and only if something is due.
import { expect, test } from 'vitest'
import { tasks } from '../../../contract/tasks.ts'
import { users } from '../../../contract/users.ts'
import { deriveKeys, unseal } from '../../keys.ts'
import type { Email } from '../../platform/mail/service.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestor, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { queueMorningMails } from './morning-mail.ts'

const { signUp, openSampleData, database, clock, config } = await testApp({ PUBLIC_URL: 'https://kabar.example/' })
const other = await testApp({}, database)
const keys = deriveKeys(config.secret)
const failures: unknown[] = []
const log = { info() {}, error: (context: object) => void failures.push(context) }
const options = { database, keys, publicUrl: config.publicUrl, log }
const run = (now: string, of = options) => queueMorningMails(of, new Date(now))

/** The emails queued in the caller's organization. */
async function mailsOf(caller: Caller): Promise<Email[]> {
  const organization_id = organizationOf(caller)
  const rows = await database.system
    .selectFrom('mails')
    .select(['id', 'encrypted'])
    .where('organization_id', '=', organization_id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, encrypted }) =>
    JSON.parse(unseal(keys('mail'), `${organization_id}|${id}`, encrypted as Buffer).toString()),
  )
}

async function withMail({ time_zone = 'Asia/Jakarta', locale = 'en' } = {}): Promise<Caller & { id: string }> {
  clock.now = new Date('2026-11-19T20:00:00Z')
  const person = await signUp({ locale })
  const { id } = made(await person.call(users.updateProfile, { body: { morning_mail: true, time_zone } }))
  return { ...person, id }
}

const add = async ({ id, call }: Caller & { id: string }, due_on: string, title = 'Call Budi') =>
  made(await call(tasks.create, { body: { title, due_on, assignee_user_id: id } }))

test('it is off at first, and sent once a day at seven in the time zone of the user', async () => {
  const off = await signUp()
  const me = made(await off.call(users.profile))
  expect(me.morning_mail).toBe(false)
  await add({ ...off, id: me.id }, '2026-11-20')
  const ayu = await withMail()
  const investor = await addInvestor(ayu, { owner_user_id: ayu.id, next_follow_up_on: '2026-11-20' })
  await add(ayu, '2026-11-18')
  await add(ayu, '2026-11-21', 'Tomorrow')
  await run('2026-11-19T23:59:00Z')
  expect(await mailsOf(ayu)).toEqual([])
  await run('2026-11-20T00:00:00Z')
  const [mail] = await mailsOf(ayu)
  expect(mail).toMatchObject({
    subject: 'Due today in Kabar: 2',
    link: { url: 'https://kabar.example/tasks?assignee=me' },
  })
  expect(mail!.paragraphs.slice(1, 3)).toEqual([
    '• Call Budi (overdue since Nov 18, 2026)',
    `• Follow-up: ${investor.name} (due today)`,
  ])
  await run('2026-11-20T05:00:00Z')
  expect(await mailsOf(ayu)).toHaveLength(1)
  await run('2026-11-21T00:00:00Z')
  expect((await mailsOf(ayu)).map(({ subject }) => subject)).toEqual(['Due today in Kabar: 2', 'Due today in Kabar: 3'])
  expect(await mailsOf(off)).toEqual([])
})

test('only one of several processes sends it, and a restart does not repeat it', async () => {
  const ayu = await withMail()
  await add(ayu, '2026-11-20')
  const second = { ...options, database: other.database }
  await Promise.all([options, second, options, second].map((of) => run('2026-11-20T01:00:00Z', of)))
  await run('2026-11-20T01:01:00Z', { ...second })
  expect(await mailsOf(ayu)).toHaveLength(1)
})

test('a claim whose email cannot be queued is taken back, and tried again', async () => {
  const ayu = await withMail()
  await add(ayu, '2026-11-20')
  const broken = () => {
    throw new Error('no key')
  }
  await run('2026-11-20T01:00:00Z', { ...options, keys: broken as never })
  expect(failures.splice(0)).not.toEqual([])
  expect(await mailsOf(ayu)).toEqual([])
  await run('2026-11-20T01:01:00Z')
  expect(await mailsOf(ayu)).toHaveLength(1)
})

test('there is no email if nothing is due, a task is done, or a task has no assignee', async () => {
  const ayu = await withMail()
  await add(ayu, '2026-11-25')
  const done = await add(ayu, '2026-11-20')
  made(await ayu.call(tasks.complete, { params: { id: done.id } }))
  made(await ayu.call(tasks.create, { body: { title: 'Anybody', due_on: '2026-11-20' } }))
  await run('2026-11-20T01:00:00Z')
  expect(await mailsOf(ayu)).toEqual([])
})

test('users who turn it on after seven get it from the next day on, in their language', async () => {
  clock.now = new Date('2026-11-20T11:55:00Z')
  const ayu = await signUp({ locale: 'id' })
  const body = { morning_mail: true, time_zone: 'America/New_York' }
  const { id } = made(await ayu.call(users.updateProfile, { body }))
  await add({ ...ayu, id }, '2026-11-19')
  clock.now = new Date('2026-11-20T12:03:00Z')
  made(await ayu.call(users.updateProfile, { body: { morning_mail: false } }))
  made(await ayu.call(users.updateProfile, { body: { morning_mail: true } }))
  await run('2026-11-20T15:00:00Z')
  expect(await mailsOf(ayu)).toEqual([])
  await run('2026-11-21T12:00:00Z')
  const [mail] = await mailsOf(ayu)
  expect(mail).toMatchObject({ subject: 'Jatuh tempo hari ini di Kabar: 1', locale: 'id' })
})

test('the demo organization sends none', async () => {
  const ayu = await withMail()
  const inDemo = await openSampleData(ayu)
  await run('2027-02-01T01:00:00Z')
  expect(await mailsOf(inDemo)).toEqual([])
})
