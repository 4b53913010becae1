// The remarks of a row in the preview are kept after the import, whatever its result.

import { afterEach, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type ImportKind, imports } from '../../../contract/imports.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { reasonOf } from '../../test/imports.ts'
import { addInvestor, made } from '../../test/records.ts'
import { until } from '../../test/until.ts'
import { startImports } from './service.ts'

const { database, signUp } = await testApp()
const silent = { info: () => {}, warn: () => {}, error: () => {} }
let worker: { stop(): Promise<void> } | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

async function paste(caller: Caller, kind: ImportKind, ...lines: string[]) {
  const text = lines.map((line) => line.replaceAll('|', '\t')).join('\n')
  const { id } = made(await caller.call(imports.paste, { body: { kind, text } }))
  return {
    said: async () =>
      made(await caller.call(imports.rows, { params: { id } })).data.map((row) => [row.action, reasonOf(row)]),
    run: async () => {
      made(await caller.call(imports.start, { params: { id } }))
      worker ??= startImports({ database, log: silent })
      const look = async () => made(await caller.call(imports.get, { params: { id } }))
      await until('the import', look, ({ status }) => status === 'done')
    },
  }
}

const noAddress = '“budi at home” is not an email address and is skipped.'

test('remarks are kept for contacts that are updated, skipped, or created in the meantime', async () => {
  const ayu = await signUp()
  await ayu.call(contacts.create, { body: { name: 'Budi', phone: '0811111111' } })
  await ayu.call(contacts.create, { body: { name: 'Citra', phone: '0822222222', notes: 'Known' } })
  const { said, run } = await paste(
    ayu,
    'contacts',
    'Name|Phone|Email|Company',
    'Budi|0811111111|budi at home|Maju',
    'Citra|0822222222 ::: 0833333333|budi at home|',
    'Deni|0855444444|budi at home|',
  )
  const lost = 'Citra already has notes: +62833333333 is skipped.'
  const expectedRows = [
    ['update', `Adds company to Budi.\n${noAddress}`],
    ['skip', `Citra already has this number, and there is nothing new to add.\n${lost}\n${noAddress}`],
  ]
  expect(await said()).toEqual([...expectedRows, ['create', noAddress]])
  await ayu.call(contacts.create, { body: { name: 'Deni D.', phone: '0855444444' } })
  await run()
  const met = ['skip', `Deni D. already has this number, and there is nothing new to add.\n${noAddress}`]
  expect(await said()).toEqual([...expectedRows, met])
})

test('a remark about a shortened cell is kept for investors', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Known' })
  const long = 'x'.repeat(20_001)
  const { said, run } = await paste(ayu, 'investors', 'Investor|City|Story', `Known|Bandung|${long}`, `New||${long}`)
  const cut = '“Story” has more than 20,000 characters. Kabar saved only the beginning.'
  const expected = [
    ['update', `Adds city to Known.\n${cut}`],
    ['create', cut],
  ]
  expect(await said()).toEqual(expected)
  await run()
  expect(await said()).toEqual(expected)
})
