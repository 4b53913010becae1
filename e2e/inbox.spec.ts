// The inbox in a browser: keyboard-only work, an answer that waits for its session, assignment, notes and unknown numbers.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { connectPhone, expectAccessible, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

/** The test runs in two of the four looks: desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]

test('the inbox is worked through by keyboard', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  const session = await connectPhone(kabar, tokens)
  const writes = (from: string, text: string) =>
    post(kabar, `${session}/simulate`, { event: 'message', from, text }, tokens)
  const add = (name: string, phone: string) => post<{ id: string }>(kabar, '/v1/contacts', { name, phone }, tokens)
  await add('Budi Santoso', '+6281234560101')
  await add('Sari Dewi', '+6281234560100')
  await writes('+6281234560102', 'Is this the fund?')
  await writes('+6281234560101', 'When is it paid?')
  await writes('+6281234560100', 'Thank you')
  const unanswered = async () => (await get<{ people: number }>(kabar, '/v1/replies/unanswered', tokens)).people
  await expect.poll(unanswered).toBe(3)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/home`)

  await test.step('the badge on the closed group leads to the composer', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('button', { name: 'WA Broadcast' })).toHaveAttribute('aria-expanded', 'false')
    await menu.getByRole('link', { name: '3 people are waiting for an answer' }).click()
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await expect(composer(page, 'Sari Dewi')).toBeFocused()
    await expect(menu.getByRole('link', { name: 'Contacts', exact: true })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('next, previous, answer, done, undo', async () => {
    await page.keyboard.press('Escape')
    await expect(row(page, 'Sari Dewi')).toBeFocused()
    await page.keyboard.press('j')
    await expect(row(page, 'Budi Santoso')).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('j')
    await expect(row(page, '+62 812 3456 0102')).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('k')
    await expect(row(page, 'Budi Santoso')).toHaveAttribute('aria-current', 'true')
    await expect(log(page)).toContainText('When is it paid?')
    await page.keyboard.press('r')
    await expect(composer(page, 'Budi Santoso')).toBeFocused()
    await page.keyboard.type('On Friday, with j and k')
    await page.keyboard.press('Control+Enter')
    await expect(log(page).getByText('On Friday, with j and k')).toBeVisible()
    await expect.poll(unanswered).toBe(2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await page.keyboard.press('e')
    await expect(page.getByText('Sari Dewi needs no answer any more')).toBeVisible()
    await expect(row(page, 'Budi Santoso')).toHaveAttribute('aria-current', 'true')
    await expect.poll(unanswered).toBe(1)
    await page.keyboard.press('u')
    await expect(row(page, 'Sari Dewi')).toHaveAttribute('aria-current', 'true')
    await expect.poll(unanswered).toBe(2)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toContainText('Next conversation')
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
  })

  await test.step('a number that is no contact: found, assigned, with a note that is not sent', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('the fund')
    await expect(page.locator('[data-row]')).toHaveCount(1)
    await row(page, '+62 812 3456 0102').click()
    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('menuitem', { name: 'Ada Lovelace (you)' }).click()
    await expect(page.getByRole('button', { name: 'Assigned to Ada Lovelace' })).toBeVisible()
    await page.getByText('Internal note', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Internal note' }).fill('A friend of Budi')
    await page.keyboard.press('Control+Enter')
    await expect(log(page)).toContainText('Internal note by Ada Lovelace')
    await expectAccessible(page, two)
    await page.getByRole('link', { name: 'Add as a contact' }).click()
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+6281234560102')
    await page.goBack()
  })

  await test.step('an answer that waits for a stopped session stays visible, and is sent once it is started', async () => {
    await post(kabar, `${session}/stop`, {}, tokens)
    await expect.poll(async () => (await get<{ status: string }>(kabar, session, tokens)).status).toBe('stopped')
    await page.goto(`${kabar.address}/contacts/inbox`)
    await expect(page.getByText('is not connected. The message waits')).toBeVisible()
    await page.keyboard.press('r')
    await page.keyboard.type('Yes, it is')
    await page.keyboard.press('Control+Enter')
    await expect(log(page)).toContainText('Waiting to be sent: the WhatsApp session is not connected.')
    await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'To be sent' }).click()
    await expect(page.locator('[data-row]')).toHaveCount(1)
    await expectAccessible(page, two)
    await log(page).getByRole('button', { name: 'Connect' }).click()
    await expect(log(page).getByRole('img', { name: 'Read' }).last()).toBeVisible()
  })
})

test('on a phone the list leads to the conversation and back', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  const session = await connectPhone(kabar, tokens)
  await post(kabar, `${session}/simulate`, { event: 'message', from: '+6281234560102', text: 'Hello' }, tokens)
  await page.setViewportSize({ width: 390, height: 844 })
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/contacts/inbox`)
  await row(page, '+62 812 3456 0102').click()
  await expect(log(page)).toContainText('Hello')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(row(page, '+62 812 3456 0102')).toBeVisible()
  await expect(log(page)).toBeHidden()
})

test('on a phone a contact has its conversation and its details in two tabs', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  const person = { name: 'Budi Santoso', phone: '+6281234560103', email: 'budi@example.com' }
  const { id } = await post<{ id: string }>(kabar, '/v1/contacts', person, tokens)
  await page.setViewportSize({ width: 390, height: 844 })
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/contacts/${id}`)
  const main = page.getByRole('main')
  const tabs = page.getByRole('navigation', { name: 'Parts of the contact' })
  const conversation = main.getByRole('heading', { name: 'Conversation' })
  const email = main.getByRole('link', { name: 'budi@example.com' })
  await expect(conversation).toBeVisible()
  await expect(email).toBeHidden()
  await tabs.getByRole('link', { name: 'Details' }).press('Enter')
  await expect(email).toBeVisible()
  await expect(conversation).toBeHidden()
  await expect(page).toHaveURL(/\?tab=details$/)
  // A wider window shows both, side by side.
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(tabs).toBeHidden()
  await expect(conversation).toBeVisible()
  await expect(email).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goBack()
  await expect(conversation).toBeVisible()
  await expect(email).toBeHidden()
})

const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name })
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const composer = (page: Page, name: string) => page.getByRole('textbox', { name: `Message to ${name}` })
