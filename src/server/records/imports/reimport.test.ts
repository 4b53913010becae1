// Round trip: random records are exported and imported into another organization unchanged.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import type { Import, ImportKind } from '../../../contract/imports.ts'
import { type Investment, investments } from '../../../contract/investments.ts'
import { type Investor, investors } from '../../../contract/investors.ts'
import { investmentStages, investorTypes } from '../../../contract/master-data.ts'
import { message } from '../../../contract/messages/message.ts'
import { offerings } from '../../../contract/offerings.ts'
import { organization } from '../../../contract/organization.ts'
import { tags } from '../../../contract/tags.ts'
import { users } from '../../../contract/users.ts'
import type { Caller } from '../../test/app.ts'
import { reasonOf, testImports } from '../../test/imports.ts'
import { addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'

const { app, signUp, rowsOf, said, run, revert } = await testImports()

type Format = 'csv' | 'xlsx'

async function exported(caller: Caller, kind: ImportKind, format: Format): Promise<Buffer> {
  const { url } = made(await caller.call(downloads.create, { body: { kind, input: { format, query: {} } } } as never))
  return (await app.inject({ url })).rawPayload
}

async function upload(caller: Caller, kind: ImportKind, file: Buffer): Promise<Import> {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="kabar.file"\r\n\r\n'
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/imports?kind=${kind}`,
    headers: {
      authorization: `Bearer ${caller.access_token}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Import>()
}

const kinds = ['contacts', 'investors', 'investments', 'transactions'] as const

async function across(from: Caller, to: Caller, format: Format, action: 'create' | 'skip') {
  for (const kind of kinds) {
    const preview = await upload(to, kind, await exported(from, kind, format))
    const rows = await rowsOf(to, preview)
    expect(rows.filter((row) => row.action !== action).map(reasonOf)).toEqual([])
    expect(preview.needed_choices).toEqual([])
    expect((await run(to, preview)).counts).toEqual(preview.counts)
  }
}

/** Owners are matched by name. */
async function ayu() {
  const person = await signUp({ organization: 'PT Maju' })
  made(await person.call(users.updateProfile, { body: { name: 'Ayu, "A"' } }))
  return person
}

const labels = (some: readonly { name: string }[]) => some.map(({ name }) => name)

async function all(caller: Caller) {
  const query = { per_page: 200 }
  const people = made(await caller.call(contacts.list, { query })).data
  const owners = made(await caller.call(investors.list, { query })).data
  const positions = made(await caller.call(investments.list, { query })).data
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  return {
    contacts: people
      .map(({ id, version, created_at, updated_at, investors: links, tags: some, ...contact }) => ({
        ...contact,
        tags: labels(some),
        investors: links.map(({ id: _, ...link }) => link).sort(byText),
      }))
      .sort(byText),
    investors: owners
      .map((investor: Investor) => {
        const {
          id,
          version,
          created_at,
          updated_at,
          figures,
          investment_count,
          relationship,
          last_contacted_at,
          ...more
        } = investor
        return {
          ...more,
          type: more.type.name,
          owner: more.owner?.name,
          preferred_stages: labels(more.preferred_stages),
          tags: labels(more.tags),
          contacts: more.contacts.map(({ id: _, ...contact }) => contact).sort(byText),
        }
      })
      .sort(byText),
    investments: positions
      .map((investment: Investment) => {
        const { id, version, created_at, updated_at, status_since, probability_is_own, title_is_automatic, ...more } =
          investment
        const own = more
        return {
          ...own,
          investor: own.investor.name,
          offering: own.offering?.name,
          status: own.status.name,
          stage: own.stage?.name,
          owner: own.owner?.name,
          tags: labels(own.tags),
        }
      })
      .sort(byText),
  }
}

const hard = [
  "'=1+1",
  "''=x",
  "'",
  '=SUM(1)',
  '+1',
  '-',
  '@a',
  'a\u00a0b',
  'a  b',
  'x ::: y',
  'true',
  '007',
  '1e5',
  '="a"',
  '"q", r',
]
const word = fc.oneof(fc.constantFrom(...hard), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }))
const line = word
  .map((text) =>
    text
      .normalize('NFC')
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  )
  .filter((text) => text !== '' && text.isWellFormed())
