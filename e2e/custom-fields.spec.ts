// Custom fields in a browser: defining and filling them, columns, filters, import, bulk changes, templates and rules.
import { expect, test } from './test.ts'
import { answered, expectAccessible, expectAccessibleAs, get, keepTokens, looks, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

test('a field is defined once, and then used like a built-in one', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const custom = async () =>
    (await get<{ data: { name: string; custom: object }[] }>(kabar, '/v1/contacts?sort=name', tokens)).data.map(
      (contact) => [contact.name, contact.custom],
    )

  await test.step('it is defined with its choices', async () => {
    await page.goto(`${kabar.address}/master-data/custom-fields?tab=contact`)
    await page.getByRole('button', { name: 'Add field' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add field: Contacts' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Client tier')
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Choice')
    await dialog.getByRole('textbox', { name: 'Name of choice 1' }).fill('Gold')
    await dialog.getByRole('button', { name: 'Add choice' }).click()
    await dialog.getByRole('textbox', { name: 'Name of choice 2' }).fill('Silver')
    await expectAccessible(page)
    await answered(page, /\/custom-fields$/, () => dialog.getByRole('button', { name: 'Add', exact: true }).click())
    await expect(page.getByRole('button', { name: 'Client tier', exact: true })).toBeVisible()
  })

  await test.step('it is filled in the form of a contact', async () => {
    await page.goto(`${kabar.address}/contacts/add`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Budi')
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('+6281255501001')
    await page.getByRole('button', { name: 'More fields' }).click()
    await page.getByRole('combobox', { name: 'Client tier' }).click()
    await page.getByRole('option', { name: 'Gold' }).click()
    await answered(page, /\/contacts$/, () => page.getByRole('button', { name: 'Add contact' }).click())
    await expect(page.getByRole('heading', { name: 'Budi' })).toBeVisible()
    await expect(page.getByText('Gold', { exact: true })).toBeVisible()
    await expectAccessible(page)
    expect(await custom()).toEqual([['Budi', { client_tier: 'gold' }]])
  })

  await test.step('an import fills it by the name of the column', async () => {
    await page.goto(`${kabar.address}/contacts`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import contacts' })
    const rows = 'Name,Phone,Client tier\nCitra,081255501002,silver\nDewi,081255501003,Bronze\n'
    const file = { name: 'tiers.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expect(dialog.getByRole('combobox', { name: 'Client tier' })).toHaveValue('Client tier')
    await expect(dialog.getByRole('row', { name: /Dewi/ })).toContainText('“Bronze” is not one of the choices.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Edit line 3' }).click()
    await dialog.getByRole('textbox', { name: 'Client tier' }).fill('')
    await dialog.getByRole('textbox', { name: 'Client tier' }).press('Enter')
    await dialog.getByRole('button', { name: 'All rows 2' }).click()
    await expect(dialog.getByRole('row', { name: /Citra/ })).toContainText('Silver')
    await dialog.getByRole('button', { name: 'Import 2 contacts' }).click()
    await expect(dialog).toContainText('2 new')
    expect(await custom()).toEqual([
      ['Budi', { client_tier: 'gold' }],
      ['Citra', { client_tier: 'silver' }],
      ['Dewi', {}],
    ])
  })

  await test.step('it is set for selected contacts, and undone', async () => {
    await page.goto(`${kabar.address}/contacts`)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    const bar = page.getByRole('region', { name: 'Selected records' })
    await bar.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 3 contacts' })
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Client tier')
    await dialog.getByRole('combobox', { name: 'Client tier' }).click()
    await page.getByRole('option', { name: 'Silver' }).click()
    await expectAccessible(page)
    await answered(page, /\/bulk-changes$/, () => dialog.getByRole('button', { name: 'Change', exact: true }).click())
    await expect(page.getByText('2 contacts changed')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Change undone for 2 contacts')).toBeVisible()
  })

  await test.step('it filters the list, also for empty values, and is a column', async () => {
    await page.goto(`${kabar.address}/contacts?custom=client_tier.is%3Dempty`)
    await expect(page.getByRole('button', { name: 'Client tier filled in: No, empty' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dewi' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Budi' })).toBeHidden()
    await page.goto(`${kabar.address}/contacts?custom=client_tier%3Dgold`)
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Client tier' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row', { name: /Budi/ })).toContainText('Gold')
    await expect(page.getByRole('link', { name: 'Citra' })).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('a template shows it, and says who lacks it', async () => {
    await page.goto(`${kabar.address}/templates/add`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Tier')
    await page.getByRole('textbox', { name: 'Message' }).fill('You are ')
    await page.getByRole('button', { name: 'Insert variable' }).click()
    await page.getByRole('combobox', { name: 'Search variables' }).fill('client tier')
    await page.getByRole('option', { name: 'Client tier Gold' }).click()
    await expect(page.locator('[data-chip]')).toHaveText('Client tier')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('You are Gold')
    await expectAccessible(page)
    await answered(page, /\/templates$/, () => page.getByRole('button', { name: 'Save template' }).click())
  })

  await test.step('a rule of a broadcast group compares it', async () => {
    await page.goto(`${kabar.address}/broadcast-groups/new`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Gold')
    await page.getByRole('button', { name: 'Add rules' }).click()
    await page.getByRole('combobox', { name: 'Field' }).fill('client tier')
    await page.getByRole('option', { name: 'Client tier' }).click()
    await page.getByRole('combobox', { name: 'Value of “Client tier”' }).click()
    await page.getByRole('option', { name: 'Gold' }).click()
    await page.keyboard.press('Escape')
    await expectAccessibleAs(page, looks[0])
    await expect(page.getByRole('list', { name: 'First contacts by name' })).toHaveText(/^Budi/)
  })
})
