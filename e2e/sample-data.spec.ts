// Sample data as somebody new meets it: in with one press, looked at, built on, and out again.
import { expect, test } from './test.ts'
import { expectAccessible, get, keepTokens, post, signUp } from './visitor.ts'

test('goes in with one press, is told on every page, and goes out without what is one’s own', async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investors`)
  await page.getByRole('button', { name: 'Look around with sample data' }).click()
  await expect(page.getByRole('link', { name: 'Agus Hartono' })).toBeVisible()
  await page.goto(`${kabar.address}/home`)
  const note = page.getByRole('complementary', { name: 'Sample data' })
  await expect(note).toContainText('You are looking at sample data.')
  await expect(page.getByText('Rahul Sharma wrote')).toBeVisible()
  await expect(page.getByText('0 of 5 done')).toBeVisible()
  await expectAccessible(page)

  const found = await get<{ data: { id: string }[] }>(kabar, '/v1/investors?q=Wijaya', tokens)
  await post(kabar, '/v1/notes', { body: 'Mine', investor_id: found.data[0]!.id }, tokens)
  await note.getByRole('button', { name: 'Remove it' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 note')
  await expect(dialog.getByRole('radio', { name: 'Keep it' })).toBeChecked()
  await expect(dialog).toContainText('Wijaya Family Office')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove sample data' }).click()
  await expect(note).toBeHidden()
  // What is left of it: the investor with the note.
  await expect(page.getByText(/^Follow up with/)).toHaveText(['Follow up with Wijaya Family Office'])
  await page.goto(`${kabar.address}/investors`)
  await expect(page.getByRole('link', { name: 'Wijaya Family Office' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Agus Hartono' })).toHaveCount(0)
  await expect(note).toBeHidden()
})
