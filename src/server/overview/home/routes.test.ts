// Home: alerts, and what each member has snoozed or hidden.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { home } from '../../../contract/home.ts'
import { investors } from '../../../contract/investors.ts'
import { offerings } from '../../../contract/offerings.ts'
import { organization } from '../../../contract/organization.ts'
import { templates } from '../../../contract/templates.ts'
import { transactions } from '../../../contract/transactions.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { asOrganization } from '../../test/sums.ts'

const { database, ...testing } = await testApp()

/** A time zone where it is daytime now, so that no test runs across midnight. */
const time_zone = Math.abs(new Date().getUTCHours() - 12) < 8 ? 'Africa/Abidjan' : 'Pacific/Honolulu'
async function signUp() {
  const ayu = await testing.signUp()
  made(await ayu.call(organization.update, { body: { version: 1, time_zone } }))
  return ayu
}
/** The organization's day, relative to today. */
const day = (from: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(Date.now() + from * 86_400_000)
const look = async (ayu: Caller) => made(await ayu.call(home.get))
const shown = async (ayu: Caller) => (await look(ayu)).alerts.map(({ kind, title }) => `${kind} ${title}`)

test('a new organization has all setup steps and no alerts', async () => {
  const ayu = await signUp()
  expect(await look(ayu)).toEqual({
    setup: {
      base_currency: 'IDR',
      currency: false,
      records: false,
      whatsapp: false,
      template: false,
      broadcast: false,
      is_folded: null,
    },
    alerts: [],
    counts: {},
    sums: [],
    has_hidden: false,
    recent: [],
  })
  const step = { params: { kind: 'setup', key: 'currency' } } as const
  expect((await ayu.call(home.dismiss, { ...step, body: { state: 'IDR', days: null } })).status).toBe(204)
  await addInvestor(ayu, { name: 'Ani' })
  made(await ayu.call(templates.create, { body: { name: 'News', body: 'Hello' } }))
  const { setup, recent } = await look(ayu)
  expect(setup).toMatchObject({ currency: true, records: true, template: true, whatsapp: false })
  expect(recent).toMatchObject([{ kind: 'investor', name: 'Ani', is_new: true }])
})

test('the set-up steps stay folded for the user who folded them', async () => {
  const ayu = await signUp()
  const fold = async (state: string) => {
    const params = { kind: 'setup', key: 'steps' } as const
    expect((await ayu.call(home.dismiss, { params, body: { state, days: null } })).status).toBe(204)
    return (await look(ayu)).setup
  }
  expect(await fold('folded')).toMatchObject({ is_folded: true, currency: false })
  expect(await fold('open')).toMatchObject({ is_folded: false, currency: false })
})

test('a follow-up keeps its reason until its day is removed', async () => {
  const ayu = await signUp()
  const why = 'Call about the second tranche'
  const { id, version } = await addInvestor(ayu, { name: 'Ani', next_follow_up_on: day(-2), follow_up_note: why })
  await addInvestor(ayu, { name: 'Budi', next_follow_up_on: day(0) })
  expect((await look(ayu)).alerts.map(({ title, detail }) => [title, detail])).toEqual([
    ['Ani', why],
    ['Budi', null],
  ])
  const done = made(await ayu.call(investors.update, { params: { id }, body: { next_follow_up_on: null, version } }))
  expect(done.follow_up_note).toBe('')
  expect((await addInvestor(ayu, { name: 'Citra', follow_up_note: why })).follow_up_note).toBe('')
})

test('payments and follow-ups are ordered by day, overdue ones first', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu, { name: 'Ani', next_follow_up_on: day(0) })
  await addInvestor(ayu, { name: 'Later', next_follow_up_on: day(1) })
  const status_id = await statusOf(ayu, 'committed')
  const add = async (title: string, ...dues: number[]) => {
    const { id } = await addInvestment(ayu, {
      investor_id,
      status_id,
      title,
      currency: 'IDR',
      committed_amount: '9000',
    })
    for (const due of dues) {
      const scheduled = { state: 'scheduled', settled_on: null, amount: '1000', due_on: day(due) } as const
      await addTransaction(ayu, id, scheduled)
    }
  }
  await add('Late', -3, -1)
  await add('Today', 0)
  await add('Next week', 7)
  await add('After', 8)
  const { alerts, counts, sums } = await look(ayu)
  expect(alerts.map(({ kind, title, day, amount }) => [kind, title, day, amount])).toEqual([
    ['overdue', 'Late', day(-3), '2000.00'],
    ['due', 'Today', day(0), '1000.00'],
    ['due', 'Next week', day(7), '1000.00'],
    ['follow_up', 'Ani', day(0), null],
  ])
  expect(counts).toEqual({ overdue: 1, due: 2, follow_up: 1 })
  expect(sums).toEqual([
    { kind: 'due', currency: 'IDR', amount: '2000.00' },
    { kind: 'overdue', currency: 'IDR', amount: '2000.00' },
  ])
  // Only a single payment can be settled without choosing one.
  expect(alerts.map(({ detail, payment }) => [detail, payment !== null])).toEqual([
    ['Ani', false],
    ['Ani', true],
    ['Ani', true],
    [null, false],
  ])
  const [, today] = alerts
  const params = { id: today!.key, transaction_id: today!.payment!.id }
  const body = { state: 'settled', settled_on: day(0), version: today!.payment!.version } as const
  made(await ayu.call(transactions.update, { params, body }))
  expect((await look(ayu)).counts).toEqual({ overdue: 1, due: 1, follow_up: 1 })
})

