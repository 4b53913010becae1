// Do not contact, tags and terms in files of other programs: recognized in two languages, added and never removed.

import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import type { Import, ImportKind } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { tags } from '../../../contract/tags.ts'
import type { Caller } from '../../test/app.ts'
import { reasonOf, testImports } from '../../test/imports.ts'
import { addInvestor, made } from '../../test/records.ts'

const { signUp, paste, rowsOf, run, revert } = await testImports()
const fields = ({ columns }: Import) => columns.map(({ field }) => field)
const said = async (caller: Caller, preview: Import) =>
  (await rowsOf(caller, preview)).map((row) => [row.action, reasonOf(row)])
const people = async (caller: Caller) =>
  Object.fromEntries(
    made(await caller.call(contacts.list, { query: { per_page: 100 } })).data.map(({ name, consent, tags }) => [
      name,
      [consent, tags.map((tag) => tag.name).sort()],
    ]),
  )
const parties = async (caller: Caller) =>
  Object.fromEntries(
    made(await caller.call(investors.list, { query: { per_page: 100 } })).data.map((each) => [
      each.name,
      [each.do_not_contact, each.tags.map(({ name }) => name).sort()],
    ]),
  )

test.each<[ImportKind, string, string]>([
  ['contacts', 'Opt out', 'do_not_contact'],
  ['contacts', 'Do not call', 'do_not_contact'],
  ['contacts', 'Jangan hubungi', 'do_not_contact'],
  ['contacts', 'Label', 'tags'],
  ['investors', 'Do not contact', 'do_not_contact'],
  ['investors', 'Jangan dihubungi', 'do_not_contact'],
  ['investors', 'Tags', 'tags'],
  ['investments', 'Label', 'tags'],
  ['investments', 'Terms', 'terms'],
  ['investments', 'Syarat', 'terms'],
  ['investments', 'Harga per unit', 'unit_price'],
  ['investments', 'Ownership %', 'ownership_percent'],
  ['investments', 'Suku bunga (%)', 'interest_rate_percent'],
  ['investments', 'Jatuh tempo', 'maturity_on'],
])('%s: “%s” is %s', async (kind, header, field) => {
  const caller = await signUp()
  const first = kind === 'contacts' ? 'Phone' : 'Investor'
  expect(fields(await paste(caller, kind, `${first}|${header}`, '0811111111|'))[1]).toBe(field)
})

test('contacts: an opt-out in any column applies and is never withdrawn, and unclear values are errors', async () => {
  const ayu = await signUp()
  const add = (body: object) => ayu.call(contacts.create, { body: { name: 'x', ...body } })
  await add({ name: 'Out', phone: '0811111111', consent: 'opted_out' })
  await add({ name: 'In', phone: '0822222222', consent: 'opted_in' })
  await add({ name: 'Empty', phone: '0833333333', consent: 'opted_out' })
  const preview = await paste(
    ayu,
    'contacts',
    'Name|Phone|Do not contact',
    'Out|0811111111|no',
    'In|0822222222|Ya',
    'Empty|0833333333|',
    'New yes|0844444444|x',
    'New no|0855555555|tidak',
    'New none|0866666666|-',
    'Wrong|0877777777|perhaps',
    'New none|0866666666|TRUE',
    'New yes|0844444444|1',
  )
  expect(fields(preview)).toEqual(['name', 'phone', 'do_not_contact'])
  expect(await said(ayu, preview)).toEqual([
    [
      'skip',
      'Out already has this number, and there is nothing new to add.\nThis number has opted out and stays opted out.',
    ],
    ['update', 'Adds consent to In.'],
    ['skip', 'Empty already has this number, and there is nothing new to add.'],
    ['create', 'Check the number: +62 844444444 has an unusual length or prefix for its country.'],
    ['create', null],
    ['create', null],
    ['error', '“perhaps” is neither yes nor no. Write yes or no, or leave it empty.'],
    ['update', 'Adds the opt-out to the contact of line 7.'],
    ['skip', 'Same number as line 5.'],
  ])
  expect(await run(ayu, preview)).toMatchObject({ counts: { create: 3, update: 2, skip: 3, error: 1 }, done: 9 })
  expect(await people(ayu)).toEqual({
    Out: ['opted_out', []],
    In: ['opted_out', []],
    Empty: ['opted_out', []],
    'New yes': ['opted_out', []],
    'New no': ['unknown', []],
    'New none': ['opted_out', []],
  })
  // A revert keeps what existed before, and removes what was imported, however many rows there were.
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 4, not_reverted: 0 })
  expect(await people(ayu)).toEqual({ Out: ['opted_out', []], In: ['opted_out', []], Empty: ['opted_out', []] })
})

test('contacts: tags are added to existing ones, and a revert removes them', async () => {
  const ayu = await signUp()
  const { id } = made(await ayu.call(tags.create, { body: { name: 'VIP' } }))
  await ayu.call(contacts.create, { body: { name: 'Budi', phone: '0811111111', tag_ids: [id] } })
  const lines = [
    'Name|Phone|Labels',
    'Budi|0811111111|vip; Angel, "Jakarta, Pusat"',
    'Siti|0822222222|* myContacts ::: Angel ::: angel',
  ]
  const preview = await paste(ayu, 'contacts', ...lines)
  expect(await said(ayu, preview)).toEqual([
    ['update', 'Adds tags to Budi.'],
    ['create', null],
  ])
  await run(ayu, preview)
  expect(await people(ayu)).toEqual({
    Budi: ['unknown', ['Angel', 'Jakarta, Pusat', 'VIP']],
    Siti: ['unknown', ['Angel']],
  })
  const again = await paste(ayu, 'contacts', ...lines)
  expect((await said(ayu, again)).map(([action]) => action)).toEqual(['skip', 'skip'])
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 2, not_reverted: 0 })
  expect(await people(ayu)).toEqual({ Budi: ['unknown', ['VIP']] })
  const long = await paste(ayu, 'contacts', 'Phone|Tags', `0833333333|${'x'.repeat(61)}`)
  expect((await said(ayu, long))[0]).toEqual(['error', expect.stringContaining('is longer than 60 characters.')])
})

