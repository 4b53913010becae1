// Importing offerings: other programs' tables, Kabar's own export, what is filled or refused, and reverting.
import { expect, test } from 'vitest'
import { customFields } from '../../../contract/custom-fields.ts'
import { downloads } from '../../../contract/downloads.ts'
import { type Import, imports } from '../../../contract/imports.ts'
import { type Offering, offerings } from '../../../contract/offerings.ts'
import { tags } from '../../../contract/tags.ts'
import type { Caller } from '../../test/app.ts'
import { testImports } from '../../test/imports.ts'
import { addInvestment, addInvestor, made } from '../../test/records.ts'

const { app, signUp, paste, rowsOf, said, run, revert } = await testImports()

const listed = async (caller: Caller) => made(await caller.call(offerings.list)).data
const fieldsOf = ({ columns }: Import) => columns.map(({ field }) => field)
const plain = ({ name, kind, currency, target_amount, min_ticket, opens_on, closes_on, state }: Offering) =>
  [name, kind, currency, target_amount, min_ticket, opens_on, closes_on, state] as const

/** The export of all offerings, as cells separated by `|`. */
async function exported(caller: Caller): Promise<string[]> {
  const body = { kind: 'offerings' as const, input: { format: 'csv' as const, query: {} } }
  const { url } = made(await caller.call(downloads.create, { body }))
  const file = await app.inject({ url })
  return file.body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replace(/^\uFEFF/, '').replaceAll(',', '|'))
}

test('a table of another program makes offerings, with its own formats, words and custom fields', async () => {
  const ayu = await signUp()
  made(
    await ayu.call(customFields.create, {
      body: { record: 'offering', type: 'choice', name: 'Risiko', choices: [{ name: 'Tinggi' }] },
    }),
  )
  made(await ayu.call(customFields.create, { body: { record: 'offering', type: 'money', name: 'Biaya' } }))
  const preview = await paste(
    ayu,
    'offerings',
    'Nama penawaran|Jenis|Mata uang|Target|Investasi minimum|Tanggal buka|Tanggal tutup|Status|Risiko|Biaya',
    'Vila Canggu|Properti|IDR|Rp 12.500.000.000,00|250jt|31/01/2026||dibuka|tinggi|1.500,50',
    'Dana Dua|Dana||1.000|-||31/12/2026|Ditutup||',
  )
  expect(fieldsOf(preview)).toEqual([
    ...['name', 'kind', 'currency', 'target_amount', 'min_ticket', 'opens_on', 'closes_on', 'state'],
    ...['custom.risiko', 'custom.biaya'],
  ])
  expect(preview.options).toMatchObject({ number_style: 'comma', date_style: 'dmy' })
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'create', null],
    [3, 'create', null],
  ])
  expect((await run(ayu, preview)).counts).toMatchObject({ create: 2, error: 0 })
  const [dana, vila] = await listed(ayu)
  expect(plain(vila!)).toEqual([
    ...['Vila Canggu', 'property', 'IDR', '12500000000.00', '250000000.00', '2026-01-31', null, 'open'],
  ])
  expect(plain(dana!)).toEqual(['Dana Dua', 'fund', 'IDR', '1000.00', null, null, '2026-12-31', 'closed'])
  expect(vila!.custom).toEqual({ risiko: 'tinggi', biaya: { amount: '1500.5', currency: 'IDR' } })
})

test('each fault of a row is named, and the other rows are imported', async () => {
  const ayu = await signUp()
  const preview = await paste(
    ayu,
    'offerings',
    'name|kind|currency|target amount|min ticket|opens on|closes on',
    '|fund|IDR|||2026-01-31|',
    'A|bond|rupiah|many|$5|soon|',
    'B|fund|IDR|||2026-02-01|2026-01-31',
    'C|fund|USD|7.1259|||',
    'D|fund|EUR|5|||',
  )
  const rows = await rowsOf(ayu, preview)
  expect(said(rows).slice(0, 2)).toEqual([
    [2, 'error', 'name: is required.'],
    [3, 'error', expect.stringContaining('“many”')],
  ])
  for (const part of ['“soon”', 'kind', 'currency']) expect(said(rows)[1]![2]).toContain(part)
  await run(ayu, preview)
  expect((await listed(ayu)).map(({ name }) => name)).toEqual(['D'])
  const [, , b, c] = await rowsOf(ayu, preview)
  expect([b!.action, c!.action]).toEqual(['error', 'error'])
})

