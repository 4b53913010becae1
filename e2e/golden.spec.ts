// The golden path in a real browser: register → import a real file → write a template → connect → broadcast →
// delivered.
import type { Page } from '@playwright/test'
import { googleFile } from '../src/server/test/import-files.ts'
import { type RunningKabar, startKabar } from './server.ts'
import { expect, test } from './test.ts'
import { answered, chooseFrom, expectAccessible } from './visitor.ts'

let kabar: RunningKabar
// As installed: empty, and with its rate limits.
test.beforeAll(async () => {
  kabar = await startKabar()
})
test.afterAll(() => kabar.stop())

test('from an empty installation to a broadcast delivered to all recipients', async ({ page }) => {
  const file = googleFile(600)
  const people = file.counts.create

  await test.step('register', async () => {
    await page.goto(`${kabar.address}/broadcasts`)
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.getByLabel('Organization').fill('Lovelace Ventures')
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Indonesia')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('banner')).toContainText('Ada Lovelace')
    await expect(page.getByRole('banner')).toContainText('Lovelace Ventures')
  })

  await test.step('import contacts from Google’s export', async () => {
    await page.goto(`${kabar.address}/contacts`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.content) })
    const dialog = page.getByRole('dialog', { name: 'Import contacts' })
    const { create, update, skip, error } = file.counts
    await expect(dialog.getByRole('group', { name: 'Show' })).toContainText(
      `All rows 600New ${create}Updates ${update}Skipped ${skip}Errors ${error}`,
    )
    await dialog.getByRole('button', { name: /^Errors/ }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Import [\d,]+ contacts/ }).click()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText(new RegExp(`of ${people}$`))).toBeVisible()
  })

  await test.step('write a template, with a preview for a contact', async () => {
    await page.goto(`${kabar.address}/templates/add`)
    await page.getByRole('textbox', { name: 'Name' }).fill('March update')
    await page.getByRole('textbox', { name: 'Message' }).fill('Halo {{ contact.nickname }}')
    await expect(page.getByRole('main')).toContainText('nickname')
    await page.getByRole('textbox', { name: 'Message' }).fill('Halo *{{ contact.name }}*, the roof is on.')
    await page.getByRole('combobox', { name: 'Preview for' }).fill('Budi')
    await page.getByRole('option', { name: /Budi/ }).first().click()
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('Budi').last()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page).toHaveURL(/\/templates(\/[0-9a-f-]+\/edit)?$/)
  })

  await test.step('connect the simulated phone', async () => {
    await page.getByRole('link', { name: /WhatsApp: No session running/ }).click()
    await page.getByRole('button', { name: 'Try without a phone' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the simulator' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Session running, device not connected/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Connect the simulated phone' }).click()
    await expect(page.getByRole('link', { name: /Session running, device connected/ })).toBeVisible()
  })

  await test.step('broadcast to all, and watch it arrive', async () => {
    await page.getByRole('link', { name: 'Send your first broadcast' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('March news')
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'March update' }).click()
    await page.getByText(/^All contacts/).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Review and send' }).click()
    await expectAccessible(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Send to/ })
      .click()
    await expect(page).toHaveURL(/\/broadcasts\/[0-9a-f-]{36}$/)
    // Takes seconds: among six hundred numbers are those for which the simulator responds late, twice or never.
    const other = await page.context().newPage()
    await meanwhile(other)
    await other.close()
    await expect(page.getByRole('main')).toContainText('Completed', { timeout: 180_000 })
    const id = page.url().split('/').at(-1)
    const counts = await page.evaluate(async (broadcast) => {
      const answer = await fetch(`/api/v1/broadcasts/${broadcast}`, {
        headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
      })
      return (await answer.json()).counts as Record<string, number>
    }, id)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(people)
    expect(counts.pending! + counts.sending! + counts.accepted! + counts.unknown!).toBe(0)
    await expectAccessible(page)
  })

  await test.step('sign out, in every tab', async () => {
    const other = await page.context().newPage()
    await other.goto(`${kabar.address}/contacts`)
    await expect(other.getByRole('searchbox', { name: 'Search contacts' })).toBeVisible()
    await chooseFrom(page.getByRole('button', { name: /Ada Lovelace/ }), 'Logout')
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    await expect(page.getByText('You have been logged out of your account.')).toBeVisible()
    await expect(other).toHaveURL(/\/login/)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('_token')))).toEqual([])
  })
})

async function meanwhile(page: Page) {
  const heading = page.getByRole('heading', { level: 1 })
  const openFirst = async (name: string) => {
    await page.goto(`${kabar.address}/contacts?q=${name}`)
    await page.getByRole('row').nth(1).click()
    await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}/)
    await expect(heading).toContainText(name)
  }

  await test.step('typing an existing number shows its contact', async () => {
    await openFirst('Budi')
    const name = (await heading.textContent())!
    const phone = await page
      .getByRole('main')
      .getByText(/^\+[\d ]+$/)
      .first()
      .textContent()
    await page.goto(`${kabar.address}/contacts/add`)
    await page.getByRole('textbox', { name: 'Phone' }).fill(phone!)
    await expect(page.getByRole('main')).toContainText(name)
  })

  await test.step('delete a contact, and undo it', async () => {
    await openFirst('Siti')
    const address = page.url()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await answered(page, /\/restore$/, () => page.getByRole('button', { name: 'Undo' }).click())
    await page.goto(address)
    await expect(heading).toContainText('Siti')
  })
}
