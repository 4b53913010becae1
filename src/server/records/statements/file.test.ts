// A statement as a PDF has the same figures as the screen, on as many pages as needed.
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { downloads } from '../../../contract/downloads.ts'
import { moneyText } from '../../../contract/messages/amount.ts'
import { type Statement, statements } from '../../../contract/statements.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { statementPdf } from './statement-pdf.ts'

const { app, signUp } = await testApp()

/** Replaces every kind of space: locales use several, and a PDF has only one. */
const plain = (text: string) => text.replace(/\s+/gu, ' ')
async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  return text.map(plain)
}

async function withStatement(): Promise<{ ayu: Caller; id: string }> {
  const ayu = await signUp({ country: 'US', organization: 'Lovelace Ventures' })
  const { id } = await addInvestor(ayu, { name: 'Łukasz Šimůnek', city: 'Bandung', country: 'ID' })
  const status_id = await statusOf(ayu, 'funded')
  const more = { investor_id: id, status_id, committed_on: '2026-01-05' }
  const house = await addInvestment(ayu, { ...more, title: 'Łukasz Šimůnek – House', committed_amount: '1234567.89' })
  const fund = await addInvestment(ayu, {
    ...more,
    title: 'Fund',
    currency: 'IDR',
    committed_amount: '999999999999999',
  })
  await addTransaction(ayu, house.id, { amount: '60.10', settled_on: '2026-02-01', reference: 'Wire 1' })
  await addTransaction(ayu, house.id, { amount: '10', settled_on: '2026-03-01', kind: 'refund' })
  await addTransaction(ayu, house.id, { amount: '3', settled_on: '2026-04-01', kind: 'distribution' })
  await addTransaction(ayu, fund.id, {
    amount: '2000000.5',
    state: 'scheduled',
    settled_on: null,
    due_on: '2026-05-01',
  })
  return { ayu, id }
}

/** Every amount, title and reference of the statement, formatted as on the screen. */
function shownIn({ currencies, investor }: Statement, locale: string): string[] {
  const amount = (value: string, currency: string) =>
    moneyText(value, currency, (options) => new Intl.NumberFormat(locale, options))
  const sums = (row: Statement['currencies'][number], currency: string) =>
    [row.committed, row.funded, row.outstanding, row.distributed].map((value) => amount(value, currency))
  return [
    investor.name,
    ...currencies.flatMap((part) => [
      ...sums(part, part.currency),
      ...part.investments.flatMap((row) => [row.title, row.reference, ...sums(row as never, part.currency)]),
      ...[...part.payments, ...part.due].flatMap((row) => [row.investment, amount(row.amount, part.currency)]),
    ]),
  ].map(plain)
}

test.each([
  ['en', ['Statement as of', 'Outstanding', 'Page 1 of 1'], '$1,234,567.89'],
  ['id', ['Laporan investasi per', 'Belum disetor', 'Halaman 1 dari 1'], 'US$1.234.567,89'],
])('the download has every figure of the statement, in %s', async (locale, words, committed) => {
  const { ayu, id } = await withStatement()
  const statement = made(await ayu.call(statements.get, { params: { id } }))
  const { url } = made(await ayu.call(downloads.create, { body: { kind: 'statement', input: { id, locale } } }))
  const { rawPayload, headers } = await app.inject({ url })
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toContain(`${statement.as_of}.pdf`)
  const [text, ...others] = await textsOf(rawPayload)
  expect(others).toEqual([])
  for (const part of [...shownIn(statement, locale), ...words, committed, 'Lovelace Ventures'])
    expect(text).toContain(part)
  // The investor's name is in the heading, and then only in the footer: no line repeats it.
  expect(text!.split('Łukasz Šimůnek')).toHaveLength(3)
})

test('a long statement repeats its table headings on every page and loses no line', async () => {
  const { ayu, id } = await withStatement()
  const short = made(await ayu.call(statements.get, { params: { id } }))
  const part = short.currencies.find(({ currency }) => currency === 'USD')!
  const payments = Array.from({ length: 120 }, (_, n) => ({
    ...part.payments[0]!,
    reference: `Wire-${1_000 + n}`,
    amount: `${n}.25`,
  }))
  const pages = await textsOf(await statementPdf({ ...short, currencies: [{ ...part, payments }] }, 'en'))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Paid in')
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  const whole = pages.join(' ')
  for (const { reference, amount } of payments) {
    expect(whole).toContain(reference)
    expect(whole).toContain(`$${amount}`)
  }
})

test('a statement is stored once for a message, and other organizations cannot store it', async () => {
  const { ayu, id } = await withStatement()
  const keep = (caller: Caller, body: object = {}) => caller.call(statements.keep, { params: { id }, body })
  const first = made(await keep(ayu))
  expect(first).toMatchObject({
    kind: 'document',
    type: 'application/pdf',
    name: expect.stringMatching(/^Statement-.*\.pdf$/),
  })
  expect(made(await keep(ayu)).id).toBe(first.id)
  expect(made(await keep(ayu, { as_of: '2026-02-15' })).id).not.toBe(first.id)
  const headers = { authorization: `Bearer ${ayu.access_token}` }
  const { statusCode, rawPayload } = await app.inject({ url: `/api/v1/media/${first.id}/file`, headers })
  expect([statusCode, rawPayload.length]).toEqual([200, first.size])
  const again = { url: `/api/v1/investors/${id}/statement/file`, headers: { ...headers, 'idempotency-key': 'one' } }
  const keptAgain = async () => await app.inject({ method: 'POST', ...again, payload: { as_of: '2026-02-16' } })
  const [once, twice] = [await keptAgain(), await keptAgain()]
  expect([once.statusCode, twice.body, twice.headers['idempotency-replayed']]).toEqual([201, once.body, 'true'])
  expect((await keep(await signUp())).status).toBe(404)
  expect((await keep(ayu, { as_of: 'yesterday' })).problem.errors?.[0]?.path).toBe('as_of')
})
