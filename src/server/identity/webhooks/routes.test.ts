// Webhooks over HTTP: who may set them up, where they may go, and that a secret is shown once.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { audit } from '../../../contract/audit.ts'
import { organization } from '../../../contract/organization.ts'
import { maxWebhooks, type WebhookInput, webhooks } from '../../../contract/webhooks.ts'
import { deriveKeys } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { mailsIn } from '../../test/mails.ts'
import { made } from '../../test/records.ts'
import { addMember } from '../../test/team.ts'
import { organizationOf } from '../../test/two-at-once.ts'

const { app, call, config, signUp, refreshed, openSampleData, database, clock } = await testApp()
afterEach(() => {
  clock.now = new Date('2026-11-20T08:00:00Z')
})
const input: WebhookInput = { name: 'ERP', url: 'https://erp.example/kabar', events: ['contact.created'] }
const add = async (person: Caller, more: Partial<WebhookInput> = {}) =>
  made(await person.call(webhooks.create, { body: { ...input, ...more } }))

test('a secret is shown when it is made, and is nowhere else', async () => {
  const person = await signUp()
  const { secret, ...webhook } = await add(person)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook).toMatchObject({
    ...input,
    active: true,
    disabled_reason: null,
    failing_since: null,
    waiting: 0,
    version: 1,
  })
  expect(made(await person.call(webhooks.list)).data).toEqual([webhook])
  const rotated = made(await person.call(webhooks.rotateSecret, { params: { id: webhook.id } }))
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.previous_secret_until).toBe('2026-11-21T08:00:00.000Z')
  clock.now = new Date('2026-11-21T08:00:01Z')
  expect(made(await (await refreshed(person)).call(webhooks.list)).data[0]).toMatchObject({
    previous_secret_until: null,
    version: 2,
  })
})