const maybe = <T>(some: fc.Arbitrary<T>, empty: T) => fc.oneof(fc.constant(empty), some)
const day = fc.constantFrom('2020-02-29', '2026-01-31', '2026-12-05')
const amount = fc.constantFrom('0.01', '1500', '9999999999999.99', '1.50')
const currency = fc.constantFrom('USD', 'IDR', 'EUR')
const tagList = fc.uniqueArray(fc.constantFrom('VIP', 'a, b', '"quoted"', '=x', 'Ümlaut'), { maxLength: 3 })

const person = fc.record({
  name: line,
  preferred_name: maybe(line, ''),
  number: maybe(fc.integer({ min: 10, max: 99 }), 0),
  email: maybe(fc.constantFrom('a@example.com', 'B.c@example.co.id'), ''),
  company: maybe(line, ''),
  job_title: maybe(line, ''),
  language: fc.constantFrom('', 'id', 'pt-BR'),
  time_zone: fc.constantFrom('', 'Europe/Paris', 'Asia/Jayapura'),
  notes: maybe(fc.constantFrom('two\nlines', '- a\n- b', '=1'), ''),
  consent: fc.constantFrom('unknown', 'opted_in', 'opted_out'),
  consent_how: maybe(line, ''),
  consent_evidence: maybe(line, ''),
  tags: tagList,
})
const party = fc.record({
  name: line,
  kind: fc.constantFrom('individual', 'entity'),
  email: maybe(fc.constant('office@example.com'), ''),
  country: fc.constantFrom(null, 'ID', 'SG'),
  city: maybe(line, ''),
  website: fc.constantFrom('', 'https://example.com/a'),
  source: maybe(line, ''),
  notes: maybe(fc.constant('x\ny'), ''),
  preferred_currency: currency,
  ticket_min: maybe<string | null>(fc.constantFrom('0.01', '1'), null),
  ticket_max: maybe<string | null>(fc.constantFrom('1500', '9999999999999.99'), null),
  next_follow_up_on: maybe<string | null>(day, null),
  do_not_contact: fc.boolean(),
  is_archived: fc.boolean(),
  is_owned: fc.boolean(),
  stages: fc.nat({ max: 3 }),
  tags: tagList,
  contacts: fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 3 }),
})
const position = fc.record({
  investor: fc.nat({ max: 3 }),
  offering: fc.boolean(),
  title: maybe(line, ''),
  category: fc.constantFrom('prospect', 'committed', 'lost'),
  hasStage: fc.boolean(),
  instrument: fc.constantFrom(null, 'loan', 'fund_interest'),
  currency,
  expected_amount: maybe<string | null>(amount, null),
  committed_amount: amount,
  probability: fc.constantFrom(null, 0, 33),
  expected_close_on: maybe<string | null>(day, null),
  committed_on: maybe<string | null>(day, null),
  closed_on: maybe<string | null>(day, null),
  units: fc.constantFrom(null, '0.00000001', '123456789012345.5'),
  unit_price: fc.constantFrom(null, '12.5'),
  ownership_percent: fc.constantFrom(null, '12.345678'.slice(0, 8)),
  interest_rate_percent: fc.constantFrom(null, '7.25'),
  discount_percent: fc.constantFrom(null, '20'),
  valuation_cap: maybe<string | null>(amount, null),
  maturity_on: maybe<string | null>(day, null),
  notes: maybe(fc.constant('n\nm'), ''),
  tags: tagList,
})
const book = fc.record({
  people: fc.uniqueArray(person, { minLength: 2, maxLength: 5, selector: ({ name }) => name.toLowerCase() }),
  parties: fc.array(party, { minLength: 1, maxLength: 4 }),
  positions: fc.array(position, { minLength: 1, maxLength: 4 }),
})

