// API tokens over HTTP: making, listing and revoking tokens, and what ends them.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { apiTokens, maxApiTokens, TokenPermission } from '../../../../contract/api-tokens.ts'
import { audit } from '../../../../contract/audit.ts'
import { auth } from '../../../../contract/auth.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { permissionsOf } from '../../../../contract/permissions.ts'
import { roles } from '../../../../contract/roles.ts'
import { team } from '../../../../contract/team.ts'
import { users } from '../../../../contract/users.ts'
import { deriveKeys, unseal } from '../../../keys.ts'
import { inTenant, type Tenant } from '../../../platform/db/index.ts'
import type { Email } from '../../../platform/mail/email.ts'
import { type Caller, testApp } from '../../../test/app.ts'
import { answerTo, memberOf, programOf } from '../../../test/programs.ts'
import { made } from '../../../test/records.ts'
import { organizationOf } from '../../../test/two-at-once.ts'
import { disable, enable, makeResetLink } from '../service.ts'

const installation = await testApp()
const { app, call, clock, config, database, signUp } = installation
const password = 'correct horse battery'
const given = { name: 'n8n', permissions: [], expires_on: null }
const at = (time: string) => {
  clock.now = new Date(time)
}
const pass = (seconds: number) => at(new Date(clock.now.getTime() + seconds * 1000).toISOString())
const idOf = async (person: Caller) => (await person.call(users.profile)).body.id
const asTenant = <T>(person: Caller, work: (tenant: Tenant) => Promise<T>) =>
  inTenant(database, { organization_id: organizationOf(person) }, work)
const isRefused = async (program: { call: Caller['call'] }) =>
  (await answerTo(program, contacts.list)) === 'unauthenticated'

describe('making a token', () => {
  test('shows it once, and stores only its digest', async () => {
    const ayu = await signUp()
    const before = clock.now.toISOString()
    const { status, body } = await ayu.call(apiTokens.create, {
      body: { name: ' Nightly sheet ', permissions: ['edit', 'export', 'edit'], expires_on: '2026-12-31' },
    })
    expect(status).toBe(201)
    const { token, ...shown } = body
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'Nightly sheet',
      permissions: ['edit', 'export'],
      created_at: before,
      // The end of that day in Jakarta.
      expires_at: '2026-12-31T17:00:00.000Z',
      last_used_at: null,
      last_used_from: null,
    })
    const listed = await ayu.call(apiTokens.list)
    expect(listed.body.data).toEqual([shown])
    expect(await everyRow()).not.toContain(token.slice(6, 49))
    expect((await call(contacts.list, {}, token)).status).toBe(200)
  })

  test('needs a fresh proof', async () => {
    const ayu = await signUp()
    pass(600)
    expect(await answerTo(ayu, apiTokens.create, { body: given })).toBe('proof_required')
    made(await ayu.call(auth.prove, { body: { password } }))
    expect(await answerTo(ayu, apiTokens.create, { body: given })).toBe(201)
  })

  test('grants no permission that the member lacks or that is not for programs', async () => {
    const owner = await signUp()
    const ayu = await memberOf(installation, owner, 'member')
    for (const permission of TokenPermission.options) {
      const answer = await answerTo(ayu, apiTokens.create, { body: { ...given, permissions: [permission] } })
      expect([permission, answer]).toEqual([permission, permissionsOf.member.includes(permission) ? 201 : 'forbidden'])
    }
    for (const permission of ['approve_broadcasts', 'delete_for_good'])
      expect(await answerTo(owner, apiTokens.create, { body: { ...given, permissions: [permission] } })).toBe(
        'invalid_request',
      )
  })

  test('requires a name, and a last day that has not passed or null', async () => {
    at('2026-11-20T18:00:00.000Z')
    const ayu = await signUp()
    const fault = async (body: object) =>
      (await ayu.call(apiTokens.create, { body: { ...given, ...body } as never })).problem?.errors?.[0]?.path
    expect(await fault({ name: '' })).toBe('name')
    expect(await fault({ name: 'x'.repeat(81) })).toBe('name')
    expect(await fault({ expires_on: undefined })).toBe('expires_on')
    // In Jakarta it is already the 21st.
    expect(await fault({ expires_on: '2026-11-20' })).toBe('expires_on')
    expect(await fault({ expires_on: '2026-11-21' })).toBeUndefined()
  })

  test(`is possible ${maxApiTokens} times at most, even concurrently`, async () => {
    const ayu = await signUp()
    const answers = await Promise.all(
      Array.from({ length: maxApiTokens + 3 }, () => answerTo(ayu, apiTokens.create, { body: given })),
    )
    expect(answers.filter((answer) => answer === 201)).toHaveLength(maxApiTokens)
    expect(answers.filter((answer) => answer === 'state_conflict')).toHaveLength(3)
    const [first] = (await ayu.call(apiTokens.list)).body.data
    made(await ayu.call(apiTokens.revoke, { params: { id: first!.id } }))
    expect(await answerTo(ayu, apiTokens.create, { body: given })).toBe(201)
  })

  test('and revoking it are in the audit log, and the member is told of a new one by email', async () => {
    const ayu = await signUp({ email: 'told@example.com' })
    const program = await programOf(installation, ayu, { name: 'Sheet', permissions: ['edit'] })
    made(await ayu.call(apiTokens.revoke, { params: { id: program.id } }))
    made(await ayu.call(apiTokens.revoke, { params: { id: program.id } }))
    const { data } = made(await ayu.call(audit.list, { query: { group: 'logins' } }))
    const [revoked, added, ...others] = data
    for (const [entry, action] of [
      [revoked, 'api_token_revoked'],
      [added, 'api_token_made'],
    ] as const)
      expect(entry).toMatchObject({
        action,
        what: ['edit'],
        ip: '127.0.0.1',
        token: null,
        target: { kind: 'api_token', id: program.id, name: 'Sheet' },
      })
    expect(others.map(({ action }) => action)).toEqual(['signed_in'])
    const [letter] = await mailsTo('told@example.com')
    expect(letter).toMatchObject({ subject: 'New API token for your Kabar account' })
    expect(letter!.paragraphs[0]).toContain('from 127.0.0.1: “Sheet”')
    expect(letter!.link!.url).toMatch(/\/account#api-tokens$/)
    expect(JSON.stringify(letter)).not.toContain('kabar_')
  })
})