test('no table contains a secret, not even the responses under idempotency keys', async () => {
  const person = await signUp()
  const asked = { method: 'POST', url: '/api/v1/webhooks', payload: input } as const
  const headers = { authorization: `Bearer ${person.access_token}`, 'idempotency-key': 'once' }
  const { secret } = (await app.inject({ ...asked, headers })).json<{ secret: string }>()
  const plain = secret.replace('whsec_', '')
  const found = await inTenant(database, { organization_id: organizationOf(person) }, async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and has_table_privilege(oid, 'select')`.execute(db)
    const holding: string[] = []
    for (const { name } of rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
      const forms = [plain, Buffer.from(plain, 'base64').toString('hex'), Buffer.from(secret).toString('hex')]
      if (rows.some(({ row }) => forms.some((form) => row.includes(form)))) holding.push(name)
    }
    return holding
  })
  expect(found).toEqual([])
})

test('an address must be https and of the internet', async () => {
  const person = await signUp()
  for (const url of [
    'http://erp.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'ftp://a.b/',
    'x',
  ]) {
    const { status, problem } = await person.call(webhooks.create, { body: { ...input, url } })
    expect([url, status, problem.errors?.[0]?.path]).toEqual([url, 400, 'url'])
  }
  const { id, version } = await add(person)
  const change = await person.call(webhooks.update, { params: { id }, body: { version, url: 'https://10.0.0.1/' } })
  expect([change.status, change.problem.errors?.[0]?.code]).toEqual([400, 'webhook.private_address'])
  for (const events of [[], ['contact.seen']]) {
    const answer = await person.call(webhooks.create, { body: { ...input, events } as never })
    expect([answer.status, answer.problem.errors?.[0]?.path.split('.')[0]]).toEqual([400, 'events'])
  }
})

test('the operator may allow the own network', async () => {
  const inside = await testApp({ WEBHOOK_PRIVATE_ADDRESSES: 'on' }, database)
  const person = await inside.signUp({ email: 'inside@example.com' })
  expect((await add(person, { url: 'http://127.0.0.1:5678/x' })).url).toBe('http://127.0.0.1:5678/x')
})

test('changing, turning off and deleting', async () => {
  const person = await signUp()
  const { id, version } = await add(person)
  const change = (body: object) => person.call(webhooks.update, { params: { id }, body: { version, ...body } })
  expect(made(await change({ active: false, name: 'Old ERP' }))).toMatchObject({
    active: false,
    name: 'Old ERP',
    version: 2,
  })
  expect(await change({ name: 'Stale' })).toMatchObject({ status: 409, problem: { code: 'version_conflict' } })
  const test = await person.call(webhooks.test, { params: { id } })
  expect(test).toMatchObject({ status: 409, problem: { code: 'state_conflict' } })
  expect((await person.call(webhooks.remove, { params: { id } })).status).toBe(204)
  expect((await person.call(webhooks.remove, { params: { id } })).status).toBe(404)
  expect((await change({ version: 3, active: true })).status).toBe(404)
  expect((await person.call(webhooks.rotateSecret, { params: { id } })).status).toBe(404)
})

test('the audit log has the name, the host and the events of a webhook, also of one that is gone', async () => {
  const person = await signUp()
  const { id, version } = await add(person, { url: 'https://erp.example:8443/kabar?key=canary' })
  const body = { version, name: 'New ERP', url: 'https://other.example/', events: ['contact.deleted' as const] }
  made(await person.call(webhooks.update, { params: { id }, body }))
  made(await person.call(webhooks.rotateSecret, { params: { id } }))
  expect((await person.call(webhooks.remove, { params: { id } })).status).toBe(204)
  const { data } = made(await person.call(audit.list, { query: { group: 'settings' } }))
  const after = { target: { kind: 'webhook', id, name: 'New ERP, other.example' }, what: ['contact.deleted'] }
  expect(data).toMatchObject([
    { action: 'webhook_deleted', ...after },
    { action: 'webhook_secret_rotated', ...after },
    { action: 'webhook_changed', ...after },
    { action: 'webhook_added', target: { id, name: 'ERP, erp.example:8443' }, what: ['contact.created'] },
  ])
})

test('owners are told by email of a new webhook and of another address, in their language', async () => {
  const email = 'owner.of.webhooks@example.com'
  const owner = await signUp({ email, locale: 'id' })
  const admin = await addMember({ call }, owner, 'admin')
  const { id } = await add(admin)
  const change = async (version: number, body: object) =>
    made(await admin.call(webhooks.update, { params: { id }, body: { version, ...body } }))
  await change(1, { name: 'New ERP', url: input.url, events: ['contact.deleted'] })
  await change(2, { url: 'https://other.example/' })
  const mails = (await mailsIn(database, deriveKeys(config.secret))).filter(({ subject }) => /webhook/i.test(subject))
  expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    'Webhook ditambahkan di Kabar: ERP',
    'Alamat sebuah webhook Kabar diubah: New ERP',
  ])
  expect(mails.filter(({ to }) => to === admin.email)).toEqual([])
})

test('an organization has at most ten, also if two are added at the same time', async () => {
  const person = await signUp()
  for (let made = 1; made < maxWebhooks; made++) await add(person)
  const answers = await Promise.all([1, 2, 3].map(() => person.call(webhooks.create, { body: input })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const { data } = made(await person.call(webhooks.list))
  expect(data).toHaveLength(maxWebhooks)
  await person.call(webhooks.remove, { params: { id: data[0]!.id } })
  await add(person)
})

test('adding one, another address, other events, turning it on and a new secret need a fresh proof', async () => {
  const person = await signUp()
  const { id, version } = await add(person)
  const change = (body: object) => person.call(webhooks.update, { params: { id }, body: { version, ...body } })
  clock.now = new Date('2026-11-20T08:10:01Z')
  const tries = await Promise.all([
    person.call(webhooks.create, { body: input }),
    change({ url: 'https://other.example/' }),
    change({ events: ['contact.updated'] }),
    change({ active: true }),
    person.call(webhooks.rotateSecret, { params: { id } }),
  ])
  expect(tries.map(({ problem }) => problem.code)).toEqual(tries.map(() => 'proof_required'))
  made(await change({ name: 'New name', active: false }))
})

test('sample data has none', async () => {
  const inDemo = await openSampleData(await signUp())
  const answer = await inDemo.call(webhooks.create, { body: input })
  expect(answer).toMatchObject({ status: 409, problem: { code: 'not_with_sample_data' } })
  expect((await inDemo.call(organization.get)).status).toBe(200)
})