test('an existing offering only gets the values that it lacks, and reverting takes them back', async () => {
  const ayu = await signUp()
  const body = { name: 'Fund I', currency: 'USD', target_amount: '100' }
  const { id } = made(await ayu.call(offerings.create, { body }))
  const preview = await paste(ayu, 'offerings', 'name|target|min ticket', 'fund i|900|25', 'Fund II|1|')
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'update', 'Changes smallest ticket of Fund I.'],
    [3, 'create', null],
  ])
  await run(ayu, preview)
  const get = async () => made(await ayu.call(offerings.get, { params: { id } }))
  expect(await get()).toMatchObject({ target_amount: '100.00', min_ticket: '25.00' })
  await revert(ayu, preview)
  expect(await get()).toMatchObject({ target_amount: '100.00', min_ticket: null })
  expect((await listed(ayu)).map(({ name }) => name)).toEqual(['Fund I'])
})

test('reverting keeps an offering that was changed since or has investments', async () => {
  const ayu = await signUp()
  const preview = await paste(ayu, 'offerings', 'name|currency', 'Changed|USD', 'In use|USD', 'Unused|USD')
  await run(ayu, preview)
  const [changed, used] = await listed(ayu)
  made(
    await ayu.call(offerings.update, {
      params: { id: changed!.id },
      body: { version: changed!.version, min_ticket: '5' },
    }),
  )
  await addInvestment(ayu, { investor_id: (await addInvestor(ayu)).id, offering_id: used!.id })
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 1, not_reverted: 2 })
  expect((await listed(ayu)).map(({ name }) => name)).toEqual(['Changed', 'In use'])
})

test('the export of all offerings is read back: by id in the same organization, as new ones in another', async () => {
  const [ayu, bob] = [await signUp(), await signUp()]
  for (const caller of [ayu, bob])
    made(await caller.call(customFields.create, { body: { record: 'offering', type: 'number', name: 'Score' } }))
  const body = {
    name: 'Fund I',
    kind: 'fund',
    currency: 'USD',
    target_amount: '1500.5',
    custom: { score: '7' },
  } as const
  const { id } = made(await ayu.call(offerings.create, { body }))
  const file = await exported(ayu)
  expect(file[0]).toBe(
    'id|name|kind|currency|target_amount|min_ticket|opens_on|closes_on|state|investment_count|created_at|updated_at|custom.score',
  )
  expect(said(await rowsOf(ayu, await paste(ayu, 'offerings', ...file)))).toEqual([[2, 'skip', 'Fund I is unchanged.']])
  const changed = [file[0]!, file[1]!.replace('Fund I', 'Fund One').replace('1500.50', '').replace(/7$/, '8')]
  await run(ayu, await paste(ayu, 'offerings', ...changed))
  const found = await listed(ayu)
  expect(found).toMatchObject([{ id, name: 'Fund One', target_amount: null, custom: { score: '8' } }])
  await run(bob, await paste(bob, 'offerings', ...file))
  const [copy] = await listed(bob)
  expect(copy).toMatchObject({ name: 'Fund I', kind: 'fund', target_amount: '1500.50', custom: { score: '7' } })
  expect(copy!.id).not.toBe(id)
})

test('offerings cannot be tagged', async () => {
  const ayu = await signUp()
  const preview = await paste(ayu, 'offerings', 'name|currency', 'Fund I|USD')
  await run(ayu, preview)
  const tag = made(await ayu.call(tags.create, { body: { name: 'VIP' } }))
  const answer = await ayu.call(imports.tag, { params: { id: preview.id }, body: { tag_ids: [tag.id] } })
  expect([answer.status, answer.problem.code]).toEqual([409, 'state_conflict'])
})
