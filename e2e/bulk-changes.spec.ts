// Bulk changes: all that match are selected, tagged and undone; keys, refusals, an export of the selected, a broadcast to them, a phone.
import { readFile } from 'node:fs/promises'
import { expect, test } from './test.ts'
import {
  answered,
  expectAccessible,
  expectAccessibleAs,
  expectSettled,
  get,
  keepTokens,
  looks,
  post,
  signUp,
} from './visitor.ts'

test('all contacts that match are tagged with one dialog, and it is undone with one button', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  await Promise.all(
    Array.from({ length: 23 }, (_, n) =>
      post(kabar, '/v1/contacts', { name: `Budi ${n + 1}`, company: 'Maju' }, tokens),
    ),
  )
  await post(kabar, '/v1/contacts', { name: 'Sari Wijaya' }, tokens)
  const bar = page.getByRole('region', { name: 'Selected records' })
  const tagged = async () =>
    (await get<{ data: { contacts: number }[] }>(kabar, '/v1/tags', tokens)).data.map(({ contacts }) => contacts)

  await page.goto(`${kabar.address}/contacts?q=maju`)
  await page.getByRole('checkbox', { name: 'Select Budi 1', exact: true }).click()
  await expect(bar).toContainText('1 contact selected')
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await expect(bar).toContainText('20 contacts selected')
  await bar.getByRole('button', { name: 'Select all 23' }).click()
  await expect(bar).toContainText('23 contacts selected')
  await expectAccessible(page)

  await bar.getByRole('button', { name: 'Tags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of 23 contacts' })
  await expectAccessibleAs(page, looks[0])
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('Event')
  await page.getByRole('option', { name: 'Create tag “Event”' }).click()
  await expect(dialog.getByText('Event', { exact: true })).toBeVisible()
  await answered(page, /\/bulk-changes$/, () => dialog.getByRole('button', { name: 'Add tags' }).click())
  await expect(page.getByText('Tags added to 23 contacts')).toBeVisible()
  await expect(bar).toBeHidden()
  expect(await tagged()).toEqual([23])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone for 23 contacts')).toBeVisible()
  expect(await tagged()).toEqual([0])
})

test('keys select investors; those that cannot be deleted are listed with a link', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const types = await get<{ data: { id: string }[] }>(kabar, '/v1/investor-types', tokens)
  const investor_type_id = types.data[0]!.id
  const added = []
  for (const name of ['Ani', 'Budi', 'Citra'])
    added.push(
      await post<{ id: string }>(
        kabar,
        '/v1/investors',
        { name, kind: 'individual', investor_type_id, contact: {} },
        tokens,
      ),
    )
  await post(kabar, '/v1/investments', { investor_id: added[1]!.id, currency: 'IDR' }, tokens)
  await page.goto(`${kabar.address}/investors`)
  await expect(page.getByRole('link', { name: /Ani/ }).first()).toBeVisible()
  await expectSettled(page)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: 'Selected records' })
  await expect(bar).toContainText('2 investors selected')

  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 2 investors?' }).getByRole('button', { name: 'Delete' }).click()
  const report = page.getByRole('dialog', { name: '1 investor deleted' })
  await expect(report).toContainText('This investor has one investment.')
  await expectAccessibleAs(page, looks[3])
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(report.getByRole('link', { name: 'Budi' })).toHaveAttribute('href', `/investors/${added[1]!.id}`)
  await report.getByRole('button', { name: 'Close' }).last().click()

  // The list of bulk changes shows the change with its refusals, and can still undo it.
  await page.goto(`${kabar.address}/audit`)
  await page.getByRole('link', { name: 'Bulk changes' }).click()
  const row = page.getByRole('row', { name: /Deleted/ })
  await expect(row).toContainText('1 investor')
  await row.getByRole('button', { name: 'Left as they are: 1' }).click()
  await expect(page.getByRole('dialog')).toContainText('This investor has one investment.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Undo: Deleted/ }).click()
  await expect(page.getByText('Change undone for 1 investor')).toBeVisible()
  await expect(row).toContainText('Undone: 1 of 1')
  await page.goto(`${kabar.address}/investors`)

  // A broadcast to the contacts of the selected investors.
  await page.getByRole('checkbox', { name: 'Select Citra' }).click()
  const saved = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Plain text (CSV)' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
  expect([lines.length, lines[1]?.includes('Citra')]).toEqual([2, true])
  await bar.getByRole('button', { name: 'Broadcast' }).click()
  await expect(page).toHaveURL(/\/broadcasts\/add/)
  await expect(page.getByRole('main')).toContainText('Citra')
})

test('on a phone, a card is selected by a tap once selecting was chosen in the menu', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  for (const name of ['Ani', 'Budi']) await post(kabar, '/v1/contacts', { name }, tokens)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${kabar.address}/contacts`)
  await page.getByRole('button', { name: 'View and more' }).click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Selected records' })
  await expect(bar).toContainText('Tap to select')
  await page.getByRole('listitem').filter({ hasText: 'Budi' }).click()
  await expect(bar).toContainText('1 contact selected')
  await expect(page).toHaveURL(/\/contacts$/)
  await expectAccessibleAs(page, looks[3])
  await page.setViewportSize({ width: 390, height: 844 })
  await bar.getByRole('button', { name: 'Cancel selection' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
