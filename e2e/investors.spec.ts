// Investors in a browser: adding one with a number, contacts, editing in place, archiving.
import type { Page } from '@playwright/test'
import type { RunningKabar } from './server.ts'
import { expect, test } from './test.ts'
import {
  chooseFrom,
  counted,
  expectSettled,
  get,
  keepOpen,
  keepTokens,
  openSampleData,
  post,
  signUp,
  type Tokens,
} from './visitor.ts'

let tokens: Tokens
let investor_type_id: string
test.beforeAll(async ({ kabar }) => {
  tokens = await signUp(kabar)
  const types = await get<{ data: { id: string; kind: string }[] }>(kabar, '/v1/investor-types', tokens)
  investor_type_id = types.data.find(({ kind }) => kind === 'entity')!.id
})
test.use({ viewport: { width: 1440, height: 1400 } })

const make = async (kabar: RunningKabar, path: string, body: object) =>
  (await post<{ id: string }>(kabar, path, body, tokens)).id
const addEntity = (kabar: RunningKabar, name: string) =>
  make(kabar, '/v1/investors', { name, kind: 'entity', investor_type_id })

test('an individual is added with a number, or linked to the contact that has the number', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investors/add`)
  await page.getByRole('button', { name: 'Add investor' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Hartono')
  await page.getByRole('textbox', { name: 'Phone' }).fill('0812 3456 7890')
  await expect(page.getByText('Recognized as +62 812 3456 7890')).toBeVisible()
  await page.getByRole('button', { name: 'Add investor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hartono')
  const contacts = page.getByRole('region', { name: 'Contacts' })
  await expect(contacts).toContainText('The investor in person')
  await expect(contacts).toContainText('Reachable')

  await page.goto(`${kabar.address}/investors/add`)
  await page.getByRole('textbox', { name: 'Phone' }).fill('+62 812-3456-7890')
  await page.getByRole('button', { name: 'It is the same person' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Hartono')
  await page.getByRole('textbox', { name: 'Name' }).fill('Hartono Family')
  await page.getByRole('button', { name: 'Add investor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hartono Family')
  await expect(contacts.getByRole('link', { name: 'Hartono' })).toBeVisible()
  const { pagination } = await get<{ pagination: { total: number } }>(kabar, '/v1/contacts', tokens)
  expect(pagination.total).toBe(1)
})

test('the list is sorted by money, and its head and sums stay with their columns', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const sample = await openSampleData(kabar, await signUp(kabar))
  await keepTokens(page, kabar, sample)
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto(`${kabar.address}/investors`)
  const table = page.getByRole('table', { name: 'Investors' })
  const head = table.getByRole('columnheader', { name: 'Committed' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-committed/)
  // The server sorts by value in the base currency; the page must show its order.
  const { data } = await get<{ data: { name: string }[] }>(kabar, '/v1/investors?sort=-committed', sample)
  await expect(table.locator('tbody tr').first()).toContainText(data[0]!.name)
  await expect(page.getByRole('navigation', { name: 'Pages: Investors' })).toContainText('Sorted by value in IDR')

  const sum = table.getByRole('rowgroup', { name: 'Totals' }).getByRole('cell').first()
  await sum.scrollIntoViewIfNeeded()
  await expect(head).toBeInViewport({ ratio: 1 })
  await expectSettled(page)
  const [above, below] = [await head.boundingBox(), await sum.boundingBox()]
  expect([below!.x, below!.width]).toEqual([above!.x, above!.width])
  await expect(page.getByRole('searchbox', { name: 'Search investors' })).toBeInViewport({ ratio: 1 })

  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemradio', { name: '50' }).click()
  await expect(page).toHaveURL(/per_page=50/)
  await expect(table.locator('tbody tr')).toHaveCount(data.length + 3)
})

test('a second click during navigation does not add a second record', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investors/add`)
  // The URL changes before the page does: a slow phone leaves time for a second click.
  await page.evaluate(() => {
    const pushState = history.pushState.bind(history)
    history.pushState = (...to) => {
      pushState(...to)
      for (const delay of [0, 0, 1, 2, 4, 8])
        setTimeout(() => document.querySelector<HTMLElement>('form button[type=submit]')?.click(), delay)
    }
  })
  const posts = counted(page, '/api/v1/investors', 'POST')
  await page.getByRole('textbox', { name: 'Name' }).fill('Once Only')
  await page.getByRole('button', { name: 'Add investor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Once Only')
  await expect(page.getByRole('region', { name: 'Contacts' })).toContainText('Once Only')
  expect(posts).toHaveLength(1)
})

test('a save error is shown next to the button, and retrying saves', { tag: '@slow' }, async ({ page, kabar }) => {
  const id = await addEntity(kabar, 'Far Away Ltd')
  await keepTokens(page, kabar, tokens)
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`${kabar.address}/investors/${id}/edit`)
  await page.getByRole('button', { name: /Relationship/ }).click()
  await page.getByRole('textbox', { name: 'Source' }).fill('A fair')
  await page.route('**/api/v1/investors/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Kabar cannot be reached' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.unroute('**/api/v1/investors/**')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Far Away Ltd')
  await expect(page.getByText('A fair').last()).toBeVisible()
})

