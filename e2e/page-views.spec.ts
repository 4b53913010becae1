// Page views in a browser: what is sent to the configured service, and what never is.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningKabar, startKabar } from './server.ts'
import { expect, test } from './test.ts'
import { password } from './visitor.ts'

let kabar: RunningKabar
let listener: Server
const received: { site: string; path: string; title: string; referrer: string }[] = []
test.beforeAll(async () => {
  listener = createServer(async (request, response) => {
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
    let text = ''
    for await (const part of request) text += part
    if (request.method === 'POST') received.push(JSON.parse(text))
    response.writeHead(204, open).end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  kabar = await startKabar({
    environment: { ANALYTICS_KIND: 'post', ANALYTICS_URL: `http://127.0.0.1:${port}/views`, ANALYTICS_SITE: 'ours' },
  })
})
test.afterAll(async () => {
  await kabar.stop()
  await new Promise((resolve) => listener.close(resolve))
})

test('each route change sends one page view, a redirect none, and none contains personal data', {
  tag: '@slow',
}, async ({ page }) => {
  const seen = () => received.map(({ path, referrer }) => `${path} < ${referrer}`)
  const id = '01990000-0000-7000-8000-000000000001'
  // Signed out, a protected page only redirects.
  await page.goto(`${kabar.address}/contacts/${id}?token=secret`)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(seen).toEqual(['/login < '])
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect.poll(seen).toEqual(['/login < ', '/register < /login'])
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => seen().at(-1)).toBe('/contacts/:id < /register')
  received.length = 0
  await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).click()
  await expect.poll(seen).toEqual(['/contacts < /contacts/:id'])
  await page.getByRole('searchbox').first().fill('Budi')
  await expect(page).toHaveURL(/q=Budi/)
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await expect.poll(seen).toEqual(['/contacts < /contacts/:id', '/home < /contacts'])
  expect(received.at(-1)).toEqual({ site: 'ours', path: '/home', title: 'Home', referrer: '/contacts' })
  expect(JSON.stringify(received)).not.toMatch(/Budi|secret|0199/)
})
