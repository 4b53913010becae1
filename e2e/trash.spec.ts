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

test('a contact is erased for good, with a certificate', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const body = { name: 'Budi Santoso', phone: '+6281255541001', consent: 'opted_out' }
  const { id } = await post<{ id: string }>(kabar, '/v1/contacts', body, tokens)
  await page.goto(`${kabar.address}/contacts/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Erase personal data…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase personal data?' })
  await expect(dialog).toContainText('Consents, as a digest of the number')
  await dialog.getByLabel('Confirmation').fill('Budi')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(dialog).toContainText('Must be the name: Budi Santoso')
  await expectAccessible(page)
  await dialog.getByLabel('Confirmation').fill('budi santoso')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  const done = page.getByRole('dialog', { name: 'Personal data erased' })
  const file = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Save certificate' }).click()
  expect((await file).suggestedFilename()).toMatch(/^Certificate-of-erasure-.*pdf$/)
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(/\/contacts$/)
  await page.goto(`${kabar.address}/account#erasures`)
  await expect(page.getByRole('button', { name: 'Save certificate' })).toBeVisible()
  // Known again: opted out again.
  const again = await post<{ consent: string }>(kabar, '/v1/contacts', { ...body, consent: 'unknown' }, tokens)
  expect(again.consent).toBe('opted_out')
})
