// Direct messages in a browser: a first message, a stopped session, a payment reminder, and a statement as PDF.
import { expect, test } from './test.ts'
import { connectPhone, expectAccessible, expectOpen, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

/** The test runs in two of the four looks: desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]

test('an investor is written to first, reminded, and sent a statement', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  const session = await connectPhone(kabar, tokens)
  const types = await get<{ data: { id: string }[] }>(kabar, '/v1/investor-types', tokens)
  const statuses = await get<{ data: { id: string; category: string }[] }>(kabar, '/v1/investment-statuses', tokens)
  const contact = { phone: '+6281255500061' }
  const person = { name: 'Budi Santoso', kind: 'individual', investor_type_id: types.data[0]!.id, contact }
  const investor = await post<{ id: string }>(kabar, '/v1/investors', person, tokens)
  const status_id = statuses.data.find(({ category }) => category === 'committed')!.id
  const position = {
    investor_id: investor.id,
    title: 'Villa',
    status_id,
    currency: 'IDR',
    committed_amount: '500000000',
  }
  const { id } = await post<{ id: string }>(kabar, '/v1/investments', position, tokens)
  const call = { kind: 'contribution', state: 'scheduled', amount: '500000000', due_on: '2026-01-05' }
  await post(kabar, `/v1/investments/${id}/transactions`, call, tokens)
  await post(kabar, '/v1/templates', { name: 'Greeting', body: 'Dear {{ contact.name }}, welcome.' }, tokens)
  await keepTokens(page, kabar, tokens)
  const dialog = page.getByRole('dialog', { name: 'Message to Budi Santoso' })
  const box = dialog.getByRole('textbox', { name: 'Message to Budi Santoso' })
  const open = async (path: string, button: string | RegExp) => {
    await page.goto(`${kabar.address}${path}`)
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expectOpen(dialog)
  }

  await test.step('the first message, from a template, by keyboard', async () => {
    await open(`/investors/${investor.id}`, 'Message')
    await expect(box).toBeFocused()
    await expectAccessible(page, two)
    await dialog.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Greeting' }).click()
    await expect(box).toHaveValue('Dear Budi Santoso, welcome.')
    await expect(box).toBeFocused()
    await box.press('Control+Enter')
    await expect(page.getByText('Message to Budi Santoso sent')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('log', { name: /Conversation|Budi/ })).toContainText('Dear Budi Santoso, welcome.')
  })

  await test.step('a stopped session is named before sending, and started', async () => {
    await post(kabar, `${session}/stop`, {}, tokens)
    await expect.poll(async () => (await get<{ status: string }>(kabar, session, tokens)).status).toBe('stopped')
    await open(`/investments/${id}`, 'Message')
    await expect(dialog.getByText(/is not connected\. The message waits until you connect it\./)).toBeVisible()
    await expectAccessible(page, two)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(dialog.getByText(/is a simulator: nothing reaches a phone\./)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a reminder of an overdue payment, from Home', async () => {
    await open('/home', /^Remind: Budi Santoso/)
    await expect(box).toHaveValue(/IDR\s500,000,000 for Villa was due on Jan 5, 2026\./)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Message to Budi Santoso sent')).toBeVisible()
  })

  await test.step('the statement is saved, and sent as a file', async () => {
    await page.goto(`${kabar.address}/investors/${investor.id}/statement`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Statement-Budi-Santoso-\d{4}-\d\d-\d\d\.pdf$/)
    await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog.getByText(/^Statement-Budi-Santoso-.*\.pdf$/)).toBeVisible()
    await expectAccessible(page, two)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Message to Budi Santoso sent')).toBeVisible()
    await page.goto(`${kabar.address}/investors/${investor.id}`)
    await expect(page.getByRole('button', { name: /Save Statement-Budi-Santoso/ })).toBeVisible()
  })
})
