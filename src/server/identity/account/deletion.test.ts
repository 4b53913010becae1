// Deletion of accounts: a member's deletion affects no one else; the last member's deletes the whole organization.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { account } from '../../../contract/account.ts'
import { auth } from '../../../contract/auth.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import { team } from '../../../contract/team.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import type { Driver } from '../../messaging/drivers/driver.ts'
import { inTenant } from '../../platform/db/index.ts'
import { queueMail } from '../../platform/mail/service.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, quiet, show, testEngine } from '../../test/engine.ts'
import { mailsIn } from '../../test/mails.ts'
import { until } from '../../test/until.ts'
import { deleteDue } from './organization-deletion.ts'

const { database, config, folder, signUp, call, start, witness, clock } = await testEngine()
const password = 'correct horse battery'
const keys = deriveKeys(config.secret)
const letters = () => mailsIn(database, keys)

beforeEach(async () => {
  await sql`delete from mails`.execute(database.system)
})

describe('the preview of a deletion', () => {
  test('counts what would be deleted, and names the required confirmation', async () => {
    const person = await signUp({ organization: 'PT Maju' })
    await addContacts(person, ['+62812000001', '+62812000002'])
    await person.call(templates.create, { body: { name: 'News', body: 'Hi' } })
    const { body } = await person.call(account.deletion)
    expect(body).toEqual({
      is_last_member: true,
      due_at: null,
      confirmation: 'PT Maju',
      members: 1,
      counts: {
        investors: 0,
        investments: 0,
        contacts: 2,
        templates: 1,
        broadcasts: 0,
        recipients: 0,
        opt_outs: 0,
        wa_sessions: 1,
      },
      running_broadcasts: 0,
    })
  })

  test('requires the email address if the organization has no name, or is not deleted', async () => {
    const alone = await signUp({ email: 'alone@example.com' })
    expect((await alone.call(account.deletion)).body.confirmation).toBe('alone@example.com')
    const { owner, colleague } = await twoOf('Two of us')
    expect((await owner.call(account.deletion)).body).toMatchObject({ is_last_member: false, members: 2 })
    const mine = (await colleague.call(users.profile)).body.email
    expect((await colleague.call(account.deletion)).body.confirmation).toBe(mine)
  })
})

describe('a deletion is rejected', () => {
  test('without a fresh proof or with a wrong confirmation, and nothing changes', async () => {
    const person = await signUp({ organization: 'PT Teguh' })
    await sql`update auth_sessions set proved_at = proved_at - interval '11 minutes'`.execute(database.system)
    const late = await leave(person, { confirmation: 'PT Teguh' })
    expect([late.status, late.problem.code]).toEqual([403, 'proof_required'])
    await person.call(auth.prove, { body: { password } })
    for (const confirmation of ['PT', 'pt teguh', 'PT Teguh!']) {
      const { status, problem } = await leave(person, { confirmation })
      expect(status).toBe(400)
      expect(problem.errors).toEqual([
        {
          path: 'confirmation',
          code: 'account.confirm_text',
          params: { text: 'PT Teguh' },
          message: 'Type “PT Teguh” exactly as shown.',
        },
      ])
    }
    expect((await person.call(users.profile)).status).toBe(200)
  })

  test('if another member has joined in the meantime', async () => {
    const { owner } = await twoOf('PT Bersama')
    const { status, problem } = await leave(owner, { confirmation: 'PT Bersama', is_last_member: true })
    expect(status).toBe(409)
    expect(problem.detail).toContain('Someone has joined')
    expect((await owner.call(users.profile)).body.organization).toBe('PT Bersama')
  })
})

