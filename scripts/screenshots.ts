// `npm run screenshots`: the pictures of the README and of docs/design.md, from a real run against the simulator. Needs a Chromium in CHROMIUM.
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { startKabar } from '../e2e/server.ts'

const people = [
  'Budi Santoso',
  'Siti Aminah',
  'João da Silva',
  'Amina Okafor',
  'Rahul Sharma',
  'Fatima Al-Haddad',
  'Kenji Tanaka',
  'Grace Wanjiru',
]
const companies = ['PT Sumber Rejeki', 'Canggu Capital', 'Silva Irmãos', 'Lagos Angels', 'Sharma & Sons', '']

const kabar = await startKabar({ environment: { RATE_LIMITS: 'off' } })
const libraries = process.env.CHROMIUM_LIBRARIES
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
  env: { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) } as Record<string, string>,
})
try {
  const tokens = await post<{ access_token: string; refresh_token: string }>('/auth/v1/register', {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'correct horse battery',
    organization: 'Lovelace Ventures',
    country: 'ID',
  })
  const page = await (await browser.newContext({ locale: 'en-US', timezoneId: 'Asia/Jakarta' })).newPage()
  await page.goto(`${kabar.address}/login`)
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, tokens)
  const { id, template } = await broadcast(tokens.access_token)
  mkdirSync('docs/screenshots', { recursive: true })
  const desk = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }
  for (const { name, path, size, colorScheme } of [
    { name: 'broadcast', path: `/broadcasts/${id}`, size: desk, colorScheme: 'light' },
    { name: 'contacts', path: '/contacts', size: desk, colorScheme: 'dark' },
    { name: 'template', path: `/templates/${template}/edit`, size: desk, colorScheme: 'light' },
    { name: 'phone', path: '/contacts', size: phone, colorScheme: 'light' },
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await page.goto(`${kabar.address}${path}`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `docs/screenshots/${name}.png` })
  }
} finally {
  await browser.close()
  await kabar.stop()
}

async function broadcast(token: string) {
  for (let n = 0; n < 60; n++) {
    const special = n < 14 ? `+62812555500${String(n + 1).padStart(2, '0')}` : `+62812555${41_000 + n}`
    await post(
      '/v1/contacts',
      { name: people[n % people.length], phone: special, company: companies[n % companies.length] },
      token,
    )
  }
  const session = (await get<{ data: { id: string }[] }>('/v1/whatsapp/sessions', token)).data[0]!.id
  const status = async () => (await get<{ status: string }>(`/v1/whatsapp/sessions/${session}`, token)).status
  await post(`/v1/whatsapp/sessions/${session}`, { driver: 'simulator' }, token, 'PATCH')
  await post(`/v1/whatsapp/sessions/${session}/start`, undefined, token)
  while ((await status()) !== 'scan_qr') await pause()
  await post(`/v1/whatsapp/sessions/${session}/simulate`, { event: 'scan' }, token)
  while ((await status()) !== 'working') await pause()
  const body = 'Halo {{ contact.name }}, the roof of Villa Canggu is on. *Photos and figures* follow on Friday.'
  const template = await post<{ id: string }>('/v1/templates', { name: 'March update', body }, token)
  const draft = {
    name: 'March update',
    session_id: session,
    template_id: template.id,
    audience: { all_contacts: true },
  }
  const { id } = await post<{ id: string }>('/v1/broadcasts', draft, token)
  await post(`/v1/broadcasts/${id}/send`, undefined, token)
  const settled = async () =>
    (await get<{ counts: Record<string, number> }>(`/v1/broadcasts/${id}`, token)).counts.read! > 30
  while (!(await settled())) await pause()
  return { id, template: template.id }
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 200))
}

async function post<T>(path: string, body?: object, token?: string, method = 'POST'): Promise<T> {
  const headers = {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const answer = await fetch(`${kabar.address}/api${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

async function get<T>(path: string, token: string): Promise<T> {
  return (await (
    await fetch(`${kabar.address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as T
}
