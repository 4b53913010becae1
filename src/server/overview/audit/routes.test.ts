// The audit log over HTTP: what is recorded, by whom and from where, filters, and isolation of organizations.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AuditQuery, audit } from '../../../contract/audit.ts'
import { auth } from '../../../contract/auth.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { currencies, exchangeRates } from '../../../contract/currencies.ts'
import { downloads } from '../../../contract/downloads.ts'
import { organization } from '../../../contract/organization.ts'
import { roles } from '../../../contract/roles.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { quiet } from '../../test/engine.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'
import { addMember } from '../../test/team.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { forgetOldEntries } from './worker.ts'

const { app, call, signUp, clock, database } = await testApp()
const listed = async (caller: Caller, query: AuditQuery = {}) => made(await caller.call(audit.list, { query }))
const shown = async (caller: Caller, query?: AuditQuery) =>
  (await listed(caller, query)).data.map(({ action, target, what }) => [action, target?.name ?? null, ...what])

test('changes of records are listed with the changed fields, newest first', async () => {
  const ayu = await signUp()
  const { id, version } = made(await ayu.call(contacts.create, { body: { name: 'Budi' } }))
  const params = { params: { id } }
  made(await ayu.call(contacts.update, { ...params, body: { version, name: 'Budi S', company: 'PT Maju' } }))
  made(await ayu.call(contacts.remove, params))
  expect(await shown(ayu, { group: 'records' })).toEqual([
    ['record_deleted', 'Budi S'],
    ['record_changed', 'Budi S', 'company', 'name'],
    ['record_added', 'Budi S'],
  ])
  const [deleted] = (await listed(ayu)).data
  expect(deleted).toMatchObject({ by_operator: false, ip: '127.0.0.1' })
  expect(deleted!.target).toEqual({ kind: 'contact', id, name: 'Budi S', is_deleted: true })
  expect(deleted!.user!.name).toEqual(expect.any(String))
  made(await ayu.call(contacts.restore, params))
  expect((await shown(ayu))[0]).toEqual(['record_restored', 'Budi S'])
})

test('a payment that is added names its investment', async () => {
  const ayu = await signUp()
  const { id } = await addInvestor(ayu, { name: 'PT Maju' })
  await addInvestment(ayu, { investor_id: id, title: 'Villa', currency: 'IDR' })
  expect(await shown(ayu, { group: 'records' })).toEqual([
    ['record_added', 'Villa'],
    ['record_added', 'PT Maju'],
  ])
})

test('a deleted broadcast is listed once', async () => {
  const ayu = await signUp()
  const session_id = made(await ayu.call(waSessions.list)).data[0]!.id
  const body = { name: 'News', session_id, body: 'Hi', audience: {} }
  const { id } = made(await ayu.call(broadcasts.create, { body }))
  made(await ayu.call(broadcasts.remove, { params: { id } }))
  expect(await shown(ayu, { group: 'messages' })).toEqual([])
  expect(await shown(ayu, { group: 'records' })).toEqual([['record_deleted', 'News']])
})

test('logins are listed, and failed ones without saying so to whoever tries', async () => {
  const email = 'ayu@example.com'
  const password = 'correct horse battery'
  const ayu = await signUp({ email })
  const guess = await call(auth.login, { body: { email, password: 'not the right one' } })
  const stranger = await call(auth.login, { body: { email: `x${email}`, password: 'not the right one' } })
  expect([guess.status, guess.problem?.code]).toEqual([stranger.status, stranger.problem?.code])
  const { refresh_token } = made(await call(auth.login, { body: { email, password } }))
  made(await call(auth.logout, { body: { refresh_token } }))
  made(await call(auth.logout, { body: { refresh_token } }))
  expect(await shown(ayu, { group: 'logins' })).toEqual([
    ['signed_out', null],
    ['signed_in', null],
    ['sign_in_failed', null],
    ['signed_in', null],
  ])
})

test('a file is listed once it has been fetched, and a failed request leaves nothing', async () => {
  const ayu = await signUp()
  const body = { kind: 'contacts', input: { format: 'csv', query: {} } } as const
  const { url } = made(await ayu.call(downloads.create, { body }))
  expect(await shown(ayu, { group: 'files' })).toEqual([])
  for (const status of [200, 404]) expect((await app.inject({ url })).statusCode).toBe(status)
  expect(await shown(ayu, { group: 'files' })).toEqual([['exported', null, 'contacts']])
  expect((await ayu.call(currencies.enable, { body: { code: 'USD' } })).status).toBeLessThan(300)
  expect((await ayu.call(exchangeRates.create, { body: {} as never })).status).toBe(400)
  const { version } = made(await ayu.call(organization.get))
  made(await ayu.call(organization.update, { body: { version, name: 'PT Baru' } }))
  expect(await shown(ayu, { group: 'settings' })).toEqual([
    ['organization_changed', null],
    ['currency_enabled', null],
  ])
})

