// Two-step login in a browser: setting it up, the second step, a remembered device, and when the organization requires it.
import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { RunningKabar } from './server.ts'
import { expect, test } from './test.ts'
import { expectAccessible, get, keepTokens, password, post, signUp } from './visitor.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows; a code is accepted once, so each call is for a later step. */
function authenticator(key: string) {
  const bits = [...key.replaceAll(' ', '')].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 30_000))
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(last))
    const mac = createHmac('sha1', secret).update(counter).digest()
    return String((mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }
}

test('two-step login: set up, log in with a code, remember the device, turn it off', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const account = await signUp(kabar)
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/account#second-factor`)
  const section = page.getByRole('region', { name: 'Two-step login' })
  await section.getByRole('button', { name: 'Turn on two-step login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const code = authenticator(await dialog.locator('code').innerText())
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is not correct')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  const [recovery] = await dialog.getByRole('listitem').allInnerTexts()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()

  await logOut(page, kabar)
  await logIn(page, account.email)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Do not ask for a code' }).check()
  await page.getByRole('textbox', { name: 'Code' }).fill(code())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/home$/)
  // Waits for the device token, which is fetched after the login and identifies the device.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('device_tokens'))).toContain('dt1.')

  await logOut(page, kabar)
  await logIn(page, account.email)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(`${kabar.address}/account#second-factor`)
  await section.getByRole('button', { name: 'Turn off' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByRole('textbox', { name: 'Password' }).fill(password)
  await proof.getByRole('textbox', { name: 'Code' }).fill(recovery!)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByRole('button', { name: 'Turn on two-step login' })).toBeVisible()
})

test('a member without the required second factor is asked to set it up', { tag: '@slow' }, async ({ page, kabar }) => {
  const owner = await signUp(kabar)
  const secret = await post<{ secret: string }>(kabar, '/v1/user/second-factor/setup', {}, owner)
  await post(kabar, '/v1/user/second-factor/confirm', { code: authenticator(secret.secret)() }, owner)
  const email = `guest.${owner.email}`
  const { data } = await post<{ data: { link: string }[] }>(kabar, '/v1/team/invitations', { emails: [email] }, owner)
  const invite = new URL(data[0]!.link).searchParams.get('invite')!
  await post(kabar, '/auth/v1/register', { name: 'Grace', email, password, invite })
  await keepTokens(page, kabar, owner)
  await page.goto(`${kabar.address}/account#team`)
  const section = page.getByRole('region', { name: 'Two-step login' })
  await expect(section.getByText('1 member does not have it yet.')).toBeVisible()
  await section.getByRole('switch', { name: 'Required for all members' }).click()
  await expect(page.getByText('Two-step login is required now')).toBeVisible()
  expect(await get(kabar, '/v1/team', owner)).toMatchObject({ second_factor_required: true })

  await logOut(page, kabar)
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'Set up two-step login' })).toBeVisible()
  const code = authenticator(await page.locator('code').innerText())
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

/** Only here, as after closing the browser: the device token stays. */
async function logOut(page: Page, kabar: RunningKabar) {
  await page.evaluate(() => {
    localStorage.removeItem('access_token')
    localStorage.removeItem('refresh_token')
  })
  await page.goto(`${kabar.address}/login`)
}

async function logIn(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
