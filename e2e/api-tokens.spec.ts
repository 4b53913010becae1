// API tokens in a browser: making one, what a program does with it, and revoking it.
import { expect, test } from './test.ts'
import { expectAccessible, keepTokens, signUp } from './visitor.ts'

test('a token is made, shown once, used by a program, and revoked', { tag: '@slow' }, async ({ page, kabar }) => {
  const account = await signUp(kabar)
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/account#api-tokens`)
  const section = page.getByRole('region', { name: 'API tokens' })
  await section.getByRole('button', { name: 'Make a token' }).click()
  const form = page.getByRole('dialog', { name: 'Make an API token' })
  await expect(form.getByText('It works until the end of')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('n8n')
  await form.getByRole('checkbox', { name: 'Add and change records' }).check()
  await form.getByRole('combobox', { name: 'Expires' }).click()
  await page.getByRole('option', { name: '30 days' }).click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Make a token' }).click()

  const dialog = page.getByRole('dialog', { name: 'Your new API token' })
  const token = await dialog.locator('code').first().innerText()
  expect(token).toMatch(/^kabar_[\w-]{51}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog).toHaveCount(0)
  const row = section.getByRole('listitem').filter({ hasText: 'n8n' })
  await expect(row.getByText('Never used')).toBeVisible()
  expect(await page.content()).not.toContain(token)

  const call = (method: string, path: string, body?: object) =>
    fetch(`${kabar.address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  expect((await call('POST', '/v1/contacts', { name: 'Budi' })).status).toBe(201)
  expect((await call('GET', '/v1/user/sessions')).status).toBe(403)
  await page.reload()
  await expect(row.getByText(/Last used .* from/)).toBeVisible()
  await page.goto(`${kabar.address}/audit`)
  const entry = page.getByRole('row').filter({ hasText: 'Added a record' })
  await expect(entry.getByText('with the token n8n')).toBeVisible()

  await page.goto(`${kabar.address}/account#api-tokens`)
  await row.getByRole('button', { name: 'Revoke the token n8n' }).click()
  const asked = page.getByRole('dialog', { name: 'Revoke the token n8n?' })
  await asked.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toBeHidden()
  expect((await call('GET', '/v1/contacts')).status).toBe(401)
})
