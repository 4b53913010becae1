// Saved views in a browser: saved, changed, reset, shared, opened first, deleted and restored; on a phone in the view menu.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import {
  type Account,
  answered,
  expectAccessible,
  expectAccessibleAs,
  expectOpen,
  get,
  keepOpen,
  keepTokens,
  looks,
  post,
  signUp,
} from './visitor.ts'

test.use({ viewport: { width: 1440, height: 900 } })

let tokens: Account
test.beforeEach(async ({ page, kabar }) => {
  tokens = await signUp(kabar)
  for (const [name, company] of [
    ['Ayu Lestari', 'Samudra'],
    ['Budi Santoso', 'Cakrawala'],
  ])
    await post(kabar, '/v1/contacts', { name, company }, tokens)
  await keepTokens(page, kabar, tokens)
})

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search contacts' })

async function choose(page: Page, item: string, opener = page.getByRole('button', { name: /^View(s$|:)/ })) {
  await opener.click()
  await expectOpen(page.getByRole('menu'))
  await page.getByRole('menu').getByText(item, { exact: true }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('a view is saved, changed, reset, opened first, deleted and restored', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await page.goto(`${kabar.address}/contacts`)
  await search(page).fill('samudra')
  await expect(rows(page)).toHaveCount(1)
  await choose(page, 'Save as new view')
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await expectOpen(dialog)
  await expectAccessible(page, [looks[0]])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sailors')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('button', { name: 'View: Sailors' })
  await expect(menu).toBeVisible()
  await expect(page).toHaveURL(/q=samudra&saved=/)
  const address = page.url()

  const reset = page.getByRole('button', { name: 'Reset', exact: true })
  await expect(reset).toHaveCount(0)
  await search(page).fill('')
  await expect(rows(page)).toHaveCount(2)
  await expectAccessibleAs(page, looks[0])
  await reset.click()
  await expect(page).toHaveURL(address)
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('cakrawala')
  await expect(page).toHaveURL(/q=cakrawala/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(reset).toHaveCount(0)

  await choose(page, 'Open first')
  await page.getByRole('button', { name: 'View: Sailors' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Sailors (opens first)' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.goto(`${kabar.address}/home`)
  await page.goto(`${kabar.address}/contacts`)
  await expect(page).toHaveURL(/q=cakrawala&saved=/)
  await expect(rows(page)).toHaveText([/Budi Santoso/])
  await choose(page, 'No view')
  await expect(page).toHaveURL(/\?saved=none$/)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Ayu Lestari' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Contacts' }).click()
  await expect(page).toHaveURL(/saved=none/)

  await choose(page, 'Sailors (opens first)')
  await choose(page, 'Delete view')
  const notice = page.getByRole('status').filter({ hasText: 'Sailors was deleted' })
  await keepOpen(notice)
  await expect(rows(page)).toHaveCount(2)
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(menu).toBeVisible()
  await expect(rows(page)).toHaveText([/Budi Santoso/])
})

test('columns belong to the view, and the phone has its views in the view menu', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const body = {
    list: 'contacts',
    name: 'Short',
    is_shared: true,
    parameters: { sort: '-name' },
    columns: { company: false },
  }
  const { id } = await post<{ id: string }>(kabar, '/v1/views', body, tokens)
  await page.goto(`${kabar.address}/contacts`)
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible()
  await choose(page, 'Short')
  await expect(rows(page)).toHaveText([/Budi Santoso/, /Ayu Lestari/])
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveCount(0)
  await choose(page, 'No view')
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const more = page.getByRole('button', { name: 'View and more' })
  await choose(page, 'Short', more)
  await expect(page).toHaveURL(new RegExp(`saved=${id}`))
  await more.click()
  await expectOpen(page.getByRole('menu'))
  await expectAccessibleAs(page, looks[3])
})

test('a default view of the broadcasts opens with its filter by state', { tag: '@slow' }, async ({ page, kabar }) => {
  const body = { name: 'Quarterly', body: 'Hello', audience: { all_contacts: true } }
  const { data } = await get<{ data: { id: string }[] }>(kabar, '/v1/whatsapp/sessions', tokens)
  await post(kabar, '/v1/broadcasts', { ...body, session_id: data[0]!.id }, tokens)
  await page.goto(`${kabar.address}/broadcasts?status=sending`)
  await choose(page, 'Save as new view')
  await page.getByRole('dialog').getByLabel('Name').fill('Running')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'View: Running' })).toBeVisible()
  await answered(page, /\/views\//, () => choose(page, 'Open first'))
  await page.goto(`${kabar.address}/broadcasts`)
  await expect(page).toHaveURL(/status=sending/)
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('sending')
  await page.getByRole('combobox', { name: 'State' }).selectOption('')
  await expect(page.getByRole('main')).toContainText('Quarterly')
  await expectAccessible(page)
})
