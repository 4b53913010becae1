// Import of investors and investments: matched, exact, errors per row, and revertible.

import { afterEach, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import { type Import, type ImportKind, type ImportRow, imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { message } from '../../../contract/messages/message.ts'
import { offerings } from '../../../contract/offerings.ts'
import { transactions } from '../../../contract/transactions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { reasonOf } from '../../test/imports.ts'
import { addInvestor, made } from '../../test/records.ts'
import { until } from '../../test/until.ts'
import { startImports } from './service.ts'

const { app, database, signUp } = await testApp()
const silent = { info: () => {}, warn: () => {}, error: () => {} }
let worker: { stop(): Promise<void> } | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

const table = (...lines: string[]) => lines.map((line) => line.replaceAll('|', '\t')).join('\n')

async function paste(caller: Caller, kind: ImportKind, ...lines: string[]) {
  return made(await caller.call(imports.paste, { body: { kind, text: table(...lines) } }))
}

async function rowsOf(caller: Caller, { id }: Import): Promise<ImportRow[]> {
  return made(await caller.call(imports.rows, { params: { id }, query: { per_page: 200 } })).data
}
const said = (rows: ImportRow[]) => rows.map((row) => [row.line, row.action, reasonOf(row)])

async function ended(caller: Caller, id: string, ...states: string[]) {
  worker ??= startImports({ database, log: silent })
  const look = async () => made(await caller.call(imports.get, { params: { id } }))
  return await until('the import', look, ({ status }) => states.includes(status))
}
async function run(caller: Caller, { id }: Import) {
  made(await caller.call(imports.start, { params: { id } }))
  return await ended(caller, id, 'done', 'failed')
}
async function revert(caller: Caller, { id }: Import) {
  made(await caller.call(imports.revert, { params: { id } }))
  return await ended(caller, id, 'reverted')
}

const header =
  'Ref|Investor|Offering|Status|Stage|Currency|Committed|Committed on|Funded Amount|Funded On|Transaction reference'

test('investors are imported with type and contact, and matched by code or name', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Known', code: 'K-1' })
  await addInvestor(ayu, { name: 'Twin' })
  await addInvestor(ayu, { name: 'twin' })
  const preview = await paste(
    ayu,
    'investors',
    'Code|Investor|Type|Country|Contact Name|No HP|Min Ticket|Currency',
    '|Budi Santoso|Angel|Indonesia||0811111111|1.500.000,50|IDR',
    'FO-1|Maju Family Office|family office|SG|Siti|0822222222||',
    '|Maju Family Office|Family office||Rina|0833333333||',
    'k-1|Other name|||||| ',
    '|Known|||Deni|0855444444||',
    '|Twin||||||',
    '|Bad|Unheard of|||||',
    '|Bad|Angel|Atlantis||||',
    '|Bad|Angel|||12||',
    '||Angel|||||',
  )
  expect(preview.needed_choices).toEqual([])
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'create', null],
    [3, 'create', null],
    [4, 'create', null],
    [5, 'skip', 'Known already exists, and there is nothing new to add.'],
    [6, 'update', 'Adds a contact to Known.'],
    [7, 'error', 'Several investors are called Twin. Enter the investor’s code.'],
    [8, 'error', 'There is no investor type “Unheard of”. Add it in Master Data, or write another here.'],
    [9, 'error', '“Atlantis” is not a country that Kabar knows.'],
    [10, 'error', expect.stringContaining('too short')],
    [11, 'error', 'Investor name is missing.'],
  ])
  const done = await run(ayu, preview)
  expect(done).toMatchObject({ status: 'done', done: 10, counts: { create: 2, update: 2, skip: 1, error: 5 } })
  const list = async () => made(await ayu.call(investors.list, { query: { per_page: 50 } })).data
  const found = await list()
  expect(found.find(({ name }) => name === 'Budi Santoso')).toMatchObject({
    kind: 'individual',
    type: { name: 'Angel' },
    country: 'ID',
    ticket_min: '1500000.50',
    preferred_currency: 'IDR',
    contacts: [{ name: 'Budi Santoso', phone: '+62811111111', role: 'self', is_primary: true, consent: 'unknown' }],
  })
  expect(found.find(({ code }) => code === 'FO-1')).toMatchObject({
    kind: 'entity',
    country: 'SG',
    contacts: [
      { name: 'Siti', role: 'primary' },
      { name: 'Rina', role: 'primary' },
    ],
  })

  const again = await paste(ayu, 'investors', 'Code|Investor|No HP', '|Budi Santoso|0811111111', 'FO-1|Maju|0833333333')
  expect((await run(ayu, again)).counts).toEqual({ create: 0, update: 0, skip: 2, error: 0 })

  expect(await revert(ayu, preview)).toMatchObject({ status: 'reverted', reverted: 4, not_reverted: 0 })
  expect((await list()).map(({ name }) => name).sort()).toEqual(['Known', 'Twin', 'twin'])
  expect(made(await ayu.call(contacts.list)).pagination.total).toBe(0)
})

