// `npm run screenshots`: takes the screenshots of the README and the guides, with sample data, the simulator and the fake
// WhatsApp. Needs a Chromium in CHROMIUM. Dates are relative to today; everything else is the same each time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { startKabar } from '../e2e/server.ts'
import { textOfPicture } from '../src/server/test/fake-whatsapp/qr-picture.ts'
import { startFakeWhatsApp } from '../src/server/test/fake-whatsapp/server.ts'

interface Tokens {
  access_token: string
  refresh_token: string
}

const folder = 'docs/screenshots'
const account = '+6281200000100'
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const fake = await startFakeWhatsApp({})
const kabar = await startKabar({ environment: { RATE_LIMITS: 'off', WHATSAPP_WEB_SOCKET_URL: fake.url } })
const libraries = process.env.CHROMIUM_LIBRARIES
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--font-render-hinting=none'],
  env: { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) } as Record<string, string>,
})
const context = await browser.newContext({
  locale: 'en-US',
  timezoneId: 'Asia/Jakarta',
  reducedMotion: 'reduce',
  viewport: desk,
})
const page = await context.newPage()
const camera = await context.newCDPSession(page)
let token = ''
let refreshToken = ''

try {
  mkdirSync(folder, { recursive: true })
  await signUp()
  await take('first-steps', '/home')
  await switchWith('/v1/sample-data')
  await take('home', '/home')
  await take('dashboard', '/dashboard')
  await take('investor', `/investors/${await first('/v1/investors?q=Wijaya')}`)
  await take('investments', '/investments')
  await take('contacts', '/contacts', { colorScheme: 'dark' })
  await take('phone', '/contacts', { size: phone })
  await take('currencies', '/master-data/currencies')
  await take('template', `/templates/${await first('/v1/templates?q=Capital')}/edit`, {
    wait: 'of Santoso Family Office',
  })
  await take('audience', `/broadcast-groups/${await first('/v1/broadcast-groups?q=Villa')}/edit`)
  await take('broadcast', `/broadcasts/${await first('/v1/broadcasts?q=Quarterly')}`)
  await take('replies', `/contacts/${await first('/v1/contacts?q=Hendra')}`, {
    act: () =>
      page.getByRole('heading', { name: 'Conversation' }).evaluate((title) => {
        window.scrollTo(0, title.getBoundingClientRect().top + window.scrollY - 120)
      }),
  })
  await take('delete-sample-data', '/home', {
    act: async () => {
      await page.getByRole('button', { name: 'Delete sample data' }).click()
      await page.getByText('Delete the sample data?').waitFor()
    },
  })
  await importing()
  await reviewing()
  await switchWith('/v1/sample-data/close')
  await connecting()
} finally {
  await browser.close()
  await kabar.stop()
  await fake.close()
}

async function signUp() {
  const tokens = await call<Tokens>('POST', '/auth/v1/register', {
    name: 'Ayu Lestari',
    email: 'ayu@example.com',
    password: 'correct horse battery',
    organization: 'Nusantara Syndicate',
    country: 'ID',
  })
  await keep(tokens)
}

/** Opens or closes sample data, and takes the new tokens. */
async function switchWith(path: string) {
  await call('POST', path)
  await keep(await call<Tokens>('POST', '/auth/v1/refresh', { refresh_token: refreshToken }))
}

async function keep(tokens: Tokens) {
  token = tokens.access_token
  refreshToken = tokens.refresh_token
  await page.goto(`${kabar.address}/favicon.svg`)
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, tokens)
}

async function importing() {
  const file = [
    'Nama;WhatsApp;Perusahaan;Consent',
    'Wayan Sudarma;+44 7700 900301;Sudarma Villas;ya',
    'Ni Luh Ayu;+44 7700 900302;;ya',
    'Budi Santoso;+44 7700 900121;PT Sumber Rejeki Abadi;ya',
    'Thomas Berg;0812;Berg Invest;tidak',
    'Anita Putri;+44 7700 900304;Putri & Co;',
  ].join('\n')
  await page.goto(`${kabar.address}/contacts?import=new`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kontak.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByText('Thomas Berg').first().waitFor()
  await page.getByText(/^All rows/).click()
  await page.getByText('Wayan Sudarma').last().waitFor()
  await take('importing')
}

/** Links the organization's session to a phone of the fake. */
async function connecting() {
  const session = await first('/v1/whatsapp/sessions')
  await call('POST', `/v1/whatsapp/sessions/${session}/start`)
  const picture = await until(async () => {
    const answer = await fetch(`${kabar.address}/api/v1/whatsapp/sessions/${session}/qr`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
  })
  await take('connecting', '/account#whatsapp', {
    act: () => page.getByRole('img', { name: 'QR code to scan with the phone' }).waitFor(),
  })
  await fake.scanQr(account, textOfPicture(picture))
  await until(
    async () => (await call<{ status: string }>('GET', `/v1/whatsapp/sessions/${session}`)).status === 'working',
  )
  await take('session', '/account?linked#whatsapp')
}

/** The review dialog of a broadcast through the simulator. */
async function reviewing() {
  await page.goto(`${kabar.address}/broadcasts/${await first('/v1/broadcasts?q=Capital')}/edit`, {
    waitUntil: 'networkidle',
  })
  await page.getByRole('button', { name: 'Review and send' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send to/ })
    .waitFor()
  await page.getByRole('dialog').getByPlaceholder('Find a recipient').fill('Dewi')
  await page.getByRole('dialog').getByText('1 of 1').waitFor()
  await take('review')
}

interface Shot {
  size?: typeof desk
  colorScheme?: 'light' | 'dark'
  /** Text to wait for. */
  wait?: string
  act?: () => Promise<void>
}

/** Takes a screenshot of the path, or of the current page. WebP is a third of the size of PNG. */
async function take(name: string, path?: string, { size = desk, colorScheme = 'light', wait, act }: Shot = {}) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
  if (path) await page.goto(`${kabar.address}${path}`, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-label="Loading…"]'))
  await page.getByText('Loading').first().waitFor({ state: 'hidden' })
  if (wait) await page.getByText(wait).last().waitFor()
  await act?.()
  await page.waitForLoadState('networkidle')
  // No focus ring.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 90 })
  writeFileSync(`${folder}/${name}.webp`, data, 'base64')
}

async function first(path: string) {
  return (await call<{ data: { id: string }[] }>('GET', path)).data[0]!.id
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; ) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('timed out')
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const answer = await fetch(`${kabar.address}/api${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}