async function write(
  caller: Caller,
  { people, parties, positions }: typeof book extends fc.Arbitrary<infer B> ? B : never,
) {
  const tagIds = new Map<string, string>()
  const idsOf = async (names: string[]) => {
    for (const name of names)
      if (!tagIds.has(name)) tagIds.set(name, made(await caller.call(tags.create, { body: { name } })).id)
    return names.map((name) => tagIds.get(name)!)
  }
  const { id: me } = made(await caller.call(users.profile))
  const [type] = made(await caller.call(investorTypes.list)).data
  const stages = made(await caller.call(investmentStages.list)).data
  const offering = made(await caller.call(offerings.create, { body: { name: '=Fund', kind: 'fund', currency: 'USD' } }))
  const ids: string[] = []
  for (const [index, { number, tags: names, consent_how, consent_evidence, consent, ...more }] of people.entries()) {
    const phone = number && index !== 1 ? `+62812${number}00${index}77` : ''
    const said = consent === 'unknown' ? {} : { consent_how, consent_evidence, consent_at: '2026-01-02T03:04:05.678Z' }
    const body = { ...more, phone, consent, ...said, tag_ids: await idsOf(names) } as const
    ids.push(made(await caller.call(contacts.create, { body: body as never })).id)
  }
  const investorIds: string[] = []
  for (const { tags: names, stages: count, contacts: links, is_archived, is_owned, ...more } of parties) {
    const body = {
      ...more,
      investor_type_id: type!.id,
      owner_user_id: is_owned ? me : null,
      preferred_stage_ids: stages.slice(0, count).map(({ id }) => id),
      tag_ids: await idsOf(names),
    }
    const { id, version } = made(await caller.call(investors.create, { body: body as never }))
    if (is_archived) made(await caller.call(investors.update, { params: { id }, body: { version, is_archived } }))
    for (const [index, link] of links.entries()) {
      const params = { id, contact_id: ids[link % ids.length]! }
      const role = (['finance', 'legal', 'other'] as const)[index]!
      made(await caller.call(investors.setContact, { params, body: { role, is_primary: index === links.length - 1 } }))
    }
    investorIds.push(id)
  }
  for (const { investor, offering: has, category, hasStage, tags: names, ...more } of positions) {
    const body = {
      ...more,
      investor_id: investorIds[investor % investorIds.length]!,
      offering_id: has ? offering.id : null,
      status_id: await statusOf(caller, category),
      lost_reason: category === 'lost' ? '-no' : '',
      stage_id: hasStage ? stages[0]!.id : null,
      tag_ids: await idsOf(names),
    }
    const { id } = made(await caller.call(investments.create, { body: body as never }))
    const paid = { amount: '5', settled_on: '2026-01-15', reference: "'=R", note: 'n' } as const
    // Equal payments of one day are two payments.
    if (category === 'committed') for (let n = 0; n < 2; n++) await addTransaction(caller, id, paid)
    const due = {
      state: 'scheduled',
      kind: 'contribution',
      amount: '7.5',
      settled_on: null,
      due_on: '2027-01-15',
    } as const
    if (category === 'committed' && more.currency !== 'IDR') await addTransaction(caller, id, due)
  }
}

describe.each(['csv', 'xlsx'] as const)('as %s', (format) => {
  // One test per run: each has the whole time limit on a busy machine.
  test.each([1, 2, 3, 4])(
    'random records are imported completely into an empty organization, and only once (%i)',
    async () => {
      await fc.assert(
        fc.asyncProperty(book, async (records) => {
          const [from, to] = [await ayu(), await ayu()]
          await write(from, records)
          await across(from, to, format, 'create')
          expect(await all(to)).toEqual(await all(from))
          await across(from, to, format, 'skip')
          await across(from, from, format, 'skip')
          expect(await all(to)).toEqual(await all(from))
        }),
        { numRuns: 1, endOnFailure: true },
      )
    },
  )
})