test('for investors imported again the preview shows what the run does', async () => {
  const ayu = await signUp()
  const lines = [
    'Investor|City|Contact Name|No HP|Contact email',
    'Budi|Jakarta|Budi|0811111111|',
    'PT Maju||Siti|0822222222|',
    'PT Maju||Rina||rina@example.com',
    'PT Diam||Nobody||',
  ]
  await run(ayu, await paste(ayu, 'investors', ...lines))
  const again = await paste(ayu, 'investors', ...lines)
  expect(again.counts).toEqual({ create: 0, update: 0, skip: 4, error: 0 })
  expect((await run(ayu, again)).counts).toEqual(again.counts)
})

test('an amount that is too large is an error of its row only', async () => {
  const ayu = await signUp()
  const lines = ['Investor|Min Ticket|Currency', 'Ani|1|IDR', 'Budi|9999999999999999999999|IDR', 'Siti|3.00000|IDR']
  const preview = await paste(ayu, 'investors', ...lines)
  expect(said(await rowsOf(ayu, preview))[1]).toEqual([
    3,
    'error',
    '“9999999999999999999999” is too large or has too many decimals.',
  ])
  expect(await run(ayu, preview)).toMatchObject({ status: 'done', counts: { create: 2, error: 1 } })
  const found = made(await ayu.call(investors.list)).data
  expect(found.map(({ name, ticket_min }) => [name, ticket_min])).toEqual([
    ['Ani', '1.00'],
    ['Siti', '3.00'],
  ])
})

test('a row reports all its errors, without consequential ones', async () => {
  const ayu = await signUp()
  for (const name of ['Budi', 'Twin', 'twin']) await addInvestor(ayu, { name })
  const people = await paste(
    ayu,
    'investors',
    'Investor|Type|Country|No HP|Min Ticket|Max Ticket|Currency|Next follow-up',
    'Twin|Unheard|Atlantis|12|5.5|2.5|JPY|soon',
    'Siti|Angel|||x|10|XXQ|',
    'Siti|Angel|||Rp 5|1|IDR||and|more',
  )
  expect((await rowsOf(ayu, people)).map((row) => reasonOf(row)?.split('\n'))).toEqual([
    [
      'There is no investor type “Unheard”. Add it in Master Data, or write another here.',
      expect.stringContaining('too short'),
      '“Atlantis” is not a country that Kabar knows.',
      '“soon” is not a date such as 2026-11-20.',
      'The smallest ticket must have no decimals in JPY.',
      'The largest ticket must have no decimals in JPY.',
      'Several investors are called Twin. Enter the investor’s code.',
    ],
    ['“x” is not an amount such as 1500000.50.', '“XXQ” is not a currency code that Kabar knows.'],
    [expect.stringContaining('This row has 10 cells, but there are 8 columns.')],
  ])

  await ayu.call(offerings.create, { body: { name: 'Seed', kind: 'round', currency: 'USD' } })
  const money = await paste(
    ayu,
    'investments',
    header,
    'A-1|Budi|Seed|Committed|||100.5||||',
    // The unreadable day and amount are reported as such, and not as missing.
    '|Nobody|Other|Committed|Moon||Rp x|soon|5|then|',
    // Without the offering the currency is unknown.
    '|Budi|Other|Declined|||$1.005||||',
    '|Budi|Seed|Committed||IDR|||$5.001|2026-03-01|',
    '||Seed|Unheard||XXQ|1.005||5||',
    // An existing investment does not need the fields required for new ones.
    'A-1|Twin|Seed|Committed||EUR||||| ',
  )
  expect((await rowsOf(ayu, money)).map((row) => reasonOf(row)?.split('\n'))).toEqual([
    undefined,
    [
      '“then” is not a date such as 2026-11-20.',
      'There is no stage “Moon”. Add it in Master Data, or write another here.',
      '“Rp x” is not an amount such as 1500000.50.',
      '“soon” is not a date such as 2026-11-20.',
      'There is no investor Nobody. Import the investors first, or let this import create them.',
      'There is no offering Other. Add it first, or let this import create offerings.',
    ],
    [
      'There is no offering Other. Add it first, or let this import create offerings.',
      'The lost reason is required with this status.',
    ],
    [
      'An amount is marked $, but the currency is IDR.',
      'The amount of the transaction must have at most 2 decimals in IDR.',
      'The committed amount is required with this status.',
    ],
    [
      'There is no status “Unheard”. Add it in Master Data, or write another here.',
      '“XXQ” is not a currency code that Kabar knows.',
      'The date of the transaction is missing.',
      'Investor is missing. Enter a name or a code.',
    ],
    ['Several investors are called Twin. Enter the investor’s code.', 'A-1 is in USD, but this row is in EUR.'],
  ])
  const { url } = made(
    await ayu.call(downloads.create, {
      body: { kind: 'import_errors', input: { import_id: money.id, format: 'csv' } },
    }),
  )
  expect((await app.inject({ url })).body).toContain('create offerings. The lost reason is required')
})

