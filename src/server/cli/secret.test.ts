// Rotating the secret: afterwards only the new one decrypts everything, even if the command was interrupted.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auth } from '../../contract/auth.ts'
import { push } from '../../contract/push.ts'
import { users } from '../../contract/users.ts'
import { waSessions } from '../../contract/wa-sessions.ts'
import { deriveKeys, seal, unseal } from '../keys.ts'
import { inTenant } from '../platform/db/index.ts'
import { queueMail } from '../platform/mail/service.ts'
import { testApp } from '../test/app.ts'
import { programOf } from '../test/programs.ts'
import { pushBrowser } from '../test/push-browser.ts'
import { Refusal } from './refusal.ts'
import { rotateSecret } from './secret.ts'

const { database, config, call, signUp } = await testApp()
const dataDir = mkdtempSync(join(tmpdir(), 'kabar-secret-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const next = join(dataDir, 'secret.next')
const stored = { appSecret: undefined, dataDir }
const now = new Date()
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
/** The former secrets that are kept, the oldest first. */
const formers = () =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('secret.former-'))
    .sort()
    .map((name) => join(dataDir, name))
let present = config.secret
writeFileSync(join(dataDir, 'secret'), present, { mode: 0o600 })

const person = await signUp({ email: 'ayu@example.com' })
const program = await programOf({ call }, person)
await person.call(push.save, { body: pushBrowser('https://push.example/1').subscription })
const session_id = (await person.call(waSessions.list)).body.data[0]!.id
const { rows } = await sql<{ organization_id: string }>`select organization_id from users`.execute(database.system)
const { organization_id } = rows[0]!
const place = (key: string) => `${organization_id}|${session_id}|${key}`
const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `session/62812${index}`)
await inTenant(database, { organization_id }, async (tenant) => {
  await sql`delete from mails`.execute(tenant.db)
  const letter = { to: { name: 'Ada', address: 'ada@example.com' }, subject: 'News', paragraphs: [] }
  await queueMail(tenant, deriveKeys(present), letter)
  const { rows: found } = await sql<{ id: string }>`select id from users`.execute(tenant.db)
  const user_id = found[0]!.id
  const pending_secret = seal(deriveKeys(present)('second-factor'), `${organization_id}|${user_id}`, 'secret of an app')
  await tenant.db.insertInto('second_factors').values({ organization_id, user_id, pending_secret }).execute()
  const webhook_id = '01990000-0000-7000-8000-000000000001'
  const sealed = (secret: string) => seal(deriveKeys(present)('webhook'), `${organization_id}|${webhook_id}`, secret)
  await tenant.db
    .insertInto('webhooks')
    .values({
      ...{ organization_id, id: webhook_id, name: 'ERP', url: 'https://erp.example/', events: ['contact.created'] },
      ...{ secret: sealed('whsec_a'), previous_secret: sealed('whsec_b'), previous_until: now },
    })
    .execute()
  for (const key of keysOf(1_200)) {
    const value = seal(deriveKeys(present)('wa-credentials'), place(key), key)
    await tenant.db.insertInto('wa_credentials').values({ organization_id, session_id, key, value }).execute()
  }
})

/** How many stored values this secret decrypts. */
async function readableWith(secret: Buffer): Promise<number> {
  const keys = deriveKeys(secret)
  return await inTenant(database, { organization_id }, async ({ db }) => {
    const credentials = await db.selectFrom('wa_credentials').select(['key', 'value']).execute()
    const mails = await db.selectFrom('mails').select(['id', 'encrypted']).execute()
    const opens = (open: () => Buffer) => {
      try {
        return open().length > 0
      } catch {
        return false
      }
    }
    const hooks = await db.selectFrom('webhooks').select(['id', 'secret', 'previous_secret']).execute()
    const factors = await db.selectFrom('second_factors').select(['user_id', 'pending_secret']).execute()
    return [
      ...factors.map(({ user_id, pending_secret }) =>
        opens(() => unseal(keys('second-factor'), `${organization_id}|${user_id}`, pending_secret!)),
      ),
      ...hooks.flatMap(({ id, secret, previous_secret }) =>
        [secret, previous_secret!].map((value) =>
          opens(() => unseal(keys('webhook'), `${organization_id}|${id}`, value)),
        ),
      ),
      ...credentials.map(({ key, value }) => opens(() => unseal(keys('wa-credentials'), place(key), value))),
      ...mails.map(({ id, encrypted }) => opens(() => unseal(keys('mail'), `${organization_id}|${id}`, encrypted))),
    ].filter(Boolean).length
  })
}

