// Global search in a browser: finding, choosing and opening by keyboard alone.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { type Account, expectAccessible, expectSettled, keepTokens, post, signUp } from './visitor.ts'

let account: Account
test.beforeAll(async ({ kabar }) => {
  account = await signUp(kabar)
  for (const body of [
    { name: 'Budi Santoso', phone: '0812 3450 001', company: 'PT Maju' },
    { name: 'Agus Budiman' },
    { name: 'Émile Zola' },
  ])
    await post(kabar, '/v1/contacts', body, account)
  await post(kabar, '/v1/templates', { name: 'News of Budi', body: 'Hi' }, account)
})

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search everywhere' })
const optionsOf = (page: Page) => page.getByRole('listbox').getByRole('option')
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })

test('search opens, finds, opens a record and lists recent ones by keyboard alone', async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expectSettled(page)
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await expect(chosen(page)).toHaveText('Add contact')

  await page.keyboard.type('BUDI')
  const options = optionsOf(page)
  await expect(options).toHaveText([/Budi Santoso\+62 812 3450 001 · PT Maju/, 'Agus Budiman', 'News of Budi'])
  await expect(chosen(page)).toContainText('Budi Santoso')
  await expect(options.first().locator('mark')).toHaveText('Budi')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('News of Budi')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText('Agus Budiman')
  await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Agus Budiman' })).toBeVisible()
  await expect(fieldOf(page)).toBeHidden()

  // Recently opened records, without any input.
  await page.keyboard.press('Control+k')
  await expect(chosen(page)).toHaveText('Agus Budiman')
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toBeHidden()
})

test('Enter pressed before the results applies to the results', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expectSettled(page)
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type('0812345')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Budi Santoso' })).toBeVisible()
})

test('search finds an action by name, and offers to add a contact without results', async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  const button = page.getByRole('button', { name: 'Search everywhere' })
  await button.focus()
  await page.keyboard.press('Enter')
  await fieldOf(page).fill('curren')
  await expect(optionsOf(page)).toHaveText([/^Currencies/, 'Organization', /^Add a contact/, /^Add an investor/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/master-data\/currencies$/)

  await button.focus()
  await page.keyboard.press('Enter')
  await fieldOf(page).fill('Ani Wijaya')
  await expect(page.getByText('No results for “Ani Wijaya”.').first()).toBeVisible()
  await expect(chosen(page)).toHaveText('Add a contact “Ani Wijaya”')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/contacts\/add/)
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Ani Wijaya')
})

test('a failed search shows an error and can be retried', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expectSettled(page)
  await page.route('**/api/v1/search?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('zola')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/v1/search?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(optionsOf(page)).toHaveText(['Émile Zola'])
})

test('no axe violations in any look, and full screen on a phone', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expectSettled(page)
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('budi')
  await expect(optionsOf(page)).toHaveCount(3)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const box = () => page.getByRole('dialog').boundingBox()
  await expect.poll(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
})

test('before anything is typed, search offers pages and settings', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expectSettled(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Go to' }).getByRole('option')).toHaveCount(20)
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Settings' }).getByRole('option', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('single keys open pages, forms and the list of shortcuts, but never while typing', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expectSettled(page)
  // At once: the second key counts within a second and a half.
  await page.evaluate(() => {
    for (const key of 'gc') document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await expect(page).toHaveURL(/\/contacts$/)
  const field = page.getByRole('searchbox', { name: 'Search contacts' })
  await expect(field).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('gh?')
  await expect(field).toHaveValue('gh?')
  await page.getByRole('main').focus()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/contacts\/add$/)

  await page.goto(`${kabar.address}/home`)
  await expectSettled(page)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Search on this page')
  await expectAccessible(page)
  await sheet.getByRole('switch', { name: 'Shortcuts of single keys' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('?')
  await expect(sheet).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
})
