// Sample data: opened with one click, announced on every page, left and deleted with one click; never mixed with own data.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import {
  connectPhone,
  expectAccessible,
  expectSettled,
  get,
  keepTokens,
  openSampleData,
  post,
  signUp,
} from './visitor.ts'

const barOf = (page: Page) => page.getByRole('complementary', { name: 'Sample data' })

test('sample data is opened, left, opened again and deleted, each with one click', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/contacts', { name: 'Mine', phone: '+628125550001' }, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/home`)
  const bar = barOf(page)
  await expect(page.getByText('1 of 5 done')).toBeVisible()
  await expect(bar).toHaveCount(0)

  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expect(bar).toContainText('You are looking at sample data.')
  await expect(page.getByRole('region', { name: /^To answer/ })).toContainText('Rahul Sharma')
  // The setup steps concern the user's own organization, so they are not shown here.
  await expect(page.getByText('of 5 done')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`${kabar.address}/contacts`)
  await expect(page.getByRole('link', { name: 'Agus Hartono' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mine' })).toHaveCount(0)

  const back = bar.getByRole('button', { name: 'Back to my organization' })
  // Descenders are not cut off.
  const label = back.locator('.mantine-Button-label')
  expect(await label.evaluate((at) => at.scrollHeight - at.clientHeight)).toBe(0)
  await back.click()
  await expect(page.getByText('1 of 5 done')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.goto(`${kabar.address}/contacts`)
  await expect(page.getByRole('link', { name: 'Mine' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Agus Hartono' })).toHaveCount(0)

  await page.goto(`${kabar.address}/investors`)
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await bar.getByRole('button', { name: 'Delete sample data' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your own organization stays as it is.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete sample data' }).click()
  await expect(page.getByText('1 of 5 done')).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('it is deleted while its simulated phone is connected', async ({ page, kabar }) => {
  const tokens = await openSampleData(kabar, await signUp(kabar))
  await connectPhone(kabar, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/home`)
  await barOf(page).getByRole('button', { name: 'Delete sample data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete sample data' }).click()
  await expect(page.getByText('0 of 5 done')).toBeVisible()
})

test('other tabs follow, and what one has prepared does not land in the other organization', { tag: '@slow' }, async ({
  page,
  context,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const other = await context.newPage()
  await other.goto(`${kabar.address}/home`)
  await expect(other.getByText('0 of 5 done')).toBeVisible()
  await page.goto(`${kabar.address}/home`)
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expect(barOf(page)).toBeVisible()
  await expect(barOf(other)).toBeVisible()

  // A tab that missed the switch reloads at its next request, and that request saves nothing.
  await other.goto(`${kabar.address}/contacts/add`)
  const checked = Promise.all([
    other.waitForResponse('**/api/v1/contacts/parse-phone*'),
    other.waitForResponse(/\/api\/v1\/contacts\?q=/),
  ])
  await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Prepared in sample data')
  await other.getByRole('textbox', { name: 'Phone' }).fill('+628125550009')
  await checked
  // The next request is the save, not one that is polled.
  await other.route(/\/(whatsapp\/status|replies\/unanswered)$/, (route) => route.abort())
  const [access_token, refresh_token] = await other.evaluate(() => [
    localStorage.getItem('access_token')!,
    localStorage.getItem('refresh_token')!,
  ])
  await post(kabar, '/v1/sample-data/close', {}, { access_token, refresh_token })
  // The page may reload before the dialog is answered.
  other.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  await other.getByRole('button', { name: 'Add contact' }).click()
  await expect(other.getByText('0 of 5 done')).toBeVisible()
  await expect(barOf(page)).toHaveCount(0)
  const own = await other.evaluate(() => localStorage.getItem('access_token')!)
  const { data } = await get<{ data: object[] }>(kabar, '/v1/contacts', { access_token: own, refresh_token })
  expect(data).toEqual([])
})

test('the bar causes no layout shift on a new device', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await openSampleData(kabar, await signUp(kabar))
  await watchMoves(page)
  await answerLast(page, '**/api/v1/user/profile')
  for (const path of ['/contacts', '/home']) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await keepTokens(page, kabar, tokens)
      await page.goto(`${kabar.address}${path}`)
      await expect(barOf(page)).toBeVisible()
      await expectSettled(page)
      expect.soft(await movesOf(page), `${path} ${width}`).toBeLessThanOrEqual(0.02)
    }
  }
})

test('the button of unanswered replies causes no layout shift on a second visit', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await openSampleData(kabar, await signUp(kabar))
  // At this width it starts a new line.
  await page.setViewportSize({ width: 412, height: 900 })
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/contacts`)
  const button = page.getByRole('link', { name: 'Inbox (3)' })
  await expect(button).toBeVisible()
  await watchMoves(page)
  await answerLast(page, '**/api/v1/replies/unanswered')
  await page.reload()
  await expect(button).toBeVisible()
  await expectSettled(page)
  expect(await movesOf(page)).toBeLessThanOrEqual(0.02)
})

/** Records layout shifts on pages opened from now on. */
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
