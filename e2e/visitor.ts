// Somebody in the browser: an account made by the API, signed in by its tokens, and every page there is to see.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { RunningKabar } from './server.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
}
export const password = 'correct horse battery'

export async function signUp(kabar: RunningKabar, email: string): Promise<Tokens> {
  return await post(kabar, '/auth/v1/register', { name: 'Ada Lovelace', email, password, country: 'ID' })
}

export function post<T>(kabar: RunningKabar, path: string, body: object, tokens?: Tokens): Promise<T> {
  return ask(kabar, path, { method: 'POST', body: JSON.stringify(body) }, tokens)
}

export function get<T>(kabar: RunningKabar, path: string, tokens: Tokens): Promise<T> {
  return ask(kabar, path, {}, tokens)
}

/** Leaves the page at an address of Kabar that draws nothing; also for tokens that are no good. */
export async function keepTokens(page: Page, kabar: RunningKabar, tokens: Tokens) {
  await page.goto(`${kabar.address}/favicon.svg`)
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, tokens)
}

export const tokensOf = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')])

export const publicPages = [
  ['/', 'Login'],
  ['/login', 'Login'],
  ['/register', 'Register'],
  ['/reset-password', 'Reset Password'],
] as const

/** What the product promises, not what the app happens to have. `:id` is to be filled in. */
export const signedInPages = [
  ['/home', 'Home'],
  ['/dashboard', 'Dashboard'],
  ['/investors', 'Investors'],
  ['/investors/add', 'Investors'],
  ['/investors/:id', 'Investors'],
  ['/investors/:id/edit', 'Investors'],
  ['/investments', 'Investments'],
  ['/investments/add', 'Investments'],
  ['/investments/:id', 'Investments'],
  ['/investments/:id/edit', 'Investments'],
  ['/contacts', 'Contacts'],
  ['/contacts/add', 'Contacts'],
  ['/contacts/:id', 'Contacts'],
  ['/contacts/:id/edit', 'Contacts'],
  ['/wa-groups', 'WA Groups'],
  ['/wa-groups/import', 'WA Groups'],
  ['/templates', 'Templates'],
  ['/templates/add', 'Templates'],
  ['/templates/:id/edit', 'Templates'],
  ['/broadcast-groups', 'Broadcast Groups'],
  ['/broadcast-groups/new', 'Broadcast Groups'],
  ['/broadcast-groups/:id/edit', 'Broadcast Groups'],
  ['/broadcasts', 'Broadcasts'],
  ['/broadcasts/add', 'Broadcasts'],
  ['/broadcasts/:id', 'Broadcasts'],
  ['/broadcasts/:id/edit', 'Broadcasts'],
  ['/account', 'Account'],
  ['/master-data/investment-status', 'Investment Status'],
  ['/master-data/investment-stages', 'Investment Stages'],
  ['/master-data/investor-types', 'Investor Types'],
  ['/master-data/currencies', 'Currencies'],
] as const

async function ask<T>(kabar: RunningKabar, path: string, init: RequestInit, tokens?: Tokens): Promise<T> {
  const headers = {
    ...(init.body && { 'content-type': 'application/json' }),
    ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
  }
  const answer = await fetch(`${kabar.address}/api${path}`, { ...init, headers })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

export const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const

/** Axe finds nothing: in both schemes, on a desk and on a phone. */
export async function expectAccessible(page: Page, wanted: readonly (typeof looks)[number][] = looks) {
  // Not while the page still loads.
  await expect(page.locator('h1')).toBeVisible()
  for (const { colorScheme, width } of wanted) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await page.setViewportSize({ width, height: 900 })
    // There are no frames from elsewhere, for which it would open a page of its own: half the time.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    expect.soft(found, `${page.url()} ${colorScheme} ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}
