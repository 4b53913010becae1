// The cards of WhatsApp sessions in a browser: the simulator, the connection and the sending speed.
import { expect, test } from './test.ts'
import { expectAccessible, expectOpen, get, keepTokens, looks, signUp, useSimulator } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

const two = [looks[0], looks[3]]

test('one click on Home starts the simulator and shows its QR code', async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  await page.goto(`${kabar.address}/home`)
  await page.getByRole('button', { name: 'Try without a phone' }).click()
  await expect(page).toHaveURL(/\/account#whatsapp$/)
  const card = page.getByRole('article', { name: 'WhatsApp' })
  await expect(card).toContainText('Simulator: nothing reaches a phone')
  await expect(card.getByRole('img', { name: 'QR code to scan with the phone' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Try without a phone' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Scan with the simulated phone' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
})

test('a sending speed without limits must be confirmed, and a session’s connection can be changed', {
  tag: '@slow',
}, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  const { data } = await get<{ data: { id: string }[] }>(kabar, '/v1/whatsapp/sessions', tokens)
  const mode = async () => {
    const path = `/v1/whatsapp/sessions/${data[0]!.id}`
    return (await get<{ pacing: { mode: string } }>(kabar, path, tokens)).pacing.mode
  }
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/account`)
  const card = page.getByRole('article', { name: 'WhatsApp' })
  const dialog = page.getByRole('dialog')
  await expect(card).toContainText('Sending speed: Careful')

  await card.getByRole('button', { name: 'Change the sending speed of “WhatsApp”' }).click()
  await expectOpen(dialog)
  await dialog.getByRole('radio', { name: 'No limits' }).check()
  await expectAccessible(page, two)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Confirm below that messages may be sent without limits.')
  expect(await mode()).toBe('careful')
  await dialog.getByRole('checkbox', { name: /WhatsApp may block this number/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card).toContainText('Sending speed: No limits')
  expect(await mode()).toBe('off')

  await card.getByRole('button', { name: 'Change the connection of “WhatsApp”' }).click()
  await expectOpen(dialog)
  await dialog.getByRole('radio', { name: 'Simulator: nothing reaches a phone' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Simulator: nothing reaches a phone')
})

test('the simulator’s sending speed needs no confirmation', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await useSimulator(kabar, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/account`)
  await page.getByRole('button', { name: 'Change the sending speed of “WhatsApp”' }).click()
  const dialog = page.getByRole('dialog')
  await expectOpen(dialog)
  await dialog.getByRole('radio', { name: 'Careful' }).check()
  await dialog.getByRole('radio', { name: 'No limits' }).check()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
})
