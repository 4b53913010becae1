// Editing a template in a browser: variables by keyboard, WhatsApp formatting, previews, and skipped contacts.
import { expect, test } from './test.ts'
import { expectAccessible, expectHighlighted, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

/** Desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]

test('a template is written with variables and formatting, and checked for all contacts', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  const first = async (path: string) =>
    (await get<{ data: { id: string; category?: string }[] }>(kabar, path, tokens)).data
  const type = (await first('/v1/investor-types'))[0]!.id
  const status = (await first('/v1/investment-statuses')).find(({ category }) => category === 'committed')!.id
  const person = {
    kind: 'individual',
    investor_type_id: type,
    name: 'Wayan Putra',
    contact: { phone: '+6281299998888' },
  }
  const { id: investor_id } = await post<{ id: string }>(kabar, '/v1/investors', person, tokens)
  const investment = { investor_id, currency: 'IDR', status_id: status, committed_amount: '500000000' }
  await post(kabar, '/v1/investments', investment, tokens)
  await post(kabar, '/v1/contacts', { name: 'Ayu Lestari', phone: '+6281255501003' }, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/templates/add`)
  const message = page.getByRole('textbox', { name: 'Message' })
  const preview = page.getByRole('region', { name: 'Preview' })

  await test.step('a variable is found by typing and inserted at the caret', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Balance')
    await message.fill('You owe ')
    await page.getByRole('button', { name: 'Insert variable' }).click()
    await expect(page.getByRole('combobox', { name: 'Search variables' })).toBeFocused()
    await expectAccessible(page, two)
    await page.keyboard.type('investor outst')
    await expectHighlighted(page.getByRole('option', { name: /investor\.outstanding/ }))
    await page.keyboard.press('Enter')
    await expect(message).toHaveValue('You owe {{ investor.outstanding | money }}')
    await expect(message).toBeFocused()
    await expect(preview).toContainText('You owe IDR 500,000,000 + USD 10,000')
  })

  await test.step('keyboard shortcuts format the selection', async () => {
    await message.press('ControlOrMeta+A')
    await message.press('ControlOrMeta+B')
    await expect(message).toHaveValue('*You owe {{ investor.outstanding | money }}*')
    await message.press('ControlOrMeta+Shift+Digit8')
    await expect(message).toHaveValue('- *You owe {{ investor.outstanding | money }}*')
    await message.press('ControlOrMeta+Shift+Digit8')
    await expect(preview.locator('strong')).toHaveText('You owe IDR 500,000,000 + USD 10,000')
  })

  await test.step('contacts who would not get the message are listed, and previewed', async () => {
    await page.getByRole('button', { name: 'Check all contacts' }).click()
    const found = page.getByRole('region', { name: 'Recipients' })
    await expect(found).toContainText('1 of 2 contacts would get it.')
    await expect(found).toContainText('Investor: Outstanding')
    await expectAccessible(page, two)
    await found.getByRole('button', { name: 'Ayu Lestari' }).click()
    await expect(preview).toContainText('Ayu Lestari would not get this message')
    await page.getByRole('combobox', { name: 'Preview for' }).fill('Wayan')
    await page.getByRole('option', { name: /Wayan/ }).click()
    await expect(preview).toContainText('You owe IDR 500,000,000')
    await expect(preview).toContainText('Investor: Wayan Putra')
  })

  await test.step('the template is saved with its language', async () => {
    await page.getByRole('combobox', { name: 'Language' }).fill('Indonesian')
    await page.getByRole('option', { name: 'Indonesian' }).click()
    await expect(preview).toContainText('You owe IDR 500.000.000')
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByRole('row', { name: /Balance/ })).toContainText('Indonesian')
  })
})
