// The trash: deleted contacts are listed, one is restored and one deleted for good.
import { expect, test } from './test.ts'
import { answered, expectAccessible, keepTokens, post, signUp } from './visitor.ts'

test('a deleted contact is restored from the trash, another deleted for good', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  for (const name of ['Budi Santoso', 'Sari Wijaya']) {
    const { id } = await post<{ id: string }>(kabar, '/v1/contacts', { name }, tokens)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    await fetch(`${kabar.address}/api/v1/contacts/${id}`, { method: 'DELETE', headers })
  }
  await page.goto(`${kabar.address}/account#trash`)
  await page.getByRole('link', { name: 'Open the trash' }).click()
  const row = page.getByRole('row', { name: /Budi Santoso/ })
  await expect(row).toContainText('Contact')
  await expectAccessible(page)
  await answered(page, /\/restore$/, () => row.getByRole('button', { name: 'Restore Budi Santoso' }).click())
  await expect(row).toBeHidden()
  await expect(page.getByRole('row', { name: /Sari Wijaya/ })).toBeVisible()
  const other = page.getByRole('row', { name: /Sari Wijaya/ })
  await expect(other).toContainText(/by .+20\d\d/)
  await other.getByRole('button', { name: 'More about Sari Wijaya' }).click()
  await page.getByRole('menuitem', { name: 'Delete for good…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Sari Wijaya for good?' })
  await expect(dialog).toContainText('cannot be undone')
  await expectAccessible(page)
  await answered(page, /\/trash\/contact\//, () => dialog.getByRole('button', { name: 'Delete for good' }).click())
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.goto(`${kabar.address}/contacts`)
  await expect(page.getByRole('main')).toContainText('Budi Santoso')
  await expect(page.getByRole('main')).not.toContainText('Sari Wijaya')
})