test('the last use is recorded once a minute, with the address', async () => {
  at('2026-11-22T08:00:00.000Z')
  const ayu = await signUp()
  const { token, id } = await programOf(installation, ayu)
  const use = (remoteAddress: string) =>
    app.inject({ url: '/api/v1/contacts', headers: { authorization: `Bearer ${token}` }, remoteAddress })
  const last = async () => {
    const found = (await ayu.call(apiTokens.list)).body.data.find((each) => each.id === id)!
    return [found.last_used_at, found.last_used_from]
  }
  expect(await last()).toEqual([null, null])
  await Promise.all(['10.0.0.1', '10.0.0.1', '10.0.0.1'].map(use))
  expect(await last()).toEqual(['2026-11-22T08:00:00.000Z', '10.0.0.1'])
  pass(59)
  await use('10.0.0.2')
  expect(await last()).toEqual(['2026-11-22T08:00:00.000Z', '10.0.0.1'])
  pass(1)
  await use('fe80::1%eth0')
  expect(await last()).toEqual(['2026-11-22T08:01:00.000Z', 'fe80::1'])
})

describe('a token ends', () => {
  test('at the end of its last day', async () => {
    at('2026-11-23T08:00:00.000Z')
    const ayu = await signUp({ email: 'expires@example.com' })
    const program = await programOf(installation, ayu, { expires_on: '2026-11-23' })
    at('2026-11-23T16:59:59.999Z')
    expect(await isRefused(program)).toBe(false)
    at('2026-11-23T17:00:00.000Z')
    expect(await isRefused(program)).toBe(true)
    const again = await call(auth.login, { body: { email: 'expires@example.com', password } })
    const seen = async () => (await call(apiTokens.list, {}, again.body.access_token)).body.data
    expect(await seen()).toHaveLength(1)
    at('2026-11-24T08:00:00.000Z')
  })

  test('when its member revokes it, and nobody else can', async () => {
    const [ayu, stranger] = [await signUp(), await signUp()]
    const colleague = await memberOf(installation, ayu, 'owner')
    const program = await programOf(installation, ayu)
    const params = { id: program.id }
    expect(await answerTo(stranger, apiTokens.revoke, { params })).toBe('not_found')
    expect(await answerTo(colleague, apiTokens.revoke, { params })).toBe('not_found')
    expect(await isRefused(program)).toBe(false)
    expect(await answerTo(ayu, apiTokens.revoke, { params })).toBe(204)
    expect(await isRefused(program)).toBe(true)
    expect((await ayu.call(apiTokens.list)).body.data).toEqual([])
  })

  test('when the member is removed, even if they are restored', async () => {
    const owner = await signUp()
    const ayu = await memberOf(installation, owner, 'member')
    const program = await programOf(installation, ayu)
    const params = { id: await idOf(ayu) }
    made(await owner.call(team.removeMember, { params }))
    expect(await isRefused(program)).toBe(true)
    made(await owner.call(team.restoreMember, { params }))
    expect(await isRefused(program)).toBe(true)
  })

  test('when the operator disables the account, even if it is enabled again', async () => {
    const ayu = await signUp()
    const program = await programOf(installation, ayu)
    const id = await idOf(ayu)
    await asTenant(ayu, (tenant) => disable(tenant, id, clock.now))
    expect(await isRefused(program)).toBe(true)
    await asTenant(ayu, (tenant) => enable(tenant, id, clock.now))
    expect(await isRefused(program)).toBe(true)
  })

  test('when a link resets the password, but not when it is changed or other sessions end', async () => {
    const email = 'resets@example.com'
    const ayu = await signUp({ email })
    const program = await programOf(installation, ayu)
    const change = { current_password: password, new_password: 'a bicycle made of paper' }
    made(await ayu.call(auth.changePassword, { body: change }))
    made(await ayu.call(auth.endOtherSessions))
    made(await call(auth.logout, { body: { refresh_token: ayu.refresh_token } }))
    expect(await isRefused(program)).toBe(false)
    const { rows } = await sql<{ id: string }>`select id from users where email_key = ${email}`.execute(database.system)
    const link = await asTenant(ayu, (tenant) => makeResetLink(tenant, rows[0]!.id, 'https://x.example', clock.now))
    const token = new URL(link).searchParams.get('token')!
    made(await call(auth.resetPassword, { body: { token, password: 'a boat made of bamboo' } }))
    expect(await isRefused(program)).toBe(true)
    const letters = await mailsTo(email)
    expect(letters.at(-1)!.paragraphs[0]).toContain('your API tokens were revoked')
    expect(letters.at(-2)!.paragraphs[0]).toContain('Your API tokens still work')
  })
})

