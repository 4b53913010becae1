// Notifications in the browser: turning them on and off, what the service worker shows, and the page that a click opens. No push
// service can be reached, so the browser's own functions for subscribing are replaced.
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { expectAccessible, keepTokens, password, signUp } from './visitor.ts'

test.use({ serviceWorkers: 'allow' })

test('notifications are turned on, return after a login, and are removed in another browser', { tag: '@slow' }, async ({
  page,
  browser,
  kabar,
}) => {
  const account = await signUp(kabar)
  await subscribable(page.context())
  await keepTokens(page, kabar, account)
  const open = (tab: Page) => tab.goto(`${kabar.address}/account#notifications`)
  await open(page)
  const turned = switchOn(page)
  await expect(turned).not.toBeChecked()
  await turned.click({ force: true })
  await expect(page.getByText('Notifications turned on')).toBeVisible()
  await expect(turned).toBeChecked()
  await expectAccessible(page)

  const before = await keptBy(page)
  await page
    .getByRole('button', { name: /Ada Lovelace/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => subscriptionOf(page)).toBeNull()
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
  // Kept at the end of subscribing again.
  await expect.poll(() => keptBy(page)).not.toBe(before)
  expect(await subscriptionOf(page)).not.toBeNull()
  await open(page)
  await expect(turned).toBeChecked()

  const elsewhere = await browser.newContext({ serviceWorkers: 'allow' })
  await subscribable(elsewhere)
  const other = await elsewhere.newPage()
  await keepTokens(other, kabar, await logIn(kabar.address, account.email))
  await open(other)
  await expect(switchOn(other)).not.toBeChecked()
  await other.getByRole('button', { name: /^Remove “Chrome on / }).click()
  await expect(other.getByText('Browser removed')).toBeVisible()
  await expect(other.getByText('Other browsers with notifications')).toBeHidden()
  await elsewhere.close()
  await page.reload()
  await expect(turned).not.toBeChecked()
  await expect.poll(() => subscriptionOf(page)).toBeNull()
})

test('a browser that blocks notifications says how to allow them', { tag: '@slow' }, async ({ page, kabar }) => {
  await keepTokens(page, kabar, await signUp(kabar))
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.goto(`${kabar.address}/account#notifications`)
  await expect(page.getByText('This browser blocks notifications from Kabar.')).toBeVisible()
  await expect(switchOn(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('a push is shown as a notification, and its click opens the page', { tag: '@slow' }, async ({ page, kabar }) => {
  const { address } = kabar
  const deliver = await pushTo(page, address)
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  // A browser without a window neither shows notifications nor opens windows: what the worker asks for is recorded.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Record<string, { prototype: object }> & { asked: unknown[] }
    scope.asked = []
    const record = (target: object, name: string) =>
      Object.defineProperty(target, name, {
        value: async function (this: { url?: string }, ...given: unknown[]) {
          scope.asked.push([name, ...given, ...(name === 'focus' ? [this.url] : [])])
        },
      })
    record(scope.ServiceWorkerRegistration!.prototype, 'showNotification')
    record(scope.Clients!.prototype, 'openWindow')
    record(scope.WindowClient!.prototype, 'focus')
  })
  const asked = () => worker.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked.splice(0))
  const click = (data: string) =>
    worker.evaluate(async (data) => {
      const waited: unknown[] = []
      const notification = { data, close: () => waited.push('closed') }
      const event = new Event('notificationclick')
      dispatchEvent(Object.assign(event, { notification, waitUntil: (work: unknown) => waited.push(work) }))
      await Promise.all(waited)
      return waited[0]
    }, data)

  await deliver({ title: 'Kabar paused a broadcast: News', path: '/broadcasts/1', topic: 'news' })
  const options = { icon: '/icon-192.png', tag: 'news', renotify: true, data: '/broadcasts/1' }
  await expect.poll(asked).toEqual([['showNotification', 'Kabar paused a broadcast: News', options]])

  expect(await click('/account#whatsapp')).toBe('closed')
  expect(await asked()).toEqual([['openWindow', `${address}/account#whatsapp`]])
  // A page that is open is only focused, and Kabar opens no pages of others.
  await keepTokens(page, kabar, await signUp(kabar))
  await page.goto(`${address}/account#whatsapp`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await click('/account#whatsapp')
  expect(await asked()).toEqual([['focus', `${address}/account#whatsapp`]])
  await click('https://elsewhere.example/')
  expect(await asked()).toEqual([])
})

const switchOn = (page: Page) => page.getByRole('switch', { name: 'Notify me in this browser' })

/** Replaces the functions that need a push service or a window, and grants the permission on the first request. */
async function subscribable(context: BrowserContext) {
  await context.addInitScript(() => {
    const granted = 'test: granted'
    Object.defineProperty(Notification, 'permission', {
      get: () => (localStorage.getItem(granted) ? 'granted' : 'default'),
    })
    Notification.requestPermission = async () => {
      localStorage.setItem(granted, 'true')
      return 'granted'
    }
    const name = 'test: subscription'
    const decoded = (key: string) =>
      Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)).buffer
    const encoded = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '')
    const present = () => {
      const kept = localStorage.getItem(name)
      if (!kept) return null
      const { json, key } = JSON.parse(kept)
      const unsubscribe = async () => localStorage.removeItem(name)
      return { options: { applicationServerKey: decoded(key) }, toJSON: () => json, unsubscribe }
    }
    const subscribe = async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const p256dh = encoded(await crypto.subtle.exportKey('raw', publicKey))
      const auth = encoded(crypto.getRandomValues(new Uint8Array(16)).buffer)
      const endpoint = `https://push.example/${crypto.randomUUID()}`
      localStorage.setItem(
        name,
        JSON.stringify({ key, json: { endpoint, expirationTime: null, keys: { p256dh, auth } } }),
      )
      return present()
    }
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => present() })
  })
}
const keptBy = (page: Page) => page.evaluate(() => localStorage.getItem('push'))
const subscriptionOf = (page: Page) => page.evaluate(() => localStorage.getItem('test: subscription'))

async function logIn(address: string, email: string) {
  const response = await fetch(`${address}/api/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return await response.json()
}

/** Opens Kabar, and returns how a push arrives at its service worker. */
async function pushTo(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page)
  const id = new Promise<string>((found) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
      if (own) found(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await page.goto(`${origin}/login`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const registrationId = await id
  return (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}
