// The seven days before an organization is deleted: who is told, who may cancel, and that nothing is sent.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { account } from '../../../contract/account.ts'
import { audit } from '../../../contract/audit.ts'
import { auth } from '../../../contract/auth.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { team } from '../../../contract/team.ts'
import { users } from '../../../contract/users.ts'
import { deriveKeys } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, ordinary, quiet, show, testEngine } from '../../test/engine.ts'
import { mailsIn } from '../../test/mails.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { createUser } from '../users/service.ts'
import { deleteDue } from './organization-deletion.ts'

const { database, config, signUp, call, start, witness, clock } = await testEngine()
const keys = deriveKeys(config.secret)
const letters = () => mailsIn(database, keys)
const password = 'correct horse battery'
/** Adds a member who joined just when the deletion was requested. */
async function joinAnyway(owner: Caller, role: 'owner' | 'viewer'): Promise<Caller & { email: string }> {
  const email = `${role}.${organizationOf(owner)}@example.com`
  await inTenant(database, { organization_id: organizationOf(owner) }, async (tenant) => {
    const [first] = (await sql<{ password_hash: string }>`select password_hash from users`.execute(tenant.db)).rows
    await createUser(tenant, { name: 'Member', email, locale: 'en', role, role_id: null, ...first! })
  })
  const tokens = made(await call(auth.login, { body: { email, password } }))
  return { ...tokens, email, call: (endpoint, input) => call(endpoint, input, tokens.access_token) }
}
/** Runs the worker so many days later. */
const afterDays = (days: number) => deleteDue(database, keys, quiet, new Date(clock.now.getTime() + days * 86_400_000))

beforeEach(async () => {
  await sql`delete from mails`.execute(database.system)
})

describe('while the deletion of an organization waits', () => {
  const typed = (confirmation: string) => ({ body: { confirmation, is_last_member: true } })

  test('all owners are told when, and everybody sees it; only an owner cancels it, once', async () => {
    const owner = await signUp({ organization: 'PT Ragu', email: 'ragu@example.com' })
    expect((await owner.call(account.delete, typed('PT Ragu'))).status).toBe(204)
    const due_at = new Date(clock.now.getTime() + 7 * 86_400_000).toISOString()
    expect((await owner.call(account.deletion)).body.due_at).toBe(due_at)
    expect((await owner.call(account.delete, typed('PT Ragu'))).status).toBe(409)
    expect(await letters()).toEqual([
      { to: 'ragu@example.com', subject: expect.stringMatching(/^PT Ragu will be deleted on .*November \d+, 2026/) },
    ])
    // Nobody can join any more. Whoever joined just before sees it, and another owner may cancel it.
    const invite = await owner.call(team.invite, { body: { emails: ['new@example.com'] } })
    const link = new URL(made(invite).data[0]!.link).searchParams.get('invite')!
    const person = { name: 'New', email: 'new@example.com', password, invite: link }
    expect((await call(auth.register, { body: person })).problem.detail).toContain('is to be deleted')
    const guest = await signUp({ email: 'new@example.com' })
    expect((await guest.call(team.join, { body: { invite: link } })).problem.detail).toContain('is to be deleted')
    const [viewer, second] = [await joinAnyway(owner, 'viewer'), await joinAnyway(owner, 'owner')]
    await sql`delete from mails`.execute(database.system)
    expect((await viewer.call(users.profile)).body.deletion_due_at).toBe(due_at)
    expect((await viewer.call(account.cancelDeletion)).status).toBe(403)
    expect((await second.call(account.cancelDeletion)).status).toBe(204)
    expect((await second.call(account.cancelDeletion)).status).toBe(409)
    expect((await letters()).map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [second.email, 'ragu@example.com'].sort().map((to) => [to, 'PT Ragu will not be deleted']),
    )
    await afterDays(7)
    expect((await owner.call(users.profile)).body).toMatchObject({ organization: 'PT Ragu', deletion_due_at: null })
    const { data } = (await owner.call(audit.list, { query: { group: 'settings' } })).body
    expect(data.map(({ action, user }) => [action, user?.name])).toMatchObject([
      ['organization_deletion_cancelled', expect.stringMatching(/^Member/)],
      ['organization_deletion_requested', expect.stringMatching(/^Person/)],
    ])
  })

  test('records can be changed, and nothing is sent until it is cancelled', async () => {
    const engine = start()
    const person = await signUp({ organization: 'PT Diam' })
    const session = await connectPhone(person)
    await addContacts(person, [ordinary(1)])
    const { id } = await draft(person, session, { all_contacts: true })
    expect((await person.call(account.delete, typed('PT Diam'))).status).toBe(204)
    expect((await person.call(broadcasts.send, { params: { id } })).status).toBe(200)
    expect((await person.call(contacts.create, { body: { name: 'New' } })).status).toBe(201)
    // Another organization sends in the meantime, which shows that the engine has run.
    const other = await signUp()
    const others = await connectPhone(other)
    await addContacts(other, [ordinary(2)])
    const theirs = await draft(other, others, { all_contacts: true })
    await other.call(broadcasts.send, { params: { id: theirs.id } })
    const isOver = ({ status }: { status: string }) => status === 'completed'
    await until('the other broadcast', () => show(other, theirs.id), isOver)
    expect((await witness(session)).size).toBe(0)
    expect((await person.call(account.cancelDeletion)).status).toBe(204)
    await until('the broadcast', () => show(person, id), isOver)
    expect((await witness(session)).size).toBe(1)
    await engine.stop()
  })

  test('members who joined in the meantime are told that it was deleted', async () => {
    const owner = await signUp({ organization: 'PT Usai', email: 'usai@example.com' })
    expect((await owner.call(account.delete, typed('PT Usai'))).status).toBe(204)
    const colleague = await joinAnyway(owner, 'viewer')
    await sql`delete from mails`.execute(database.system)
    await afterDays(7)
    expect((await letters()).map(({ to }) => to).sort()).toEqual([colleague.email, 'usai@example.com'].sort())
    expect((await colleague.call(users.profile)).status).toBe(401)
  })
})