test('investments are imported with their transactions, exactly and once', async () => {
  const ayu = await signUp()
  for (const name of ['Budi', 'Siti']) await addInvestor(ayu, { name })
  await ayu.call(offerings.create, { body: { name: 'Seed', kind: 'round', currency: 'USD' } })
  const lines = [
    header,
    'A-1|Budi|Seed|Committed|Series A||1,000,000.50|31/01/2026|250,000.25|01/02/2026|R1',
    'A-1|Budi|Seed|||||||250,000.25|02/02/2026|R2'.replace('|||||||', '||||||'),
    'A-1|Budi|Seed|||||| 250,000.25|02/02/2026|R2'.replace('|||||| ', '||||||'),
    '|Siti|Seed|||IDR|9999999999999.99|||| ',
    '|Siti|Seed|||IDR|9999999999999.99|||| ',
    '|Nobody|Seed|||||||| ',
    '|Siti|Other|||||||| ',
    '|Siti|Seed|Unheard||||||| ',
    '|Siti|Seed|Committed||||||| ',
    '|Siti|Seed|||USD|$1.005|||| ',
    '|Siti|Seed|||EUR|Rp 5|||| ',
    '|Siti|Seed|||USD|5||10|| ',
    'A-1|Siti|Seed|||||||| ',
    'B-1|Siti|Seed||||100||50|01/03/2090| ',
  ]
  const uploaded = await paste(ayu, 'investments', ...lines)
  expect(uploaded).toMatchObject({
    needed_choices: ['duplicate_rows'],
    options: { number_style: 'point', date_style: 'dmy' },
  })
  const preview = made(
    await ayu.call(imports.change, { params: { id: uploaded.id }, body: { duplicate_rows: 'merge' } }),
  )
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'create', null],
    [3, 'update', 'Adds USD 250000.25 of 2026-02-02 to A-1.'],
    [4, 'skip', 'Merged with line 2, as you chose.'],
    [5, 'create', 'Status is missing: set to Prospect.'],
    [6, 'skip', 'Merged with line 5, as you chose.'],
    [7, 'error', 'There is no investor Nobody. Import the investors first, or let this import create them.'],
    [8, 'error', 'There is no offering Other. Add it first, or let this import create offerings.'],
    [9, 'error', 'There is no status “Unheard”. Add it in Master Data, or write another here.'],
    [10, 'error', 'The committed amount is required with this status.'],
    [11, 'error', 'The committed amount must have at most 2 decimals in USD.'],
    [12, 'error', 'An amount is marked RP, but the currency is EUR.'],
    [13, 'error', 'The date of the transaction is missing.'],
    [14, 'error', 'A-1 belongs to another investor.'],
    [15, 'create', 'Status is missing: set to Prospect.'],
  ])
  expect((await run(ayu, preview)).counts).toEqual({ create: 3, update: 1, skip: 2, error: 8 })
  const list = async () => made(await ayu.call(investments.list, { query: { sort: 'reference' } })).data
  const found = await list()
  const one = found.find(({ reference }) => reference === 'A-1')!
  expect(one).toMatchObject({
    title: 'Budi – Seed',
    committed_amount: '1000000.50',
    committed_on: '2026-01-31',
    funded: '500000.50',
    currency: 'USD',
    status: { name: 'Committed' },
    stage: { name: 'Series A' },
  })
  expect(found.find(({ currency }) => currency === 'IDR')).toMatchObject({ committed_amount: '9999999999999.99' })
  const ahead = found.find(({ reference }) => reference === 'B-1')!
  expect(made(await ayu.call(transactions.list, { params: { id: ahead.id } })).data).toMatchObject([
    { state: 'scheduled', due_on: '2090-03-01', amount: '50.00' },
  ])

  const again = await paste(ayu, 'investments', ...lines)
  made(await ayu.call(imports.change, { params: { id: again.id }, body: { duplicate_rows: 'merge' } }))
  expect((await run(ayu, again)).counts).toMatchObject({ create: 0, update: 0 })
  expect((await list()).map(({ funded }) => funded).sort()).toEqual(found.map(({ funded }) => funded).sort())

  // One investment was changed after the import, so it stays with its transactions.
  await ayu.call(investments.update, { params: { id: one.id }, body: { version: 1, notes: 'mine' } })
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 3, not_reverted: 1 })
  expect(await list()).toMatchObject([{ reference: 'A-1', funded: '250000.25' }])
  const { data } = made(await ayu.call(imports.rows, { params: { id: preview.id }, query: { not_reverted: 'true' } }))
  expect(data).toMatchObject([{ line: 2, revert_failure: message('revert.investment_changed') }])
})

