// Imports in a browser: sheets of a workbook, editing a row, errors, the report, and reverting.
import type { Locator } from '@playwright/test'
import { workbookFile } from '../src/server/test/workbook.ts'
import { expect, test } from './test.ts'
import { expectAccessible, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

test('a workbook with several sheets is previewed, corrected, imported and reverted', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/contacts', { name: 'Siti', phone: '+6281234567001' }, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/contacts`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const file = dialog.locator('input[type=file]')
  const workbook = { name: 'branches.xlsx', mimeType: 'application/octet-stream', buffer: await branches() }

  await test.step('a network failure is shown, and a click uploads the same file again', async () => {
    await page.route('**/api/v1/imports?*', (route) => route.abort())
    await file.setInputFiles(workbook)
    await expect(dialog.getByRole('alert')).toContainText('Kabar cannot be reached.')
    await page.unroute('**/api/v1/imports?*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('heading', { name: 'Columns of branches.xlsx' })).toBeVisible()
  })

  await test.step('another sheet is selected, whose header is below a title', async () => {
    const sheet = dialog.getByRole('combobox', { name: 'Sheet' })
    await expect(sheet.locator('option')).toHaveText(['Jakarta', 'Bali'])
    await expect(dialog.getByRole('button', { name: 'All rows 1' })).toBeVisible()
    await sheet.selectOption('Bali')
    await expect(dialog.getByRole('button', { name: 'All rows 3' })).toBeVisible()
    await expect(sheet).toHaveValue('Bali')
    await expect(sheet).toBeFocused()
    await expectAccessible(page, [looks[0]])
  })

  await test.step('a row with errors is corrected in place', async () => {
    await expect(dialog.getByRole('button', { name: 'Errors 1' })).toHaveAttribute('aria-pressed', 'true')
    const reasons = [/^This number is too short for Indonesia/, /^“perhaps” is not a valid consent/]
    await expect(dialog.getByRole('row', { name: /Komang/ }).getByRole('listitem')).toHaveText(reasons)
    await dialog.getByRole('button', { name: 'Edit line 6' }).click()
    await expect(dialog.getByRole('form', { name: 'Edit line 6' }).getByRole('listitem')).toHaveText(reasons)
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('081234567003')
    await dialog.getByRole('textbox', { name: 'Phone' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Errors 0' })).toBeVisible()
    // The row leaves the list, but the focus is not lost.
    await expect(dialog.getByRole('button', { name: 'All rows 3' })).toBeFocused()
  })

  await test.step('a double click imports once, and the report survives a reload', async () => {
    await dialog.getByRole('button', { name: 'Import 2 contacts' }).dblclick()
    await expect(dialog).toContainText('branches.xlsx: 2 new, 0 updated.')
    await page.reload()
    await expect(dialog).toContainText('branches.xlsx: 2 new, 0 updated.')
    expect(await names(kabar, tokens)).toEqual(['Komang', 'Made', 'Siti'])
  })

  await test.step('the import is reverted', async () => {
    await dialog.getByRole('button', { name: 'Revert' }).click()
    await page.getByRole('dialog', { name: 'Revert this import?' }).getByRole('button', { name: 'Revert' }).click()
    await expect(dialog).toContainText('branches.xlsx: reverted. Rows restored: 2.')
    expect(await names(kabar, tokens)).toEqual(['Siti'])
  })
})

test('invalid, empty and too large files are rejected, and an upload can be cancelled', async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  await page.goto(`${kabar.address}/contacts?import=new`)
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/imports') sent += 1
  })
  await dropLarge(dialog.locator('label', { hasText: 'Drop a file here' }))
  await expect(dialog.getByRole('alert')).toContainText('The file is larger than 32 MB.')
  await choose('nothing.csv', Buffer.alloc(0))
  await expect(dialog.getByRole('alert')).toContainText('The file is empty.')
  expect(sent).toBe(0)
  await choose('photo.csv', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))
  await expect(dialog.getByRole('alert')).toContainText('This is not a text file.')
  await choose('headers.csv', Buffer.from('name,phone\n'))
  await expect(dialog.getByRole('alert')).toContainText('The file has a header but no rows.')
  await dialog.getByRole('button', { name: 'Another file' }).click()
  // No response: the upload stays pending until it is cancelled.
  await page.route('**/api/v1/imports?*', () => undefined)
  await choose('contacts.csv', Buffer.from('name,phone\nBudi,081234567890\n'))
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByText('Drop a file here, or choose one')).toBeVisible()
})

/** Created in the browser, since transferring the file there would take long. */
async function dropLarge(place: Locator) {
  const dataTransfer = await place.page().evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(32 * 1024 * 1024 + 1)], 'large.csv', { type: 'text/csv' }))
    return data
  })
  await place.dispatchEvent('drop', { dataTransfer })
}

