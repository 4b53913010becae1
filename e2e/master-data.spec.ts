// Master data in a real browser: an order by keys and by dragging, a category that moves records, and a row that is in use.
import { expect, type Page, test } from '@playwright/test'
import { type RunningKabar, startKabar } from './server.ts'
import { expectAccessible, get, keepTokens, post, signUp, type Tokens } from './visitor.ts'

let kabar: RunningKabar
test.beforeAll(async () => {
  kabar = await startKabar()
})
test.afterAll(async () => {
  await kabar.stop()
})
test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

test('types, statuses and stages are put in order, changed, moved and deleted', async ({ page }) => {
  const tokens = await signUp(kabar, 'ada@example.com')
  await keepTokens(page, kabar, tokens)
  const rows = page.getByRole('list', { name: /^Inves/ }).getByRole('listitem')
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  const positionOf = async (name: string) => (await rows.allTextContents()).findIndex((text) => text.startsWith(name))
  const choose = async (name: string, action: string | RegExp) => {
    await page.getByRole('button', { name: `More for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('by keys', async () => {
    await page.goto(`${kabar.address}/master-data/investment-stages`)
    await expect(rows).toHaveCount(11)
    await expectAccessible(page)
    await handle('Seed').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Seed is at position 3 of 11.')).toBeAttached()
    await page.keyboard.press('Escape')
    expect(await positionOf('Seed')).toBe(1)
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await kept(page, () => page.keyboard.press('Space'))
    await expect(page.getByText('Seed is dropped. It is at position 11 of 11.')).toBeAttached()
    await expect(handle('Seed')).toBeFocused()
  })

  await test.step('by dragging', async () => {
    const from = (await handle('Seed').boundingBox())!
    const to = (await handle('Pre-seed').boundingBox())!
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 5, { steps: 5 })
    await kept(page, () => page.mouse.up())
    await page.reload()
    await expect(rows.first()).toContainText('Seed')
  })

  await test.step('deleted and brought back to its place', async () => {
    const place = await positionOf('Bridge')
    await choose('Bridge', 'Delete')
    await expect(rows).toHaveCount(10)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(11)
    expect(await positionOf('Bridge')).toBe(place)
  })

  await test.step('a category moves records between totals, and says how many', async () => {
    await addInvestment(tokens)
    await page.goto(`${kabar.address}/master-data/investment-status`)
    await page.getByRole('button', { name: 'Prospect', exact: true }).click()
    await page.getByLabel('Category').selectOption('Lost')
    await expect(page.getByText('In all totals it moves from Prospect to Lost.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save and move 1 investment' }).click()
    await expect(page.getByText('New investments begin as “Prospect”.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('what is in use goes after its records were moved', async () => {
    await choose('Contacted', 'Begin new investments here')
    await expect(rows.nth(1)).toContainText('Default')
    await choose('Prospect', 'Delete')
    await page.getByRole('combobox', { name: 'Move to' }).click()
    await page.getByRole('option', { name: 'In discussion' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Move and delete' }).click()
    await expect(rows).toHaveCount(12)
    await expect(rows.filter({ hasText: 'In discussion' })).toContainText('1 investment')
    await choose('Committed', 'Delete')
    await expect(page.getByText('“Committed” is the last active status of its category.')).toBeVisible()
  })
})

/** What was done is an order that the server keeps. */
async function kept(page: Page, act: () => Promise<void>) {
  const answer = page.waitForResponse((response) => response.url().endsWith('/order'))
  await act()
  expect((await answer).status()).toBe(200)
}

async function addInvestment(tokens: Tokens) {
  const types = await get<{ data: { id: string }[] }>(kabar, '/v1/investor-types', tokens)
  const input = { name: 'Budi', kind: 'individual', investor_type_id: types.data[0]!.id }
  const { id } = await post<{ id: string }>(kabar, '/v1/investors', input, tokens)
  await post(kabar, '/v1/investments', { investor_id: id, currency: 'IDR' }, tokens)
}