test('answers that wait for a session are an alert until it is connected', async () => {
  const ayu = await signUp()
  const [session] = made(await ayu.call(waSessions.list)).data
  await asOrganization(database, ayu, async ({ db, organization_id }) => {
    await sql`insert into wa_messages (organization_id, session_id, wa_message_id, address_key, address, text, at, driver)
      select ${organization_id}, s.id, 'M1', 'x', 'x', 'When?', now(), s.driver from wa_sessions s where s.id = ${session!.id}`.execute(
      db,
    )
    await sql`insert into wa_answers (organization_id, session_id, reply_id, text, is_automatic, created_at)
      select organization_id, session_id, id, 'Tomorrow', false, now() - interval '5 minutes' from wa_messages`.execute(
      db,
    )
  })
  expect((await look(ayu)).alerts).toMatchObject([
    { kind: 'answers_waiting', key: session!.id, title: session!.name, detail: '1' },
  ])
  await asOrganization(database, ayu, ({ db }) => sql`update wa_sessions set status = 'working'`.execute(db))
  expect((await look(ayu)).counts).toEqual({})
})

test('a currency without a rate is an alert as long as it is in use', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  // A currency that the organization has not enabled counts too.
  for (const currency of ['USD', 'IDR', 'KWD']) await addInvestment(ayu, { investor_id, currency })
  expect((await look(ayu)).alerts).toMatchObject([
    { kind: 'rate_missing', key: 'KWD', detail: 'IDR' },
    { kind: 'rate_missing', key: 'USD' },
  ])
})

