// Users in the browser: accounts made by the API, signed in by their tokens; and the list of all pages.
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

/** A new user in a new organization. */
export async function signUp(kabar: RunningKabar, country: string | undefined = 'ID'): Promise<Account> {
  accounts += 1
  const email = `ada.${accounts}@example.com`
  const person = { name: 'Ada Lovelace', email, password, country }
  return { email, ...(await post<Tokens>(kabar, '/auth/v1/register', person)) }
}
let accounts = 0

/** Opens the demo organization in this session, and returns the session's new tokens for it. */
export async function openSampleData<T extends Tokens>(kabar: RunningKabar, tokens: T): Promise<T> {
  await post(kabar, '/v1/sample-data', {}, tokens)
  return { ...tokens, ...(await post<Tokens>(kabar, '/auth/v1/refresh', { refresh_token: tokens.refresh_token })) }
}

/** Switches the user's session to the simulator; returns its address. */
export async function useSimulator(kabar: RunningKabar, tokens: Tokens): Promise<string> {
  const { data } = await get<{ data: { id: string }[] }>(kabar, '/v1/whatsapp/sessions', tokens)
  const session = `/v1/whatsapp/sessions/${data[0]!.id}`
  await patch(kabar, session, { driver: 'simulator' }, tokens)
  return session
}

/** Starts the session and lets the simulated phone scan its QR code. */
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

/** Stores the tokens and leaves the page at an address of Kabar that renders nothing; also for invalid tokens. */
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

/** The specified pages, independent of the app's routes. `:id` is a placeholder. */
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
  ['/contacts/inbox', 'Contacts'],
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
  ['/tasks', 'Tasks'],
  ['/tasks/add', 'Tasks'],
  ['/tasks/:id', 'Tasks'],
  ['/tasks/:id/edit', 'Tasks'],
  ['/duplicates', 'Duplicates'],
  ['/duplicates/merge', 'Duplicates'],
  ['/bulk-changes', 'Bulk changes'],
  ['/trash', 'Trash'],
  ['/audit', 'Audit log'],
  ['/account', 'Account'],
  ['/account/webhooks/:id', 'Account'],
  ['/master-data/investment-status', 'Investment Status'],
  ['/master-data/investment-stages', 'Investment Stages'],
  ['/master-data/investor-types', 'Investor Types'],
  ['/master-data/currencies', 'Currencies'],
] as const

/** Fills in the id of a record of that kind, or an id that does not exist. */
export const filledWith = (ids: Record<string, string>, path: string) =>
  path.replace(':id', ids[path.split('/')[1]!] ?? '01990000-0000-7000-8000-000000000001')

/** Adds one record of each kind; returns their ids by the first segment of their path. */
export async function oneOfEach(kabar: RunningKabar, tokens: Account) {
  const make = async (path: string, body: object) => (await post<{ id: string }>(kabar, path, body, tokens)).id
  const contacts = await make('/v1/contacts', { name: 'Budi Santoso', phone: '+628125550001' })
  const templates = await make('/v1/templates', { name: 'March update', body: 'Halo {{ contact.name }}' })
  const sessions = await get<{ data: { id: string }[] }>(kabar, '/v1/whatsapp/sessions', tokens)
  const broadcasts = await make('/v1/broadcasts', {
    name: 'March news',
    session_id: sessions.data[0]!.id,
    template_id: templates,
    audience: { all_contacts: true },
  })
  const types = await get<{ data: { id: string; kind: string }[] }>(kabar, '/v1/investor-types', tokens)
  const { id: investor_type_id } = types.data.find(({ kind }) => kind === 'individual')!
  const investors = await make('/v1/investors', { name: 'Budi Santoso', kind: 'individual', investor_type_id })
  const investments = await make('/v1/investments', {
    investor_id: investors,
    currency: 'IDR',
    expected_amount: '12500000000',
  })
  await make(`/v1/investments/${investments}/transactions`, {
    kind: 'contribution',
    state: 'scheduled',
    amount: '2500000000',
    due_on: '2026-01-31',
  })
  const rule = { type: 'rule', field: 'investor.kind', operator: 'any_of', value: ['individual'] }
  const segment = { type: 'group', match: 'all', rules: [rule] }
  const group = await make('/v1/broadcast-groups', { name: 'People', segment, contact_ids: [contacts] })
  const tasks = await make('/v1/tasks', {
    title: 'Call Budi',
    due_on: '2026-01-31',
    repeats: 'monthly',
    contact_id: contacts,
  })
  // No test causes this event, so nothing is sent.
  const webhook = { name: 'Accounting', url: 'https://erp.example/', events: ['transaction.restored'] }
  const account = await make('/v1/webhooks', webhook)
  return { contacts, templates, broadcasts, investors, investments, tasks, 'broadcast-groups': group, account }
}

