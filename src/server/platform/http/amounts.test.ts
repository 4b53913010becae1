// A member whose role does not show amounts: whatever they read, download, sort, filter or search, no figure of a record is in it.
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { activity } from '../../../contract/activity.ts'
import { TokenPermission } from '../../../contract/api-tokens.ts'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { bulkChanges } from '../../../contract/bulk-changes.ts'
import { contacts } from '../../../contract/contacts.ts'
import { conversations } from '../../../contract/conversations.ts'
import { customFields } from '../../../contract/custom-fields.ts'
import { directMessages } from '../../../contract/direct-messages.ts'
import { type DownloadRequest, downloads } from '../../../contract/downloads.ts'
import type { Endpoint, InputOf } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { media } from '../../../contract/media.ts'
import { notes } from '../../../contract/notes.ts'
import { offerings } from '../../../contract/offerings.ts'
import { organization } from '../../../contract/organization.ts'
import { Permission } from '../../../contract/permissions.ts'
import { roles } from '../../../contract/roles.ts'
import { statements } from '../../../contract/statements.ts'
import { tags } from '../../../contract/tags.ts'
import { tasks } from '../../../contract/tasks.ts'
import { templates } from '../../../contract/templates.ts'
import { views } from '../../../contract/views.ts'
import { webhooks } from '../../../contract/webhooks.ts'
import { broadcastsForEngine } from '../../messaging/broadcasts/engine-port.ts'
import { advanceBroadcasts } from '../../messaging/engine/scheduler.ts'
import { openArchive } from '../../records/imports/archive.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, begun, connectPhone, draft, ordinary, quiet, sent, testEngine } from '../../test/engine.ts'
import { memberOf, type Program, programOf } from '../../test/programs.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'

/** Every amount. Each sum of this test has one summand, so it has these digits, too. */
const digits = '739173917'
/** Also as it is formatted, shortened or rounded; shares of it are percentages such as 73.9173. */
const anyAmount = /739[.,\s\u{a0}\u{202f}]?17|73[.,]9173|739[.,]?[12]?\s*(jt|juta|M\b|million)/u
const withAmounts = 'Halo {{ contact.name }}: {{ investor.committed | money }}, {{ contact.custom_fee | money }}'
const byAmount = {
  type: 'group' as const,
  match: 'all' as const,
  rules: [
    {
      type: 'rule' as const,
      field: 'investor.committed' as const,
      operator: 'more_than' as const,
      value: { amount: '73917', currency: 'IDR' },
    },
  ],
}

const installation = await testEngine()
const { app, start, signUp, database, clock } = installation

let owner: Caller
/** Everything but amounts. */
let clerk: Caller
let program: Program
/** By the name of an endpoint, or of its feature. */
let ids: Record<string, string>

const fee = { amount: digits, currency: 'IDR' }
const custom = { fee }

