// Broadcast groups in a browser: rules about investors and one investment, selected and pasted contacts, live count.
import { expect, test } from './test.ts'
import { chooseFrom, expectAccessible, get, keepOpen, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

/** Viewports that e2e/pages.spec.ts does not cover: desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]

test('rules select contacts, and the page counts and lists them', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  const add = <T = { id: string }>(path: string, body: object) => post<T>(kabar, path, body, tokens)
  const types = await get<{ data: { id: string; name: string }[] }>(kabar, '/v1/investor-types', tokens)
  const angel = types.data.find(({ name }) => name === 'Angel')!.id
  const villa = await add('/v1/offerings', { name: 'Villa Canggu', currency: 'IDR' })
  for (const [name, number, amount] of [
    ['Budi Santoso', '+6281255501001', '750000000'],
    ['Siti Rahma', '+6281255501002', '250000000'],
  ] as const) {
    const investor = { name, kind: 'individual', investor_type_id: angel, contact: { phone: number } }
    const { id } = await add('/v1/investors', investor)
    const investment = await add('/v1/investments', { investor_id: id, offering_id: villa.id, currency: 'IDR' })
    const paid = { kind: 'contribution', state: 'settled', amount, settled_on: '2026-01-15' }
    await add(`/v1/investments/${investment.id}/transactions`, paid)
  }
  await add('/v1/contacts', { name: 'Made Wijaya', phone: '+6281255501003' })
  await keepTokens(page, kabar, tokens)
  const count = page.getByRole('region', { name: 'Members' })
  const fields = page.getByRole('combobox', { name: 'Field' })
  const choose = async (field: number, name: string) => {
    await fields.nth(field).click()
    await fields.nth(field).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }

  await test.step('the list is empty, and a group without a name is rejected', async () => {
    await page.goto(`${kabar.address}/broadcast-groups`)
    await expect(page.getByRole('main')).toContainText('No broadcast groups yet')
    await page.getByRole('link', { name: 'Add broadcast group' }).first().click()
    await page.getByRole('button', { name: 'Save broadcast group' }).click()
    await expect(page.getByText('Name is required.')).toBeVisible()
    await page.getByLabel('Name').fill('Angels in Villa Canggu')
  })

  await test.step('add a rule about an investor, and two about one investment', async () => {
    await page.getByRole('button', { name: 'Add rules', exact: true }).click()
    await choose(0, 'Investor type')
    await page.getByRole('combobox', { name: 'Value of “Investor type”' }).click()
    await page.getByRole('option', { name: 'Angel', exact: true }).click()
    await expect(count).toContainText('2 contacts will be messaged')
    await page.getByRole('button', { name: 'Add rule', exact: true }).click()
    await choose(1, 'Offering')
    await page.getByRole('combobox', { name: 'Value of “Offering”' }).click()
    await page.getByRole('option', { name: 'Villa Canggu' }).click()
    await page
      .getByRole('group', { name: 'Rules about one investment' })
      .getByRole('button', { name: 'Add rule' })
      .click()
    await choose(2, 'Funded')
    await expect(count).toContainText('Finish the rules to count again.')
    await page.getByRole('textbox', { name: 'Value of “Funded”' }).fill('500jt')
    await expect(count).toContainText('1 contact will be messaged')
    await expect(count).toContainText('Budi Santoso')
    await expectAccessible(page, two)
  })

  await test.step('pasted contacts are added, and unknown ones stay in the text', async () => {
    await page.getByRole('button', { name: 'Paste numbers or names' }).click()
    await page.getByLabel('One per line').fill('0812-5550-1003\nNobody')
    await page.getByRole('button', { name: 'Add these contacts' }).click()
    await expect(page.getByRole('dialog')).toContainText('One contact was added.')
    await expect(page.getByLabel('One per line')).toHaveValue('Nobody')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(count).toContainText('2 contacts will be messaged')
  })

  await test.step('leaving asks first, and saving shows the group in the list', async () => {
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save broadcast group' }).click()
    await expect(page.getByRole('row', { name: /Angels in Villa Canggu/ })).toContainText('Rules · 1 contact')
    await expect(
      page
        .getByRole('row', { name: /Angels in Villa Canggu/ })
        .getByRole('cell')
        .nth(2),
    ).toHaveText('2')
    await expectAccessible(page, two)
  })

  await test.step('Undo restores a deleted group', async () => {
    await page.getByRole('link', { name: 'Angels in Villa Canggu', exact: true }).click()
    await chooseFrom(page.getByRole('button', { name: 'More', exact: true }), 'Delete')
    await keepOpen(page)
    await expect(page.getByRole('main')).toContainText('No broadcast groups yet')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: /Angels in Villa Canggu/ })).toBeVisible()
  })
})