/** Navigates within the app, which is faster than a load, and checks that pages clean up after themselves. */
export async function goWithin(page: Page, path: string) {
  await expect(page.locator('h1')).toBeVisible()
  await page.evaluate((to) => {
    document.querySelector('h1')!.dataset.before = 'true'
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // The previous page stays until the new one has rendered, sometimes under the same title.
  await expect(page.locator('[data-before]')).toHaveCount(0)
}

async function ask<T>(kabar: RunningKabar, path: string, init: RequestInit, tokens?: Tokens, tries = 1): Promise<T> {
  const headers = {
    ...(init.body && { 'content-type': 'application/json' }),
    ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
  }
  const answer = await fetch(`${kabar.address}/api${path}`, { ...init, headers })
  // A busy machine may shed a request with 503 before doing anything; like any client, wait and retry.
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

/** Both color schemes and both widths, in half the time of all four combinations. */
export const crosswise = [looks[0], looks[3]]

/** Expects no axe violations, in both color schemes and on both widths. */
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

/** Records the bodies of the requests to this path. */
export function counted(page: Page, path: string, method?: string) {
  const bodies: (string | null)[] = []
  page.on('request', (request) => {
    const isWanted = new URL(request.url()).pathname === path && (!method || request.method() === method)
    if (isWanted) bodies.push(request.postData())
  })
  return bodies
}

/** Runs `act` and waits for the successful response to its request: leaving the page earlier would cancel it. */
export async function answered(page: Page, path: RegExp, act: () => Promise<void>) {
  const answer = page.waitForResponse((response) => path.test(new URL(response.url()).pathname))
  await act()
  expect((await answer).ok()).toBe(true)
}

/** Waits until all requests have responses and the page has stopped changing. */
export async function expectSettled(page: Page) {
  await expect(page.locator('h1')).toBeVisible()
  const pendingUrls = () => pendingOf(page).map((request) => request.url())
  const unrest = async () => {
    // Compares with the count before: a request that starts during the frames may not be rendered yet.
    const before = pendingUrls()
    const resting = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return document.getAnimations().every(({ playState }) => playState !== 'running')
    })
    return resting ? [...before, ...pendingUrls()] : ['running animations']
  }
  await expect.poll(unrest, { intervals: [30] }).toEqual([])
}

/**
 * Opens a menu and chooses an item. Waits for the menu's position and for focus to return: a moving item escapes the
 * click, and a menu opened too early loses focus.
 */
export async function chooseFrom(opener: Locator, item: string) {
  const page = opener.page()
  const menu = page.getByRole('menu')
  await opener.click()
  await expectOpen(menu)
  await menu.getByRole('menuitem', { name: item }).click()
  await expect(menu).toHaveCount(0)
}

/** Visible and focused, so that the keyboard works in it. */
export async function expectOpen(overlay: Locator) {
  await expect(overlay).toBeVisible()
  await expect.poll(() => overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** The option that Enter would choose: a list highlights it a moment after rendering. */
export async function expectHighlighted(option: Locator) {
  await expect(option).toBeVisible()
  await expect(option).toHaveAttribute('data-combobox-selected', 'true')
}

// The axe package injects its half megabyte again for each check and returns all passed rules.
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

/** Keeps the notice with Undo open for what a test checks first: without the pointer over it, it closes after ten seconds. */
export async function keepOpen(within: Page | Locator) {
  await within.getByRole('button', { name: 'Undo' }).last().hover()
}
