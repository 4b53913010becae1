// Size budget: JavaScript and CSS over the wire (gzip with headers) of the sign-in page, the first list, and later
// pages.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { get, keepTokens, post, signedInPages, signUp } from './visitor.ts'

// The current size plus a margin: a change that adds more must justify it. The targets are 160, 280 and 140 KB.
const limits = { login: 148, words: 5, list: 230, page: 245, later: 126 }
/** The pages that users open first: small, and preloaded before the app. */
const firstPages = ['/home', '/contacts', '/investors', '/investments']

test('the sign-in page, the first list and every later page stay light', async ({ page, context, browser, kabar }) => {
  const weigh = (tab: Page, path: string) => weighed(tab, `${kabar.address}${path}`)
  const login = await weigh(page, '/login')
  const abroad = await browser.newPage({ locale: 'id-ID' })
  const translated = await weigh(abroad, '/login')
  await expect(abroad.getByRole('heading', { level: 1 })).toHaveText('Masuk ke Kabar')
  await abroad.close()
  const words = inKilobytes(translated.files) - inKilobytes(login.files)
  const account = await signUp(kabar)
  await post(kabar, '/v1/sample-data', {}, account)
  const firstOf = async (path: string) =>
    (await get<{ data: { id: string }[] }>(kabar, `/v1${path}`, account)).data[0]!.id
  await keepTokens(page, kabar, account)
  const list = await weigh(page, '/contacts')
  const lines = [
    `/login ${inKilobytes(login.files)} KB (${login.requests} requests), in Indonesian ${words} KB more`,
    `/contacts ${inKilobytes(list.files)} KB (${list.requests} requests)`,
  ]
  expect.soft(inKilobytes(login.files)).toBeLessThanOrEqual(limits.login)
  expect.soft(words).toBeLessThanOrEqual(limits.words)
  expect.soft(inKilobytes(list.files)).toBeLessThanOrEqual(limits.list)
  const later = signedInPages.map(([path]) => path).filter((path) => path !== '/contacts')
  const loads = new Map<string, Set<string>>()
  // Each waits for network idle, concurrently.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const tab = await context.newPage()
      for (let path = later.shift(); path; path = later.shift()) {
        const [folder, rest] = path.split(':id')
        const filled = rest === undefined ? path : `${folder}${await firstOf(folder!.slice(0, -1))}${rest}`
        loads.set(path, (await weigh(tab, filled)).files)
      }
    }),
  )
  for (const [path, files] of loads) {
    const added = inKilobytes([...files].filter((file) => !list.files.has(file)))
    lines.push(`${path} adds ${added} KB`)
    expect.soft(added, path).toBeLessThanOrEqual(limits.later)
    if (firstPages.includes(path)) expect.soft(inKilobytes(files), path).toBeLessThanOrEqual(limits.page)
  }
  process.stdout.write(`gzip: ${lines.join(', ')}\n`)
})

test('the first request is sent before the app has loaded, and not repeated', async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  const asked: { path: string; isEarly: boolean }[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const isEarly = initiator.stack?.callFrames.some(({ url }) => url.endsWith('/first.js')) ?? false
    asked.push({ path: new URL(request.url).pathname, isEarly })
  })
  for (const path of [...firstPages, '/dashboard', '/templates', '/broadcasts']) {
    asked.length = 0
    await page.goto(`${kabar.address}${path}`, { waitUntil: 'networkidle' })
    for (const question of [path, '/user/profile', '/sample-data', '/replies/unanswered'].map(
      (name) => `/api/v1${name}`,
    ))
      expect.soft(asked.filter((call) => call.path === question)).toEqual([{ path: question, isEarly: true }])
  }
  // With filters the page sends its own request, once.
  asked.length = 0
  await page.goto(`${kabar.address}/contacts?consent=opted_in`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'No contacts match' })).toBeVisible()
  const calls = asked.filter(({ path }) => path === '/api/v1/contacts')
  expect(calls).toEqual([{ path: '/api/v1/contacts', isEarly: false }])
})

/** The files that a page loads. Cached files count with their first size. */
async function weighed(page: Page, address: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } })
  const urls = new Map<string, string>()
  const files = new Set<string>()
  let requests = 0
  session.on('Network.requestWillBeSent', () => {
    requests += 1
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript|css/.test(response.mimeType)) urls.set(requestId, response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (!url) return
    files.add(url)
    weights.set(url, Math.max(weights.get(url) ?? 0, encodedDataLength))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await session.detach()
  return { files, requests }
}

/** Transferred bytes of each file, counted once. */
const weights = new Map<string, number>()

/** Of 1024 bytes. */
const inKilobytes = (files: Iterable<string>) =>
  Math.round([...files].reduce((sum, file) => sum + weights.get(file)!, 0) / 1024)
