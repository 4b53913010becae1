// The remarks of a row in the preview are kept after the import, whatever its result.

import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import type { Import } from '../../../contract/imports.ts'
import type { Caller } from '../../test/app.ts'
import { reasonOf, testImports } from '../../test/imports.ts'
import { addInvestor } from '../../test/records.ts'

const { signUp, paste, rowsOf, run } = await testImports()
const said = async (caller: Caller, preview: Import) =>
  (await rowsOf(caller, preview)).map((row) => [row.action, reasonOf(row)])

const noAddress = '“budi at home” is not an email address and is skipped.'

test('remarks are kept for contacts that are updated, skipped, or created in the meantime', async () => {
  const ayu = await signUp()
  await ayu.call(contacts.create, { body: { name: 'Budi', phone: '0811111111' } })
  await ayu.call(contacts.create, { body: { name: 'Citra', phone: '0822222222', notes: 'Known' } })
  const preview = await paste(
    ayu,
    'contacts',
    'Name|Phone|Email|Company',
    'Budi|0811111111|budi at home|Maju',
    'Citra|0822222222 ::: 0833333333|budi at home|',
    'Deni|0855444444|budi at home|',
  )
  const expectedRows = [
    ['update', `Adds company to Budi.\n${noAddress}`],
    ['update', `Adds other phones to Citra.\n${noAddress}`],
  ]
  expect(await said(ayu, preview)).toEqual([...expectedRows, ['create', noAddress]])
  await ayu.call(contacts.create, { body: { name: 'Deni D.', phone: '0855444444' } })
  await run(ayu, preview)
  const met = ['skip', `Deni D. already has this number, and there is nothing new to add.\n${noAddress}`]
  expect(await said(ayu, preview)).toEqual([...expectedRows, met])
})

test('a remark about a shortened cell is kept for investors', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Known' })
  const long = 'x'.repeat(20_001)
  const preview = await paste(ayu, 'investors', 'Investor|City|Story', `Known|Bandung|${long}`, `New||${long}`)
  const cut = '“Story” has more than 20,000 characters. Kabar saved only the beginning.'
  const expected = [
    ['update', `Adds city to Known.\n${cut}`],
    ['create', cut],
  ]
  expect(await said(ayu, preview)).toEqual(expected)
  await run(ayu, preview)
  expect(await said(ayu, preview)).toEqual(expected)
})