const names = async (kabar: Parameters<typeof get>[0], tokens: Parameters<typeof get>[2]) =>
  (await get<{ data: { name: string }[] }>(kabar, '/v1/contacts', tokens)).data.map(({ name }) => name).sort()

function branches(): Promise<Buffer> {
  const row = (at: number, ...texts: string[]) =>
    `<row r="${at}">${texts.map((text, nth) => `<c r="${'ABC'[nth]}${at}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  return workbookFile([
    { name: 'Jakarta', rows: row(1, 'Name', 'Phone') + row(2, 'Budi', '081234567000') },
    {
      name: 'Bali',
      rows: [
        row(1, 'Contacts of the branch in Bali'),
        row(3, 'Name', 'Phone', 'Consent'),
        row(4, 'Siti', '081234567001'),
        row(5, 'Made', '081234567002'),
        row(6, 'Komang', '12', 'perhaps'),
      ].join(''),
    },
  ])
}

test('imported contacts are tagged, made a broadcast group, and written to', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/contacts', { name: 'Before', phone: '+6281234567000' }, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/contacts`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const file = dialog.locator('input[type=file]')
  await expect(file).toBeFocused()
  const lines = ['Nama,No HP', 'Budi,0812/8888/7119', 'Citra,0812 3456', 'Deni,812 5555 7122']
  await file.setInputFiles({ name: 'kontak.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

  await test.step('an unusual number is a warning, shown first and as it was understood', async () => {
    await expect(dialog.getByRole('button', { name: 'Warnings 1' })).toHaveAttribute('aria-pressed', 'true')
    await expect(dialog.getByRole('row', { name: /Citra/ })).toContainText('+62 8123456')
    await expectAccessible(page, [looks[0]])
    await dialog.getByRole('button', { name: 'All rows 3' }).click()
    await expect(dialog.getByRole('row', { name: /Budi/ })).toContainText('+62 812 8888 7119')
  })

  await test.step('the report leads on: tags and a group', async () => {
    await dialog.getByRole('button', { name: 'Import 3 contacts' }).click()
    await expect(dialog.getByRole('heading', { name: '3 contacts from kontak.csv' })).toBeVisible()
    await expectAccessible(page, [looks[0]])
    await dialog.getByRole('button', { name: 'Tag these' }).click()
    const tagging = page.getByRole('dialog', { name: 'Tag these' })
    await expect(tagging.getByRole('combobox', { name: 'Tags' })).toBeFocused()
    await page.keyboard.type('Fair')
    await page.getByRole('option', { name: 'Create tag “Fair”' }).click()
    await tagging.getByRole('button', { name: 'Add tags' }).click()
    await expect(page.getByText('3 records tagged')).toBeVisible()
    await dialog.getByRole('button', { name: 'Make a broadcast group' }).click()
    await expect(page.getByRole('dialog', { name: 'Make a broadcast group' })).toBeVisible()
    // Two dialogs are open: Escape closes only the upper one.
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Make a broadcast group' }).click()
    await page
      .getByRole('dialog', { name: 'Make a broadcast group' })
      .getByRole('textbox', { name: 'Name' })
      .fill('Fair')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('link', { name: 'Fair' })).toHaveAttribute('href', /^\/broadcast-groups\/.+\/edit$/)
  })

  await test.step('a new broadcast has the group, and the list shows them alone', async () => {
    await dialog.getByRole('link', { name: 'Show them' }).click()
    await expect(page.getByText(/^From import: kontak\.csv, /)).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.goBack()
    await dialog.getByRole('button', { name: 'Broadcast to these' }).click()
    await expect(page).toHaveURL(/\/broadcasts\/add\?contacts=import_id/)
    await expect(page.getByRole('main')).toContainText('Citra')
  })
})

test('offerings are imported from the list of investments, with their own title', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/custom-fields', { record: 'offering', type: 'text', name: 'Notary' }, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investments`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog', { name: 'Import investments' }).getByText('Offerings').click()
  const dialog = page.getByRole('dialog', { name: 'Import offerings' })
  await dialog.getByRole('textbox').fill('Name\tCurrency\tTarget\tNotary\nVilla Canggu\tIDR\tRp 1.500.000.000,00\tSri')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Import one offering' }).click()
  await expect(dialog).toContainText('Pasted cells: 1 new, 0 updated.')
  await expect(dialog.getByRole('button', { name: 'Tag these' })).toHaveCount(0)
  const { data } = await get<{ data: object[] }>(kabar, '/v1/offerings', tokens)
  expect(data).toMatchObject([{ name: 'Villa Canggu', target_amount: '1500000000.00', custom: { notary: 'Sri' } }])
})
