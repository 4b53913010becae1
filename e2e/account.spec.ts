// A user's own account in a real browser: another address, another time zone, what is not saved, what a dialog leaves.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type RunningKabar, startKabar } from './server.ts'

let kabar: RunningKabar
test.beforeAll(async () => {
  kabar = await startKabar()
})
test.afterAll(() => kabar.stop())

const password = 'correct horse battery'

test('a new address counts once its link is opened, also where nobody is signed in yet', async ({ page, browser }) => {
  await register(page, 'ayu@old.example')
  const profile = await openProfile(page)
  await profile.getByLabel('E-mail').fill('ayu@new.example')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByText('Current password is required.')).toBeVisible()
  await expect(profile.getByLabel('Current password')).toBeFocused()
  await profile.getByLabel('Current password').fill(password)
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByText('ayu@new.example waits to be confirmed.')).toBeVisible()
  await expect(profile.getByText('no mail server')).toBeVisible()
  await expect(profile.getByLabel('E-mail')).toHaveValue('ayu@old.example')

  const link = await linkTo('ayu@new.example')
  const other = await (await browser.newContext({ locale: 'id-ID' })).newPage()
  await other.goto(`${kabar.address}${link}`)
  await expect(other).toHaveURL(/\/login$/)
  await logIn(other, 'ayu@old.example')
  // Their language is not this browser's: the page is drawn anew meanwhile, and the link is opened once all the same.
  await expect(other.getByText('New address confirmed')).toBeVisible()
  await expect(other).toHaveURL(`${kabar.address}/account`)
  await expect(other.getByLabel('E-mail')).toHaveValue('ayu@new.example')
  await other.goto(`${kabar.address}${link}`)
  await expect(other.getByRole('alert')).toContainText('This link was used')
  await other.context().close()
})

test('the time zone is found by its name, and the organization’s stands first', async ({ page }) => {
  await register(page, 'zones@example.com')
  const profile = await openProfile(page)
  const zone = profile.getByRole('combobox', { name: 'Time zone' })
  await zone.focus()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await zone.click()
  await expect(page.getByRole('option').filter({ hasText: 'As the organization' })).toHaveText(/^America\/New York/)
  await zone.fill('+09:00')
  await expect(page.getByRole('option', { name: /Asia\/Jakarta/ })).toHaveCount(0)
  await zone.fill('tokyo')
  await page.getByRole('option', { name: /Asia\/Tokyo \(UTC\+09:00\)/ }).click()
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await expect(zone).toHaveValue('Asia/Tokyo (UTC+09:00)')
})

test('leaving asks first when something is not saved, and staying gives focus back', async ({ page }) => {
  await register(page, 'leaving@example.com')
  const profile = await openProfile(page)
  const home = page.getByRole('navigation').getByRole('link', { name: 'Home' })
  await profile.getByLabel('Name').fill('Somebody else')
  await home.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(home).toBeFocused()
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await home.click()
  await expect(page).toHaveURL(/\/home$/)
})

test('a conflict that is not resolved gives focus back to the button that met it', async ({ page }) => {
  await register(page, 'conflict@example.com')
  await openProfile(page)
  const organization = page.getByRole('region', { name: 'Organization' })
  await expect(organization.getByLabel('Name')).toBeVisible()
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.access_token}`, 'content-type': 'application/json' }
    const { version } = await (await fetch('/api/v1/organization', { headers })).json()
    const body = JSON.stringify({ version, name: 'Theirs' })
    await fetch('/api/v1/organization', { method: 'PATCH', headers, body })
  })
  await organization.getByLabel('Name').fill('Mine')
  const save = organization.getByRole('button', { name: 'Save organization' })
  await save.click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(save).toBeFocused()
})

test('without a mail server nobody is told that a mail is on its way', async ({ page }) => {
  await page.goto(`${kabar.address}/reset-password`)
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'has no mail server' })).toBeVisible()
  await expect(page.getByText('on its way')).toHaveCount(0)
})

async function register(page: Page, email: string) {
  const body = JSON.stringify({ name: 'Ayu', email, password })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${kabar.address}/api/auth/v1/register`, { method: 'POST', headers, body })
  await page.goto(`${kabar.address}/login`)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
}

async function logIn(page: Page, email: string) {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

async function openProfile(page: Page) {
  await page.goto(`${kabar.address}/account`)
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile.getByLabel('E-mail')).toBeVisible()
  return profile
}

/** The path of the link in the mail to this address, once it lies in the outbox. */
async function linkTo(email: string): Promise<string> {
  const outbox = join(kabar.dataDir, 'outbox')
  let link: string | undefined
  await expect
    .poll(() => {
      const mails = readdirSync(outbox, { encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
      const texts = mails.map((name) => readFileSync(join(outbox, name), 'utf8').replace(/=\r?\n/g, ''))
      const mail = texts.find((text) => text.includes(`<${email}>`))
      link = /\/account\?email_token=3?D?([\w-]{43})/.exec(mail ?? '')?.[0].replace('=3D', '=')
      return link
    })
    .toBeTruthy()
  return link!
}
