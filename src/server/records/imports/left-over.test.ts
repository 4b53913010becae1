// Totals rows, additional numbers and addresses, and other notations in files.

import { describe, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type ImportKind, imports } from '../../../contract/imports.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { reasonOf } from '../../test/imports.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { parsePhone } from '../contacts/service.ts'
import { readRows } from './csv.ts'
import * as queries from './queries.ts'
import { fitsCurrency, readAmount } from './styles.ts'
import { applyBatch } from './worker.ts'

const { database, signUp } = await testApp()

async function preview(caller: Caller, kind: ImportKind, text: string, create_investors = false) {
  const { id } = (await caller.call(imports.paste, { body: { kind, text } })).body
  if (create_investors) await caller.call(imports.change, { params: { id }, body: { create_investors } })
  const { data } = (await caller.call(imports.rows, { params: { id }, query: {} })).body
  return { id, rows: data.map((row) => [row.action, reasonOf(row)]) }
}

const foot = ['skip', 'This looks like a total row: skipped.']

test('a totals row is not imported', async () => {
  const ayu = await signUp()
  for (const name of ['Total', 'Jumlah', 'Grand Total:', 'SUBTOTAL', 'Sum']) {
    const text = `investor,currency,amount\nAda Capital,USD,100000\nBima,USD,50000\n${name},,150000\n`
    const { rows } = await preview(ayu, 'investments', text, true)
    expect([rows[0]![0], rows[1]![0], rows[2]], name).toEqual(['create', 'create', foot])
  }
  const { rows } = await preview(ayu, 'investors', 'name,code,ticket min\nAda,A1,100\nTotal,,100\nTotal,TTE,\n')
  expect([rows[0]![0], rows[1], rows[2]![0]]).toEqual(['create', foot, 'create'])
})

test('additional numbers and addresses become other ones of the contact', async () => {
  const ayu = await signUp()
  const text = [
    'name,phone,email,notes',
    'Budi,+62 811 1111 111 ::: 0812 2222 222 ::: 0811 1111 111 ::: none,b@example.com ::: c@example.com,VIP',
    // Siti shares an office number with Budi.
    'Siti,0813 3333 333 ::: 0812 2222 222,s@example.com,',
  ].join('\n')
  const { id, rows } = await preview(ayu, 'contacts', text)
  const [others, shared] = ['none', '+628122222222']
  expect(rows).toEqual([
    ['create', `Saved in the notes, because it is no number or address: ${others}.`],
    ['create', `Saved in the notes, because another contact has it: ${shared}.`],
  ])
  await ayu.call(imports.start, { params: { id } })
  await applyBatch(database, (await queries.claimImport(database))!, -1)
  const { data } = (await ayu.call(contacts.list, { query: {} })).body
  expect(data.map(({ phone, notes }) => [phone, notes])).toEqual([
    ['+628111111111', `VIP\nAlso: ${others}`],
    ['+628133333333', `Also: ${shared}`],
  ])
  expect(data[0]).toMatchObject({
    other_phones: [{ label: 'mobile', phone: shared }],
    other_emails: ['c@example.com'],
  })
  // Notes changed in the meantime are kept, which is reported as well.
  const [budi] = data
  await ayu.call(contacts.update, { params: { id: budi!.id }, body: { notes: 'Mine', version: budi!.version } })
  const again = await preview(ayu, 'contacts', text)
  expect(again.rows[0]).toEqual([
    'skip',
    `Budi already has this number, and there is nothing new to add.\nBudi already has notes: ${others} is skipped.`,
  ])
})

test('the second number of a vCard becomes one of the other numbers, and both keep their kind', async () => {
  const ayu = await signUp()
  const card =
    'BEGIN:VCARD\nVERSION:3.0\nFN:Budi\nTEL;TYPE=WORK:+628111111111\nTEL;TYPE=CELL:+628122222222\nEND:VCARD\n'
  const { id, rows } = await preview(ayu, 'contacts', card)
  expect(rows).toEqual([['create', null]])
  await ayu.call(imports.start, { params: { id } })
  await applyBatch(database, (await queries.claimImport(database))!, -1)
  expect((await ayu.call(contacts.list, { query: {} })).body.data).toMatchObject([
    { phone: '+628122222222', phone_label: 'mobile', other_phones: [{ phone: '+628111111111', label: 'work' }] },
  ])
})

test('a contact deleted since its import counts as reverted', async () => {
  const ayu = await signUp()
  const { id } = await preview(ayu, 'contacts', 'name,phone\nBudi,0811111111\nSiti,0822222222\n')
  await ayu.call(imports.start, { params: { id } })
  const turn = (await queries.claimImport(database))!
  await applyBatch(database, turn, -1)
  const { data } = (await ayu.call(contacts.list, { query: {} })).body
  await ayu.call(contacts.remove, { params: { id: data[0]!.id } })
  const gone = await inTenant(database, { organization_id: organizationOf(ayu) }, async (tenant) => {
    const { removeUnchanged } = await import('../contacts/service.ts')
    return await removeUnchanged(
      tenant,
      data.map((contact) => ({ id: contact.id, version: contact.version })),
    )
  })
  expect(gone).toEqual(new Set(data.map((contact) => contact.id)))
})

describe('other notations', () => {
  test.each(['(+62) 812-3456-785', '(0062) 812 3456 785', '( +62 )8123456785'])('phone %s', (typed) => {
    expect(parsePhone(typed, 'US')).toMatchObject({ ok: true, phone: '+628123456785' })
  })

  test.each([
    ['US$ 2,000.00', '2000.00', 'US$'],
    ['10jt', '10000000', ''],
    ['1.5 million', '1500000', ''],
    ['2,5 Mrd', '2500000000', ''],
    ['250k', '250000', ''],
    ['Rp 1,25 juta', '1250000', 'RP'],
    ['0.5 miliar', '500000000', ''],
    ['١٢٣٤', '1234', ''],
    ['١٬٢٣٤٫٥٠', '1234.50', ''],
    ['۱۲۳', '123', ''],
  ])('amount %s', (cell, amount, sign) => {
    expect(readAmount(cell, null)).toEqual({ ok: true, value: { amount, sign } })
  })

  test('US$ means only the US dollar', () => {
    expect([fitsCurrency('US$', 'USD'), fitsCurrency('US$', 'SGD'), fitsCurrency('HK$', 'HKD')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test.each(['utf16le', 'utf16be'])('a table in %s without a byte order mark is read', async (encoding) => {
    const bytes = Buffer.from('name,phone\nSiti Łukasz,0811111111\n', 'utf16le')
    const records = []
    for await (const { cells } of readRows(encoding === 'utf16be' ? bytes.swap16() : bytes)) records.push(cells)
    expect(records).toEqual([
      ['name', 'phone'],
      ['Siti Łukasz', '0811111111'],
    ])
  })
})
