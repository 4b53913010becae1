// Sample data for a new user: added with one click, viewed, extended, and removed.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { expectAccessible, expectSettled, get, keepTokens, post, signUp } from './visitor.ts'

test('is added with one click, is announced on every page, and is removed without own records', async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investors`)
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expect(page.getByRole('link', { name: 'Agus Hartono' })).toBeVisible()
  await page.goto(`${kabar.address}/home`)
  const note = page.getByRole('complementary', { name: 'Sample data' })
  await expect(note).toContainText('You are looking at sample data.')
  await expect(page.getByText('New message from Rahul Sharma')).toBeVisible()
  await expect(page.getByText('0 of 5 done')).toBeVisible()
  await expectAccessible(page)

  const found = await get<{ data: { id: string }[] }>(kabar, '/v1/investors?q=Wijaya', tokens)
  await post(kabar, '/v1/notes', { body: 'Mine', investor_id: found.data[0]!.id }, tokens)
  await note.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 note')
  await expect(dialog.getByRole('radio', { name: 'Keep' })).toBeChecked()
  await expect(dialog).toContainText('Wijaya Family Office')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove sample data' }).click()
  await expect(note).toBeHidden()
  // What remains: the investor with the note.
  await expect(page.getByText(/^Follow up with/)).toHaveText(['Follow up with Wijaya Family Office'])
  await page.goto(`${kabar.address}/investors`)
  await expect(page.getByRole('link', { name: 'Wijaya Family Office' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Agus Hartono' })).toHaveCount(0)
  await expect(note).toBeHidden()
})

test('its banner causes no layout shift on a device that is new to the organization', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/sample-data', {}, tokens)
  // Prevents the timeout on a slow machine; the next test covers it.
  await page.addInitScript(() => {
    const wait = window.setTimeout
    const patient = (work: () => void, ms?: number) => wait(work, ms === 1_500 ? 600_000 : ms)
    Object.assign(window, { setTimeout: patient })
  })
  await watchMoves(page)
  await answerLast(page, '**/api/v1/sample-data')
  for (const path of ['/contacts', '/home']) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await keepTokens(page, kabar, tokens)
      await page.evaluate(() => localStorage.removeItem('sample-data'))
      await page.goto(`${kabar.address}${path}`)
      await expect(page.getByRole('complementary', { name: 'Sample data' })).toBeVisible()
      await expectSettled(page)
      expect.soft(await movesOf(page), `${path} ${width}`).toBeLessThanOrEqual(0.02)
    }
  }
})

test('nor does the button of unanswered replies, if it was there on the last visit', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/sample-data', {}, tokens)
  // At this width it starts a new line.
  await page.setViewportSize({ width: 412, height: 900 })
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/contacts`)
  const button = page.getByRole('button', { name: '3 people are waiting for an answer' })
  await expect(button).toBeVisible()
  await watchMoves(page)
  await answerLast(page, '**/api/v1/replies/unanswered')
  await page.reload()
  await expect(button).toBeVisible()
  await expectSettled(page)
  expect(await movesOf(page)).toBeLessThanOrEqual(0.02)
})

test('a page does not wait long for the banner', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/contacts', { name: 'Budi Santoso', phone: '+628125550001' }, tokens)
  await keepTokens(page, kabar, tokens)
  const budi = page.getByRole('link', { name: 'Budi Santoso' })
  for (const answer of ['none', 'error'] as const) {
    await page.evaluate(() => localStorage.removeItem('sample-data'))
    await page.route('**/api/v1/sample-data', (route) => (answer === 'none' ? undefined : route.abort()))
    await page.goto(`${kabar.address}/contacts`)
    await expect(budi, answer).toBeVisible()
    await page.unrouteAll()
  }
})

/** On pages that are opened from now on. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const counted = Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!shift.hadRecentInput) counted.moved += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Layout shift without user input, in the unit of Cumulative Layout Shift. */
const movesOf = (page: Page) => page.evaluate(() => (window as unknown as { moved: number }).moved)

/** Delays the response until everything else has rendered. */
const answerLast = (page: Page, url: string) =>
  page.route(url, async (route) => {
    await page.waitForSelector('main', { state: 'attached' })
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    await route.continue()
  })