describe('a member', () => {
  test('is deleted with their sign-in sessions, and the other members keep all records', async () => {
    const { owner, colleague, organization_id } = await twoOf('PT Tetap')
    const { body: contact } = await colleague.call(contacts.create, { body: { name: 'Theirs', phone: '+62812000003' } })
    const { id, email, name } = (await colleague.call(users.profile)).body
    await queueLetter(organization_id, email)
    await queueLetter(organization_id, 'somebody.else@example.com')
    const { url } = (await colleague.call(downloads.create, { body: { kind: 'everything', input: {} } })).body
    expect((await leave(colleague)).status).toBe(204)

    expect((await colleague.call(users.profile)).status).toBe(401)
    expect((await call(auth.refresh, { body: { refresh_token: colleague.refresh_token } })).status).toBe(401)
    expect((await call(auth.login, { body: { email, password } })).status).toBe(401)
    expect((await call({ ...downloads.open, path: url.replace('/api', '') } as never)).status).toBe(404)
    expect((await owner.call(contacts.get, { params: { id: contact.id } })).body.name).toBe('Theirs')
    const update = { params: { id: contact.id }, body: { version: 1, name: 'Ours' } }
    expect((await owner.call(contacts.update, update)).status).toBe(200)
    expect((await owner.call(team.get)).body.members).toHaveLength(1)
    const rows = await audited(organization_id)
    expect(rows).toContainEqual({ action: 'account_deleted', user_id: id })
    expect(await letters()).toEqual([
      { to: 'somebody.else@example.com', subject: 'A letter' },
      { to: email, subject: 'Your Kabar account was deleted' },
    ])
    // The address can be registered again.
    expect((await call(auth.register, { body: { name, email, password, country: 'ID' } })).status).toBe(201)
  })
})

