// Every page of the product: its loading text, its title, its access, and no axe violations.
import type { Page } from '@playwright/test'
import type { RunningKabar } from './server.ts'
import { expect, test } from './test.ts'
import {
  type Account,
  crosswise,
  expectAccessible,
  expectAccessibleAs,
  filledWith,
  goWithin,
  keepTokens,
  oneOfEach,
  password,
  publicPages,
  signedInPages,
  signUp,
} from './visitor.ts'

let account: Account
let ids: Record<string, string>
test.beforeAll(async ({ kabar }) => {
  account = await signUp(kabar)
  ids = await oneOfEach(kabar, account)
})

/** The app's first script loads, its later chunks do not. */
const laterScripts = /\/assets\/(?!index-)[^/]+\.js$/

test('each page shows its loading text', { tag: '@slow' }, async ({ page, kabar }) => {
  // No response: navigating to the next page cancels the requests.
  await page.route(laterScripts, () => undefined)
  for (const [path, title] of publicPages) await expectLoading(page, kabar, path, title)
  await keepTokens(page, kabar, account)
  for (const [path, title] of signedInPages) await expectLoading(page, kabar, path, title)
})

test('a page inside the layout shows its loading text, with its title in the top bar', async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(laterScripts, () => undefined)
  await page
    .getByRole('link', { name: 'Investment Stages' })
    .or(page.getByRole('button', { name: 'Master Data' }))
    .click()
  await page.getByRole('link', { name: 'Investment Stages' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading Investment Stages...')
  await expect(page.getByRole('banner')).toContainText('Investment Stages')
})

test('visitors see only public pages, and reach the requested page after signing in', async ({ page, kabar }) => {
  await page.goto(`${kabar.address}/home`)
  await expect(page).toHaveURL(`${kabar.address}/login`)
  for (const [path] of signedInPages) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, filled(path))
    await expect(page, path).toHaveURL(`${kabar.address}/login`)
  }
  await page.goto(`${kabar.address}/contacts?q=Budi`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${kabar.address}/contacts?q=Budi`)
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toHaveValue('Budi')
  for (const [path] of publicPages) {
    await page.goto(`${kabar.address}${path}`)
    await expect(page, path).toHaveURL(`${kabar.address}/home`)
  }
})

test('any other path is a 404 with a way home', async ({ page, kabar }) => {
  await page.goto(`${kabar.address}/contacts/a/b/c`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(`${kabar.address}/login`)
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/nothing-here`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(`${kabar.address}/home`)
})

test('a missing record is reported as not found, with a link to the list', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  for (const id of ['01990000-0000-7000-8000-000000000001', 'cut-off']) {
    for (const [path, title] of signedInPages.filter(([path]) => path.includes(':id'))) {
      await goWithin(page, path.replace(':id', id))
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 2 }), path).toHaveText(
        /^(This [a-z ]+ is not here|[A-Z][a-z ]+ not found)$/,
      )
      const back = main.getByRole('link', { name: `Back to ${title}` })
      await expect(back).toHaveAttribute('href', new RegExp(`^/${path.split('/')[1]}(#|$)`))
      await expect(main.getByRole('button')).toHaveCount(0)
    }
    for (const [path, name, way] of [
      ['/wa-groups?group=', 'Group not found', 'Close'],
      ['/contacts?import=', 'Import not found', 'Choose another file'],
    ] as const) {
      await goWithin(page, `${path}${id}`)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('heading', { name })).toBeVisible()
      await dialog.getByRole('button', { name: way }).last().click()
      await expect(dialog.getByRole('heading', { name })).toHaveCount(0)
    }
  }
})

test('a page chunk that cannot be loaded offline shows an error, and loads once online', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A file that is on its way when the network goes would neither arrive nor fail, and the dashboard may need it.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Kabar cannot be reached')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveTitle('Dashboard · Kabar')
  await expect(page.getByRole('banner')).toContainText('Dashboard')
})

test('a page number beyond the last page links to the last one', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/contacts?page=7`)
  await expect(page.getByRole('heading', { name: 'This page is empty' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to the last page' }).click()
  await expect(page.getByRole('link', { name: 'Budi Santoso' })).toBeVisible()
})

test('no page has axe violations, and each has its title', { tag: '@slow' }, async ({ page, kabar }) => {
  for (const [path, title] of publicPages.slice(1)) {
    await page.goto(`${kabar.address}${path}`)
    await expect(page).toHaveTitle(`${title} · Kabar`)
    await expectAccessible(page)
  }
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/nothing-here`)
  // All pages in each look: changing the look takes as long as axe.
  for (const look of crosswise) {
    for (const [path, title] of signedInPages) {
      await goWithin(page, filled(path))
      await expect(page).toHaveTitle(`${title} · Kabar`)
      await expectAccessibleAs(page, look)
      if (look.width < 992) continue
      await expect(page.getByRole('banner')).toContainText(title)
      await expect(page.getByRole('banner')).toContainText('Ada Lovelace')
    }
  }
})

async function expectLoading(page: Page, kabar: RunningKabar, path: string, title: string) {
  await page.goto(`${kabar.address}${filled(path)}`, { waitUntil: 'commit' })
  const text = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(text, path).toHaveText(`Loading ${title}...`)
  await expect(text).toHaveAttribute('aria-live', 'polite')
}

const filled = (path: string) => filledWith(ids, path)
