// Login with an identity provider in a browser: a new account, linking an account, and a login that is refused.
import type { Page } from '@playwright/test'
import { freePorts } from '../src/server/test/free-ports.ts'
import { startLoginProvider } from '../src/server/test/login-provider.ts'
import { startKabar } from './server.ts'
import { expect, test } from './test.ts'
import { expectAccessible, keepTokens, signUp } from './visitor.ts'

const accounts = {
  ayu: { email: 'ayu@fund.example', name: 'Ayu Lestari' },
  budi: { email: 'budi@fund.example', name: 'Budi' },
}

async function logInThere(page: Page, login: string) {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('log in with a provider, link an account with it, and unlink it', { tag: '@slow' }, async ({ browser }) => {
  // The provider must know Kabar's address before Kabar starts.
  const [port] = await freePorts(1)
  const provider = await startLoginProvider(accounts, `http://127.0.0.1:${port}`)
  const kabar = await startKabar({ environment: { ...provider.environment, PORT: String(port), RATE_LIMITS: 'off' } })
  const visit = async () => await (await browser.newContext({ locale: 'en' })).newPage()

  const ayu = await visit()
  await ayu.goto(`${kabar.address}/login`)
  await expectAccessible(ayu)
  await ayu.getByRole('button', { name: 'Continue with Keycloak' }).click()
  await logInThere(ayu, 'ayu')
  await expect(ayu).toHaveURL(`${kabar.address}/home`)
  await expect(ayu.getByRole('heading', { name: 'Hello, Ayu Lestari' })).toBeVisible()

  const budi = await visit()
  const account = await signUp(kabar)
  accounts.budi.email = account.email
  await budi.goto(`${kabar.address}/login`)
  await budi.getByRole('button', { name: 'Continue with Keycloak' }).click()
  await logInThere(budi, 'budi')
  await expect(budi.getByRole('alert')).toContainText(`${account.email} has an account here.`)
  expect(budi.url()).toBe(`${kabar.address}/login`)
  await expectAccessible(budi)
  await keepTokens(budi, kabar, account)
  await budi.goto(`${kabar.address}/account#login-provider`)
  const section = budi.getByRole('region', { name: 'Login with Keycloak' })
  await section.getByRole('button', { name: 'Link with Keycloak' }).click()
  await expect(section.getByText('Linked')).toBeVisible()
  await expectAccessible(budi)
  await section.getByRole('button', { name: 'Unlink' }).click()
  await expect(section.getByRole('button', { name: 'Link with Keycloak' })).toBeVisible()
  await kabar.stop()
  await provider.stop()
})