describe('the last member', () => {
  test('is deleted with the organization, and no row of it remains in any table', async () => {
    const person = await signUp({ organization: 'PT Habis', email: 'last@example.com' })
    const other = await signUp({ organization: 'PT Lain' })
    const organization_id = await organizationOf(person)
    const othersBefore = await rowsOf(await organizationOf(other))
    const [id] = await addContacts(person, ['+62812000004', '+62812000005'])
    await person.call(contacts.update, { params: { id: id! }, body: { version: 1, consent: 'opted_out' } })
    const session = (await person.call(waSessions.list)).body.data[0]!
    const sent = await draft(person, session.id, { contact_ids: [id!] })
    await person.call(team.invite, { body: { emails: ['never@example.com'] } })
    await person.call(auth.changePassword, { body: { current_password: password, new_password: 'a quite new one' } })
    await person.call(downloads.create, { body: { kind: 'everything', input: {} } })
    await plant(organization_id, { broadcast_id: sent.id, session_id: session.id, contact_id: id! })
    const before = await rowsOf(organization_id)
    expect(Object.keys(before).length).toBeGreaterThan(12)

    const typed = { confirmation: 'PT Habis', is_last_member: true }
    expect((await person.call(account.delete, { body: typed })).status).toBe(204)
    await afterDays(6.99)
    expect(await rowsOf(organization_id)).toMatchObject({ contacts: 2, users: 1 })
    await afterDays(7)
    expect(await rowsOf(organization_id)).toEqual({})
    expect(await rowsOf(await organizationOf(other))).toEqual(othersBefore)
    expect((await person.call(users.profile)).status).toBe(401)
    expect((await letters()).at(-1)).toEqual({ to: 'last@example.com', subject: 'Your Kabar account was deleted' })
  })

  test('is deleted once by concurrent requests', async () => {
    const person = await signUp({ organization: 'PT Dobel' })
    const organization_id = await organizationOf(person)
    const presses = await Promise.all(
      [1, 2, 3].map(() => leave(person, { confirmation: 'PT Dobel', is_last_member: true })),
    )
    expect(presses.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    expect(await letters()).toHaveLength(1)
    await Promise.all([afterDays(7), afterDays(7)])
    expect(await rowsOf(organization_id)).toEqual({})
    expect(await letters()).toHaveLength(1)
  })

  test.each([1, 2, 3])('must confirm again if the other member leaves concurrently (%i)', async (n) => {
    const { owner, colleague, organization_id } = await twoOf(`PT Berdua ${n}`)
    const answers = await Promise.all([leave(owner), leave(colleague)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    const [left] = answers[0]!.status === 409 ? [owner] : [colleague]
    expect(answers.find(({ status }) => status === 409)!.problem.detail).toContain('You are now the last member')
    expect((await left.call(account.deletion)).body).toMatchObject({
      is_last_member: true,
      confirmation: `PT Berdua ${n}`,
    })
    expect((await leave(left, { confirmation: `PT Berdua ${n}`, is_last_member: true })).status).toBe(204)
    await afterDays(7)
    expect(await rowsOf(organization_id)).toEqual({})
  })

  test('stops a running broadcast: nothing is sent afterwards, the device is unlinked, and others keep sending', async () => {
    const engine = start()
    const [person, other] = [await signUp({ organization: 'PT Siaran' }), await signUp({ organization: 'PT Jalan' })]
    const organization_id = await organizationOf(person)
    const [session, others] = [await connectPhone(person), await connectPhone(other)]
    await insertContacts(organization_id, 20_000)
    await insertContacts(await organizationOf(other), 40)
    const { id } = await draft(person, session, { all_contacts: true })
    await person.call(broadcasts.send, { params: { id } })
    await until(
      'the first messages',
      () => witness(session),
      (seen) => seen.size > 20,
    )
    const answer = await leave(person, { confirmation: 'PT Siaran', is_last_member: true })
    expect(answer.status).toBe(204)
    await afterDays(7)
    expect(readFileSync(join(folder, `${session}.log`), 'utf8')).toContain('"unlinked"')
    const atTheEnd = (await witness(session)).size
    expect(atTheEnd).toBeLessThan(20_000)
    expect(await rowsOf(organization_id)).toEqual({})

    const theirs = await draft(other, others, { all_contacts: true })
    await other.call(broadcasts.send, { params: { id: theirs.id } })
    await until(
      'the other broadcast',
      () => show(other, theirs.id),
      ({ status }) => status === 'completed',
    )
    expect((await witness(others)).size).toBe(40)
    const messages = await witness(session)
    expect(messages.size).toBe(atTheEnd)
    for (const frames of messages.values()) expect(frames).toHaveLength(1)
    expect(await rowsOf(organization_id)).toEqual({})
    await engine.stop()
  })

  test('whose rows are deleted under a running engine does not stop it', async () => {
    // The network holds all messages after the first 40 back until the rows are deleted.
    const inFlight = 50
    let release = () => {}
    const deleted = new Promise<void>((resolve) => {
      release = resolve
    })
    let sends = 0
    const around = (driver: Driver): Driver => ({
      ...driver,
      abilities: { ...driver.abilities, inFlight, inFlightBeside: inFlight },
      open: async (options) => {
        const line = await driver.open(options)
        const send: typeof line.send = async (message) => {
          sends += 1
          if (sends > 40) await deleted
          return await line.send(message)
        }
        return { ...line, send }
      },
    })
    const engine = start(undefined, { around })
    const person = await signUp()
    const organization_id = await organizationOf(person)
    const session = await connectPhone(person)
    await insertContacts(organization_id, 2_000)
    const { id } = await draft(person, session, { all_contacts: true })
    await person.call(broadcasts.send, { params: { id } })
    await until(
      'the first messages',
      () => witness(session),
      (seen) => seen.size > 20,
    )
    // Without stopping the engine first, as if the deletion had given up waiting for a worker.
    await inTenant(database, { organization_id }, (tenant) => sql`select remove_organization()`.execute(tenant.db))
    expect(await rowsOf(organization_id)).toEqual({})
    const claimed = (await witness(session)).size
    release()
    const other = await signUp()
    const others = await connectPhone(other)
    await insertContacts(await organizationOf(other), 30)
    const theirs = await draft(other, others, { all_contacts: true })
    await other.call(broadcasts.send, { params: { id: theirs.id } })
    await until(
      'the other broadcast',
      () => show(other, theirs.id),
      ({ status }) => status === 'completed',
    )
    // Messages claimed before are still sent, but no further ones are claimed.
    expect((await witness(session)).size).toBeLessThanOrEqual(claimed + inFlight)
    expect((await witness(session)).size).toBeLessThan(2_000)
    await engine.stop()
  })
})

/** Runs the worker so many days later. */
const afterDays = (days: number) => deleteDue(database, keys, quiet, new Date(clock.now.getTime() + days * 86_400_000))

async function leave(person: Caller, more: { confirmation?: string; is_last_member?: boolean } = {}) {
  const { email } = (await person.call(users.profile)).body
  return await person.call(account.delete, {
    body: { confirmation: email, is_last_member: more.confirmation !== undefined, ...more },
  })
}

async function twoOf(organization: string) {
  const owner = await signUp({ organization })
  const email = `colleague-of-${organization.replaceAll(' ', '-').toLowerCase()}@example.com`
  const { body } = await owner.call(team.invite, { body: { emails: [email], role: 'owner' } })
  const invite = new URL(body.data[0]!.link).searchParams.get('invite')!
  const registered = await call(auth.register, { body: { name: 'Colleague', email, password, country: 'ID', invite } })
  expect(registered.status).toBe(201)
  const colleague: Caller = {
    ...registered.body,
    call: (endpoint, input) => call(endpoint, input, registered.body.access_token),
  }
  await sql`delete from mails`.execute(database.system)
  return { owner, colleague, organization_id: await organizationOf(owner) }
}

async function organizationOf(person: Caller): Promise<string> {
  const { id } = (await person.call(users.profile)).body
  const { rows } = await sql<{ organization_id: string }>`select organization_id from users where id = ${id}`.execute(
    database.system,
  )
  return rows[0]!.organization_id
}

/** Number of rows of an organization in each table of the catalog. */
async function rowsOf(organization_id: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ relname: string }>`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`.execute(database.system)
  expect(tables.length).toBeGreaterThan(20)
  return await inTenant(database, { organization_id }, async ({ db }) => {
    const found: Record<string, number> = {}
    for (const { relname } of tables) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(relname)} where organization_id = ${organization_id}`.execute(db)
      if (rows[0]!.count > 0) found[relname] = rows[0]!.count
    }
    return found
  })
}

async function insertContacts(organization_id: string, count: number) {
  await inTenant(database, { organization_id }, ({ db }) =>
    sql`insert into contacts (organization_id, name, phone, phone_key)
      select ${organization_id}, 'Contact ' || n, '+62812555' || (41000 + n), '+62812555' || (41000 + n)
      from generate_series(1, ${count}::int) n`.execute(db),
  )
}

/** Rows of the tables that only a running engine or worker writes. */
async function plant(
  organization_id: string,
  { broadcast_id, session_id, contact_id }: { broadcast_id: string; session_id: string; contact_id: string },
) {
  await inTenant(database, { organization_id }, async ({ db }) => {
    await sql`insert into recipients (organization_id, broadcast_id, session_id, contact_id, name, address, address_key)
      values (${organization_id}, ${broadcast_id}, ${session_id}, ${contact_id}, 'A', '+62', '+62')`.execute(db)
    await sql`insert into wa_leases (organization_id, session_id, owner_id, lease_until)
      values (${organization_id}, ${session_id}, gen_random_uuid(), '-infinity')`.execute(db)
    await sql`insert into imports (organization_id, file_name, status) values (${organization_id}, 'a.csv', 'ready')`.execute(
      db,
    )
    await sql`insert into import_rows (organization_id, import_id, line, action, data)
      select organization_id, id, 1, 'create', '{}' from imports`.execute(db)
    await sql`insert into import_mappings (organization_id, kind, headers, fields, options)
      values (${organization_id}, 'contacts', '', '[]', '{}')`.execute(db)
  })
}

async function audited(organization_id: string) {
  return await inTenant(database, { organization_id }, async ({ db }) => {
    const { rows } = await sql<{ action: string }>`select action, user_id from audit_events`.execute(db)
    return rows
  })
}

async function queueLetter(organization_id: string, address: string) {
  const letter = { to: { name: 'A', address }, subject: 'A letter', paragraphs: [] }
  await inTenant(database, { organization_id }, (tenant) => queueMail(tenant, keys, letter))
}