beforeAll(async () => {
  owner = await signUp({ locale: 'en' })
  const but = (all: readonly Permission[]) => all.filter((permission) => permission !== 'see_amounts')
  const role = made(await owner.call(roles.create, { body: { name: 'Clerk', permissions: but(Permission.options) } }))
  clerk = await memberOf(installation, owner, role.id)
  program = await programOf(installation, owner, { permissions: but(TokenPermission.options) as TokenPermission[] })
  for (const record of ['contact', 'investor', 'investment', 'offering'] as const)
    made(await owner.call(customFields.create, { body: { record, type: 'money', name: 'Fee' } }))

  const [contact, second] = await addContacts(owner, [ordinary(1), ordinary(2)])
  const person = made(await owner.call(contacts.update, { params: { id: contact! }, body: { version: 1, custom } }))
  const ticket = { preferred_currency: 'IDR', ticket_min: digits, ticket_max: digits }
  const investor = await addInvestor(owner, { name: 'Ayu', contact: { id: contact! }, ...ticket, custom })
  const offering = made(
    await owner.call(offerings.create, {
      body: { name: 'Fund I', currency: 'IDR', target_amount: digits, min_ticket: digits, custom },
    }),
  )
  const investment = await addInvestment(owner, {
    investor_id: investor.id,
    offering_id: offering.id,
    status_id: await statusOf(owner, 'committed'),
    currency: 'IDR',
    expected_amount: digits,
    committed_amount: digits,
    units: digits,
    unit_price: digits,
    ownership_percent: '73.9173',
    interest_rate_percent: '739.173',
    valuation_cap: digits,
    custom,
  })
  const due = await addTransaction(owner, investment.id, {
    ...{ state: 'scheduled', amount: digits, due_on: '2026-01-15', settled_on: null },
  })
  await addTransaction(owner, investment.id, { kind: 'distribution', amount: digits })
  const gone = await addInvestment(owner, { investor_id: investor.id, currency: 'USD', expected_amount: digits })
  made(await owner.call(investments.remove, { params: { id: gone.id } }))
  // Edits of amounts, alone and together with something else.
  const edited = made(
    await owner.call(investors.update, {
      params: { id: investor.id },
      body: { version: investor.version, ticket_min: `${digits}1`, ticket_max: `${digits}2`, city: 'Bandung' },
    }),
  )
  made(
    await owner.call(investors.update, {
      params: { id: investor.id },
      body: { version: edited.version, ticket_min: digits, custom: { fee: { ...fee, amount: `${digits}3` } } },
    }),
  )
  made(
    await owner.call(contacts.update, {
      params: { id: contact! },
      body: { version: person.version, custom: { fee: { ...fee, amount: `${digits}4` } } },
    }),
  )
  const twin = await addInvestor(owner, { name: 'Ayu', email: 'ayu@example.com', custom })

  const engine = start()
  const session_id = await connectPhone(owner)
  const audience = { contact_ids: [contact!] }
  const broadcast = await draft(owner, session_id, audience, withAmounts)
  made(await owner.call(broadcasts.test, { params: { id: broadcast.id }, body: { to: ordinary(7) } }))
  await begun(owner, broadcast.id)
  await sent(owner, broadcast.id)
  await engine.stop()
  const asked = await draft(owner, session_id, audience, withAmounts)
  made(await owner.call(broadcasts.requestApproval, { params: { id: asked.id } }))
  await advanceBroadcasts({ database, broadcasts: broadcastsForEngine, log: quiet, time: () => clock.now.getTime() })
  const unsent = await draft(owner, session_id, audience, withAmounts)
  const plain = await draft(owner, session_id, { contact_ids: [second!] })
  const message = made(
    await owner.call(directMessages.send, { params: { id: contact! }, body: { template_id: unsent.template_id! } }),
  )
  const group = made(
    await owner.call(broadcastGroups.create, {
      body: {
        name: 'Large ones',
        contact_ids: [second!],
        segment: { ...byAmount, rules: [{ ...byAmount.rules[0]!, value: fee }] },
      },
    }),
  )
  const file = made(await owner.call(statements.keep, { params: { id: investor.id }, body: {} }))
  const imported = made(
    await owner.call(imports.paste, {
      body: { kind: 'investments', text: `investor\tcurrency\tcommitted_amount\nAyu\tIDR\t${digits}` },
    }),
  )
  const changed = made(
    await owner.call(bulkChanges.contacts, {
      body: { selection: { ids: [second!] }, change: { action: 'set', values: { custom } } },
    }),
  )
  ids = {
    ...{ contacts: contact!, second: second!, investors: investor.id, twin: twin.id, offerings: offering.id },
    ...{ investments: investment.id, transactions: investment.id, transaction: due.id, statements: investor.id },
    ...{ broadcasts: broadcast.id, asked: asked.id, unsent: unsent.id, plain: plain.id, waSessions: session_id },
    ...{ templates: unsent.template_id!, broadcastGroups: group.id, media: file.id, imports: imported.id },
    ...{ conversations: contact!, 'replies.conversation': contact!, directMessages: contact!, message: message.id },
    'waGroups.ofSession': session_id,
    webhooks: made(
      await owner.call(webhooks.create, {
        body: { name: 'Accounting', url: 'https://erp.example/', events: ['transaction.restored'] },
      }),
    ).id,
    bulkChanges: changed.id,
    notes: made(await owner.call(notes.create, { body: { body: 'Prefers mornings', investor_id: investor.id } })).id,
    tasks: made(await owner.call(tasks.create, { body: { title: 'Call', investment_id: investment.id } })).id,
    tags: made(await owner.call(tags.create, { body: { name: 'Family' } })).id,
    views: made(
      await owner.call(views.create, { body: { list: 'investors', name: 'Mine', parameters: {}, columns: null } }),
    ).id,
    customFields: made(await owner.call(customFields.list, { query: {} })).data[0]!.id,
    investorTypes: investor.type.id,
    investmentStatuses: investment.status.id,
  }
})

