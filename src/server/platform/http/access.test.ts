// Access control: every endpoint of the contract, called signed out and with ids of another organization.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { apiTokens } from '../../../contract/api-tokens.ts'
import { auth } from '../../../contract/auth.ts'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { bulkChanges } from '../../../contract/bulk-changes.ts'
import { contacts } from '../../../contract/contacts.ts'
import { exchangeRates } from '../../../contract/currencies.ts'
import { customFields } from '../../../contract/custom-fields.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { downloads } from '../../../contract/downloads.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { investmentStages, investmentStatuses, investorTypes } from '../../../contract/master-data.ts'
import { merges } from '../../../contract/merges.ts'
import { notes } from '../../../contract/notes.ts'
import { push } from '../../../contract/push.ts'
import { replies } from '../../../contract/replies.ts'
import { roles } from '../../../contract/roles.ts'
import { tags } from '../../../contract/tags.ts'
import { tasks } from '../../../contract/tasks.ts'
import { team } from '../../../contract/team.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { views } from '../../../contract/views.ts'
import { waGroups } from '../../../contract/wa-groups.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { webhooks } from '../../../contract/webhooks.ts'
import { buildApp } from '../../app.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { pushBrowser } from '../../test/push-browser.ts'
import { addInvestment, addInvestor, addTransaction, made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { inTenant } from '../db/index.ts'

const accepts = (schema: $ZodType | undefined, body: object) => schema !== undefined && safeParse(schema, body).success

const { app, call, signUp, openSampleData, database, config } = await testApp()
const someId = '01990000-0000-7000-8000-000000000001'
const anyone = { params: { id: someId, transaction_id: someId, code: 'USD', kind: 'due', key: 'x' } } as never

describe('signed out', () => {
  const open = endpoints.filter(({ endpoint }) => endpoint.access === 'open').map(({ name }) => name)

  test('only sign-in, sign-out, mail delivery and one-time links are open', () => {
    expect(open.sort()).toEqual([
      'auth.forgotPassword',
      'auth.login',
      'auth.loginCode',
      'auth.logout',
      'auth.refresh',
      'auth.register',
      'auth.registration',
      'auth.resetPassword',
      'downloads.open',
      'loginProvider.finish',
      'loginProvider.start',
      'mail.delivery',
      'passkeys.login',
      'passkeys.loginRequest',
      'team.invited',
    ])
  })

  test('every route of the server is in the contract, except health checks', async () => {
    const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api(?=\/)/, '')}`),
    )
    const known = endpoints.map(({ endpoint: { method, path } }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(served.sort()).toEqual([...known, 'GET /health/live', 'GET /health/ready'].sort())
  })

  test.each(endpoints.filter(({ endpoint }) => endpoint.access !== 'open'))(
    '$name responds 401, whatever is sent',
    async ({ endpoint }) => {
      for (const token of [undefined, '', 'nonsense', 'a.b.c']) {
        const { status, problem, headers } = await call(endpoint, anyone, token)
        expect(status).toBe(401)
        expect(problem.code).toBe('unauthenticated')
        expect(headers['cache-control']).toBe('no-store')
      }
    },
  )

  test('a route without declared access fails the start', async () => {
    const fresh = await buildApp({ config, database, webFolder: '/nowhere' })
    expect(() => fresh.get('/api/forgotten', () => 'open by accident')).toThrow('does not say who may call it')
    await fresh.close()
  })
})

describe('another organization', () => {
  /** Valid bodies, so that the response depends on the row and not on the body. A change without one is of the name. */
  const bodies: Record<string, object> = {
    'investors.setContact': { role: 'other' },
    'investments.update': { version: 1, title: 'Eve was here' },
    'transactions.create': { kind: 'fee', state: 'settled', amount: '1', settled_on: '2026-01-01' },
    'transactions.update': { version: 1, note: 'Eve was here' },
    'notes.update': { version: 1, body: 'Eve was here' },
    'tasks.update': { version: 1, title: 'Eve was here' },
    'investorTypes.move': { to_id: someId, remove: true },
    'investmentStatuses.move': { to_id: someId, remove: true },
    'investmentStages.move': { to_id: someId, remove: true },
    'broadcasts.test': {},
    'broadcasts.retry': { part: 'failed' },
    'broadcasts.approve': { version: 1 },
    'broadcasts.reject': { version: 1, reason: 'No' },
    'broadcasts.approveChanges': { digest: '0'.repeat(64) },
    'exchangeRates.update': { version: 1, rate: '1' },
    'waSessions.update': { name: 'Eve was here' },
    'waSessions.simulate': { event: 'scan' },
    'waSessions.pairingCode': { phone: '+6281234567890' },
    'replies.answer': { text: 'Eve was here' },
    'conversations.assign': { user_id: null },
    'conversations.addNote': { body: 'Eve was here' },
    'imports.change': { fields: [] },
    'imports.changeRow': { cells: ['Eve was here'] },
    'imports.tag': { tag_ids: [someId] },
    'imports.group': { name: 'Eve was here' },
    'statements.keep': {},
    'passkeys.rename': { name: 'Eve was here' },
    'team.setRole': { role: 'viewer' },
    'directMessages.send': { text: 'Eve was here' },
    'directMessages.preview': {},
    'directMessages.test': { text: 'Eve was here', to: '+6281234567890' },
  }
  const bodyOf = (name: string) =>
    bodies[name] ?? (name.endsWith('.update') ? { version: 1, name: 'Eve was here' } : undefined)
  const withId = endpoints.filter(({ endpoint }) => endpoint.path.includes(':id'))
  // Created once for all tests: each checks that no row has changed.
  let stranger: Caller
  let ids: Record<string, string>
  /** The kind of record that each filter refers to. */
  const named: Record<string, string> = {
    contact_id: 'contacts',
    investor_id: 'investors',
    investment_id: 'investments',
    investor_type_id: 'investorTypes',
    status_id: 'investmentStatuses',
    stage_id: 'investmentStages',
    offering_id: 'offerings',
    owner_user_id: 'member',
    user_id: 'member',
    tag_id: 'tags',
    session_id: 'waSessions',
    broadcast_id: 'broadcasts',
    template_id: 'templates',
    import_id: 'imports',
    bulk_change_id: 'bulkChanges',
  }
  beforeAll(async () => {
    ids = await rowsOf(await signUp({ organization: 'CANARY' }))
    stranger = await signUp()
    await client.connect()
  })
  // One connection for all snapshots: a new one reads the catalog anew, which takes longer than the snapshot.
  const client = new pg.Client({ connectionString: database.connection.connectionString })
  afterAll(() => client.end())

  test.each(withId)('$name responds 404 for its rows and changes nothing', async ({ name, endpoint }) => {
    const id = ids[name] ?? ids[name.split('.')[0]!]
    const before = await snapshot()
    const params = { id, contact_id: ids.contacts, transaction_id: ids.transaction, line: 2, kind: 'contact' }
    const answer = await stranger.call(endpoint, { params, body: bodyOf(name) } as never)
    expect(answer.status, JSON.stringify(answer.body)).toBe(404)
    expect(JSON.stringify(answer.body)).not.toContain('CANARY')
    expect(await snapshot()).toEqual(before)
  })

  test('is out of reach from the sample data of its own user', async () => {
    const owner = await signUp({ organization: 'CANARY' })
    const own = await rowsOf(owner)
    const inDemo = await openSampleData(owner)
    const before = await snapshot()
    // These find a user, who has the same id in both organizations.
    const ofUser = ['team.removeMember', 'team.restoreMember', 'team.setRole']
    for (const { name, endpoint } of withId) {
      if (endpoint.of_account || ofUser.includes(name)) continue
      const params = {
        id: own[name] ?? own[name.split('.')[0]!],
        contact_id: own.contacts,
        transaction_id: own.transaction,
      }
      const answer = await inDemo.call(endpoint, {
        params: { ...params, line: 2, kind: 'contact' },
        body: bodyOf(name),
      } as never)
      expect([name, answer.status]).toEqual([name, 404])
    }
    expect(await snapshot()).toEqual(before)
  })

  test('cannot be opened as sample data, whatever a session stores', async () => {
    const [ayu, budi] = [await signUp(), await signUp()]
    const foreign = [ayu, budi, await openSampleData(budi)].map(organizationOf)
    await openSampleData(ayu)
    for (const organization_id of foreign) {
      const opened = inTenant(database, { organization_id: foreign[0]! }, ({ db }) =>
        sql`update auth_sessions set demo_organization_id = ${organization_id}`.execute(db),
      )
      await expect(opened).rejects.toMatchObject({ code: '23503' })
    }
  })

  test('its ids in a body or a filter are not found', async () => {
    const [owner, stranger] = [await signUp(), await signUp()]
    const theirs = await rowsOf(owner)
    const mine = await rowsOf(stranger)
    const draft = { name: 'News', session_id: mine.waSessions!, body: 'Hi', audience: {} }
    const tries = await Promise.all([
      stranger.call(broadcasts.create, { body: { ...draft, session_id: theirs.waSessions! } }),
      stranger.call(broadcasts.create, { body: { ...draft, template_id: theirs.templates! } }),
      stranger.call(broadcasts.create, { body: { ...draft, audience: { contact_ids: [theirs.contacts!] } } }),
      stranger.call(broadcasts.create, { body: { ...draft, audience: { exclude_contact_ids: [theirs.contacts!] } } }),
      stranger.call(broadcasts.create, { body: { ...draft, audience: { wa_group_ids: [theirs.waGroups!] } } }),
      stranger.call(broadcasts.create, {
        body: { ...draft, audience: { broadcast_group_ids: [theirs.broadcastGroups!] } },
      }),
      stranger.call(broadcastGroups.create, { body: { name: 'Eve', contact_ids: [theirs.contacts!] } }),
      stranger.call(broadcastGroups.create, { body: { name: 'Eve', wa_group_ids: [theirs.waGroups!] } }),
      stranger.call(templates.preview, { body: { body: 'Hi {{ contact.name }}', contact_id: theirs.contacts! } }),
      stranger.call(contacts.create, { body: { name: 'Eve', tag_ids: [theirs.tags!] } }),
      stranger.call(contacts.list, { query: { tag_id: theirs.tags! } }),
      stranger.call(notes.create, { body: { body: 'Eve', contact_id: theirs.contacts! } }),
      stranger.call(dashboard.get, { query: { stage_id: [theirs.investmentStages!] } }),
      stranger.call(notes.list, { query: { contact_id: theirs.contacts! } }),
      stranger.call(tasks.list, { query: { contact_id: theirs.contacts! } }),
      stranger.call(replies.list, { query: { contact_id: theirs.contacts! } }),
      stranger.call(replies.list, { query: { investor_id: theirs.investors! } }),
      stranger.call(replies.list, { query: { session_id: theirs.waSessions! } }),
      stranger.call(replies.list, { query: { broadcast_id: theirs.broadcasts! } }),
      stranger.call(waGroups.importGroups, {
        body: { groups: [{ session_id: theirs.waSessions!, wa_id: 'canary@g.us' }] },
      }),
    ])
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404))
  })

  test('each filter by its ids gives the same response as an unknown id', async () => {
    let tried = 0
    for (const { name, endpoint } of endpoints) {
      const { params, query } = endpoint as { params?: object; query?: { _zod: { def: { shape?: object } } } }
      const keys = Object.keys(query?._zod.def.shape ?? {}).filter((key) => key.endsWith('_id'))
      if (params || endpoint.access === 'open') continue
      for (const key of keys) {
        expect(Object.keys(named), `${name} ${key}`).toContain(key)
        const asked = async (id: string) => {
          const { status, body } = await stranger.call(endpoint, { query: { [key]: id } } as never)
          return [
            status,
            JSON.stringify(body ?? null)
              .replaceAll(id, 'id')
              .replace(/"request_id":"[^"]*"/, ''),
          ]
        }
        const theirs = await asked(ids[named[key]!]!)
        expect(theirs, `${name} ${key}`).toEqual(await asked(someId))
        expect(theirs[1]).not.toContain('CANARY')
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(25)
  })

  test('each body with its ids is rejected and changes nothing', async () => {
    const own = await addInvestor(stranger)
    const [session] = (await stranger.call(waSessions.list)).body.data
    const { investors: investor_id, contacts: contact_id, tags: tag_id, member } = ids
    const type = { name: 'Eve', kind: 'individual', investor_type_id: own.type.id }
    const investment = { investor_id: own.id, currency: 'USD' }
    const draft = { name: 'News', session_id: session!.id, body: 'Hi', audience: {} }
    const segment = { match: 'all', rules: [{ field: 'contact.tag', operator: 'any_of', value: [tag_id] }] }
    const toOwn = {
      id: (await stranger.call(contacts.create, { body: { name: 'Own', phone: '+6281234567899' } })).body.id,
    }
    const named = { name: 'Figures', body: 'Halo {{ investor.name }}' }
    const template_id = (await stranger.call(templates.create, { body: named })).body.id
    const before = await snapshot()
    const bodies: [name: string, body: object, params?: object][] = [
      ['investors.create', { ...type, investor_type_id: ids.investorTypes }],
      ['investors.create', { ...type, preferred_stage_ids: [ids.investmentStages] }],
      ['investors.create', { ...type, owner_user_id: member }],
      ['investors.create', { ...type, tag_ids: [tag_id] }],
      ['investors.create', { ...type, contact: { id: contact_id } }],
      ['investments.create', { ...investment, investor_id }],
      ['investments.create', { ...investment, offering_id: ids.offerings }],
      ['investments.create', { ...investment, status_id: ids.investmentStatuses }],
      ['investments.create', { ...investment, stage_id: ids.investmentStages }],
      ['investments.create', { ...investment, owner_user_id: member }],
      ['investments.create', { ...investment, tag_ids: [tag_id] }],
      ['contacts.create', { name: 'Eve', tag_ids: [tag_id] }],
      ['tasks.create', { title: 'Eve', assignee_user_id: member }],
      ['tasks.create', { title: 'Eve', investor_id }],
      ['tasks.create', { title: 'Eve', offering_id: ids.offerings }],
      ['notes.create', { body: 'Eve', investor_id }],
      ['notes.create', { body: 'Eve', investment_id: ids.investments }],
      ['templates.create', { name: 'Eve', body: 'Hi', media_id: ids.media }],
      ['broadcasts.create', { ...draft, media_id: ids.media }],
      ['broadcasts.create', { ...draft, session_id: ids.waSessions }],
      ['broadcastGroups.create', { name: 'Eve', segment }],
      ['investorTypes.reorder', { ids: [ids.investorTypes], previous_ids: [ids.investorTypes] }],
      ...['directMessages.send', 'directMessages.test'].flatMap((name): [string, object, object][] => [
        [name, { text: 'Eve', session_id: ids.waSessions }, toOwn],
        [name, { text: 'Eve', media_id: ids.media }, toOwn],
        [name, { template_id: ids.templates }, toOwn],
        [name, { template_id, investor_id }, toOwn],
      ]),
      ['directMessages.preview', { session_id: ids.waSessions }, toOwn],
      ['directMessages.preview', { template_id: ids.templates }, toOwn],
    ]
    const answers: [string, number][] = []
    for (const [name, body, params] of bodies) {
      const { endpoint } = endpoints.find((each) => each.name === name)!
      const answer = await stranger.call(endpoint, { body, params } as never)
      expect(JSON.stringify(answer.body ?? null)).not.toContain('CANARY')
      answers.push([`${name} ${JSON.stringify(body)}`, answer.status])
    }
    expect(answers.filter(([, status]) => status < 400 || status >= 500)).toEqual([])
    expect(await snapshot()).toEqual(before)
  })

  test('a download of its rows is not found when its link is opened', async () => {
    const wanted = [
      { kind: 'recipients', input: { format: 'csv', query: { broadcast_id: ids.broadcasts } } },
      { kind: 'import_errors', input: { format: 'csv', import_id: ids.imports } },
    ]
    for (const body of wanted) {
      const { url } = (await stranger.call(downloads.create, { body } as never)).body
      expect((await app.inject({ url })).statusCode, body.kind).toBe(404)
    }
  })

  test('organization_id in a request is rejected', async () => {
    const [owner, stranger] = [await signUp(), await signUp()]
    const { rows } = { rows: await database.system.selectFrom('users').select(['organization_id', 'email']).execute() }
    const foreign = rows.find(({ email }) => email === 'person1@example.com')!.organization_id
    const body = { name: 'Eve', organization_id: foreign }
    expect((await stranger.call(contacts.create, { body })).status).toBe(400)
    expect((await stranger.call(contacts.list, { query: { organization_id: foreign } as never })).status).toBe(400)
    expect((await owner.call(contacts.list)).body.data).toEqual([])
  })

  async function rowsOf(person: Caller): Promise<Record<string, string>> {
    const shared = { list: 'contacts', name: 'CANARY view', is_shared: true, parameters: {}, columns: null } as const
    const view = await person.call(views.create, { body: shared })
    const session = (await person.call(waSessions.list)).body.data[0]!.id
    const contact = (await person.call(contacts.create, { body: { name: 'CANARY contact', phone: '+6281234567890' } }))
      .body.id
    const template = (await person.call(templates.create, { body: { name: 'CANARY template', body: 'CANARY' } })).body
      .id
    const broadcast = (
      await person.call(broadcasts.create, {
        body: {
          name: 'CANARY broadcast',
          session_id: session,
          template_id: template,
          audience: { contact_ids: [contact] },
        },
      })
    ).body.id
    const member = (await person.call(users.profile)).body.id
    const invited = await person.call(team.invite, { body: { emails: [`canary-${member}@example.com`] } })
    const invitation = invited.body.data[0]!.id
    const rate = await person.call(exchangeRates.create, {
      body: { day: '2026-01-10', from_currency: 'USD', to_currency: 'IDR', rate: '16400' },
    })
    const upload = await app.inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: { authorization: `Bearer ${person.access_token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload:
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nname,phone\nCANARY,+6281234567891\n\r\n--x--\r\n',
    })
    const picture = await app.inject({
      method: 'POST',
      url: '/api/v1/media',
      headers: { authorization: `Bearer ${person.access_token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload:
        '--x\r\nContent-Disposition: form-data; name="file"; filename="CANARY.pdf"\r\n\r\n%PDF-1.7 CANARY canary\n%%EOF\r\n--x--\r\n',
    })
    const { rows: keys } = await sql<{ id: string }>`
      insert into user_passkeys (organization_id, user_id, name, credential_id, public_key, user_handle, sign_count, transports, is_synced, created_at)
      select organization_id, id, 'CANARY passkey', uuid_send(id), '', '', 0, '{}', false, now() from users where id = ${member}
      returning id`.execute(database.system)
    const investor = await addInvestor(person, { name: 'CANARY investor' })
    const investment = await addInvestment(person, { investor_id: investor.id, title: 'CANARY investment' })
    const transaction = await addTransaction(person, investment.id, { note: 'CANARY' })
    const { reply, answer } = await repliedTo(session, member)
    const hook = { name: 'CANARY webhook', url: 'https://canary.example/', events: ['contact.created' as const] }
    const webhook = made(await person.call(webhooks.create, { body: hook })).id
    await person.call(push.save, { body: pushBrowser('https://push.example/canary').subscription })
    return {
      apiTokens: made(
        await person.call(apiTokens.create, { body: { name: 'CANARY', permissions: [], expires_on: null } }),
      ).id,
      passkeys: keys[0]!.id,
      push: made(await person.call(push.list)).data[0]!.id,
      'auth.endSession': (await person.call(auth.sessions)).body.data[0]!.id,
      investors: investor.id,
      statements: investor.id,
      investments: investment.id,
      transactions: investment.id,
      transaction: transaction.id,
      ...(await plainRows(person)),
      contacts: contact,
      trash: contact,
      tags: (await person.call(tags.create, { body: { name: 'CANARY tag' } })).body.id,
      notes: (await person.call(notes.create, { body: { contact_id: contact, body: 'CANARY note' } })).body.id,
      tasks: (await person.call(tasks.create, { body: { contact_id: contact, title: 'CANARY task' } })).body.id,
      templates: template,
      media: picture.json().id,
      investorTypes: (await person.call(investorTypes.list)).body.data[0]!.id,
      investmentStatuses: (await person.call(investmentStatuses.list)).body.data[1]!.id,
      investmentStages: (await person.call(investmentStages.list)).body.data[0]!.id,
      broadcasts: broadcast,
      broadcastGroups: (
        await person.call(broadcastGroups.create, { body: { name: 'CANARY group', contact_ids: [contact] } })
      ).body.id,
      waSessions: session,
      waGroups: await importedGroup(session, member),
      views: view.body.id,
      webhooks: webhook,
      'webhooks.replay': made(await person.call(webhooks.test, { params: { id: webhook } })).id,
      roles: made(await person.call(roles.create, { body: { name: 'CANARY role', permissions: [] } })).id,
      'team.setRole': member,
      customFields: made(
        await person.call(customFields.create, { body: { record: 'contact', type: 'text', name: 'CANARY field' } }),
      ).id,
      replies: reply,
      conversations: contact,
      directMessages: contact,
      'replies.conversation': contact,
      'replies.cancelAnswer': answer,
      'waGroups.ofSession': session,
      'waGroups.refresh': session,
      team: invitation,
      member,
      'team.removeMember': member,
      'team.restoreMember': member,
      downloads: (await person.call(downloads.create, { body: { kind: 'everything', input: {} } })).body.id,
      imports: upload.json().id,
      bulkChanges: (await person.call(bulkChanges.contacts, { body: { selection: { ids: [contact] } } })).body.id,
      exchangeRates: rate.body.id,
      merges: await merged(person),
    }
  }

  async function merged(person: Caller): Promise<string> {
    const add = async () => made(await person.call(contacts.create, { body: { name: 'CANARY twin' } })).id
    const [winner_id, loser_id] = [await add(), await add()]
    return made(await person.call(merges.create, { body: { kind: 'contact', winner_id, loser_ids: [loser_id] } })).id
  }

  /** One row of each kind of record that a name and a currency suffice for. */
  async function plainRows(person: Caller) {
    const body = { name: 'CANARY', currency: 'USD' }
    const plain = endpoints.filter(({ name, endpoint }) => name.endsWith('.create') && accepts(endpoint.body, body))
    const rows = plain.map(async ({ name, endpoint }) => {
      const { id } = made(await person.call(endpoint, { body } as never)) as unknown as { id: string }
      return [name.split('.')[0]!, id] as const
    })
    return Object.fromEntries(await Promise.all(rows)) as Record<string, string>
  }

  /** Written as by the session's process. */
  async function importedGroup(session_id: string, user_id: string) {
    const { organization_id } = await database.system
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    const { rows } = await inTenant(database, { organization_id }, ({ db }) =>
      sql<{ id: string }>`
        insert into wa_groups (organization_id, session_id, wa_id, name, participants_count, can_post, imported_at)
        values (${organization_id}, ${session_id}, 'canary@g.us', 'CANARY group', 2, true, now()) returning id`.execute(
        db,
      ),
    )
    return rows[0]!.id
  }

  /** Written as by the session's process. */
  async function repliedTo(session_id: string, user_id: string) {
    const { organization_id } = await database.system
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    const { rows } = await inTenant(database, { organization_id }, ({ db }) =>
      sql<{ reply: string; answer: string }>`
        with m as (insert into wa_messages (organization_id, session_id, wa_message_id, address, address_key, text, at, driver)
          values (${organization_id}, ${session_id}, '3A', '+6281234567890', '+6281234567890', 'CANARY', now(), 'linked_device') returning id)
        insert into wa_answers (organization_id, session_id, reply_id, text)
        select ${organization_id}, ${session_id}, id, 'CANARY' from m returning reply_id as reply, id as answer`.execute(
        db,
      ),
    )
    return rows[0]!
  }

  async function snapshot() {
    // Records, of every kind, have a version.
    const { rows: records } = await client.query<{ all: string }>(`
      select string_agg(format('select t::text from %I t', table_name), ' union all ') as "all"
      from information_schema.columns where table_schema = current_schema() and column_name = 'version'`)
    const { rows } = await client.query(`select md5(string_agg(t::text, ',' order by t::text)) from (
      select c::text t from contacts c union all select a::text from tags a union all select n::text from notes n union all select t::text from templates t union all select b::text from broadcasts b
      union all select s::text from wa_sessions s union all select i::text from imports i union all select y::text from investor_types y
      union all select v::text from investment_statuses v union all select g::text from investment_stages g union all select r::text from recipients r
      union all select v::text from investors v union all select i::text from investments i union all select t::text from transactions t
      union all select o::text from offerings o union all select x::text from investor_contacts x union all select v::text from invitations v union all select u::text from users u
      union all select e::text from exchange_rates e union all select g::text from wa_groups g union all select w::text from wa_session_commands w
      union all select g::text from broadcast_groups g union all select m::text from broadcast_group_contacts m
      union all select m::text from wa_messages m union all select a::text from wa_answers a
      union all ${records[0]!.all}) t`)
    return rows
  }
})

describe('a request', () => {
  test('with an unknown key is rejected, and the key is named', async () => {
    const person = await signUp()
    const { status, problem } = await person.call(contacts.create, { body: { name: 'Ada', nmae: 'x' } as never })
    expect(status).toBe(400)
    expect(problem.errors).toEqual([
      { path: 'nmae', code: 'field.unknown', params: {}, message: 'is not a known field' },
    ])
    const query = await person.call(contacts.list, { query: { colour: 'red' } as never })
    expect(query.problem.errors).toEqual([
      { path: 'colour', code: 'field.unknown', params: {}, message: 'is not a known field' },
    ])
  })

  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1e309'],
    ['page', '5.5'],
    ['page', ''],
    ['per_page', '201'],
    ['per_page', '99999999999999999999'],
    ['sort', 'password_hash'],
    ['sort', 'name;drop table contacts'],
    ['q', 'x'.repeat(201)],
  ])('for a list with %s=%s is a 400 that names it', async (key, value) => {
    const person = await signUp()
    const { status, problem } = await person.call(contacts.list, { query: { [key]: value } as never })
    expect(status).toBe(400)
    expect(problem.errors?.[0]?.path).toBe(key)
  })

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"s"'],
    ['incomplete JSON', '{bad'],
    ['nothing', ''],
    ['a prototype', '{"name":"a","__proto__":{"x":1}}'],
    ['U+0000', '{"name":"a\\u0000b"}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['a number as name', '{"name":123}'],
  ])('with %s as body is a 400 without internal details', async (_, payload) => {
    const person = await signUp()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/contacts',
      headers: { authorization: `Bearer ${person.access_token}`, 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.payload).not.toMatch(/at \/|node_modules|syntax|select|insert/i)
  })

  test('with a content type other than JSON is a 415', async () => {
    const person = await signUp()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/html']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/contacts',
        headers: { authorization: `Bearer ${person.access_token}`, 'content-type': type },
        payload: '{"name":"a"}',
      })
      expect(answer.statusCode, type).toBe(415)
    }
  })

  test('that is too large is a 413', async () => {
    const person = await signUp()
    const { status } = await person.call(contacts.create, { body: { name: 'a', notes: 'x'.repeat(300_000) } })
    expect(status).toBe(413)
  })

  test('is never cached: each GET endpoint, signed in', async () => {
    const person = await signUp()
    const pages = endpoints.filter(({ endpoint: { method, path } }) => method === 'GET' && !path.includes(':'))
    expect(pages.length).toBeGreaterThan(40)
    for (const { name, endpoint } of pages) {
      const { headers } = await person.call(endpoint)
      expect(headers['cache-control'], name).toBe('no-store')
    }
  })
})
