// Replies in a browser: counted, shown on contact and broadcast, answered by keyboard.
import { expect, test } from './test.ts'
import { connectPhone, expectAccessible, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

/** Desktop in light mode, phone in dark mode. */
const two = [looks[0], looks[3]]
const says = 'Terima kasih, saya tertarik. Kapan kita bisa bicara?'

test('a reply is counted, shown on its contact and broadcast, and answered', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  const session = await connectPhone(kabar, tokens)
  const add = (name: string, phone: string) => post<{ id: string }>(kabar, '/v1/contacts', { name, phone }, tokens)
  const budi = await add('Budi Santoso', '+6281255500006')
  await add('Sari Dewi', '+6281255510006')
  const news = { name: 'March news', session_id: session.split('/').at(-1), body: 'Halo *{{ contact.name }}*' }
  const { id } = await post<{ id: string }>(
    kabar,
    '/v1/broadcasts',
    { ...news, audience: { all_contacts: true } },
    tokens,
  )
  await post(kabar, `/v1/broadcasts/${id}/send`, {}, tokens)
  const unanswered = async () => (await get<{ people: number }>(kabar, '/v1/replies/unanswered', tokens)).people
  await expect.poll(unanswered).toBe(2)
  await keepTokens(page, kabar, tokens)
  const main = page.getByRole('main')

  await test.step('answer on the contact, by keyboard', async () => {
    await page.goto(`${kabar.address}/contacts/${budi.id}`)
    await expect(page.getByRole('img', { name: '2 people are waiting for an answer' })).toBeVisible()
    const log = page.getByRole('log', { name: 'Conversation' })
    await expect(log).toContainText('Halo Budi Santoso')
    await expect(log).toContainText(says)
    await expect(main.getByRole('button', { name: 'Done' })).toBeVisible()
    await expectAccessible(page, two)
    const box = main.getByRole('textbox', { name: 'Message to Budi Santoso' })
    await box.fill('Tomorrow at *ten*?')
    await box.press('Control+Enter')
    await expect(log.getByText('ten', { exact: true })).toBeVisible()
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    await expect(log.getByRole('img', { name: 'Read' })).toHaveCount(2)
    await expect(log).toContainText('Ada Lovelace')
  })

  await test.step('on the broadcast, with the answers', async () => {
    await page.goto(`${kabar.address}/broadcasts/${id}?tab=replies`)
    const answered = page.getByRole('region', { name: 'Answered' })
    await expect(answered.getByRole('listitem').filter({ hasText: 'Tomorrow at' })).toContainText('Budi Santoso')
    await page
      .getByRole('region', { name: /Waiting for an answer/ })
      .getByRole('listitem')
      .filter({ hasText: 'Sari Dewi' })
      .getByRole('button', { name: 'Answer', exact: true })
      .click()
    await expect(page.getByRole('textbox', { name: 'Answer to Sari Dewi' })).toBeFocused()
    await expectAccessible(page, two)
  })

  await test.step('an answer that waits for a stopped session is cancelled', async () => {
    await post(kabar, `${session}/stop`, {}, tokens)
    await expect.poll(async () => (await get<{ status: string }>(kabar, session, tokens)).status).toBe('stopped')
    await page.goto(`${kabar.address}/contacts/${budi.id}`)
    await page.getByRole('textbox', { name: 'Message to Budi Santoso' }).fill('Never mind')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const log = page.getByRole('log', { name: 'Conversation' })
    await expect(log).toContainText('Waiting to be sent: the WhatsApp session is not connected.')
    await log.getByRole('button', { name: 'Cancel answer' }).click()
    await expect(log).not.toContainText('Never mind')
  })
})