/** The payload as it is sent, without ids and times, which may have any digits. */
async function answerOf({ access_token }: { access_token: string }, endpoint: Endpoint, input: object = {}) {
  const { params = {}, query = {}, body } = input as { params?: Record<string, string>; query?: object; body?: object }
  const answer = await app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))}`,
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    headers: { authorization: `Bearer ${access_token}` },
    ...(body && { payload: body }),
  } as InjectOptions)
  return { status: answer.statusCode, text: bare(answer.payload) }
}
const bare = (text: string) =>
  text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z?/gi, '')

/** What the calls need besides the id of their record; several ways to call some. */
function inputsOf(name: string, { path, params }: Endpoint): object[] {
  const id = ids[name] ?? ids[name.split('.')[0]!]
  const given = params && {
    params: { id, transaction_id: ids.transaction, contact_id: ids.contacts, code: 'IDR', kind: 'reply', key: 'x' },
  }
  const of = (...more: object[]) => more.map((each) => ({ ...given, ...each }))
  const [contact_id, investor_id] = [ids.contacts!, ids.investors!]
  const audience = { contact_ids: [contact_id] }
  const inputs: Record<string, object[]> = {
    'activity.list': of(
      { query: { contact_id } },
      { query: { investor_id } },
      { query: { investment_id: ids.investments } },
    ),
    'broadcastGroups.count': of({ body: { segment: byAmount } }),
    'broadcastGroups.findContacts': of({ body: { lines: ['Contact 1'] } }),
    'broadcasts.preflightDraft': of({ body: { session_id: ids.waSessions, body: withAmounts, audience } }),
    'contacts.parsePhone': of({ query: { phone: ordinary(1) } }),
    'conversations.list': of({}, { query: { q: digits } }),
    'customFields.uses': of({ query: { record: 'contact' } }),
    'dashboard.compare': of({ query: { with: 'month' } }),
    'directMessages.preview': of({ body: { template_id: ids.templates } }),
    'erasures.preview': of({ query: { contact_id } }),
    'exchangeRates.convert': of({ query: { amount: '1', from: 'IDR', to: 'IDR' } }),
    'exchangeRates.previewImport': of({ body: { text: 'day,from,to,rate\n2026-01-01,USD,IDR,16000' } }),
    'merges.duplicates': of({ query: { kind: 'contact' } }, { query: { kind: 'investor' } }),
    'merges.records': of({ query: { kind: 'investor', ids: `${investor_id},${ids.twin}` } }),
    'notes.list': of({ query: { investor_id } }),
    'search.everywhere': of({ query: { q: digits } }, { query: { q: 'Ayu' } }, { query: { q: 'Contact' } }),
    'templates.check': of({ body: { body: withAmounts } }),
    'templates.preview': of({ body: { body: withAmounts, contact_id } }),
  }
  if (inputs[name]) return inputs[name]
  // A sent one, one that waits for approval with its messages written, and a draft.
  if (path.startsWith('/v1/broadcasts/:id'))
    return [ids.broadcasts, ids.asked, ids.unsent].map((id) => ({ params: { id } }))
  return of({})
}

const reading = endpoints.filter(
  ({ endpoint: { access, method, reads } }) => access === 'signed_in' && (method === 'GET' || reads),
)
/** Their rows of this test would need a message from outside, a phone with groups, or nothing is there to read. */
const without = [
  ...['downloads.get', 'erasures.list', 'replies.get', 'exchangeRates.get', 'waGroups.get', 'waGroups.members'],
  ...['waGroups.missingInvestors', 'waSessions.qr', 'waSessions.screenshot', 'investmentStages.get'],
]

describe('of all that can be read', () => {
  test('nothing has an amount, by session or API token, and for the owner it has', async () => {
    const wrong: string[] = []
    const found = new Set<string>()
    for (const { name, endpoint } of reading)
      for (const input of inputsOf(name, endpoint)) {
        const open = await answerOf(owner, endpoint, input)
        if (open.status >= 400 && !without.includes(name))
          wrong.push(`${name} ${open.status} ${open.text.slice(0, 200)}`)
        if (anyAmount.test(open.text)) found.add(name)
        for (const caller of [clerk, { access_token: program.token }]) {
          const { status, text } = await answerOf(caller, endpoint, input)
          const amount = anyAmount.exec(text)
          if (amount)
            wrong.push(`${name} ${JSON.stringify(input)}: …${text.slice(amount.index - 80, amount.index + 40)}`)
          if (status !== 403 && status !== open.status) wrong.push(`${name} ${status} instead of ${open.status}`)
        }
      }
    expect(wrong).toEqual([])
    // Otherwise the test would prove nothing.
    expect([...found]).toEqual(
      expect.arrayContaining([
        ...['activity.list', 'broadcasts.recipients', 'broadcasts.renderedMessages', 'broadcasts.tests'],
        ...['broadcastGroups.get', 'broadcastGroups.list', 'contacts.get', 'contacts.list', 'conversations.list'],
        ...['dashboard.get', 'directMessages.preview', 'home.get', 'imports.get', 'imports.rows', 'investments.get'],
        ...['investments.list', 'investments.board', 'investments.totals', 'investors.get', 'investors.list'],
        ...['investors.totals', 'merges.duplicates', 'merges.records', 'offerings.get', 'offerings.list'],
        ...['replies.conversation', 'search.everywhere', 'statements.get', 'templates.preview', 'transactions.list'],
        'trash.list',
      ]),
    )
  })

  test('no error has an amount either', async () => {
    const stale = { params: { id: ids.investors! }, body: { version: 1, city: 'Medan' } }
    const [open, closed] = [
      await answerOf(owner, investors.update, stale),
      await answerOf(clerk, investors.update, stale),
    ]
    expect([open.status, closed.status]).toEqual([409, 409])
    expect(open.text).toMatch(anyAmount)
    expect(closed.text).not.toMatch(anyAmount)
  })

  test('no search of messages finds one by its amount', async () => {
    const by = async (caller: Caller) => made(await caller.call(conversations.list, { query: { q: '739,173,917' } }))
    expect((await by(owner)).data).toHaveLength(1)
    expect((await by(clerk)).data).toEqual([])
  })

  test('a change of amounts alone is no entry of a timeline, of others it has the others', async () => {
    const of = async (caller: Caller) =>
      made(await caller.call(activity.list, { query: { investor_id: ids.investors!, kind: ['changed'] } })).data.map(
        (entry) => entry.kind === 'changed' && entry.changes.map(({ field }) => field),
      )
    expect(await of(clerk)).toEqual([['city']])
    expect(await of(owner)).toContainEqual(['city', 'ticket_max', 'ticket_min'])
  })

  test('a message with amounts is a sentence that says so, another one itself', async () => {
    const textsOf = async (id: string) =>
      made(await clerk.call(broadcasts.recipients, { params: { id } })).data.map(({ text }) => text)
    expect(await textsOf(ids.broadcasts!)).toEqual([expect.stringContaining('your role does not let you see')])
    expect(made(await clerk.call(templates.get, { params: { id: ids.templates! } })).body).toBe(withAmounts)
  })
})

describe('of all files', () => {
  const query = {}
  const open: DownloadRequest[] = (['csv', 'xlsx'] as const).flatMap((format) => [
    { kind: 'contacts', input: { format, query } },
    { kind: 'investors', input: { format, query } },
    { kind: 'tasks', input: { format, query } },
    { kind: 'audit', input: { format, query } },
    { kind: 'recipients', input: { format, query: { broadcast_id: '' } } },
  ])
  const textOf = async (url: string, format: string) => {
    const { rawPayload } = await app.inject({ url })
    if (format === 'csv') return bare(rawPayload.toString())
    const slices: Buffer[] = []
    for await (const slice of (await openArchive(rawPayload)).read('xl/worksheets/sheet1.xml')) slices.push(slice)
    return bare(Buffer.concat(slices).toString())
  }

  test.each(open.map((request) => [`${request.kind} as ${(request.input as { format: string }).format}`, request]))(
    'the one of %s has none, and the owner’s has',
    async (_, request) => {
      const { format } = request.input as { format: string }
      const body = (
        request.kind === 'recipients'
          ? { ...request, input: { ...request.input, query: { broadcast_id: ids.broadcasts! } } }
          : request
      ) as DownloadRequest
      const fileOf = async (caller: Caller) => textOf(made(await caller.call(downloads.create, { body })).url, format)
      expect(await fileOf(clerk)).not.toMatch(anyAmount)
      if (request.kind !== 'tasks' && request.kind !== 'audit') expect(await fileOf(owner)).toMatch(anyAmount)
    },
  )

  test('those of amounts are refused, as their columns are', async () => {
    const of = { format: 'csv', query }
    const refused = [
      { kind: 'investments', input: of },
      { kind: 'transactions', input: of },
      { kind: 'offerings', input: of },
      { kind: 'import_errors', input: { format: 'csv', import_id: ids.imports } },
      { kind: 'statement', input: { id: ids.investors } },
      { kind: 'everything', input: {} },
    ]
    for (const body of refused) await expectRefusal(clerk.call(downloads.create, { body } as never))
    for (const columns of [['committed'], ['ticket_min'], ['custom.fee']]) {
      const body = { kind: 'investors', input: { ...of, columns } }
      const { url } = made(await clerk.call(downloads.create, { body } as never)) as { url: string }
      expect((await app.inject({ url })).json()).toMatchObject({ code: 'forbidden' })
    }
    await expectRefusal(clerk.call(media.get, { params: { id: ids.media! } }))
    expect((await answerOf(clerk, media.file, { params: { id: ids.media } })).status).toBe(403)
    expect((await answerOf(owner, media.file, { params: { id: ids.media } })).status).toBe(200)
  })
})

/** Refused, naming the permission. */
async function expectRefusal(answer: Promise<{ status: number; problem: { code: string; detail?: string } }>) {
  const { status, problem } = await answer
  expect([status, problem.code]).toEqual([403, 'forbidden'])
  expect(problem.detail).toContain('“See amounts”')
}

describe('is refused', () => {
  type Try = [string, Endpoint, () => object]
  const where = (query: object) => () => ({ query })
  const sorts = ['committed', 'funded', 'outstanding', 'distributed', 'custom.fee'].flatMap((sort) => [
    sort,
    `-${sort}`,
  ])
  const customs = ['fee.from=1', 'fee.to=1', 'fee.is=set', 'fee.is=empty']
  const lists: Try[] = [
    ...sorts.map((sort): Try => [`investors sorted by ${sort}`, investors.list, where({ sort })]),
    ['contacts sorted by custom.fee', contacts.list, where({ sort: 'custom.fee' })],
    ['offerings sorted by custom.fee', offerings.list, where({ sort: '-custom.fee' })],
    ...[investors.list, contacts.list, contacts.names, offerings.list].flatMap((list) =>
      customs.map((custom): Try => [`${list.path} where ${custom}`, list, where({ custom })]),
    ),
  ]
  const draftOf = () => ({ name: 'By amount', segment: byAmount })
  const writes: Try[] = [
    [
      'a selection by an amount',
      bulkChanges.contacts,
      () => ({ body: { selection: { filters: { custom: 'fee.from=1' } } } }),
    ],
    [
      'a bulk change of an amount',
      bulkChanges.contacts,
      () => ({ body: { selection: { ids: [ids.second] }, change: { action: 'set', values: { custom } } } }),
    ],
    ['a ticket', investors.update, () => ({ params: { id: ids.investors }, body: { version: 1, ticket_min: '1' } })],
    ['no ticket', investors.update, () => ({ params: { id: ids.investors }, body: { version: 1, ticket_max: null } })],
    ['an amount of a contact', contacts.create, () => ({ body: { name: 'Budi', custom } })],
    [
      'no amount of a contact',
      contacts.update,
      () => ({ params: { id: ids.contacts }, body: { version: 1, custom: { fee: null } } }),
    ],
    ['an offering', offerings.create, () => ({ body: { name: 'Fund II', currency: 'IDR' } })],
    ['a group by amounts', broadcastGroups.create, () => ({ body: draftOf() })],
    ['its count', broadcastGroups.countOf, () => ({ params: { id: ids.broadcastGroups } })],
    [
      'other rules in place of those by amounts',
      broadcastGroups.update,
      () => ({ params: { id: ids.broadcastGroups }, body: { version: 1, segment: null } }),
    ],
    ['a broadcast with amounts', broadcasts.send, () => ({ params: { id: ids.unsent } })],
    ['a request for its approval', broadcasts.requestApproval, () => ({ params: { id: ids.unsent } })],
    ['its test', broadcasts.test, () => ({ params: { id: ids.unsent }, body: { to: ordinary(8) } })],
    ['its preflight', broadcasts.preflight, () => ({ params: { id: ids.unsent } })],
    [
      'a message with amounts',
      directMessages.send,
      () => ({ params: { id: ids.contacts }, body: { template_id: ids.templates } }),
    ],
    [
      'its test',
      directMessages.test,
      () => ({ params: { id: ids.contacts }, body: { template_id: ids.templates, to: ordinary(8) } }),
    ],
    ['the timeline of an investment', activity.list, () => ({ query: { investment_id: ids.investments } })],
  ]

  test.each([...lists, ...writes])('%s', async (_, endpoint, input) => {
    await expectRefusal(clerk.call(endpoint, input() as InputOf<Endpoint>) as never)
  })

  test('the approval of messages with amounts', async () => {
    const { version } = made(await owner.call(broadcasts.get, { params: { id: ids.asked! } }))
    await expectRefusal(clerk.call(broadcasts.approve, { params: { id: ids.asked! }, body: { version } }))
  })

  test('a broadcast to a group that is chosen by amounts', async () => {
    const audience = { broadcast_group_ids: [ids.broadcastGroups!] }
    const { id } = made(
      await clerk.call(broadcasts.create, {
        body: { name: 'News', session_id: ids.waSessions!, body: 'Halo', audience },
      }),
    )
    for (const endpoint of [broadcasts.preflight, broadcasts.send])
      await expectRefusal(clerk.call(endpoint, { params: { id } }))
    await expectRefusal(clerk.call(broadcasts.renderedMessages, { params: { id } }))
    expect(made(await owner.call(broadcasts.renderedMessages, { params: { id } })).data.length).toBeGreaterThan(0)
  })
})

describe('as before', () => {
  test('they write to contacts, send broadcasts and change investors', async () => {
    const { version } = made(await clerk.call(investors.get, { params: { id: ids.investors! } }))
    const changed = await clerk.call(investors.update, {
      params: { id: ids.investors! },
      body: { version, city: 'Surabaya' },
    })
    expect(made(changed)).toMatchObject({ city: 'Surabaya', ticket_min: null, figures: [] })
    // An update by somebody who does not see the amounts leaves them unchanged.
    expect(made(await owner.call(investors.get, { params: { id: ids.investors! } }))).toMatchObject({
      ticket_min: `${digits}.00`,
      custom: { fee: { amount: `${digits}3`, currency: 'IDR' } },
    })
    made(await clerk.call(directMessages.send, { params: { id: ids.contacts! }, body: { text: 'Halo' } }))
    made(await clerk.call(broadcasts.preflight, { params: { id: ids.plain! } }))
    made(await clerk.call(broadcasts.send, { params: { id: ids.plain! } }))
    expect(made(await clerk.call(organization.get)).base_currency).toBe('IDR')
  })
})
