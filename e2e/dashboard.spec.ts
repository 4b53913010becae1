// Dashboard, Home and statements in a browser: links from figures, snoozed alerts, printing.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { expectAccessible, get, keepOpen, keepTokens, post, signUp, type Tokens } from './visitor.ts'

let tokens: Tokens
let investor_id: string
test.beforeAll(async ({ kabar }) => {
  tokens = await signUp(kabar)
  const types = await get<{ data: { id: string; kind: string }[] }>(kabar, '/v1/investor-types', tokens)
  const statuses = await get<{ data: { id: string; category: string }[] }>(kabar, '/v1/investment-statuses', tokens)
  const { id: investor_type_id } = types.data.find(({ kind }) => kind === 'individual')!
  const { id: status_id } = statuses.data.find(({ category }) => category === 'committed')!
  const investor = { name: 'Budi Santoso', kind: 'individual', investor_type_id }
  investor_id = (await post<{ id: string }>(kabar, '/v1/investors', investor, tokens)).id
  const committed = { investor_id, status_id, committed_on: '2026-01-10' }
  const rupiah = { ...committed, currency: 'IDR', committed_amount: '12500000000' }
  const { id } = await post<{ id: string }>(kabar, '/v1/investments', rupiah, tokens)
  await post(kabar, '/v1/investments', { ...committed, currency: 'KWD', committed_amount: '1000.125' }, tokens)
  const due = { kind: 'contribution', state: 'scheduled', amount: '2500000000', due_on: '2026-02-01' }
  await post(kabar, `/v1/investments/${id}/transactions`, due, tokens)
})
test.use({ viewport: { width: 1440, height: 1400 } })

test('a sum links to the list whose footer shows it, with the filters and day of the dashboard', async ({
  page,
  kabar,
}) => {
  await open(page, kabar.address, '/dashboard?as_of=2026-03-31', () => keepTokens(page, kabar, tokens))
  const tiles = page.getByRole('list', { name: 'Totals' })
  const committed = tiles.getByRole('link', { name: /^Committed/ })
  await expect(committed).toContainText('IDR 12,500,000,000')
  await expect(page.getByRole('list', { name: 'Not converted' })).toContainText('Committed KWD 1,000.125')
  await committed.click()
  await expect(page).toHaveURL(/\/investments\?as_of=2026-03-31&category=committed,funded,exited/)
  const totals = page.getByRole('table', { name: 'Investments' }).getByRole('rowgroup', { name: 'Totals' })
  await expect(totals.getByRole('row', { name: /^IDR/ }).getByRole('cell').first()).toHaveText('IDR 12,500,000,000')
  await expect(totals.getByRole('row', { name: /^KWD/ }).getByRole('cell').first()).toHaveText('KWD 1,000.125')
  await page.goBack()
  await tiles.getByRole('link', { name: /^Overdue/ }).click()
  await expect(totals.getByRole('rowheader', { name: /^All in IDR/ })).toContainText('Overdue IDR 2,500,000,000')
})

test('a chart becomes a table and back, without axe violations', { tag: '@slow' }, async ({ page, kabar }) => {
  await open(page, kabar.address, '/dashboard?tab=pipeline', () => keepTokens(page, kabar, tokens))
  await page.getByRole('button', { name: 'By status: show as table' }).click()
  await expect(page.getByRole('table', { name: 'By status' }).getByRole('row', { name: /^Committed/ })).toContainText(
    'IDR 12,500,000,000',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'By status: show as chart' }).click()
  await expect(page.getByRole('list', { name: 'By status' })).toBeVisible()
})

test('an amount without a rate is not shown as zero, and links to adding a rate', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await open(page, kabar.address, '/dashboard?tab=investors', () => keepTokens(page, kabar, tokens))
  const dinar = page.getByRole('list', { name: 'By currency' }).getByRole('listitem').filter({ hasText: 'KWD' })
  await expect(dinar).toContainText('Not converted')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Add a rate' }).click()
  const question = page.getByRole('dialog', { name: 'Add rate' })
  await expect(question.getByRole('combobox', { name: 'From currency' })).toHaveValue(/^KWD/)
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(/\/master-data\/currencies$/)
})