test('everything has a new key, and everybody is logged out', async () => {
  expect(await readableWith(present)).toBe(1_204)
  const said = await rotateSecret(stored, present, database, now)
  expect(said).toMatch(/^1204 encrypted values have a new key, and 1 logins and 1 API tokens have ended/)
  const former = present
  present = readFileSync(join(dataDir, 'secret'))
  expect(present.toString()).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
  expect(existsSync(next)).toBe(false)
  const [kept, ...more] = formers()
  expect([readFileSync(kept!), statSync(kept!).mode & 0o077, more]).toEqual([former, 0, []])
  expect(said).toContain(kept)
  expect([await readableWith(former), await readableWith(present)]).toEqual([0, 1_204])
  expect((await person.call(users.profile)).status).toBe(401)
  expect((await program.call(users.profile)).status).toBe(401)
  // Browsers subscribed to the key of the former secret.
  expect((await sql`select from push_subscriptions`.execute(database.system)).rows).toEqual([])
  expect(
    (await call(auth.login, { body: { email: 'ayu@example.com', password: 'correct horse battery' } })).status,
  ).toBe(200)
  const audited = await sql`select from audit_events where action = 'secret_rotated'`.execute(database.system)
  expect(audited.rows).toHaveLength(1)
})

test('a run that ended between the database and the file is completed by the next run', async () => {
  // With APP_SECRET the new secret stays in secret.next, as after a run that ended before the file was renamed.
  const first = await rotateSecret({ ...stored, appSecret: present.toString() }, present, database, now)
  expect(first).toMatch(/Set APP_SECRET on every machine to the content of .*secret\.next/)
  const drafted = readFileSync(next)
  expect(await readableWith(drafted)).toBe(1_204)
  expect(await rotateSecret(stored, present, database, later(1))).toMatch(/^0 encrypted values/)
  expect(readFileSync(join(dataDir, 'secret'))).toEqual(drafted)
  expect(readFileSync(formers()[1]!)).toEqual(present)
  present = drafted
})

test('a run that fails halfway changes nothing, and the next run uses the same new secret', async () => {
  const key = keysOf(1)[0]!
  const spoiled = Buffer.alloc(60, 1)
  await inTenant(database, { organization_id }, ({ db }) =>
    db.updateTable('wa_credentials').set({ value: spoiled }).where('key', '=', key).execute(),
  )
  await expect(rotateSecret(stored, present, database, now)).rejects.toThrow()
  expect(await readableWith(present)).toBe(1_203)
  const drafted = readFileSync(next)
  await inTenant(database, { organization_id }, ({ db }) =>
    db.deleteFrom('wa_credentials').where('key', '=', key).execute(),
  )
  await rotateSecret(stored, present, database, later(2))
  expect(await readableWith(drafted)).toBe(1_203)
  present = drafted
})

test('it is refused without a secret, with a damaged new secret, and if APP_SECRET is the new one already', async () => {
  await expect(rotateSecret(stored, undefined, database, now)).rejects.toThrow(Refusal)
  writeFileSync(next, 'half')
  await expect(rotateSecret(stored, present, database, now)).rejects.toThrow(/is damaged/)
  writeFileSync(next, present)
  await expect(rotateSecret({ ...stored, appSecret: present.toString() }, present, database, now)).rejects.toThrow(
    /is the new secret already/,
  )
})

test('a new secret covers every use of encryption', () => {
  // If this fails for a new file, add what it encrypts to `sealed` in queries.ts. `sealText` is for values that browsers keep for minutes.
  const users = [
    'identity/auth/second-factor/codes.ts',
    'identity/webhooks/secrets.ts',
    'messaging/engine/credentials/vault.ts',
    'platform/mail/service.ts',
    'cli/queries.ts',
  ]
  expect(filesThatSeal()).toEqual([...users].sort())
})

function filesThatSeal(): string[] {
  const root = join(import.meta.dirname, '..')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('test/'))
    .filter((file) => /import \{[^}]*\bseal\b[^}]*\} from '[./]*keys\.ts'/.test(readFileSync(join(root, file), 'utf8')))
    .sort()
}
