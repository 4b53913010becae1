// Approval by a second person: one member asks, another reads every message on a phone and decides.
import type { RunningKabar } from './server.ts'
import { expect, test } from './test.ts'
import {
  type Account,
  connectPhone,
  expectAccessible,
  expectSettled,
  get,
  keepTokens,
  password,
  patch,
  post,
  signUp,
  type Tokens,
} from './visitor.ts'

const phoneSize = { width: 390, height: 844 }

test('one member asks, another member approves on a phone, and a changed message waits', { tag: '@slow' }, async ({
  page,
  kabar,
  browser,
}) => {
  const owner = await signUp(kabar)
  const phone = await connectPhone(kabar, owner)
  const ids: string[] = []
  for (const [name, number] of [
    ['Ayu Lestari', '+6281255541001'],
    ['Budi Santoso', '+6281255541002'],
  ] as const)
    ids.push((await post<{ id: string }>(kabar, '/v1/contacts', { name, phone: number }, owner)).id)
  const author = await member(kabar, owner, 'Citra Dewi', 'member')
  const main = page.getByRole('main')

  await test.step('the owner turns approval on', async () => {
    await keepTokens(page, kabar, owner)
    await page.goto(`${kabar.address}/account#organization`)
    await page.getByRole('checkbox', { name: 'Every broadcast' }).check()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await expect(page.getByText('Approval rule saved')).toBeVisible()
  })

  await test.step('a member asks instead of sending', async () => {
    const session_id = phone.split('/').at(-1)
    const draft = { name: 'Quarter', session_id, body: 'Halo {{ contact.name }}', audience: { all_contacts: true } }
    const { id } = await post<{ id: string }>(kabar, '/v1/broadcasts', draft, author)
    await keepTokens(page, kabar, author)
    await page.goto(`${kabar.address}/broadcasts/${id}/edit`)
    await page.getByRole('button', { name: 'Review and send' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Somebody else has to approve it')
    await dialog.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(main).toContainText('Awaiting approval')
    await expect(main.getByRole('button', { name: 'Approve and send' })).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  })

  const small = await browser.newPage({ viewport: phoneSize })
  const there = small.getByRole('main')
  await test.step('another member reads the messages on a phone, and rejects', async () => {
    await keepTokens(small, kabar, owner)
    await small.goto(`${kabar.address}/`)
    await expect(there.getByRole('heading', { name: 'Waiting for your approval' })).toBeVisible()
    await there
      .getByRole('link', { name: /Quarter/ })
      .first()
      .click()
    await expect(there).toContainText('Citra Dewi asks for approval of 2 messages')
    await expectAccessible(small)
    await small.setViewportSize(phoneSize)
    await there.getByRole('listitem').getByRole('link', { name: 'Ayu Lestari' }).click()
    await expect(small.getByRole('dialog')).toContainText('Halo Ayu Lestari')
    await small.keyboard.press('Escape')
    await there.getByRole('button', { name: 'Reject…' }).click()
    await small.getByRole('textbox', { name: 'Reason' }).fill('Wrong greeting')
    await small.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(there).toContainText('Rejected by')
  })

  await test.step('the author reads why, and asks again', async () => {
    await page.reload()
    await expect(main).toContainText('Wrong greeting')
    await main.getByRole('link', { name: 'Edit and send' }).click()
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click()
    await expect(main).toContainText('Awaiting approval')
  })

  await test.step('a message that changes after the approval waits', async () => {
    // Disconnects the phone, so that nothing is sent yet.
    await post(kabar, `${phone}/stop`, {}, owner)
    await expect.poll(async () => (await get<{ status: string }>(kabar, phone, owner)).status).toBe('stopped')
    await small.reload()
    await there.getByRole('button', { name: 'Approve and send' }).click()
    await expect(there).toContainText('Sending')
    await patch(kabar, `/v1/contacts/${ids[1]}`, { version: 1, name: 'Budi Hartono' }, author)
    await post(kabar, `${phone}/start`, {}, owner)
    await expect(there).toContainText('Completed')
    await expect(there.getByRole('heading', { name: 'Changed since the approval' })).toBeVisible()
    await expect(there.locator('del')).toHaveText('Santoso')
    await expect(there.locator('ins')).toHaveText('Hartono')
    await expectSettled(small)
    await expectAccessible(small)
    await small.setViewportSize(phoneSize)
    await there.getByRole('button', { name: 'Approve and send 1 message' }).click()
    await expect(there.getByRole('heading', { name: 'Changed since the approval' })).toHaveCount(0)
    await expect(there).toContainText('approved 1 changed message')
  })
  await small.close()
})

async function member(kabar: RunningKabar, owner: Account, name: string, role: string): Promise<Tokens> {
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  const invitation = { emails: [email], role }
  const { data } = await post<{ data: { link: string }[] }>(kabar, '/v1/team/invitations', invitation, owner)
  const invite = new URL(data[0]!.link).searchParams.get('invite')!
  return await post<Tokens>(kabar, '/auth/v1/register', { name, email, password, invite })
}
