// The account page in a browser: email changes, time zone, unsaved changes, conflicts, closed periods.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RunningKabar } from './server.ts'
import { expect, test } from './test.ts'
import { expectAccessible, expectOpen, expectSettled, get, keepTokens, password, patch, signUp } from './visitor.ts'

test('a new email address is confirmed by its link, also in a browser that is not signed in', { tag: '@slow' }, async ({
  page,
  browser,
  kabar,
}) => {
  const { email, ...tokens } = await signUp(kabar)
  const next = `new.${email}`
  await keepTokens(page, kabar, tokens)
  const profile = await openProfile(page, kabar)
  await profile.getByRole('textbox', { name: 'Email' }).fill(next)
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByText('Current password is required.')).toBeVisible()
  await expect(profile.getByLabel('Current password')).toBeFocused()
  await profile.getByLabel('Current password').fill(password)
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByText(`${next} is not confirmed yet.`)).toBeVisible()
  await expect(profile.getByText('no mail server')).toBeVisible()
  await expect(profile.getByRole('textbox', { name: 'Email' })).toHaveValue(email)

  const link = await linkTo(next, kabar)
  const other = await (await browser.newContext({ locale: 'id-ID' })).newPage()
  await other.goto(`${kabar.address}${link}`)
  await expect(other).toHaveURL(/\/login$/)
  await other.locator('input[name="email"]').fill(email)
  await other.locator('input[name="password"]').fill(password)
  await other.locator('button[type="submit"]').click()
  // The user's language differs from the browser's, so the page renders again: the link must be used only once.
  await expect(other.getByText('New address confirmed')).toBeVisible()
  await expect(other).toHaveURL(`${kabar.address}/account`)
  await expect(other.getByRole('textbox', { name: 'Email' })).toHaveValue(next)
  await other.goto(`${kabar.address}${link}`)
  await expect(other.getByRole('alert')).toContainText('This link has been used')
  await other.context().close()
})

test('time zones are found by name, and the organization’s is listed first', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, await signUp(kabar, 'US'))
  const profile = await openProfile(page, kabar)
  const zone = profile.getByRole('combobox', { name: 'Time zone' })
  await zone.focus()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await zone.click()
  await expect(page.getByRole('option').filter({ hasText: 'Same as organization' })).toHaveText(/^America\/New York/)
  await zone.fill('+09:00')
  await expect(page.getByRole('option', { name: /Asia\/Jakarta/ })).toHaveCount(0)
  await zone.fill('tokyo')
  await page.getByRole('option', { name: /Asia\/Tokyo \(UTC\+09:00\)/ }).click()
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await expect(zone).toHaveValue('Asia/Tokyo (UTC+09:00)')
})

test('leaving with unsaved changes asks first, and staying restores the focus', async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  const profile = await openProfile(page, kabar)
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

test('the menu opens each section; on a phone the menu comes first', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  const profile = await openProfile(page, kabar)
  const menu = page.getByRole('navigation', { name: 'Account' })
  // Opening another section would discard the typed name, so the page asks first.
  await profile.getByLabel('Name').fill('Somebody else')
  await menu.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('region', { name: 'Team' })).toContainText('Ada Lovelace')
  await expect(menu.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'true')
  for (const section of ['Password and devices', 'Organization', 'Appearance', 'Data']) {
    await menu.getByRole('link', { name: section }).click()
    await expectAccessible(page)
  }
  await expect(page.getByRole('region', { name: 'Delete account' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('region')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await menu.getByRole('link', { name: /^WhatsApp/ }).click()
  await expect(page.getByRole('article', { name: 'WhatsApp' })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('closing a conflict dialog returns the focus to the save button', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/account#organization`)
  const organization = page.getByRole('region', { name: 'Organization' })
  await expect(organization.getByLabel('Name')).toBeVisible()
  const { version } = await get<{ version: number }>(kabar, '/v1/organization', tokens)
  await patch(kabar, '/v1/organization', { version, name: 'Theirs' }, tokens)
  await organization.getByLabel('Name').fill('Mine')
  const save = organization.getByRole('button', { name: 'Save organization' })
  await save.click()
  const dialog = page.getByRole('dialog')
  await expectOpen(dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(save).toBeFocused()
})

test('without a mail server, a password reset says so and claims to have sent nothing', async ({ page, kabar }) => {
  await page.goto(`${kabar.address}/reset-password`)
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'has no mail server' })).toBeVisible()
  await expect(page.getByText('a link has been sent')).toHaveCount(0)
})

test('a closed period rejects exchange rates on its days, and reopening it requires a reason', {
  tag: '@slow',
}, async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar, 'US'))
  await page.goto(`${kabar.address}/account#periods`)
  const periods = page.getByRole('region', { name: 'Closed periods' })
  await expect(periods.getByText('No period is closed.')).toBeVisible()
  await periods.getByRole('button', { name: 'Close a period' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Closed until').fill('2150-01-01')
  await dialog.getByRole('button', { name: 'Close period' }).click()
  await expect(dialog.getByText('Closed until must be before today.')).toBeVisible()
  await dialog.getByLabel('Closed until').fill('2025-12-31')
  await dialog.getByRole('button', { name: 'Close period' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(periods.getByText('Period closed until Dec 31, 2025')).toBeVisible()
  await expect(periods.getByRole('listitem')).toContainText(['Ada Lovelace'])

  await page.goto(`${kabar.address}/master-data/currencies`)
  // The list of currencies above moves the button when it is loaded.
  await expectSettled(page)
  await page.getByRole('button', { name: 'Add rate' }).first().click()
  await dialog.getByLabel('Date').fill('2025-06-01')
  await dialog.getByLabel('From currency').fill('USD')
  await page.getByRole('option', { name: /^USD –/ }).click()
  await dialog.getByLabel('To currency').fill('IDR')
  await page.getByRole('option', { name: /^IDR –/ }).click()
  await dialog.getByRole('textbox', { name: 'Rate' }).fill('16000')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('The period until Dec 31, 2025 is closed')

  await page.goto(`${kabar.address}/account#periods`)
  await periods.getByRole('button', { name: 'Reopen' }).click()
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('A late bank statement')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(periods.getByText('No period is closed.')).toBeVisible()
  await expect(periods.getByRole('listitem').first()).toContainText('A late bank statement')
})

async function openProfile(page: Page, kabar: RunningKabar) {
  await page.goto(`${kabar.address}/account`)
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile.getByRole('textbox', { name: 'Email' })).toBeVisible()
  return profile
}

/** Waits for the email to this address in the outbox; returns the path of its link. */
async function linkTo(email: string, { dataDir }: RunningKabar): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  let link: string | undefined
  await expect
    .poll(() => {
      const files = existsSync(outbox) ? readdirSync(outbox, { encoding: 'utf8' }) : []
      const mails = files.filter((name) => name.endsWith('.eml'))
      const texts = mails.map((name) => readFileSync(join(outbox, name), 'utf8').replace(/=\r?\n/g, ''))
      const mail = texts.find((text) => text.includes(`<${email}>`))
      link = /\/account\?email_token=3?D?([\w-]{43})/.exec(mail ?? '')?.[0].replace('=3D', '=')
      return link
    })
    .toBeTruthy()
  return link!
}
