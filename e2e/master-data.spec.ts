// Master data in a browser: reordering by keyboard and drag, changing a category, and deleting rows in use.
import type { RunningKabar } from './server.ts'
import { expect, test } from './test.ts'
import {
  answered,
  chooseFrom,
  expectAccessible,
  expectSettled,
  get,
  keepOpen,
  keepTokens,
  post,
  signUp,
  type Tokens,
} from './visitor.ts'

test('types, statuses and stages are reordered, edited and deleted', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const rows = page.getByRole('list', { name: /^Inves/ }).getByRole('listitem')
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  const positionOf = async (name: string) => (await rows.allTextContents()).findIndex((text) => text.startsWith(name))
  const choose = (name: string, action: string) =>
    chooseFrom(page.getByRole('button', { name: `More for ${name}`, exact: true }), action)

  await test.step('reorder by keyboard', async () => {
    await page.goto(`${kabar.address}/master-data/investment-stages`)
    await expect(rows).toHaveCount(11)
    await handle('Seed').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Seed is lifted. It is at position 2 of 11.')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Seed is at position 3 of 11.')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect.poll(() => positionOf('Seed')).toBe(1)
    await page.keyboard.press('Space')
    await expect(page.getByText('Seed is lifted. It is at position 2 of 11.')).toBeAttached()
    for (let position = 3; position <= 11; position++) {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByText(`Seed is at position ${position} of 11.`)).toBeAttached()
    }
    await answered(page, /\/order$/, () => page.keyboard.press('Space'))
    await expect(page.getByText('Seed is dropped. It is at position 11 of 11.')).toBeAttached()
    await expect(handle('Seed')).toBeFocused()
  })

  await test.step('reorder by dragging', async () => {
    // Wait for each reordering to be saved.
    await expect(page.getByRole('list', { name: /^Inves/ })).not.toHaveAttribute('aria-busy', 'true')
    await expectSettled(page)
    const from = (await handle('Seed').boundingBox())!
    const to = (await handle('Pre-seed').boundingBox())!
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 5, { steps: 5 })
    // The list takes a drop where it last rendered the row, which lags behind the pointer on a slow machine: wait for the new position.
    await expect(page.getByText('Seed is at position 1 of 11.')).toBeAttached()
    await answered(page, /\/order$/, () => page.mouse.up())
    await page.reload()
    await expect(rows.first()).toContainText('Seed')
  })

  await test.step('Undo restores a deleted row at its position', async () => {
    const place = await positionOf('Bridge')
    await choose('Bridge', 'Delete')
    await keepOpen(page)
    await expect(rows).toHaveCount(10)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(11)
    await expect.poll(() => positionOf('Bridge')).toBe(place)
  })

  await test.step('changing a category says how many records move between totals', async () => {
    await addInvestment(kabar, tokens)
    await page.goto(`${kabar.address}/master-data/investment-status`)
    await page.getByRole('button', { name: 'Prospect', exact: true }).click()
    await page.getByLabel('Category').selectOption('Lost')
    await expect(page.getByText('In all totals it moves from Prospect to Lost.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save and move 1 investment' }).click()
    await expect(page.getByText('New investments begin as “Prospect”.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a status in use is deleted after its records are moved', async () => {
    await choose('Contacted', 'Set as default')
    await expect(rows.nth(1)).toContainText('Default')
    await expect(rows.first()).not.toContainText('Default')
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

async function addInvestment(kabar: RunningKabar, tokens: Tokens) {
  const types = await get<{ data: { id: string }[] }>(kabar, '/v1/investor-types', tokens)
  const input = { name: 'Budi', kind: 'individual', investor_type_id: types.data[0]!.id }
  const { id } = await post<{ id: string }>(kabar, '/v1/investors', input, tokens)
  await post(kabar, '/v1/investments', { investor_id: id, currency: 'IDR' }, tokens)
}