test('a figure shows its change since an earlier day, and tab and period are in the address', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await open(page, kabar.address, '/dashboard?as_of=2026-03-31', () => keepTokens(page, kabar, tokens))
  const tiles = page.getByRole('list', { name: 'Totals' })
  // The dinar has no exchange rate, so the change in commitments is unknown; no payments were made, so that change is none.
  await expect(tiles.getByRole('link', { name: /^Committed/ })).toContainText('a rate is missing')
  await expect(tiles.getByRole('link', { name: /^Funded/ })).toContainText('No change since Dec 31, 2025')
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Past month')
  await expect(tiles.getByRole('link', { name: /^Funded/ })).toContainText('No change since Feb 28, 2026')
  const parts = page.getByRole('navigation', { name: 'Parts of the dashboard' })
  await parts.getByRole('link', { name: 'Pipeline' }).click()
  await expect(page).toHaveURL(/as_of=2026-03-31&period=month&tab=pipeline/)
  await expect(parts.getByRole('link', { name: 'Pipeline' })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(tiles.getByRole('link', { name: /^Funded/ })).toBeVisible()
})

test('the monthly chart can be read by keyboard, in exact amounts', { tag: '@slow' }, async ({ page, kabar }) => {
  await open(page, kabar.address, '/dashboard?as_of=2026-03-31', () => keepTokens(page, kabar, tokens))
  const months = page.getByRole('slider', { name: 'Month' })
  await expect(months).toHaveAttribute('aria-valuetext', /^March 2026: Committed IDR\s0, Funded IDR\s0$/)
  await months.focus()
  await months.press('ArrowLeft')
  await months.press('ArrowLeft')
  await expect(months).toHaveAttribute('aria-valuetext', /^January 2026: Committed IDR\s12,500,000,000, Funded IDR\s0$/)
  await page.getByRole('button', { name: 'Committed and funded by month: show as table' }).click()
  const table = page.getByRole('table', { name: 'Committed and funded by month' })
  await expect(table.getByRole('row', { name: /^January 2026/ })).toContainText('IDR 12,500,000,000')
})

test('Home settles an overdue payment, and snoozed and hidden alerts can be found again', async ({ page, kabar }) => {
  await open(page, kabar.address, '/home', () => keepTokens(page, kabar, tokens))
  const late = page.getByRole('link', { name: 'Budi Santoso', exact: true })
  await expect(late).toBeVisible()
  await expect(page.getByRole('region', { name: 'Overdue payments (1)' })).toContainText('IDR 2,500,000,000')
  await expect(page.getByRole('link', { name: 'KWD', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Snooze or hide: Budi/ }).click()
  await page.getByRole('menuitem', { name: 'For three days' }).click()
  await keepOpen(page)
  await expect(late).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(late).toBeVisible()
  await page.getByRole('button', { name: /^Snooze or hide: Budi/ }).click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(late).toBeHidden()
  await page.getByRole('button', { name: 'Hidden and snoozed' }).click()
  const hidden = page.getByRole('dialog', { name: 'Hidden and snoozed' })
  await expect(hidden).toContainText('Hidden until it changes')
  await hidden.getByRole('button', { name: 'Show again: Budi Santoso' }).click()
  await expect(hidden).toContainText('Nothing is hidden.')
  await hidden.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Mark as settled: Budi Santoso/ }).click()
  await keepOpen(page)
  await expect(late).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(late).toBeVisible()
})

test('a statement prints without the app layout', async ({ page, kabar }) => {
  await open(page, kabar.address, `/investors/${investor_id}/statement`, () => keepTokens(page, kabar, tokens))
  await expect(page.getByRole('article')).toContainText('Budi Santoso')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toContainText('IDR 12,500,000,000')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('a statement separates payments in from payments out', { tag: '@slow' }, async ({ page, kabar }) => {
  const { id: investment } = await get<{ data: { id: string; currency: string }[] }>(
    kabar,
    '/v1/investments?currency=KWD',
    tokens,
  ).then(({ data }) => data[0]!)
  const settled = { state: 'settled', settled_on: '2026-02-01' }
  for (const [kind, amount] of [
    ['contribution', '500.125'],
    ['distribution', '20.500'],
  ])
    await post(kabar, `/v1/investments/${investment}/transactions`, { ...settled, kind, amount }, tokens)
  await open(page, kabar.address, `/investors/${investor_id}/statement`, () => keepTokens(page, kabar, tokens))
  const payments = page.getByRole('table', { name: 'Payments' })
  await expect(payments.getByRole('columnheader')).toHaveText(['Date', 'Investment', 'Paid in', 'Paid out'])
  const amounts = (row: RegExp) => payments.getByRole('row', { name: row }).getByRole('cell')
  await expect(amounts(/Contribution/)).toHaveText([/Budi/, /KWD\s500\.125/, ''])
  await expect(amounts(/Distribution/)).toHaveText([/Budi/, '', /KWD\s20\.500/])
})

async function open(page: Page, address: string, path: string, signIn: () => Promise<void>) {
  await signIn()
  await page.goto(`${address}${path}`)
}
