// Investments in a browser: from prospect through payments to exit, and validation.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { chooseFrom, counted, expectHighlighted, get, keepTokens, post, signUp, type Tokens } from './visitor.ts'

let tokens: Tokens
let investor_id: string
test.beforeAll(async ({ kabar }) => {
  tokens = await signUp(kabar)
  const types = await get<{ data: { id: string; kind: string }[] }>(kabar, '/v1/investor-types', tokens)
  const { id: investor_type_id } = types.data.find(({ kind }) => kind === 'individual')!
  const investor = { name: 'Budi Santoso', kind: 'individual', investor_type_id }
  investor_id = (await post<{ id: string }>(kabar, '/v1/investors', investor, tokens)).id
})
test.use({ viewport: { width: 1440, height: 1400 } })

test('an investment is added, committed and partly paid, and cannot be deleted after a payment', {
  tag: '@slow',
}, async ({ page, kabar }) => {
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investments/add`)
  await page.getByRole('button', { name: 'Add investment' }).click()
  await expect(page.getByText('Investor is required.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Investor' }).fill('budi')
  await page.getByRole('option', { name: /Budi Santoso/ }).click()
  await page.getByRole('textbox', { name: 'Expected amount' }).fill('12.5b')
  await expect(page.getByText('IDR 12,500,000,000.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add investment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Budi Santoso')

  const status = page.getByRole('button', { name: /^Status:/ })
  await chooseFrom(status, 'Committed')
  const question = page.getByRole('dialog', { name: /Committed/ })
  await expect(question.getByRole('textbox', { name: 'Committed amount' })).toHaveValue('12,500,000,000.00')
  await question.getByRole('button', { name: 'Change status' }).click()
  await expect(status).toHaveText('Committed')
  await expect(figure(page, 'Outstanding')).toContainText('IDR 12,500,000,000')

  await page.getByRole('button', { name: 'Add transaction' }).click()
  const transaction = page.getByRole('dialog', { name: 'Add transaction' })
  await transaction.getByRole('textbox', { name: 'Amount' }).fill('5b')
  await transaction.getByLabel('Due on').fill('2026-01-31')
  await transaction.getByRole('button', { name: 'Add transaction' }).click()
  await expect(figure(page, 'Overdue')).toContainText('IDR 5,000,000,000')
  await page.getByRole('button', { name: /^Mark as settled/ }).click()
  await expect(figure(page, 'Funded')).toContainText('IDR 5,000,000,000')
  await expect(figure(page, 'Funded')).toContainText('40% of the commitment')
  await expect(figure(page, 'Outstanding')).toContainText('IDR 7,500,000,000')

  await page.getByRole('button', { name: 'Set to “Partially funded”' }).click()
  await expect(status).toHaveText('Partially funded')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const refusal = page.getByRole('dialog', { name: /cannot be deleted/ })
  await expect(refusal).toContainText('This investment has one settled transaction.')
  await refusal.getByRole('button', { name: 'Change status' }).click()
  await expect(status).toHaveText('Exited')
})

test('the form validates what a status requires, and warns before unsaved input is lost', async ({ page, kabar }) => {
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investments/add?investor_id=${investor_id}`)
  await expect(page.getByRole('combobox', { name: 'Investor' })).toHaveValue('Budi Santoso')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Declined' }).click()
  await page.getByRole('button', { name: 'Add investment' }).click()
  const reason = page.getByRole('textbox', { name: 'Lost reason' })
  await expect(page.getByText('Lost reason is required with this status.')).toBeVisible()
  await expect(reason).toBeFocused()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await reason.fill('Bought land instead')
  await page.getByRole('button', { name: 'Add investment' }).click()
  await expect(page.getByRole('button', { name: /^Status:/ })).toHaveText('Declined')
})

test('an offering is created while typing and sets the currency; the inner form saves separately', async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investments/add?investor_id=${investor_id}`)
  const offering = page.getByRole('combobox', { name: 'Offering' })
  const make = page.getByRole('option', { name: 'Create offering “Villa Canggu”' })
  const searched = held(page, /\/api\/v1\/offerings\?.*q=/)
  const sent = counted(page, '/api/v1/investments', 'POST')
  await offering.fill('Villa Canggu')
  const goOn = await searched
  // The response is pending and no option is highlighted: Enter must not submit the form.
  await expect(make).toHaveCount(0)
  await page.keyboard.press('Enter')
  goOn()
  await expectHighlighted(make)
  expect(sent).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit offering' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit offering' })
  await panel.getByRole('combobox', { name: 'Currency' }).selectOption('USD')
  await panel.getByRole('textbox', { name: 'Target' }).fill('2.4m')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/investments\/add/)
  await expect(page.getByRole('combobox', { name: 'Currency of Expected amount' })).toHaveValue('USD')
  await page.getByRole('button', { name: 'Add investment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Budi Santoso – Villa Canggu')
})

/** Holds back requests to this URL; resolves after the first one with a function that releases them. */
async function held(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {}
  const isFree = new Promise<void>((resolve) => {
    release = resolve
  })
  await new Promise<void>((resolve) => {
    void page.route(url, async (route) => {
      resolve()
      await isFree
      await route.continue()
    })
  })
  return release
}

function figure(page: Page, label: string): Locator {
  return page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .first()
}
