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
    await expectHighlighted(page.getByRole('group', { name: 'Investor' }).getByRole('option', { name: /^Outstanding/ }))
    await page.keyboard.press('Enter')
    await expect(message).toHaveText('You owe Investor: Outstanding')
    await expect(message).toBeFocused()
    await expect(preview).toContainText('You owe IDR 500,000,000 + USD 10,000')
  })

  await test.step('keyboard shortcuts format the selection, and the syntax is the same', async () => {
    await message.press('ControlOrMeta+A')
    await message.press('ControlOrMeta+B')
    await expect(message).toHaveText('*You owe Investor: Outstanding*')
    await page.getByRole('button', { name: 'Advanced' }).click()
    await expect(message).toHaveValue('*You owe {{ investor.outstanding | money }}*')
    await message.press('ControlOrMeta+A')
    await message.press('ControlOrMeta+Shift+Digit8')
    await expect(message).toHaveValue('- *You owe {{ investor.outstanding | money }}*')
    await message.press('ControlOrMeta+Shift+Digit8')
    await page.getByRole('button', { name: 'Advanced' }).click()
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

test('a message is written with chips by keyboard alone', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  await page.goto(`${kabar.address}/templates/add`)
  const message = page.getByRole('textbox', { name: 'Message' })
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Reminder')

  await test.step('“/” opens the choice of variables at the caret, “{{” too', async () => {
    await message.focus()
    await page.keyboard.type('Dear /')
    await expect(page.getByRole('combobox', { name: 'Search variables' })).toBeFocused()
    await page.keyboard.type('preferred')
    await expectHighlighted(page.getByRole('option', { name: /^Preferred name/ }))
    await page.keyboard.press('Enter')
    await expect(message).toBeFocused()
    await page.keyboard.type(', due {{')
    await page.keyboard.type('investor next')
    await expectHighlighted(page.getByRole('option', { name: /^Next due/ }))
    await page.keyboard.press('Enter')
    await page.keyboard.type('.')
    await expect(message).toHaveText('Dear Preferred name or Name, due Investor: Next due · 5 December 2026.')
    await expect(preview).toContainText('Dear Pak Budi, due 5 December 2026.')
  })

  await test.step('a slash followed by a space stays a slash, and Escape leaves what was typed', async () => {
    await page.keyboard.type(' and /')
    await expect(page.getByRole('combobox', { name: 'Search variables' })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.type('or /')
    await expect(page.getByRole('combobox', { name: 'Search variables' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(message).toBeFocused()
    await expect(message).toHaveText(/2026\. and \/ or \/$/)
    for (const _ of ' and / or /') await page.keyboard.press('Backspace')
  })

  await test.step('an arrow key selects a chip, Enter opens its options, which apply at once', async () => {
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('status').filter({ hasText: 'Investor: Next due. Enter opens' })).toBeAttached()
    await page.keyboard.press('Enter')
    const options = page.getByRole('dialog', { name: 'Investor: Next due' })
    await expect(options.getByRole('radio', { name: '5 December 2026', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(preview).toContainText('due 5 December.')
    await expectAccessible(page, two)
    await options.getByRole('radio', { name: 'Write instead' }).press('Space')
    await page.keyboard.type('soon')
    await page.keyboard.press('Escape')
    await expect(message).toBeFocused()
    await expect(message).toHaveText('Dear Preferred name or Name, due Investor: Next due or “soon” · 5 December.')
  })

  await test.step('Backspace deletes the chip whole, and it comes back with Undo', async () => {
    await page.keyboard.press('Backspace')
    await expect(message).toHaveText('Dear Preferred name or Name, due .')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(message).toHaveText(/Next due or “soon” · 5 December\.$/)
  })

  await test.step('pasted text is plain; its expressions become chips, and a mistake is marked where it is', async () => {
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('\n{{ contact.nickname }} ')
    await expect(message).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('At “{{ contact.nickname }}”: There is no variable “contact.nickname”.')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(message).not.toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('what is saved is the syntax', async () => {
    await page.getByRole('button', { name: 'Save template' }).press('Enter')
    await page.getByRole('link', { name: 'Reminder', exact: true }).click()
    await page.getByRole('button', { name: 'Advanced' }).click()
    await expect(message).toHaveValue(
      'Dear {{ contact.preferred_name | default: contact.name }}, due {{ investor.next_due_on | date: "%-d %B" | default: "soon" }}.',
    )
  })
})
