// Sign-in sessions: one renewal for concurrent requests and for two tabs, what ends a session, and what never does.
import type { Page, Route } from '@playwright/test'
import { expect, test } from './test.ts'
import { counted, keepTokens, password, signUp, tokensOf } from './visitor.ts'

test('concurrent 401s cause one token renewal, and a POST is retried with its body', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const renewals = counted(page, '/api/auth/v1/refresh')
  const refused = await refuse(page, tokens.access_token, { together: 4 })
  await page.goto(`${kabar.address}/home`)
  await expect(page.getByRole('banner')).toContainText('Ada Lovelace')
  await expect(page.getByText('Import your investors and contacts')).toBeVisible()
  expect(refused.length).toBeGreaterThanOrEqual(4)
  expect(renewals).toHaveLength(1)
  const [access, refresh] = await tokensOf(page)
  expect(access).not.toBe(tokens.access_token)
  expect(refresh).not.toBe(tokens.refresh_token)

  await page.goto(`${kabar.address}/templates/add`)
  await page.getByRole('textbox', { name: 'Name' }).fill('March update')
  await page.getByRole('textbox', { name: 'Message' }).fill('Halo')
  // Not the preview, which may be requested before the save.
  await refuse(page, access!, { path: '**/api/v1/templates' })
  const posts = counted(page, '/api/v1/templates', 'POST')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page).toHaveURL(/\/templates(\/[0-9a-f-]+\/edit)?$/)
  expect(posts).toHaveLength(2)
  expect(posts[1]).toBe(posts[0])
  expect(renewals).toHaveLength(2)
})

test('two tabs whose token is rejected concurrently both stay signed in', { tag: '@slow' }, async ({
  page,
  context,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const other = await context.newPage()
  const renewals = [counted(page, '/api/auth/v1/refresh'), counted(other, '/api/auth/v1/refresh')]
  for (const tab of [page, other]) await refuse(tab, tokens.access_token)
  await Promise.all([page, other].map((tab) => tab.goto(`${kabar.address}/home`)))
  for (const tab of [page, other]) await expect(tab.getByRole('banner')).toContainText('Ada Lovelace')
  // A browser may show a tab late what another has stored: then both refresh, and the server returns the same pair.
  expect(new Set(renewals.flat()).size).toBe(1)
  const storedToken = (tab: Page) => tab.evaluate(() => localStorage.getItem('access_token'))
  expect(await storedToken(page)).not.toBe(tokens.access_token)
  await expect.poll(async () => (await storedToken(other)) === (await storedToken(page))).toBe(true)
})

test('a rejected renewal ends the session in every tab', async ({ page, context, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  const other = await context.newPage()
  await other.goto(`${kabar.address}/contacts`)
  await expect(other.getByRole('searchbox', { name: 'Search contacts' })).toBeVisible()
  await page.route('**/api/auth/v1/refresh', (route) => problem(route, 401, 'unauthenticated'))
  await refuse(page, tokens.access_token)
  await page.goto(`${kabar.address}/contacts?q=Budi`)
  await expect(page).toHaveURL(`${kabar.address}/login`)
  await expect(page.getByText('Your session has ended. Log in to continue.')).toBeVisible()
  expect(await tokensOf(page)).toEqual([null, null])
  await expect(other).toHaveURL(`${kabar.address}/login`)
})

test('a draft is restored after an expired session for the same user only', { tag: '@slow' }, async ({
  page,
  context,
  kabar,
}) => {
  const account = await signUp(kabar)
  await keepTokens(page, kabar, account)
  const other = await context.newPage()
  const add = `${kabar.address}/investors/add`
  for (const tab of [page, other]) {
    await tab.goto(add)
    await tab.getByRole('textbox', { name: 'Name' }).fill('Half an Hour of Typing')
    await tab.getByRole('button', { name: /Tags and notes/ }).click()
    await tab.getByRole('textbox', { name: 'Notes' }).fill('Met in Bandung.')
  }
  await page.route('**/api/auth/v1/refresh', (route) => problem(route, 401, 'unauthenticated'))
  await refuse(page, account.access_token)
  await page.getByRole('button', { name: 'Add investor' }).click()
  await expect(page.getByText('Your session has ended. Log in to continue.')).toBeVisible()
  await page.unroute('**/api/auth/v1/refresh')
  // In both tabs at once: the notice stays for some seconds.
  const told = Promise.all(
    [page, other].map((tab) => expect(tab.getByText('Your changes were restored')).toBeVisible()),
  )
  await signIn(page, account.email)
  await told
  for (const tab of [page, other]) {
    await expect(tab.getByRole('textbox', { name: 'Name' })).toHaveValue('Half an Hour of Typing')
    await expect(tab.getByRole('textbox', { name: 'Notes' })).toHaveValue('Met in Bandung.')
  }

  // Logging out leaves no draft, in any tab.
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Log in to Kabar' })).toBeVisible()
  for (const tab of [page, other]) expect(await tab.evaluate(() => sessionStorage.getItem('typing'))).toBeNull()
})

test('rate limits, server errors and network failures do not end the session', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  let fail: (route: Route) => unknown = (route) => problem(route, 429, 'rate_limited')
  await page.route('**/api/v1/**', (route) => fail(route))
  for (const next of [
    (route: Route) => problem(route, 503, 'unavailable'),
    (route: Route) => route.abort('internetdisconnected'),
    (route: Route) => route.continue(),
  ]) {
    await page.goto(`${kabar.address}/contacts`)
    await expect(page.getByRole('main').getByRole('button', { name: /again/i })).toBeVisible()
    await expect(page).toHaveURL(`${kabar.address}/contacts`)
    expect(await tokensOf(page)).toEqual([tokens.access_token, tokens.refresh_token])
    fail = next
  }
  await page.getByRole('main').getByRole('button', { name: /again/i }).click()
  await expect(page.getByRole('main').getByRole('button', { name: /again/i })).toBeHidden()
})

test('a wrong password shows an error and is not retried', async ({ page, kabar }) => {
  const { email } = await signUp(kabar)
  await page.goto(`${kabar.address}/login`)
  const calls = counted(page, '/api/auth/v1/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(calls).toHaveLength(1)
})

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Simulates an expired access token. The first requests fail together. */
async function refuse(page: Page, accessToken: string, { together = 1, path = '**/api/v1/**' } = {}) {
  const refused: string[] = []
  let tell = () => {}
  const areThere = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route(path, async (route) => {
    if (route.request().headers().authorization !== `Bearer ${accessToken}`) return route.fallback()
    if (refused.push(route.request().url()) >= together) tell()
    await areThere
    return problem(route, 401, 'unauthenticated')
  })
  return refused
}

function problem(route: Route, status: number, code: string) {
  return route.fulfill({ status, contentType: 'application/problem+json', json: { title: 'No', status, code } })
}
