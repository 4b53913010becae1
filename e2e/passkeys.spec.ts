// Passkeys in a browser, with Chromium's virtual authenticator: adding one, logging in with it alone, and as the second step.
import type { Page } from '@playwright/test'
import { freePorts } from '../src/server/test/free-ports.ts'
import { type RunningKabar, startKabar } from './server.ts'
import { expect, test } from './test.ts'
import { expectAccessible, keepTokens, password, signUp } from './visitor.ts'

let here: RunningKabar
test.beforeAll(async () => {
  // Browsers have no passkeys at an IP address, and the server must know the address that the browser opens.
  const [port] = await freePorts(1)
  const address = `http://localhost:${port}`
  const environment = { PORT: String(port), PUBLIC_URL: address, RATE_LIMITS: 'off' }
  here = { ...(await startKabar({ environment })), address }
})
test.afterAll(() => here.stop())

test('a passkey: added, logs in alone, is the second step and a proof, and is removed', { tag: '@slow' }, async ({
  page,
}) => {
  await plugIn(page)
  const account = await signUp(here)
  await keepTokens(page, here, account)
  await page.goto(`${here.address}/account#passkeys`)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  const added = page.getByRole('dialog', { name: 'Passkey added' })
  await expect(added.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await expectAccessible(page)
  await added.getByRole('button', { name: 'I have kept them' }).click()
  await expect(added.getByRole('textbox', { name: 'Name' })).toHaveValue('Chrome, Linux')
  await added.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await added.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Work laptop')).toBeVisible()
  await expect(section.getByText(/Never used/)).toBeVisible()
  await expect(page.getByText('with your passkeys, without an authenticator app')).toBeVisible()
  await expectAccessible(page)

  await logOut(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await logOut(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a code instead' }).click()
  await expect(page.getByText('One of your recovery codes.')).toBeVisible()
  await page.getByRole('button', { name: 'Use your passkey instead' }).click()
  await page.getByRole('checkbox', { name: 'Do not ask for a passkey' }).check()
  await page.getByRole('button', { name: 'Use your passkey', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
  // Waits for the device token, which is fetched after the login and identifies the device.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('device_tokens'))).toContain('dt1.')

  // On a remembered device there is no second step, so the login does not count as a fresh proof.
  await logOut(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(`${here.address}/account#passkeys`)
  await section.getByRole('button', { name: 'Remove “Work laptop”' }).click()
  await page.getByRole('dialog', { name: 'Remove “Work laptop”?' }).getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expectAccessible(page)
  await proof.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(section.getByText('Work laptop')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Turn on two-step login' })).toBeVisible()
})

test('at an IP address the page says why there are no passkeys', { tag: '@slow' }, async ({ page, kabar }) => {
  await plugIn(page)
  await keepTokens(page, kabar, await signUp(kabar))
  await page.goto(`${kabar.address}/account#passkeys`)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section.getByText('Browsers have no passkeys for an IP address.')).toBeVisible()
  await expect(section.getByRole('button')).toHaveCount(0)
  await logOut(page, kabar)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0)
})

/** Adds a virtual authenticator that confirms every prompt. */
async function plugIn(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page, kabar = here) {
  await page.evaluate(() => {
    localStorage.removeItem('access_token')
    localStorage.removeItem('refresh_token')
  })
  await page.goto(`${kabar.address}/login`)
}