test('filters by user and day, in the time zone of the organization', async () => {
  // Already the 25th in Jakarta.
  clock.now = new Date('2026-11-24T18:00:00Z')
  const [ayu, other] = [await signUp(), await signUp()]
  made(await ayu.call(currencies.enable, { body: { code: 'USD' } }))
  const settings = { group: 'settings' } as const
  expect(await shown(ayu, { ...settings, from: '2026-11-25', until: '2026-11-25' })).toHaveLength(1)
  expect(await shown(ayu, { ...settings, until: '2026-11-24' })).toEqual([])
  const { user } = (await listed(ayu)).data[0]!
  expect(await shown(ayu, { ...settings, user_id: user!.id })).toHaveLength(1)
  expect(await shown(other, { user_id: user!.id })).toEqual([])
  expect(await shown(other, settings)).toEqual([])
  const bad = await ayu.call(audit.list, { query: { from: 'today' } as never })
  expect([bad.status, bad.problem?.errors?.[0]?.path]).toEqual([400, 'from'])
})

test('the filtered list is exported, and the export is audited; without either permission it is refused', async () => {
  const owner = await signUp()
  made(await owner.call(contacts.create, { body: { name: 'Budi, "B"' } }))
  made(await owner.call(currencies.enable, { body: { code: 'USD' } }))
  const asking = (caller: Caller) =>
    caller.call(downloads.create, { body: { kind: 'audit', input: { format: 'csv', query: { group: 'records' } } } })
  const { url } = made(await asking(owner))
  const file = await app.inject({ url })
  expect(file.headers['content-disposition']).toContain('audit-log.csv')
  const [head, first, ...rest] = file.payload.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('at,user,token,action,what,kind,record,record_id,ip,id')
  expect(first).toMatch(/^20\d\d-.*Z,Person \d+,,record_added,,contact,"Budi, ""B""",[\w-]{36},127\.0\.0\.1,[\w-]{36}$/)
  expect(rest).toEqual([])
  expect(await shown(owner, { group: 'files' })).toEqual([['exported', null, 'audit']])

  for (const permission of ['export', 'see_audit_log'] as const) {
    const role = made(await owner.call(roles.create, { body: { name: permission, permissions: [permission] } }))
    expect((await asking(await addMember({ call }, owner, role.id))).status).toBe(403)
  }
})

test('entries are kept forever, unless the organization keeps them for some years only', async () => {
  // The database compares entries with its own clock.
  clock.now = new Date()
  const [ayu, other] = [await signUp(), await signUp()]
  const setYears = async (audit_years: number | null) => {
    const { version } = made(await ayu.call(organization.get))
    return await ayu.call(organization.update, { body: { version, audit_years } })
  }
  const count = async (caller: Caller) => (await listed(caller)).pagination.total
  for (const caller of [ayu, other]) {
    const { id } = made(await caller.call(contacts.create, { body: { name: 'Budi' } }))
    made(await caller.call(contacts.update, { params: { id }, body: { version: 1, name: 'Sari' } }))
    await age(caller, 4)
    made(await caller.call(contacts.create, { body: { name: 'New' } }))
  }
  await forgetOldEntries(database, quiet, new Date())
  expect([await count(ayu), await count(other)]).toEqual([4, 4])
  expect((await setYears(0)).problem?.errors?.[0]?.path).toBe('audit_years')
  made(await setYears(5))
  await forgetOldEntries(database, quiet, new Date())
  expect(await count(ayu)).toBe(6)
  made(await setYears(3))
  await forgetOldEntries(database, quiet, new Date())
  expect((await shown(ayu)).map(([action]) => action).sort()).toEqual([
    'audit_retention_changed',
    'audit_retention_changed',
    'organization_changed',
    'organization_changed',
    'record_added',
  ])
  expect(await count(other)).toBe(4)
  // A process whose clock is ahead deletes no entries either.
  await forgetOldEntries(database, quiet, new Date('2099-01-01'))
  expect(await count(ayu)).toBe(5)
  // Entries are lost for good: with a fresh proof only, and by whoever may delete for good.
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)
  expect((await setYears(1)).problem.code).toBe('proof_required')
  made(await setYears(null))
  const body = { name: 'Settings', permissions: ['manage_settings'] as const }
  made(await ayu.call(auth.prove, { body: { password: 'correct horse battery' } }))
  const role = made(await ayu.call(roles.create, { body: { ...body, permissions: [...body.permissions] } }))
  const member = await addMember({ call }, ayu, role.id)
  const { version } = made(await member.call(organization.get))
  for (const audit_years of [1, null])
    expect((await member.call(organization.update, { body: { version, audit_years } })).status).toBe(403)
})

/** Makes the entries older. Needs a superuser, because the app may not change them. */
async function age(caller: Caller, years: number) {
  await database.system.transaction().execute(async (db) => {
    await sql`set local role none`.execute(db)
    for (const table of ['audit_events', 'record_edits'])
      await sql`update ${sql.table(table)} set at = at - make_interval(years => ${years})
        where organization_id = ${organizationOf(caller)}`.execute(db)
  })
}