test('ambiguous formats require a decision for each file, and the mapping of columns is remembered', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Budi' })
  const lines = ['Who|Round|Committed|Date', 'Budi|Seed|1.500|03/04/2026']
  const preview = await paste(ayu, 'investments', ...lines)
  expect(preview.needed_choices).toEqual(['number_style', 'date_style'])
  expect((await ayu.call(imports.start, { params: { id: preview.id } })).status).toBe(409)
  const change = await ayu.call(imports.change, {
    params: { id: preview.id },
    body: {
      fields: ['investor', 'offering', 'committed_amount', 'committed_on'],
      number_style: 'comma',
      date_style: 'dmy',
      create_offerings: true,
      currency: 'IDR',
    },
  })
  expect(made(change)).toMatchObject({ needed_choices: [], counts: { create: 1, error: 0 } })
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'create', 'Status is missing: set to Prospect.\nCreates the offering Seed.'],
  ])
  await run(ayu, preview)
  expect(made(await ayu.call(investments.list)).data).toMatchObject([
    { committed_amount: '1500.00', currency: 'IDR', committed_on: '2026-04-03', offering: { name: 'Seed' } },
  ])
  expect((await ayu.call(imports.change, { params: { id: preview.id }, body: {} })).status).toBe(409)
  const next = await paste(ayu, 'investments', lines[0]!, 'Budi|Growth|2.500|05/06/2026')
  expect(next).toMatchObject({
    needed_choices: ['number_style', 'date_style'],
    columns: [{ field: 'investor' }, { field: 'offering' }, { field: 'committed_amount' }, { field: 'committed_on' }],
    options: { number_style: null, create_offerings: true },
  })
  const other = await paste(ayu, 'investments', lines[0]!, 'Budi|Growth|1,500|01/31/2026', 'Budi|Growth|2,500.50|')
  expect(other.options).toMatchObject({ number_style: 'point', date_style: 'mdy' })
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 1, not_reverted: 0 })
  expect(made(await ayu.call(offerings.list)).data).toEqual([])
})

test('a row is edited in the preview, and equal rows follow', async () => {
  const ayu = await signUp()
  const preview = await paste(
    ayu,
    'contacts',
    'Name|Phone|Consent',
    'Budi|08|',
    'Siti|0811111111|ya',
    'Again|0811111111|',
    'Out|0822222222|no',
  )
  expect(preview.counts).toEqual({ create: 2, update: 0, skip: 1, error: 1 })
  const mend = async (line: number, cells: string[]) =>
    made(
      await ayu.call(imports.changeRow, { params: { id: preview.id, line: String(line) }, body: { cells } } as never),
    )
  expect(await mend(2, ['Budi', '0833333333', ''])).toMatchObject({ action: 'create', reasons: [] })
  await mend(3, ['Siti', '0855444444', 'ya'])
  expect((await rowsOf(ayu, preview)).map(({ action }) => action)).toEqual(['create', 'create', 'create', 'create'])
  await run(ayu, preview)
  const list = async () => made(await ayu.call(contacts.list, { query: { sort: 'name' } })).data
  expect((await list()).map(({ name, consent }) => [name, consent])).toEqual([
    ['Again', 'unknown'],
    ['Budi', 'unknown'],
    ['Out', 'opted_out'],
    ['Siti', 'opted_in'],
  ])
  const [, budi] = await list()
  await ayu.call(contacts.update, { params: { id: budi!.id }, body: { version: 1, notes: 'mine' } })
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 3, not_reverted: 1 })
  expect((await list()).map(({ name }) => name)).toEqual(['Budi'])
  // The opt-out of the number is kept.
  const next = await paste(ayu, 'contacts', 'Name|Phone|Consent', 'Out|0822222222|yes')
  await run(ayu, next)
  expect((await list()).find(({ name }) => name === 'Out')).toMatchObject({ consent: 'opted_out' })
})