test('an edited export changes only edited values, and keeps changes made in Kabar in the meantime', async () => {
  const person = await ayu()
  for (const name of ['Ani', 'Budi', 'Citra', 'Dewi']) await addInvestor(person, { name })
  const [ani, budi] = made(await person.call(investors.list, { query: { sort: 'name' } })).data
  made(await person.call(investors.update, { params: { id: ani!.id }, body: { version: 1, do_not_contact: true } }))
  const file = (await exported(person, 'investors', 'csv')).toString()
  made(await person.call(investors.update, { params: { id: budi!.id }, body: { version: 1, city: 'Bandung' } }))
  const edited = file
    .replace(/^(.*),Ani,(.*),true,/m, '$1,Ani,$2,false,')
    .replace(',Budi,', ',Budi Santoso,')
    .replace(',Citra,', ',Citra Dewi,')
  const preview = await upload(person, 'investors', Buffer.from(edited))
  const reasons = (await rowsOf(person, preview)).map((row) => [row.action, reasonOf(row)])
  expect(reasons.sort()).toEqual([
    [
      'error',
      'Budi was changed in Kabar after this file was made. Export it again, and make your change in the new file.',
    ],
    ['skip', 'Dewi is unchanged.'],
    ['skip', '“Do not contact” is unchanged: remove it in Kabar.\nAni is unchanged.'],
    ['update', 'Changes name of Citra.'],
  ])
  await run(person, preview)
  const list = async () => made(await person.call(investors.list, { query: { sort: 'name' } })).data
  expect((await list()).map(({ name, do_not_contact }) => [name, do_not_contact])).toEqual([
    ['Ani', true],
    ['Budi', false],
    ['Citra Dewi', false],
    ['Dewi', false],
  ])
  expect(await revert(person, preview)).toMatchObject({ reverted: 1, not_reverted: 0 })
  expect((await list()).map(({ name }) => name)).toEqual(['Ani', 'Budi', 'Citra', 'Dewi'])
})

test('an opted-out number stays opted out, whatever an exported file says', async () => {
  const [from, to] = [await ayu(), await ayu()]
  const body = { name: 'Budi', phone: '+62811111111' }
  made(await from.call(contacts.create, { body: { ...body, consent: 'opted_in' } }))
  const { id } = made(await to.call(contacts.create, { body: { ...body, consent: 'opted_out' } }))
  made(await to.call(contacts.remove, { params: { id } }))
  const preview = await upload(to, 'contacts', await exported(from, 'contacts', 'csv'))
  expect(said(await rowsOf(to, preview))).toEqual([[2, 'create', 'This number has opted out and stays opted out.']])
  await run(to, preview)
  expect(made(await to.call(contacts.list)).data).toMatchObject([{ name: 'Budi', consent: 'opted_out' }])
})

test('a code or reference of another record is an error', async () => {
  const [from, to] = [await ayu(), await ayu()]
  await addInvestor(from, { name: 'Ani' })
  await addInvestor(to, { name: 'Budi' })
  const preview = await upload(to, 'investors', await exported(from, 'investors', 'xlsx'))
  expect(said(await rowsOf(to, preview))).toEqual([
    [2, 'error', 'Budi already has the code IV-0001. Give Ani another code.'],
  ])
})

test('a payment of a closed period is not changed by an import, but the others are', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const body = { investor_id, status_id, currency: 'USD', committed_amount: '100' }
  const { id } = made(await ayu.call(investments.create, { body }))
  await addTransaction(ayu, id, { amount: '11', settled_on: '2025-03-01' })
  await addTransaction(ayu, id, { amount: '22', settled_on: '2026-03-01' })
  const file = (await exported(ayu, 'transactions', 'csv')).toString()
  made(await ayu.call(organization.closePeriod, { body: { closed_until: '2025-12-31' } }))
  const changed = file.replace('11.00', '12.00').replace('22.00', '23.00')
  const ended = await run(ayu, await upload(ayu, 'transactions', Buffer.from(changed)))
  expect(ended).toMatchObject({ status: 'done', counts: { update: 1, error: 1 } })
  const errors = (await rowsOf(ayu, ended)).filter(({ action }) => action === 'error')
  expect(errors).toMatchObject([{ reasons: [message('period.closed', { closed: '2025-12-31' })] }])
  expect(made(await ayu.call(investments.get, { params: { id } })).funded).toBe('34.00')
  made(await ayu.call(organization.closePeriod, { body: { closed_until: '2026-06-30' } }))
  expect(await revert(ayu, ended)).toMatchObject({ status: 'reverted', not_reverted: 1 })
  expect(made(await ayu.call(investments.get, { params: { id } })).funded).toBe('34.00')
})
