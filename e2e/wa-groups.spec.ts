// Groups of a simulated phone in a browser: loaded, selected, imported, opened, deleted and restored.
import { expect, test } from './test.ts'
import { expectAccessible, get, keepOpen, keepTokens, looks, post, signUp, useSimulator } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

/** Viewports that e2e/pages.spec.ts does not cover: desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]

test('the groups of a phone are imported, and list their members', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  const type = (await get<{ data: { id: string }[] }>(kabar, '/v1/investor-types', tokens)).data[0]!.id
  const investor = { kind: 'individual', investor_type_id: type }
  await post(kabar, '/v1/investors', { ...investor, name: 'Ayu Lestari', contact: { phone: '+6281255501003' } }, tokens)
  await post(kabar, '/v1/investors', { ...investor, name: 'Wayan Putra', contact: { phone: '+6281299998888' } }, tokens)
  await keepTokens(page, kabar, tokens)
  const main = page.getByRole('main')
  const drawer = page.getByRole('dialog')

  await test.step('the list is empty, and the session is not connected', async () => {
    await page.goto(`${kabar.address}/wa-groups`)
    await expect(main).toContainText('No groups yet')
    await main.getByRole('link', { name: 'Import groups' }).first().click()
    await expect(main).toContainText('“WhatsApp” is not connected')
  })

  await test.step('the session is started there, and its groups appear after the scan', async () => {
    await expectAccessible(page, two)
    const session = await useSimulator(kabar, tokens)
    await main.getByRole('button', { name: 'Connect' }).click()
    await expect(main).toContainText('The QR code of “WhatsApp” is waiting to be scanned')
    await expect(main.getByRole('link', { name: 'Show the code' })).toHaveAttribute('href', '/account#whatsapp')
    await post(kabar, `${session}/simulate`, { event: 'scan' }, tokens)
    await expect(main).toContainText('Investor Villa Canggu')
    await expect(main.getByRole('listitem').filter({ hasText: 'RUPS' })).toContainText('Only admins post')
    await expectAccessible(page, two)
  })

  await test.step('two groups are selected by keyboard and imported', async () => {
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('rups')
    await expect(main.getByRole('checkbox')).toHaveCount(2)
    await page.getByRole('checkbox', { name: /RUPS/ }).press('Space')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('checkbox', { name: /Villa Canggu/ }).press('Space')
    await page.getByRole('button', { name: 'Import 2 groups' }).press('Enter')
    await expect(page.getByText('2 groups were imported')).toBeVisible()
    await expect(page.getByRole('row', { name: /RUPS/ })).toContainText('Only admins post')
  })

  await test.step('a group lists its members, and the missing investors', async () => {
    await page.getByRole('link', { name: 'Investor Villa Canggu', exact: true }).click()
    await expect(drawer.getByRole('listitem').first()).toContainText('Ayu Lestari')
    await expect(drawer).toContainText('24 members, one of them is a contact')
    await expectAccessible(page, two)
    await drawer.getByText('Missing investors').click()
    await expect(drawer.getByRole('listitem')).toHaveText([/Wayan Putra/])
  })

  await test.step('Undo restores a deleted group', async () => {
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await keepOpen(page)
    await expect(page.getByRole('row', { name: /Villa Canggu/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: /Villa Canggu/ })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('nothing')
    await expect(main).toContainText('No groups match')
  })

  await test.step('a broadcast shows how many members have read it, on desktop and phone', async () => {
    const { groups } = await get<{ groups: { id: string; name: string; session_id: string }[] }>(
      kabar,
      '/v1/whatsapp/imported-groups?name=canggu',
      tokens,
    )
    const { id, session_id } = groups[0]!
    const news = { name: 'News', session_id, body: 'Halo semua', audience: { wa_group_ids: [id] } }
    const broadcast = await post<{ id: string }>(kabar, '/v1/broadcasts', news, tokens)
    await post(kabar, `/v1/broadcasts/${broadcast.id}/send`, {}, tokens)
    await page.goto(`${kabar.address}/broadcasts/${broadcast.id}`)
    const list = main.getByRole('table', { name: 'Recipients' }).or(main.getByRole('list', { name: 'Recipients' }))
    await expect(list).toContainText('Read by 16 of 23')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(list).toContainText('23 members')
    await expect(list).toContainText('Read by 16 of 23')
  })
})