test('vCards and pasted cells without a header are imported', async () => {
  const ayu = await signUp()
  const text = 'BEGIN:VCARD\nVERSION:3.0\nFN:Budi\nTEL;type=CELL:0811111111\nEND:VCARD\n'
  const cards = made(await ayu.call(imports.paste, { body: { text } }))
  expect(cards).toMatchObject({ kind: 'contacts', total: 1, counts: { create: 1 } })
  expect(await paste(ayu, 'contacts', 'Budi|0811111111', 'Siti|0822222222')).toMatchObject({ counts: { create: 2 } })
})

test('two concurrent imports create each investment and its transactions once', async () => {
  const ayu = await signUp()
  const lines = Array.from({ length: 300 }, (_, n) => `R-${n}|Investor ${n % 40}|Seed|IDR|1000|100.25|2026-01-31`)
  const body = ['Ref|Investor|Offering|Currency|Committed|Funded|Paid on', ...lines]
  const both = [await paste(ayu, 'investments', ...body), await paste(ayu, 'investments', ...body)]
  for (const { id } of both)
    made(await ayu.call(imports.change, { params: { id }, body: { create_investors: true, create_offerings: true } }))
  const second = startImports({ database, log: silent })
  const ends = await Promise.all(both.map((each) => run(ayu, each)))
  await second.stop()
  expect(ends.map(({ counts }) => counts.create).sort()).toEqual([0, 300])
  expect(ends.map(({ counts }) => counts.error)).toEqual([0, 0])
  expect(made(await ayu.call(investors.list)).pagination.total).toBe(40)
  expect(made(await ayu.call(investments.totals)).by_currency).toMatchObject([{ currency: 'IDR', funded: '30075.00' }])
})

test('rows with errors are exported as a workbook, and imported from it after correction', async () => {
  const ayu = await signUp()
  const preview = await paste(ayu, 'contacts', 'Name|Phone|Note', 'Budi|0811111111|', 'Siti|08|=1+1', '|0012|007')
  const { url } = made(
    await ayu.call(downloads.create, {
      body: { kind: 'import_errors', input: { import_id: preview.id, format: 'xlsx' } },
    }),
  )
  const file = (await app.inject({ url })).rawPayload
  const form = `--edge\r\nContent-Disposition: form-data; name="file"; filename="errors.xlsx"\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/imports?kind=contacts',
    headers: {
      authorization: `Bearer ${ayu.access_token}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    payload: Buffer.concat([Buffer.from(form), file, Buffer.from('\r\n--edge--\r\n')]),
  })
  const again = answer.json<Import>()
  expect(again).toMatchObject({ total: 2, counts: { error: 2 } })
  expect((await rowsOf(ayu, again)).map(({ cells }) => cells.slice(0, 4))).toEqual([
    ['Siti', '08', expect.stringContaining('=1+1'), '3'],
    ['', '0012', '007', '4'],
  ])
})

test('invalid characters become spaces, and an endless name is an error', async () => {
  const ayu = await signUp()
  const text = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bu\u0000di\nTEL:0811111111\nNOTE:\u0000\nEND:VCARD\n'
  const cards = made(await ayu.call(imports.paste, { body: { text } }))
  expect((await rowsOf(ayu, cards))[0]).toMatchObject({ action: 'create', cells: expect.arrayContaining(['Bu di']) })
  const mended = await ayu.call(imports.changeRow, {
    params: { id: cards.id, line: '1' },
    body: { cells: ['A\u0000\ud800', '', '0811111111'] },
  } as never)
  expect(made(mended).cells[0]).toBe('A \ufffd')
  const endless = Array.from({ length: 5_000 }, (_, n) => n.toString(36)).join('')
  const long = await paste(ayu, 'investors', 'Investor|City', `${endless}|Jakarta`)
  expect(said(await rowsOf(ayu, long))).toEqual([[2, 'error', 'The text in name is longer than 200 characters.']])
})

test('names of object prototypes are not accepted as instrument or kind of transaction', async () => {
  const ayu = await signUp()
  await addInvestor(ayu, { name: 'Budi' })
  const preview = await paste(
    ayu,
    'investments',
    'Investor|Instrument|Transaction Kind|Transaction Amount|Transaction Date',
    'Budi|constructor||100|2026-01-31',
    'Budi||__proto__|100|2026-01-31',
  )
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'error', expect.stringContaining('“constructor” is not an instrument')],
    [3, 'error', expect.stringContaining('“__proto__” is not a kind of transaction')],
  ])
})
