// Records in a browser: an investor, commitments and payments in three currencies, and all totals.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from './test.ts'
import { chooseFrom, expectAccessible, expectHighlighted, keepOpen, keepTokens, looks, signUp } from './visitor.ts'

/** Looks that e2e/pages.spec.ts does not cover: desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]

test('totals of commitments and payments are exact', { tag: '@slow' }, async ({ page, kabar }) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const totals = main.getByRole('rowgroup', { name: 'Totals' })
  const figure = (name: string) => main.getByRole('term').filter({ hasText: name }).locator('+ dd').first()
  const open = (path: string) => page.goto(`${kabar.address}${path}`)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const press = (name: string | RegExp) => button(name).click()

  await keepTokens(page, kabar, await signUp(kabar))

  await test.step('enable a currency and add a rate', async () => {
    await open('/master-data/currencies')
    await expect(page.getByRole('row', { name: /^IDR/ })).toContainText('Base')
    await press('Add currency')
    await choose(page, 'Currency', 'KWD')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row', { name: /^KWD/ })).toBeVisible()
    await page.getByRole('button', { name: 'Add rate' }).first().click()
    await dialog.getByLabel('Date').fill('2026-01-10')
    await choose(page, 'From currency', 'USD')
    await dialog.getByRole('textbox', { name: 'Rate' }).fill('16,400')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Exchange rates' })).toContainText('16,400')
  })

  await test.step('add an individual with their number, in one form', async () => {
    await open('/investors')
    await page.getByRole('link', { name: 'Add investor' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Budi Santoso')
    await page.getByRole('textbox', { name: 'Phone' }).fill('0812 5550 1001')
    await expect(main).toContainText('Recognized as +62 812 5550 1001')
    await press('Add investor')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Budi Santoso')
    await expect(main).toContainText('+62 812 5550 1001')
  })
  const investor = page.url()

  await test.step('add an investment of 12.5 billion, creating its offering while typing', async () => {
    await main.getByRole('link', { name: 'Add investment' }).click()
    await page.getByRole('textbox', { name: 'Expected amount' }).fill('12.5b')
    await expect(main).toContainText('IDR 12,500,000,000.00')
    await page.getByRole('combobox', { name: 'Offering' }).fill('Menteng Residence')
    await page.getByRole('option', { name: 'Create offering “Menteng Residence”' }).click()
    await expect(page.getByText('The offering “Menteng Residence” was created')).toBeVisible()
    await press('Add investment')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Budi Santoso – Menteng Residence')
    // The button is removed with its page, so the focus moves to the new page.
    await expect(main).toBeFocused()
    await expect(figure('Expected')).toContainText('IDR 12,500,000,000')
  })

  await test.step('commit it, and settle a fifth', async () => {
    await chooseFrom(button('Status: Prospect. Change'), 'Committed')
    await expect(dialog.getByRole('textbox', { name: 'Committed amount' })).toHaveValue('12,500,000,000.00')
    await expectAccessible(page, two)
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(figure('Outstanding')).toContainText('IDR 12,500,000,000')
    await press('Add transaction')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('2.5b')
    await dialog.getByLabel('Due on').fill('2026-02-01')
    await expectAccessible(page, two)
    await dialog.getByRole('button', { name: 'Add transaction' }).click()
    await expect(figure('Overdue')).toContainText('IDR 2,500,000,000')
    await press(/^Mark as settled/)
    await expect(figure('Funded')).toContainText('IDR 2,500,000,00020% of the commitment')
    await expect(figure('Outstanding')).toContainText('IDR 10,000,000,000')
    await expect(figure('Due')).toContainText('IDR 0')
    await expectAccessible(page, two)
  })

  await test.step('add a commitment in dollars by keyboard', async () => {
    await chooseFrom(button('Status: Committed. Change'), 'Partially funded')
    await expect(button('Status: Partially funded. Change')).toBeVisible()
    await page.goto(investor)
    const { keyboard } = page
    await main.getByRole('link', { name: 'Add investment' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Investor' })).toHaveValue('Budi Santoso')
    await expect(page.getByRole('option', { name: 'USD' })).toBeAttached()
    await page.getByRole('combobox', { name: 'Investor' }).focus()
    await keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: 'Offering' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'Expected amount' })).toBeFocused()
    await keyboard.type('250,000.50')
    await keyboard.press('Tab')
    const currency = page.getByRole('combobox', { name: 'Currency of Expected amount' })
    await expect(currency).toBeFocused()
    // One letter: a second letter a second later would start a new search.
    await keyboard.type('U')
    await expect(currency).toHaveValue('USD')
    await keyboard.press('Tab')
    const status = page.getByRole('combobox', { name: 'Status' })
    await expect(status).toBeFocused()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('Committed')
    await expectHighlighted(page.getByRole('option', { name: 'Committed' }))
    await keyboard.press('Enter')
    await expect(status).toHaveValue('Committed')
    await expect(status).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('textbox', { name: 'Committed amount' })).toHaveValue('250,000.50')
    await keyboard.press('Enter')
    await expect(figure('Outstanding')).toContainText('$250,000.50')
  })

  // 250,000.50 × 16,400 = 4,100,008,200
  const inBase = totals.getByRole('row', { name: /^All in IDR/ })
  // Committed, funded, outstanding.
  const expectSums = () => expect(inBase).toContainText(/IDR\s16,600,008,200.*IDR\s2,500,000,000.*IDR\s14,100,008,200/)

  await test.step('all totals agree, in rupiah', async () => {
    await page.goto(investor)
    await expect(figure('Committed')).toContainText('IDR 16,600,008,200')
    await expect(figure('Funded')).toContainText('IDR 2,500,000,000')
    await expect(figure('Outstanding')).toContainText('IDR 14,100,008,200')
    await open('/investors')
    await expectSums()
    await open('/investments')
    await expect(totals).toContainText('2 investments')
    await expectSums()
  })

  await test.step('an amount without a rate is shown separately, and is in no other total', async () => {
    await open('/investments/add')
    await page.getByRole('combobox', { name: 'Investor' }).fill('Budi')
    await page.getByRole('listbox').getByRole('option', { name: 'Budi Santoso' }).click()
    await page.getByRole('combobox', { name: 'Currency of Expected amount' }).selectOption('KWD')
    await page.getByRole('textbox', { name: 'Expected amount' }).fill('1000.125')
    // One input event, as when pasting: the list opens with the whole word in it.
    const status = page.getByRole('combobox', { name: 'Status' })
    await status.fill('Committed')
    await expectHighlighted(page.getByRole('option', { name: 'Committed' }))
    await status.press('Enter')
    await expect(status).toHaveAttribute('aria-expanded', 'false')
    await press('Add investment')
    await expect(figure('Outstanding')).toContainText('KWD 1,000.125')
    for (const path of ['/investors', '/investments']) {
      await open(path)
      await expect(totals).toContainText('3 investments')
      const notConverted = totals.getByRole('row', { name: /^KWD Not converted: no rate/ })
      // Committed and outstanding.
      await expect(notConverted).toContainText(/KWD\s1,000\.125.*KWD\s1,000\.125/)
      await expectSums()
    }
    await expectAccessible(page, two)
  })

  await test.step('a filter survives a reload and the back button', async () => {
    await press('Add filter')
    await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: 'Status' }).click()
    await page.getByLabel('Partially funded').check()
    await expect(page).toHaveURL(/status_id=/)
    await page.keyboard.press('Escape')
    const rows = main.getByRole('table', { name: 'Investments' }).getByRole('row')
    const expectFiltered = async () => {
      await expect(totals).toContainText('Sums of 1 investment')
      await expect(inBase).toContainText('IDR 12,500,000,000')
      // Three rows: the header, the one investment and the sums.
      await expect(rows).toHaveCount(3)
      await expect(page.getByRole('button', { name: 'Status: Partially funded' })).toBeVisible()
    }
    await expectFiltered()
    const filtered = page.url()
    await page.reload()
    await expectFiltered()
    await rows.nth(1).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Budi Santoso – Menteng Residence')
    await page.goBack()
    await expect(page).toHaveURL(filtered)
    await expectFiltered()
  })

  await test.step('the export contains what the list shows', async () => {
    const csv = (await readFile(await exported(page, 'Plain text (CSV)'), 'utf8')).trim().split(/\r?\n/)
    expect(csv).toHaveLength(2)
    expect(csv[1]).toContain(',12500000000.00,2500000000.00,10000000000.00')
    const [sheet] = await readXlsxFile(await exported(page, 'Spreadsheet (XLSX)'))
    const [head, ...read] = sheet!.data
    expect(read.map((row) => String(row[head!.indexOf('outstanding')]))).toEqual(['10000000000'])
  })

  await test.step('Undo restores a deleted investment', async () => {
    await open('/investments')
    await main.getByRole('table', { name: 'Investments' }).getByRole('row', { name: /KWD/ }).first().click()
    await expect(page).toHaveURL(/\/investments\/[0-9a-f-]{36}/)
    await chooseFrom(button('More'), 'Delete')
    await keepOpen(page)
    await expect(totals).toContainText('2 investments')
    await press('Undo')
    await expect(totals).toContainText('3 investments')
  })

  await test.step('an investor with investments is archived instead, and stays in the totals', async () => {
    await page.goto(investor)
    await chooseFrom(button('More'), 'Delete')
    await expect(dialog).toContainText('Budi Santoso cannot be deleted')
    await expectAccessible(page, two)
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect(main).toContainText('Archived: not offered for new investments, still included in all totals.')
    await open('/investors')
    await expectSums()
  })
})

async function choose(page: Page, field: string, text: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).fill(text)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(text) })
    .click()
}

async function exported(page: Page, format: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: format, exact: true }).click()
  return await (await download).path()
}
