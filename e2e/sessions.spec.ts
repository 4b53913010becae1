// The cards of WhatsApp sessions in a browser: the simulator, the connection and the sending speed.
import { expect, test } from './test.ts'
import {
  expectAccessible,
  expectOpen,
  get,
  keepTokens,
  looks,
  openSampleData,
  signUp,
  useSimulator,
} from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

const two = [looks[0], looks[3]]

test('“Try without a phone” on Home leads to the simulator, and connecting it to the first broadcast', {
  tag: '@slow',
}, async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  await page.goto(`${kabar.address}/home`)
  await page.getByRole('button', { name: 'Try without a phone' }).click()
  await expect(page).toHaveURL(/\/account#whatsapp$/)
  const card = page.getByRole('article', { name: 'WhatsApp' })
  await expect(card).toContainText('Simulator: nothing reaches a phone')
  await expect(card.getByRole('img', { name: 'QR code of the simulator' })).toBeVisible()
  // The card offers nothing that only a real phone needs.
  await expect(card.getByRole('button', { name: 'Try without a phone' })).toHaveCount(0)
  await expect(card.getByText('Open WhatsApp on the phone.')).toHaveCount(0)
  await card.getByRole('button', { name: 'Connect the simulated phone' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expectAccessible(page, two)
  await card.getByRole('link', { name: 'Send your first broadcast' }).click()
  await expect(page).toHaveURL(/\/broadcasts\/add$/)
})

test('in sample data one click connects the simulated phone', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, await openSampleData(kabar, await signUp(kabar)))
  await page.goto(`${kabar.address}/account#whatsapp`)
  const card = page.getByRole('article', { name: 'Sample phone' })
  await card.getByRole('button', { name: 'Connect the simulated phone' }).click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Back to Home' })).toBeVisible()
  for (const fold of await card.locator('summary').all()) await fold.click()
  await expect(card).toContainText('Read, then replies STOP')
  await expectAccessible(page, two)
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
  await page.goto(`${kabar.address}/account#whatsapp`)
  const card = page.getByRole('article', { name: 'WhatsApp' })
  const dialog = page.getByRole('dialog')
  await card.getByText('Sending speed: Careful').click()
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

  await card.getByText('Advanced').click()
  await card.getByRole('button', { name: 'Change the connection of “WhatsApp”' }).click()
  await expectOpen(dialog)
  await dialog.getByRole('radio', { name: 'Simulator: nothing reaches a phone' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Simulator: nothing reaches a phone')
})

test('the simulator’s sending speed needs no confirmation', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await useSimulator(kabar, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/account#whatsapp`)
  await page.getByText('Sending speed: No limits').click()
  await page.getByRole('button', { name: 'Change the sending speed of “WhatsApp”' }).click()
  const dialog = page.getByRole('dialog')
  await expectOpen(dialog)
  await dialog.getByRole('radio', { name: 'Careful' }).check()
  await dialog.getByRole('radio', { name: 'No limits' }).check()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
})
