// Dialogs: deleting records that rules use, facts edited during a save, and keyboard use in dialogs and panels.
import { expect, test } from './test.ts'
import { type Account, expectAccessible, expectOpen, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

const longTag = 'Perlu tindak lanjut sebelum akhir tahun buku'

let tokens: Account
let contact: string
test.beforeAll(async ({ kabar }) => {
  tokens = await signUp(kabar)
  const tag = await post<{ id: string }>(kabar, '/v1/tags', { name: longTag, color: 'red' }, tokens)
  const person = { name: 'Ayu Lestari', phone: '+6281255501003', tag_ids: [tag.id] }
  contact = (await post<{ id: string }>(kabar, '/v1/contacts', person, tokens)).id
  const { data } = await get<{ data: { id: string; name: string }[] }>(kabar, '/v1/investment-statuses', tokens)
  const lost = data.find(({ name }) => name === 'No response')!.id
  const rule = (field: string, value: string) => ({ type: 'rule', field, operator: 'any_of', value: [value] })
  for (const [name, rules] of [
    ['Reminders', [rule('contact.tag', tag.id)]],
    ['Nobody answered', [{ type: 'investment', has: 'some', match: 'all', rules: [rule('investment.status', lost)] }]],
  ] as const)
    await post(kabar, '/v1/broadcast-groups', { name, segment: { type: 'group', match: 'all', rules } }, tokens)
})
test.beforeEach(async ({ page, kabar }) => keepTokens(page, kabar, tokens))

test('the dialog that deletes a tag lists the rules that use it, and fits on a phone', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await page.goto(`${kabar.address}/contacts/${contact}/edit`)
  const opener = page.getByRole('button', { name: 'Manage tags' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Manage tags' })
  await expectOpen(dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expectOpen(dialog)
  await page.setViewportSize({ width: 390, height: 844 })
  const button = dialog.getByRole('button', { name: `Delete ${longTag}` })
  const [outer, inner] = [await dialog.boundingBox(), await button.boundingBox()]
  expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width)
  await button.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(
    'A rule of the broadcast group “Reminders” uses this record. Broadcasts to the group do not start until the rule is fixed.',
  )
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, [looks[3]])
})

test('a status without records is deleted immediately, with a notice, and restored with Undo', async ({
  page,
  kabar,
}) => {
  await page.goto(`${kabar.address}/master-data/investment-status`)
  await page.getByRole('button', { name: 'More for No response' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'No response deleted' })
  await expect(notice).toContainText('A rule of the broadcast group “Nobody answered” uses this record.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'More for No response' })).toBeVisible()
})

test('text typed into a fact during a save is kept, and saved next', { tag: '@slow' }, async ({ page, kabar }) => {
  await page.goto(`${kabar.address}/contacts/${contact}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api/v1/contacts/${contact}`, async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Edit: Company' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Company' })
  await field.fill('PT Sumber')
  const requested = page.waitForRequest((request) => request.method() === 'PATCH')
  await field.press('Enter')
  await requested
  await field.pressSequentially(' Rejeki')
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  release()
  await answered
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(field).toHaveValue('PT Sumber Rejeki')
  await field.press('Enter')
  await expect(field).toHaveCount(0)
  expect(await get(kabar, `/v1/contacts/${contact}`, tokens)).toMatchObject({ company: 'PT Sumber Rejeki' })
})