test('investors: do not contact is set and never cleared, except by a revert', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Off', do_not_contact: true })
  await addInvestor(ayu, { name: 'Blank', do_not_contact: true })
  await addInvestor(ayu, { name: 'On' })
  const preview = await paste(
    ayu,
    'investors',
    'Investor|Jangan hubungi|Tags|City',
    'Off|tidak|A;B|',
    'Blank|||',
    'On|ya|A|Bandung',
    'New|x|B|',
    'Plain|0|B|',
    'Plain|yes|C|',
    'Plain|yes|c|',
    'Wrong|mungkin||',
  )
  expect(await said(ayu, preview)).toEqual([
    ['update', 'Adds tags to Off.\n“Do not contact” is unchanged: remove it in Kabar.'],
    ['skip', 'Blank already exists, and there is nothing new to add.'],
    ['update', 'Adds city, “Do not contact” and tags to On.'],
    ['create', null],
    ['create', null],
    ['update', 'Adds “Do not contact” and tags to the investor of line 6.'],
    ['skip', 'Same investor as line 6.'],
    ['error', '“mungkin” is neither yes nor no. Write yes or no, or leave it empty.'],
  ])
  expect(await run(ayu, preview)).toMatchObject({ counts: { create: 2, update: 3, skip: 2, error: 1 } })
  const after = {
    Off: [true, ['A', 'B']],
    Blank: [true, []],
    On: [true, ['A']],
    New: [true, ['B']],
    Plain: [true, ['B', 'C']],
  }
  expect(await parties(ayu)).toEqual(after)
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 5, not_reverted: 0 })
  expect(await parties(ayu)).toEqual({ Off: [true, []], Blank: [true, []], On: [false, []] })
})

test('investments: numeric terms become fields, other terms notes, and both distinguish rows', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Budi' })
  const header =
    'Investor|Currency|Amount|Units|Price per unit|Ownership %|Interest rate|Discount|Valuation cap|Maturity date|Terms|Notes|Tags'
  const lines = [
    header,
    'Budi|IDR|1.500.000,50|1.250|1.200,40|12,5%|7,25 %|20|1.000.000|2030-12-31|Paid half-yearly|First|Debt; VIP',
    'Budi|IDR|1.500.000,50|1.250|1.200,40|12,5%|8 %|20|1.000.000|2030-12-31|||',
    'Budi|JPY|1|||101||||||||',
    'Budi|JPY|1|Rp 5|||||1,5||||||',
  ]
  const preview = await paste(ayu, 'investments', ...lines)
  expect(fields(preview).slice(3)).toEqual([
    ...['units', 'unit_price', 'ownership_percent', 'interest_rate_percent', 'discount_percent', 'valuation_cap'],
    ...['maturity_on', 'terms', 'notes', 'tags'],
  ])
  const rows = await said(ayu, preview)
  expect(rows.map(([action]) => action)).toEqual(['create', 'create', 'error', 'error'])
  expect(rows[1]![1]).toContain('May be the same investment as line 2: only the interest rate differs.')
  expect(rows[2]![1]).toBe('“101” is too large or has too many decimals.')
  expect(rows[3]![1]).toBe(
    '“Rp 5” is not an amount such as 1500000.50.\nThe valuation cap must have no decimals in JPY.',
  )
  await run(ayu, preview)
  const list = made(await ayu.call(investments.list, { query: { sort: 'reference' } })).data
  expect(list).toMatchObject([
    {
      units: '1250',
      unit_price: '1200.4',
      ownership_percent: '12.5',
      interest_rate_percent: '7.25',
      discount_percent: '20',
      valuation_cap: '1000000.00',
      maturity_on: '2030-12-31',
      notes: 'First\nTerms: Paid half-yearly',
      tags: [{ name: 'Debt' }, { name: 'VIP' }],
    },
    { interest_rate_percent: '8', notes: '', tags: [] },
  ])
  const again = await paste(ayu, 'investments', ...lines.slice(0, 3))
  expect((await said(ayu, again)).map(([action]) => action)).toEqual(['skip', 'skip'])
  const { id } = preview
  const long = await paste(ayu, 'investments', 'Investor|Amount|Currency|Terms', `Budi|2|IDR|${'x'.repeat(20_000)}`)
  expect((await said(ayu, long))[0]![1]).toContain('The text in notes is longer than 20,000 characters.')
  expect(await revert(ayu, { ...preview, id })).toMatchObject({ reverted: 2, not_reverted: 0 })
})

test('a “do not contact” column added to an exported file of contacts is imported', async () => {
  const ayu = await signUp()
  const one = made(await ayu.call(contacts.create, { body: { name: 'Budi', phone: '0811111111' } }))
  const preview = await paste(
    ayu,
    'contacts',
    'id|name|preferred_name|phone|job_title|do_not_contact',
    `${one.id}|Budi||+62811111111||x`,
  )
  expect(await said(ayu, preview)).toEqual([['update', 'Changes “Do not contact” of Budi.']])
  await run(ayu, preview)
  expect(await people(ayu)).toEqual({ Budi: ['opted_out', []] })
})