test('a contact is added, becomes the main contact, and Undo restores a removed one', async ({ page, kabar }) => {
  await make(kabar, '/v1/contacts', { name: 'Grace', phone: '+6591234567' })
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investors/${await addEntity(kabar, 'Dana Pensiun Karya')}`)
  const rows = page.getByRole('region', { name: 'Contacts' }).getByRole('listitem')
  const dialog = page.getByRole('dialog', { name: /^Add a contact/ })
  await page.getByRole('button', { name: 'Add contact' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ratna')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(rows.first()).toContainText('No number')
  // The dialog's button has the same name as the one behind it.
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Add contact' }).click()
  await dialog.getByText('From your contacts').click()
  await dialog.getByRole('combobox', { name: 'Contact' }).fill('grace')
  await page.getByRole('option', { name: /Grace/ }).click()
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(rows).toHaveCount(2)
  await expect(dialog).toHaveCount(0)
  await choose(page, 'Grace', 'Set as main contact')
  await expect(rows.first()).toContainText('Grace')
  await expect(rows.first()).toContainText('Main contact')

  await choose(page, 'Grace', 'Remove from this investor')
  await keepOpen(page)
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.first()).toContainText('Main contact')
  await expect(rows.first()).toContainText('Grace')
})

test('fields are edited in place, also after a concurrent edit', { tag: '@slow' }, async ({ page, kabar }) => {
  const id = await addEntity(kabar, 'Widjaja Family Office')
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investors/${id}`)
  const details = (within: Page, region: string) =>
    within.getByRole('region', { name: region }).getByRole('button', { name: 'Add details' }).click()
  await details(page, 'Investment preferences')
  await page.getByRole('button', { name: 'Edit: Smallest ticket' }).click()
  await expect(page.getByRole('textbox', { name: 'Smallest ticket' })).toBeFocused()
  await page.keyboard.type('1.5b')
  await page.keyboard.press('Enter')
  await expect(page.getByText('IDR 1,500,000,000', { exact: true })).toBeVisible()

  await details(page, 'Name and contact details')
  await page.getByRole('button', { name: 'Edit: City' }).click()
  const city = page.getByRole('textbox', { name: 'City' })
  await city.fill('Bandung')
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(`${kabar.address}/investors/${id}`)
  await details(elsewhere, 'Name and contact details')
  await elsewhere.getByRole('button', { name: 'Edit: City' }).click()
  const theirs = elsewhere.getByRole('textbox', { name: 'City' })
  await theirs.fill('Medan')
  await theirs.press('Enter')
  await expect(elsewhere.getByText('Medan', { exact: true })).toBeVisible()
  await elsewhere.close()
  await city.press('Enter')
  await expect(page.getByText('It is now: Medan')).toBeVisible()
  await page.getByRole('button', { name: 'Save my version' }).click()
  await expect(page.getByText('Bandung', { exact: true })).toBeVisible()
})

test('an investor with investments is archived instead of deleted, and hidden from pickers', async ({
  page,
  kabar,
}) => {
  const investor_id = await addEntity(kabar, 'Sinar Abadi')
  await make(kabar, '/v1/investments', { investor_id, currency: 'IDR', expected_amount: '500000000' })
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/investors/${investor_id}`)
  await expect(page.getByRole('region', { name: 'Investments' })).toContainText('IDR 500,000,000 expected')
  await chooseFrom(page.getByRole('button', { name: 'More', exact: true }), 'Delete')
  const refusal = page.getByRole('dialog', { name: 'Sinar Abadi cannot be deleted' })
  await expect(refusal).toContainText('This investor has one investment.')
  await refusal.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived: not offered')).toBeVisible()
  await page.goto(`${kabar.address}/investments/add`)
  await page.getByRole('combobox', { name: 'Investor' }).fill('Sinar')
  await expect(page.getByText('No investors match')).toBeVisible()
})

test('switching investors shows no data of the previous one', { tag: '@slow' }, async ({ page, kabar }) => {
  const statuses = await get<{ data: { id: string; category: string }[] }>(kabar, '/v1/investment-statuses', tokens)
  const status_id = statuses.data.find(({ category }) => category === 'committed')!.id
  const [former, latter] = [await addEntity(kabar, 'Angsana Jaya'), await addEntity(kabar, 'Beringin Utama')]
  for (const investor_id of [former, latter])
    await make(kabar, '/v1/investments', { investor_id, status_id, currency: 'IDR', committed_amount: '111000000' })
  await keepTokens(page, kabar, tokens)
  // Its summary is cached by now, but not its details.
  await page.goto(`${kabar.address}/investors/${latter}/edit`)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Beringin Utama')
  const goTo = async (name: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everywhere' }).fill(name)
    await page.getByRole('option', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  }
  const committed = page.locator('dl > div').filter({ has: page.getByText('Committed', { exact: true }) })
  await goTo('Angsana Jaya')
  await expect(committed.first()).toContainText('111,000,000')
  await page.route(new RegExp(`/investments/totals.*${latter}`), () => {})
  await goTo('Beringin Utama')
  await expect(committed.first()).toBeVisible()
  expect(await committed.first().textContent()).not.toContain('111,000,000')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

async function choose(page: Page, name: string, what: string) {
  await chooseFrom(page.getByRole('button', { name: `Actions for ${name}` }), what)
}