test('a disconnected session, a paused broadcast and an unanswered reply are alerts', async () => {
  const ayu = await signUp()
  const [session] = made(await ayu.call(waSessions.list)).data
  const { contacts: theirs } = await addInvestor(ayu, { name: 'Ani', contact: { phone: '081255500011' } })
  const body = { name: 'News', session_id: session!.id, body: 'Hello', audience: { all_contacts: true } }
  const { id } = made(await ayu.call(broadcasts.create, { body }))
  await asOrganization(database, ayu, async ({ db, organization_id }) => {
    await sql`update wa_sessions set desired_status = 'stopped', status = 'failed', last_error = '{"code": "connection.unlinked", "params": {}}'
      where id = ${session!.id}`.execute(db)
    await sql`update broadcasts set status = 'paused', pause_reason = 'logged_out', started_at = now() where id = ${id}`.execute(
      db,
    )
    await sql`insert into wa_messages (organization_id, session_id, wa_message_id, address_key, address, contact_id, text, at)
      values (${organization_id}, ${session!.id}, 'M1', 'x', 'x', ${theirs[0]!.id}, 'When is it paid?', now())`.execute(
      db,
    )
  })
  expect((await look(ayu)).alerts).toMatchObject([
    { kind: 'session_down', key: session!.id, detail: 'unlinked' },
    { kind: 'broadcast_paused', key: id, title: 'News', detail: 'logged_out' },
    { kind: 'reply', key: theirs[0]!.id, title: 'Ani', detail: 'When is it paid?' },
  ])
  const { id: contact } = theirs[0]!
  const { version } = made(await ayu.call(contacts.get, { params: { id: contact } }))
  made(await ayu.call(contacts.update, { params: { id: contact }, body: { version, consent: 'opted_out' } }))
  expect((await look(ayu)).counts).toEqual({ session_down: 1, broadcast_paused: 1 })
  made(
    await ayu.call(contacts.update, { params: { id: contact }, body: { version: version + 1, consent: 'opted_in' } }),
  )
  expect((await look(ayu)).counts).toMatchObject({ reply: 1 })
  await asOrganization(database, ayu, ({ db }) => sql`update wa_messages set handled_at = now()`.execute(db))
  expect((await look(ayu)).counts).toEqual({ session_down: 1, broadcast_paused: 1 })
})

test('a session that tries to connect is an alert after a minute', async () => {
  const ayu = await signUp()
  const since = (status: string, seconds: number | null) =>
    asOrganization(database, ayu, ({ db }) =>
      sql`update wa_sessions set desired_status = 'running', status = ${status},
        connecting_since = clock_timestamp() - make_interval(secs => ${seconds})`.execute(db),
    )
  await since('starting', 50)
  expect((await look(ayu)).counts).toEqual({})
  await since('starting', 70)
  expect((await look(ayu)).alerts).toMatchObject([{ kind: 'session_down', detail: 'starting' }])
  await since('working', null)
  expect((await look(ayu)).counts).toEqual({})
})

test('a dismissed alert returns when its state changes, a snoozed one on its day; both can be undone', async () => {
  const ayu = await signUp()
  const { id, version } = await addInvestor(ayu, { name: 'Ani', next_follow_up_on: day(-1) })
  const params = { kind: 'follow_up', key: id } as const
  const state = (await look(ayu)).alerts[0]!.state
  const dismiss = (days: number | null) => ayu.call(home.dismiss, { params, body: { state, days } })
  await dismiss(null)
  expect(await shown(ayu)).toEqual([])
  expect((await ayu.call(home.undismiss, { params })).status).toBe(204)
  expect(await shown(ayu)).toEqual(['follow_up Ani'])
  await dismiss(3)
  expect(await shown(ayu)).toEqual([])
  const hidden = async () => made(await ayu.call(home.hidden)).data
  expect(await hidden()).toMatchObject([{ kind: 'follow_up', key: id, until: expect.any(String) }])
  await asOrganization(database, ayu, ({ db }) =>
    sql`update home_dismissals set until = now() - interval '1 second'`.execute(db),
  )
  expect(await shown(ayu)).toEqual(['follow_up Ani'])
  expect(await hidden()).toEqual([])
  await dismiss(null)
  expect(await hidden()).toMatchObject([{ kind: 'follow_up', key: id, until: null }])
  made(await ayu.call(investors.update, { params: { id }, body: { version, next_follow_up_on: day(0) } }))
  expect(await shown(ayu)).toEqual(['follow_up Ani'])
})

test('the dashboard reflects a changed target', async () => {
  const ayu = await signUp()
  const body = { name: 'Fund', currency: 'IDR', target_amount: '100' }
  const { id, version } = made(await ayu.call(offerings.create, { body }))
  const target = async () => made(await ayu.call(dashboard.get)).offerings[0]!.target
  expect(await target()).toBe('100.00')
  made(await ayu.call(offerings.update, { params: { id }, body: { version, target_amount: '200' } }))
  expect(await target()).toBe('200.00')
})
