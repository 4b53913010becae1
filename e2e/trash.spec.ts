// The trash: deleted contacts are listed, one is restored and one deleted for good.
import { expect, test } from './test.ts'
import { answered, chooseFrom, expectAccessible, get, keepTokens, post, signUp } from './visitor.ts'

test('a deleted contact is restored from the trash, another deleted for good', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  for (const name of ['Budi Santoso', 'Sari Wijaya']) {
    const { id } = await post<{ id: string }>(kabar, '/v1/contacts', { name }, tokens)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    await fetch(`${kabar.address}/api/v1/contacts/${id}`, { method: 'DELETE', headers })
  }
  await page.goto(`${kabar.address}/account#trash`)
  await page.getByRole('link', { name: 'Open the trash' }).click()
  const row = page.getByRole('row', { name: /Budi Santoso/ })
  await expect(row).toContainText('Contact')
  await expectAccessible(page)
  await answered(page, /\/restore$/, () => row.getByRole('button', { name: 'Restore Budi Santoso' }).click())
  await expect(row).toBeHidden()
  await expect(page.getByRole('row', { name: /Sari Wijaya/ })).toBeVisible()
  const other = page.getByRole('row', { name: /Sari Wijaya/ })
  await expect(other).toContainText(/by .+20\d\d/)
  await other.getByRole('button', { name: 'More about Sari Wijaya' }).click()
  await page.getByRole('menuitem', { name: 'Delete for good…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Sari Wijaya for good?' })
  await expect(dialog).toContainText('cannot be undone')
  await expectAccessible(page)
  await answered(page, /\/trash\/contact\//, () => dialog.getByRole('button', { name: 'Delete for good' }).click())
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.goto(`${kabar.address}/contacts`)
  await expect(page.getByRole('main')).toContainText('Budi Santoso')
  await expect(page.getByRole('main')).not.toContainText('Sari Wijaya')
})

test('a contact is erased for good, with a certificate', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const body = { name: 'Budi Santoso', phone: '+6281255541001', consent: 'opted_out' }
  const { id } = await post<{ id: string }>(kabar, '/v1/contacts', body, tokens)
  await page.goto(`${kabar.address}/contacts/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Erase personal data…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase personal data?' })
  await expect(dialog).toContainText('Consents, as a digest of the number')
  await dialog.getByLabel('Confirmation').fill('Budi')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(dialog).toContainText('Must be the name: Budi Santoso')
  await expectAccessible(page)
  await dialog.getByLabel('Confirmation').fill('budi santoso')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  const done = page.getByRole('dialog', { name: 'Personal data erased' })
  const file = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Save certificate' }).click()
  expect((await file).suggestedFilename()).toMatch(/^Certificate-of-erasure-.*pdf$/)
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(/\/contacts$/)
  await page.goto(`${kabar.address}/account#erasures`)
  await expect(page.getByRole('button', { name: 'Save certificate' })).toBeVisible()
  // Known again: opted out again.
  const again = await post<{ consent: string }>(kabar, '/v1/contacts', { ...body, consent: 'unknown' }, tokens)
  expect(again.consent).toBe('opted_out')
})

test('the form of a new record names those with the same name or address', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const budi = { name: 'Budi Sántoso', phone: '+6281255541001', email: 'Budi@example.com' }
  await post(kabar, '/v1/contacts', budi, tokens)
  await post(kabar, '/v1/contacts', { name: 'Budi Santoso Wijaya', phone: '+6281255541002' }, tokens)
  await page.goto(`${kabar.address}/contacts/add`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('budi  santoso')
  const known = page.getByText('A contact has this name already:')
  await expect(known.getByRole('link')).toHaveText(['Budi Sántoso · +62 812 5554 1001'])
  await expectAccessible(page)
  await name.fill('Budi Santosa')
  await expect(known).toHaveCount(0)
  await page.getByRole('button', { name: 'More fields' }).click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('budi@example.com')
  await expect(page.getByText('A contact has this address already:').getByRole('link')).toHaveCount(1)
  const types = await get<{ data: { id: string }[] }>(kabar, '/v1/investor-types', tokens)
  const investor = { name: 'PT Maju', kind: 'entity', investor_type_id: types.data[0]!.id }
  await post(kabar, '/v1/investors', investor, tokens)
  await page.goto(`${kabar.address}/investors/add`)
  await name.fill('pt maju')
  await expect(page.getByText('An investor has this name already:').getByRole('link')).toHaveText(['PT Maju · IV-0001'])
})

test('two contacts of one person are merged, and separated again', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const add = (phone: string, more: object) =>
    post<{ id: string }>(kabar, '/v1/contacts', { name: 'Budi Santoso', phone, ...more }, tokens)
  const first = await add('+6281255541001', {})
  const second = await add('+6281255541002', { company: 'PT Maju', consent: 'opted_out' })
  await page.goto(`${kabar.address}/duplicates`)
  const merge = async () => {
    await page.getByRole('link', { name: 'Merge Budi Santoso' }).click()
    await expect(page.getByRole('region', { name: 'After the merge' })).toContainText('Opted out')
    await expectAccessible(page)
    await answered(page, /\/merges$/, () => page.getByRole('button', { name: 'Merge', exact: true }).click())
    await expect(page).toHaveURL(/\/duplicates$/)
  }
  await merge()
  await expect(page.getByText('No duplicates found')).toBeVisible()
  await answered(page, /\/undo$/, () => page.getByRole('button', { name: 'Undo the merge of Budi Santoso' }).click())
  await merge()
  // The old address leads to the record that stayed.
  await page.goto(`${kabar.address}/contacts/${second.id}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${first.id}`))
  await expect(page.getByRole('main')).toContainText('PT Maju')
})

test('selected contacts are merged, and one more from the page of a contact', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const ids: string[] = []
  for (const [at, name] of ['Budi A', 'Budi B', 'Budi C', 'Dewi D'].entries())
    ids.push((await post<{ id: string }>(kabar, '/v1/contacts', { name, phone: `+628125554100${at}` }, tokens)).id)
  await page.goto(`${kabar.address}/contacts?q=Budi&sort=name`)
  for (const name of ['Budi A', 'Budi B', 'Budi C'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await chooseFrom(
    page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'More' }),
    'Merge…',
  )
  const kept = page.getByRole('radiogroup', { name: 'Record that stays' })
  await expect(kept.getByRole('radio')).toHaveCount(3)
  await kept.getByRole('radio', { name: /Budi B/ }).check()
  await page.getByRole('radiogroup', { name: 'Name' }).getByRole('radio', { name: 'Budi C' }).check()
  await answered(page, /\/merges$/, () => page.getByRole('button', { name: 'Merge', exact: true }).click())
  await expect(page).toHaveURL(/\/contacts\?q=Budi/)
  await page.goto(`${kabar.address}/contacts/${ids[1]}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Budi C')
  await chooseFrom(page.getByRole('button', { name: 'More', exact: true }), 'Merge with…')
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Add contact' }).fill('Dewi')
  await page.getByRole('option', { name: /Dewi D/ }).click()
  await kept.getByRole('radio', { name: /Dewi D/ }).check()
  await answered(page, /\/merges$/, () => page.getByRole('button', { name: 'Merge', exact: true }).click())
  // The merge started on the page of a record that no longer exists, so it leads to the record that stayed.
  await expect(page).toHaveURL(new RegExp(`/contacts/${ids[3]}`))
})
