// Size budget: JavaScript and CSS over the wire (gzip with headers) of the sign-in page, the first list and later pages.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { get, keepTokens, openSampleData, signedInPages, signUp } from './visitor.ts'

/** The budgets in docs/design.md, in KiB: the sign-in page and its catalogue, a first page, what a later page adds. */
const limits = { login: 160, words: 7, first: 280, later: 140 }
/** Sample data has no webhooks; the page of one that does not exist loads the same files. */
const unknownId = '01990000-0000-7000-8000-000000000001'
/** The pages that users open first. */
const firstPages = ['/home', '/contacts', '/investors', '/investments', '/tasks']

test('the sign-in page, the first list and every later page stay light', { tag: '@slow' }, async ({
  page,
  context,
  browser,
  kabar,
}) => {
  const weigh = (tab: Page, path: string) => weighed(tab, `${kabar.address}${path}`)
  const login = await weigh(page, '/login')
  const abroad = await browser.newPage({ locale: 'id-ID' })
  const translated = await weigh(abroad, '/login')
  await expect(abroad.getByRole('heading', { level: 1 })).toHaveText('Masuk ke Kabar')
  await abroad.close()
  const words = inKilobytes(translated.files) - inKilobytes(login.files)
  const account = await openSampleData(kabar, await signUp(kabar))
  const firstOf = async (path: string) =>
    (await get<{ data: { id: string }[] }>(kabar, `/v1${path}`, account)).data[0]?.id ?? unknownId
  await keepTokens(page, kabar, account)
  const list = await weigh(page, '/contacts')
  const lines = [
    `/login ${inKilobytes(login.files)} KB (${login.requests} requests), in Indonesian ${words} KB more`,
    `/contacts ${inKilobytes(list.files)} KB (${list.requests} requests)`,
  ]
  expect.soft(inKilobytes(login.files)).toBeLessThanOrEqual(limits.login)
  expect.soft(words).toBeLessThanOrEqual(limits.words)
  expect.soft(inKilobytes(list.files)).toBeLessThanOrEqual(limits.first)
  const later = signedInPages.map(([path]) => path).filter((path) => path !== '/contacts')
  const loads = new Map<string, Set<string>>()
  // Each waits for network idle, concurrently.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const tab = await context.newPage()
      for (let path = later.shift(); path; path = later.shift()) {
        const [folder, rest] = path.split(':id')
        const list = folder!.replace('/account', '').slice(0, -1)
        const filled = rest === undefined ? path : `${folder}${await firstOf(list)}${rest}`
        loads.set(path, (await weigh(tab, filled)).files)
      }
    }),
  )
  for (const [path, files] of loads) {
    const added = inKilobytes([...files].filter((file) => !list.files.has(file)))
    lines.push(`${path} adds ${added} KB`)
    expect.soft(added, path).toBeLessThanOrEqual(limits.later)
    if (firstPages.includes(path)) expect.soft(inKilobytes(files), path).toBeLessThanOrEqual(limits.first)
  }
  process.stdout.write(`gzip: ${lines.join(', ')}\n`)
})

test('a page requests its data once', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  for (const path of [...firstPages, '/dashboard', '/templates', '/broadcasts']) {
    requestedPaths.length = 0
    const times = (name: string) => requestedPaths.filter((url) => url === `/api/v1${name}`).length
    const names = [path, '/user/profile', '/replies/unanswered']
    await page.goto(`${kabar.address}${path}`)
    // On a busy machine the network is idle for a while before the first of these requests.
    await expect.poll(() => names.filter((name) => times(name) === 0)).toEqual([])
    await page.waitForLoadState('networkidle')
    for (const name of names) expect.soft(times(name), `${name} on ${path}`).toBe(1)
  }
})

/** The files that a page loads. Cached files count with their first size. */
async function weighed(page: Page, address: string) {
  // Otherwise the last files of the page before would count for this one.
  await page.goto('about:blank')
  // The editor of messages loads at the first sign of a user, and Chromium may report a pointer move that nobody made.
  await page.addInitScript(() => {
    window.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true)
  })
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
  await page.goto(address)
  // On a busy machine the network is idle for a while before the page is rendered.
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await session.detach()
  return { files, requests }
}

/** Transferred bytes of each file, counted once. */
const weights = new Map<string, number>()

/** In KiB. */
const inKilobytes = (files: Iterable<string>) =>
  Math.round([...files].reduce((sum, file) => sum + weights.get(file)!, 0) / 1024)
