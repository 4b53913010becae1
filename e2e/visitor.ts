// Somebody in the browser: an account made by the API, signed in by its tokens, and every page there is to see.
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import { pendingOf } from './evidence.ts'
import type { RunningKabar } from './server.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
}
export const password = 'correct horse battery'

export interface Account extends Tokens {
  email: string
}

/** Somebody new, in an organization of their own. */
export async function signUp(kabar: RunningKabar, country: string | undefined = 'ID'): Promise<Account> {
  accounts += 1
  const email = `ada.${accounts}@example.com`
  const person = { name: 'Ada Lovelace', email, password, country }
  return { email, ...(await post<Tokens>(kabar, '/auth/v1/register', person)) }
}
let accounts = 0

/** The address of their session, which goes through the simulator from now on. */
export async function useSimulator(kabar: RunningKabar, tokens: Tokens): Promise<string> {
  const { data } = await get<{ data: { id: string }[] }>(kabar, '/v1/whatsapp/sessions', tokens)
  const session = `/v1/whatsapp/sessions/${data[0]!.id}`
  await patch(kabar, session, { driver: 'simulator' }, tokens)
  return session
}

/** Starts their session and lets the simulated phone scan its code. */
export async function connectPhone(kabar: RunningKabar, tokens: Tokens): Promise<string> {
  const session = await useSimulator(kabar, tokens)
  const status = async () => (await get<{ status: string }>(kabar, session, tokens)).status
  await post(kabar, `${session}/start`, {}, tokens)
  await expect.poll(status).toBe('scan_qr')
  await post(kabar, `${session}/simulate`, { event: 'scan' }, tokens)
  await expect.poll(status).toBe('working')
  return session
}

export function post<T>(kabar: RunningKabar, path: string, body: object, tokens?: Tokens): Promise<T> {
  return ask(kabar, path, { method: 'POST', body: JSON.stringify(body) }, tokens)
}

export function patch<T>(kabar: RunningKabar, path: string, body: object, tokens: Tokens): Promise<T> {
  return ask(kabar, path, { method: 'PATCH', body: JSON.stringify(body) }, tokens)
}

export function get<T>(kabar: RunningKabar, path: string, tokens: Tokens): Promise<T> {
  return ask(kabar, path, {}, tokens)
}

/** Leaves the page at an address of Kabar that draws nothing; also for tokens that are no good. */
export async function keepTokens(page: Page, kabar: RunningKabar, { access_token, refresh_token }: Tokens) {
  await page.goto(`${kabar.address}/favicon.svg`)
  await page.evaluate(
    (given) => {
      for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
    },
    { access_token, refresh_token },
  )
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
  ['/investors/:id/statement', 'Investors'],
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

async function ask<T>(kabar: RunningKabar, path: string, init: RequestInit, tokens?: Tokens, tries = 1): Promise<T> {
  const headers = {
    ...(init.body && { 'content-type': 'application/json' }),
    ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
  }
  const answer = await fetch(`${kabar.address}/api${path}`, { ...init, headers })
  // On a machine that does much else Kabar may ask for a moment, before it has done anything: any client gives it that.
  const wait = answer.status === 503 ? Number(answer.headers.get('retry-after')) : 0
  if (wait > 0 && tries < 5) {
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
    return ask(kabar, path, init, tokens, tries + 1)
  }
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

export const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const

/** Both schemes and both widths, in half the time of all four. */
export const crosswise = [looks[0], looks[3]]

/** Axe finds nothing: in both schemes, on a desk and on a phone. */
export async function expectAccessible(page: Page, wanted: readonly (typeof looks)[number][] = crosswise) {
  for (const look of wanted) await expectAccessibleAs(page, look)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The same in one look, which the page keeps. */
export async function expectAccessibleAs(page: Page, { colorScheme, width }: (typeof looks)[number]) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.setViewportSize({ width, height: 900 })
  await expectSettled(page)
  expect.soft(await violationsOn(page), `${page.url()} ${colorScheme} ${width}`).toEqual([])
}

/** The bodies of the calls of this path, as they are made. */
export function counted(page: Page, path: string, method?: string) {
  const bodies: (string | null)[] = []
  page.on('request', (request) => {
    const isWanted = new URL(request.url()).pathname === path && (!method || request.method() === method)
    if (isWanted) bodies.push(request.postData())
  })
  return bodies
}

/** Does it, and waits until the server has said yes to the call that it makes: leaving the page earlier would call it off. */
export async function answered(page: Page, path: RegExp, act: () => Promise<void>) {
  const answer = page.waitForResponse((response) => path.test(new URL(response.url()).pathname))
  await act()
  expect((await answer).ok()).toBe(true)
}

/** Everything it asked for has come, is drawn, and has come to rest. */
export async function expectSettled(page: Page) {
  await expect(page.locator('h1')).toBeVisible()
  const asked = () => pendingOf(page).map((request) => request.url())
  const unrest = async () => {
    // Before as well: what comes while the frames go by may not be in them yet.
    const before = asked()
    const resting = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return document.getAnimations().every(({ playState }) => playState !== 'running')
    })
    return resting ? [...before, ...asked()] : ['something moves']
  }
  await expect.poll(unrest, { intervals: [30] }).toEqual([])
}

/**
 * Opens a menu and chooses. A menu is drawn before it has its place, and gives focus back after it is gone: an entry that
 * is pressed on the way slips from under the pointer, and a menu that opens meanwhile loses focus.
 */
export async function chooseFrom(opener: Locator, item: string) {
  const page = opener.page()
  const menu = page.getByRole('menu')
  await opener.click()
  await expectOpen(menu)
  await menu.getByRole('menuitem', { name: item }).click()
  await expect(menu).toHaveCount(0)
}

/** Not only drawn: focus is in it, and with it the keyboard. */
export async function expectOpen(overlay: Locator) {
  await expect(overlay).toBeVisible()
  await expect.poll(() => overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** The option that Enter would choose: a list highlights it a moment after it is drawn. */
export async function expectHighlighted(option: Locator) {
  await expect(option).toBeVisible()
  await expect(option).toHaveAttribute('data-combobox-selected', 'true')
}

// Its own package puts the half megabyte of it into the page anew for each question, and brings back what was found right.
const require = createRequire(import.meta.url)
const { source } = createRequire(require.resolve('@axe-core/playwright'))('axe-core') as { source: string }
interface Axe {
  run(on: Document, options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
}

async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: Axe }).axe
    const { violations } = await run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}
