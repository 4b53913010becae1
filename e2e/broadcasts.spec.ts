// A broadcast in a browser: review, test message, schedule, change, send, follow-up.
import { readFile } from 'node:fs/promises'
import { expect, test } from './test.ts'
import { expectAccessible, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

/** Viewports that e2e/pages.spec.ts does not cover: desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]

test('a broadcast from the draft through review and sending to its follow-up', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  const phone = { name: 'Phone', driver: 'simulator' }
  const { id } = await post<{ id: string }>(kabar, '/v1/whatsapp/sessions', phone, tokens)
  const session = `/v1/whatsapp/sessions/${id}`
  await post(kabar, '/v1/contacts', { name: 'Ayu Lestari', phone: '+6281255541003' }, tokens)
  const person = { name: 'Budi Santoso', phone: '+6281255540001' }
  const { id: budi } = await post<{ id: string }>(kabar, '/v1/contacts', person, tokens)
  await post(kabar, '/v1/contacts', { name: 'Nobody’s number' }, tokens)
  await post(kabar, `${session}/start`, {}, tokens)
  await expect.poll(async () => (await get<{ status: string }>(kabar, session, tokens)).status).toBe('scan_qr')
  await post(kabar, `${session}/simulate`, { event: 'scan' }, tokens)
  await expect.poll(async () => (await get<{ status: string }>(kabar, session, tokens)).status).toBe('working')
  await keepTokens(page, kabar, tokens)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')

  await test.step('change the sending speed on the page, without losing input', async () => {
    await page.goto(`${kabar.address}/broadcasts/add`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Year-end letter')
    for (const pace of ['Careful', 'No limits']) {
      await main.getByRole('button', { name: 'Change the sending speed of “Phone”' }).click()
      await dialog.getByRole('radio', { name: pace }).check()
      await dialog.getByRole('button', { name: 'Save' }).press('Enter')
      await expect(main).toContainText(`Sending speed: ${pace}`)
    }
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Year-end letter')
  })

  await test.step('write the message, and schedule it for a later day', async () => {
    await page.getByText('Custom message').click()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Halo ')
    await message.press('End')
    await page.getByRole('button', { name: 'Insert variable' }).click()
    await expect(page.getByRole('combobox', { name: 'Search variables' })).toBeFocused()
    await page.keyboard.type('contact.name')
    await expect(page.getByRole('option', { name: /^Name/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(message).toHaveText('Halo Name')
    await page.getByText('Schedule', { exact: true }).click()
    await expect(main).toContainText('Nobody chosen yet.')
    await page.getByText(/^All contacts/).click()
    await expect(main).toContainText('2 people get it')
    await expect(main).toContainText('1 left out: no number (1)')
    await page.getByRole('button', { name: 'Review and schedule' }).click()
    await expect(main).toContainText('Choose a start time.')
    await page.getByLabel('Date and time').fill('2030-01-15')
    await page.getByLabel('Time', { exact: true }).fill('09:00')
    await expectAccessible(page, two)
    await page.getByRole('button', { name: 'Review and schedule' }).click()
  })

  await test.step('review recipients, skipped contacts and messages', async () => {
    await expect(dialog).toContainText('2 recipients')
    await expect(dialog).toContainText('No WhatsApp number')
    await expect(dialog.getByRole('link', { name: 'Nobody’s number' })).toBeVisible()
    await expect(dialog).toContainText('Jan 15, 2030, 9:00 AM in Asia/Jakarta')
    await expect(dialog).toContainText('Halo Ayu Lestari')
    await dialog.getByRole('button', { name: 'Next recipient' }).press('Enter')
    await expect(dialog).toContainText('Halo Budi Santoso')
    await dialog.getByRole('searchbox', { name: 'Find a recipient' }).fill('nobody')
    await expect(dialog).toContainText('No message. No WhatsApp number.')
    await expectAccessible(page, two)
  })

  await test.step('send a test message by keyboard, rendered for the selected recipient', async () => {
    await dialog.getByRole('searchbox', { name: 'Find a recipient' }).fill('budi')
    await expect(dialog).toContainText('Halo Budi Santoso')
    await dialog.getByRole('textbox', { name: /Send it to yourself first/ }).fill('0812 5554 9999')
    const requested = page.waitForRequest((request) => request.url().endsWith('/test'))
    await page.keyboard.press('Enter')
    expect((await requested).postDataJSON()).toEqual({ to: '0812 5554 9999', contact_id: budi })
    await expect(dialog.getByRole('list', { name: 'Test messages' })).toContainText('Read')
  })

  await test.step('schedule it, then edit it again', async () => {
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(page).toHaveURL(/\/broadcasts\/[0-9a-f-]{36}$/)
    await expect(main).toContainText('Scheduled')
    await expect(main).toContainText('To all contacts')
    await expect(main).toContainText('2 recipients')
    await expectAccessible(page, two)
    // One next step as a button, the others in the menu.
    await main.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Send now' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Cancel broadcast' })).toBeVisible()
    await expectAccessible(page, two)
    await page.keyboard.press('Escape')
    await page.goto(`${kabar.address}/broadcasts?status=scheduled`)
    await expect(page.getByRole('row', { name: /Year-end letter/ })).toContainText('Jan 15, 2030')
    await page.getByRole('link', { name: 'Year-end letter' }).click()
    await main.getByRole('button', { name: 'Change' }).click()
    await expect(page).toHaveURL(/\/edit$/)
  })

  await test.step('send it now instead', async () => {
    await page.getByText('Now', { exact: true }).click()
    await page.getByRole('button', { name: 'Review and send' }).click()
    await dialog.getByRole('button', { name: 'Send to 2 recipients' }).click()
    await expect(main).toContainText('Completed')
    await page.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'Not on WhatsApp (1)' })
    await expect(page.getByRole('row', { name: /Budi Santoso/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Ayu Lestari/ })).toHaveCount(0)
  })

  await test.step('open a sent message, and export all of them', async () => {
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('')
    await page
      .getByRole('row', { name: /Ayu Lestari/ })
      .getByRole('cell')
      .last()
      .click()
    await expect(dialog).toContainText('Halo Ayu Lestari')
    await expect(dialog).toContainText('Message ID')
    await expectAccessible(page, two)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Plain text (CSV)' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv).toContain('Halo Ayu Lestari')
    expect(csv).toContain('not_on_whatsapp')
  })

  await test.step('create a follow-up, linked in both directions', async () => {
    await main.getByRole('button', { name: 'Follow up' }).click()
    await expect(dialog).toContainText('Failed (1)')
    await expectAccessible(page, two)
    await dialog.getByRole('button', { name: 'Create a draft for 1' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Year-end letter: follow-up')
    await page.goto(`${kabar.address}/broadcasts`)
    await page.getByRole('link', { name: /^Year-end letter To/ }).click()
    await expect(main.getByRole('list', { name: 'Linked broadcasts' })).toContainText('Resent as')
  })
})

test('other pages lead to a new broadcast to what they show', { tag: '@slow' }, async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  const add = (name: string, phone: string, consent = 'unknown') =>
    post<{ id: string }>(kabar, '/v1/contacts', { name, phone, consent }, tokens)
  const budi = await add('Budi Santoso', '+6281255540001', 'opted_in')
  const sari = await add('Sari Dewi', '+6281255540002', 'opted_in')
  await add('Ayu Lestari', '+6281255540003')
  const group = { name: 'Angel circle', contact_ids: [budi.id, sari.id] }
  await post(kabar, '/v1/broadcast-groups', group, tokens)
  await keepTokens(page, kabar, tokens)
  const main = page.getByRole('main')

  await test.step('from the list of broadcast groups, by keyboard', async () => {
    await page.goto(`${kabar.address}/broadcast-groups`)
    await page.getByRole('link', { name: 'Send to Angel circle' }).press('Enter')
    await expect(page).toHaveURL(/\/broadcasts\/add\?broadcast_group_id=[0-9a-f-]{36}$/)
    await expect(main).toContainText('2 people get it')
    await expect(main).toContainText('Nobody is left out.')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(/^News, /)
  })

  await test.step('the picker says how many people a group has, and can be read', async () => {
    const picker = page.getByRole('combobox', { name: 'Broadcast groups' })
    await picker.press('Backspace')
    await expect(main).toContainText('Nobody chosen yet.')
    await picker.press('ArrowDown')
    await expect(page.getByRole('option', { name: /Angel circle/ })).toContainText('2 people')
    await picker.press('ArrowDown')
    await expectAccessible(page, two)
    await picker.press('Enter')
    await expect(main).toContainText('2 people get it')
  })

  await test.step('from the filters of the list of contacts', async () => {
    const filters = encodeURIComponent('consent=opted_in')
    await page.goto(`${kabar.address}/broadcasts/add?contacts=${filters}`)
    await expect(main).toContainText('2 people get it')
    await expect(main.getByText('Budi Santoso', { exact: true }).first()).toBeVisible()
  })
})