describe('tokens of the team', () => {
  test('are seen and revoked by members who manage the team and have all rights of the owner of the token', async () => {
    const owner = await signUp()
    const manages = made(
      await owner.call(roles.create, { body: { name: 'Manages', permissions: ['manage_team', 'see_amounts'] } }),
    )
    const manager = await memberOf(installation, owner, manages.id)
    const viewer = await memberOf(installation, owner, 'viewer')
    const programs = {
      owner: await programOf(installation, owner),
      viewer: await programOf(installation, viewer, { name: 'V' }),
    }
    const ofViewer = { params: { id: programs.viewer.id } }
    const seen = (await manager.call(apiTokens.ofTeam)).body.data
    expect(seen.map(({ name, user }) => [name, user.id])).toEqual([
      ['V', await idOf(viewer)],
      ['n8n', await idOf(owner)],
    ])
    expect(JSON.stringify(seen)).not.toMatch(/kabar_|hash/)
    expect(await answerTo(viewer, apiTokens.ofTeam)).toBe('forbidden')
    expect(await answerTo(viewer, apiTokens.revokeOfMember, ofViewer)).toBe('forbidden')
    expect(await answerTo(manager, apiTokens.revokeOfMember, { params: { id: programs.owner.id } })).toBe('forbidden')
    expect(await answerTo(await signUp(), apiTokens.revokeOfMember, ofViewer)).toBe('not_found')
    expect(await answerTo(manager, apiTokens.revokeOfMember, ofViewer)).toBe(204)
    expect([await isRefused(programs.viewer), await isRefused(programs.owner)]).toEqual([true, false])
    const [entry] = (await owner.call(audit.list, { query: { group: 'logins' } })).body.data
    expect(entry).toMatchObject({
      action: 'api_token_revoked',
      user: { id: await idOf(manager) },
      target: { name: 'V' },
    })
  })
})

/** Queued emails to this address, oldest first. */
async function mailsTo(email: string): Promise<Email[]> {
  const { rows } = await sql<{ id: string; organization_id: string; encrypted: Buffer }>`
    select id, organization_id, encrypted from mails order by created_at, id`.execute(database.system)
  const letters = rows.map(({ id, organization_id, encrypted }) => {
    const text = unseal(deriveKeys(config.secret)('mail'), `${organization_id}|${id}`, encrypted).toString()
    return JSON.parse(text) as Email
  })
  return letters.filter(({ to }) => to.address === email)
}

/** All rows of all tables, as text. */
async function everyRow(): Promise<string> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: database.connection.connectionString })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await client.query<{ all: string | null }>(
      `select string_agg(t::text, e'\\n') as "all" from "${name}" t`,
    )
    text += rows[0]!.all ?? ''
  }
  await client.end()
  expect(text).toContain('Nightly sheet')
  return text
}
