// The preview shows how an import understood numbers, amounts and dates. The records of a finished import are listed, tagged and grouped.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { broadcastGroups, maxPicked } from '../../../contract/broadcast-groups.ts'
import { contacts } from '../../../contract/contacts.ts'
import { type ImportOptions, imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { tags } from '../../../contract/tags.ts'
import { inTenant, refreshStatistics } from '../../platform/db/index.ts'
import type { Caller } from '../../test/app.ts'
import { testImports } from '../../test/imports.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'

const { database, signUp, paste, run, revert } = await testImports()
const choose = async (caller: Caller, id: string, body: Partial<ImportOptions>) =>
  made(await caller.call(imports.change, { params: { id }, body }))

test('the preview shows a phone number as understood, and warns about an unusual length', async () => {
  const ayu = await signUp()
  const { id, counts, warnings, remarks } = await paste(
    ayu,
    'contacts',
    'Name|Phone|Email',
    'Budi|0812/8888/7119|budi@maju.id',
    'Citra|0812 3456|',
    'Deni|tel:+62 812 5555 7122|deni at home',
    'Eka|12|',
  )
  expect({ counts, warnings, remarks }).toEqual({
    counts: { create: 3, update: 0, skip: 0, error: 1 },
    warnings: 1,
    remarks: 1,
  })
  const rows = made(await ayu.call(imports.rows, { params: { id } })).data
  const phone = (text: string, is_unusual = false) => [{ column: 1, kind: 'phone', text, is_unusual }]
  expect(rows.map(({ read }) => read)).toEqual([
    phone('+62 812 8888 7119'),
    phone('+62 8123456', true),
    phone('+62 812 5555 7122'),
    [],
  ])
  const only = async (remark: 'warning' | 'remark') =>
    made(await ayu.call(imports.rows, { params: { id }, query: { remark } })).data.map(({ cells }) => cells[0])
  expect([await only('warning'), await only('remark')]).toEqual([['Citra'], ['Deni']])
  expect(rows[1]!.reasons.map(({ code }) => code)).toEqual(['row.phone_unusual'])
  const { body } = await ayu.call(imports.changeRow, {
    params: { id, line: '3' },
    body: { cells: ['Citra', '0812 3456 7890', ''] },
  })
  expect(body.read).toEqual(phone('+62 812 3456 7890'))
  const after = await run(ayu, { id })
  expect([after.warnings, after.remarks, after.counts.create]).toEqual([0, 1, 3])
})

test('the preview shows amounts and dates as understood', async () => {
  const ayu = await signUp()
  const { id } = await paste(
    ayu,
    'investments',
    'Investor|Committed|Committed on',
    'PT Maju|Rp 1,5 miliar|03/04/2026',
    'PT Baru|2.500.000,50|2026-04-13',
  )
  await choose(ayu, id, { date_style: 'dmy', create_investors: true })
  const rows = made(await ayu.call(imports.rows, { params: { id } })).data
  expect(rows.map(({ read }) => read.map(({ kind, text }) => [kind, text]))).toEqual([
    [
      ['amount', '1500000000'],
      ['day', '2026-04-03'],
    ],
    [
      ['amount', '2500000.5'],
      ['day', '2026-04-13'],
    ],
  ])
})

test('the contacts of an import are listed, tagged and put into a broadcast group', async () => {
  const [ayu, other] = [await signUp(), await signUp()]
  made(await ayu.call(contacts.create, { body: { name: 'Before' } }))
  made(await ayu.call(contacts.create, { body: { name: 'Known', phone: '0811111111' } }))
  const { id } = await paste(
    ayu,
    'contacts',
    'Name|Phone',
    'Known|0811111111',
    'Citra|0822222222',
    'Deni|0833333333',
    'Bad|12',
  )
  const tag = made(await ayu.call(tags.create, { body: { name: 'Fair' } }))
  const early = await ayu.call(imports.tag, { params: { id }, body: { tag_ids: [tag.id] } })
  expect([early.status, early.problem?.code]).toEqual([409, 'state_conflict'])
  await run(ayu, { id })
  const names = async (query: object) =>
    made(await ayu.call(contacts.list, { query: { import_id: id, ...query } })).data.map(({ name }) => name)
  expect(await names({})).toEqual(['Citra', 'Deni', 'Known'])
  expect(made(await ayu.call(imports.tag, { params: { id }, body: { tag_ids: [tag.id] } }))).toEqual({
    records: 3,
    left_out: 0,
  })
  // Repeating the request changes nothing.
  expect(made(await ayu.call(imports.tag, { params: { id }, body: { tag_ids: [tag.id] } })).records).toBe(3)
  expect(await names({ tag_id: [tag.id] })).toHaveLength(3)
  const group = made(await ayu.call(imports.group, { params: { id }, body: { name: 'From the fair' } }))
  expect(group.contacts).toBe(3)
  const { contacts: picked } = made(await ayu.call(broadcastGroups.get, { params: { id: group.id } }))
  expect(picked.map(({ name }) => name)).toEqual(['Citra', 'Deni', 'Known'])
  const again = await ayu.call(imports.group, { params: { id }, body: { name: 'From the fair' } })
  expect([again.status, again.problem?.errors?.[0]?.path]).toEqual([409, 'name'])
  const strange = [
    await other.call(imports.tag, { params: { id }, body: { tag_ids: [tag.id] } }),
    await other.call(imports.group, { params: { id }, body: { name: 'Mine' } }),
    await other.call(contacts.list, { query: { import_id: id } }),
    await other.call(investors.list, { query: { import_id: id } }),
    await other.call(investments.list, { query: { import_id: id } }),
  ]
  expect(strange.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  const none = await ayu.call(imports.tag, { params: { id }, body: { tag_ids: [] } })
  expect([none.status, none.problem?.errors?.[0]?.path]).toEqual([400, 'tag_ids'])
})

test('a group of more contacts than can be picked has a rule for a new tag, which nobody else has', async () => {
  const ayu = await signUp()
  const fair = made(await ayu.call(tags.create, { body: { name: 'Fair' } }))
  made(await ayu.call(contacts.create, { body: { name: 'Tagged before', tag_ids: [fair.id] } }))
  const { id } = await paste(ayu, 'contacts', 'Name|Phone', 'Citra|0822222222')
  await run(ayu, { id })
  await inTenant(database, { organization_id: organizationOf(ayu) }, async ({ db }) => {
    const many = sql`
      insert into contacts (organization_id, name) select ${organizationOf(ayu)}, 'C' || n from generate_series(1, ${maxPicked}::int) n returning id`
    await sql`with many as (${many}), numbered as (select id, row_number() over () + 10 as line from many)
      insert into import_rows (organization_id, import_id, line, action, data, record_id, done_at)
      select ${organizationOf(ayu)}, ${id}, line, 'create', '{}', id, clock_timestamp() from numbered`.execute(db)
  })
  await refreshStatistics(database, ['contacts', 'import_rows'])
  const taken = await ayu.call(imports.group, { params: { id }, body: { name: 'Fair' } })
  expect([taken.status, taken.problem?.errors?.[0]?.path]).toEqual([409, 'name'])
  const group = made(await ayu.call(imports.group, { params: { id }, body: { name: 'Fair of March' } }))
  expect(group.contacts).toBe(maxPicked + 1)
  expect(made(await ayu.call(broadcastGroups.countOf, { params: { id: group.id } })).count).toBe(maxPicked + 1)
})

test("an import of investments also lists their investors and these investors' contacts", async () => {
  const ayu = await signUp()
  const people = await paste(
    ayu,
    'investors',
    'Name|Contact name|Contact phone',
    'PT Maju|Citra|0822222222',
    'PT Baru|Deni|0833333333',
  )
  await run(ayu, people)
  const money = await paste(ayu, 'investments', 'Investor|Amount', 'PT Maju|1000000')
  await choose(ayu, money.id, { number_style: 'point' })
  const done = await run(ayu, money)
  expect(done.counts).toMatchObject({ create: 1, error: 0 })
  const listed = async (import_id: string) => [
    made(await ayu.call(contacts.list, { query: { import_id } })).data.map(({ name }) => name),
    made(await ayu.call(investors.list, { query: { import_id } })).data.map(({ name }) => name),
    made(await ayu.call(investments.list, { query: { import_id } })).pagination.total,
    made(await ayu.call(investments.totals, { query: { import_id } })).count,
  ]
  expect(await listed(people.id)).toEqual([['Citra', 'Deni'], ['PT Baru', 'PT Maju'], 1, 1].with(2, 0).with(3, 0))
  expect(await listed(money.id)).toEqual([['Citra'], ['PT Maju'], 1, 1])
})

test('the preview shows the tags chosen for all rows, and reverting the import removes them', async () => {
  const ayu = await signUp()
  made(await ayu.call(contacts.create, { body: { name: 'Known', phone: '0811111111' } }))
  const { id } = await paste(ayu, 'contacts', 'Name|Phone|Tags', 'Known|0811111111|', 'Citra|0822222222|VIP')
  const { counts } = await choose(ayu, id, { tags: ['Fair'] })
  expect(counts).toMatchObject({ create: 1, update: 1 })
  await run(ayu, { id })
  const tagged = async () =>
    made(await ayu.call(contacts.list)).data.map(({ name, tags }) => [name, ...tags.map(({ name }) => name)])
  expect(await tagged()).toEqual([
    ['Citra', 'Fair', 'VIP'],
    ['Known', 'Fair'],
  ])
  await revert(ayu, { id })
  expect(await tagged()).toEqual([['Known']])
  expect(made(await ayu.call(contacts.list, { query: { import_id: id } })).pagination.total).toBe(0)
})
