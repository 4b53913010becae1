// The signed-in layout: the menu and its overlay, the profile area, the indicator, and keyboard use.
import type { Page, Route } from '@playwright/test'
import { expect, test } from './test.ts'
import { type Account, expectOpen, expectSettled, keepTokens, password, signUp } from './visitor.ts'

let account: Account
test.beforeAll(async ({ kabar }) => {
  account = await signUp(kabar)
})

test('a group opens when the path is one of its items, stays open until it is closed, and the item is marked', async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, account)
  const broadcast = page.getByRole('button', { name: 'WA Broadcast' })
  const master = page.getByRole('button', { name: 'Master Data' })
  const current = page.getByRole('navigation').locator('[aria-current=page]')
  for (const [path, title, isBroadcast, isMaster] of [
    ['/home', 'Home', false, false],
    ['/contacts/add', 'Contacts', true, false],
    ['/master-data/currencies', 'Currencies', true, true],
  ] as const) {
    await page.goto(`${kabar.address}${path}`)
    await expect(broadcast).toHaveAttribute('aria-expanded', String(isBroadcast))
    await expect(master).toHaveAttribute('aria-expanded', String(isMaster))
    await expect(current).toHaveText(title)
    await expect(page.getByRole('banner')).toContainText(title)
  }
  await master.click()
  await expect(page.getByRole('link', { name: 'Currencies' })).toBeHidden()
  await page.goto(`${kabar.address}/account`)
  await expect(broadcast).toHaveAttribute('aria-expanded', 'true')
  await expect(master).toHaveAttribute('aria-expanded', 'false')
  await expect(current).toHaveCount(0)
  await expect(page.getByRole('banner')).toContainText('Account')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
})

test('the top bar shows whole page titles on a window of 1024 px', { tag: '@slow' }, async ({ page, kabar }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await keepTokens(page, kabar, account)
  for (const [path, title] of [
    ['/account', 'Account'],
    ['/broadcast-groups', 'Broadcast Groups'],
    ['/master-data/investment-stages', 'Investment Stages'],
  ] as const) {
    await page.goto(`${kabar.address}${path}`)
    const bar = page.getByRole('banner')
    await expect(bar).toContainText('Ada Lovelace')
    const shown = bar.getByText(title, { exact: true })
    expect(await shown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  }
})

test('in a narrow window the menu is an overlay that traps the focus, and restores it', async ({ page, kabar }) => {
  await page.setViewportSize({ width: 991, height: 844 })
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/home`)
  const button = page.getByRole('button', { name: 'Open menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const isInMenu = () => page.evaluate(() => document.getElementById('sidebar')!.contains(document.activeElement))
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden()

  await button.click()
  await expect(menu).toBeVisible()
  await expect.poll(isInMenu).toBe(true)
  // More than a full round, in both directions.
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let n = 0; n < 16; n++) {
      await page.keyboard.press(key)
      expect(await isInMenu(), `${key} ${n}`).toBe(true)
    }
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(900, 600)
  await expect(menu).toBeHidden()
  await button.click()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(`${kabar.address}/dashboard`)
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${kabar.address}/home`)
  await expect(menu).toBeHidden()
})

test('the profile area shows loading, retries three times, fails, and can be retried', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, account)
  await page.clock.install()
  const banner = page.getByRole('banner')
  let calls = 0
  let answer: (route: Route) => unknown = () => undefined
  await page.route('**/api/v1/user/profile', (route) => {
    calls += 1
    return answer(route)
  })
  await page.goto(`${kabar.address}/investors`)
  await expect(banner).toContainText('Loading...')
  await expect(banner).toContainText('Please wait')

  answer = (route) => route.fulfill({ status: 503, body: '' })
  calls = 0
  await page.reload()
  await expect
    .poll(async () => {
      await page.clock.fastForward(4_000)
      return await banner.textContent()
    })
    .toContain('Failed to load')
  expect(calls).toBe(4)
  answer = (route) => route.continue()
  await banner.getByRole('button', { name: 'Retry' }).click()
  await expect(banner).toContainText('Ada Lovelace')
  await expect(banner).toContainText('No organization')
  await expect(banner.locator('[aria-hidden]', { hasText: /^AL$/ })).toBeVisible()
  expect(calls).toBe(5)

  // A rejected request is not retried.
  answer = (route) => route.fulfill({ status: 403, body: '' })
  calls = 0
  await page.reload()
  await expect(banner).toContainText('Failed to load')
  await page.clock.fastForward(60_000)
  expect(calls).toBe(1)
})

test('the indicator polls every 30 seconds and shows a failed request as no session', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, account)
  await page.clock.install()
  const calls: number[] = []
  let status: object | undefined = { has_working_session: true, has_running_session: true, phones: 2, connected: 1 }
  await page.route('**/api/v1/whatsapp/status', async (route) => {
    calls.push(await page.evaluate(() => Date.now()))
    return status ? route.fulfill({ json: status }) : route.fulfill({ status: 500, body: '' })
  })
  await page.goto(`${kabar.address}/investors`)
  const indicator = (text: string) => page.getByRole('link', { name: new RegExp(`^WhatsApp: ${text}`) })
  await expect(indicator('Session running, device connected')).toBeVisible()
  const seen = await page.evaluate(() => Date.now())
  expect(calls).toHaveLength(1)
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  status = { has_working_session: false, has_running_session: true, phones: 1, connected: 0 }
  // The half minute began between the request and the rendering of its response; the clock is paused until then.
  await page.clock.pauseAt(calls[0]! + 29_900)
  await expect(indicator('Session running, device connected')).toBeVisible()
  expect(calls).toHaveLength(1)
  await page.clock.runFor(seen - calls[0]! + 200)
  await expect.poll(() => calls).toHaveLength(2)
  await page.clock.resume()
  await expect(indicator('Session running, device not connected')).toBeVisible()
  status = undefined
  await page.clock.fastForward(30_000)
  await expect.poll(() => calls).toHaveLength(3)
  // The single retry of every query.
  await page.clock.fastForward(2_000)
  await expect(indicator('No session running')).toBeVisible()
  expect(calls).toHaveLength(4)
  await indicator('No session running').click()
  await expect(page).toHaveURL(`${kabar.address}/account#whatsapp`)
})

test('everything from Login to Logout works by keyboard with visible focus', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await page.goto(`${kabar.address}/login`)
  await expectSettled(page)
  await tabTo(page, 'Email')
  await page.keyboard.type(account.email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${kabar.address}/home`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
  await expect(page.getByRole('main')).toBeFocused()
  await expectSettled(page)

  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, 'WA Broadcast', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Contacts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toBeVisible()

  const profile = page.getByRole('button', { name: /Ada Lovelace/ })
  await tabTo(page, 'Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeVisible()
  await expectOpen(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(profile).toBeFocused()
  await choose(page, 'Account')
  await expect(page).toHaveURL(`${kabar.address}/account`)
  await expectSettled(page)
  await tabTo(page, 'Ada Lovelace')
  await choose(page, 'Logout')
  await expect(page).toHaveURL(`${kabar.address}/login`)
  await expect(page.getByText('Logged out successfully')).toBeVisible()
})

/** Chooses an item by keyboard; the menu's button has the focus. */
async function choose(page: Page, item: string) {
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const wanted = page.getByRole('menuitem', { name: item })
  while (!(await wanted.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

/** Presses Tab until the element with this name has focus; each stop must be visible. */
async function tabTo(page: Page, name: string, key = 'Tab') {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? ''
      const seen = [element, element.parentElement!].some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
      })
      return { name: `${element.ariaLabel ?? ''} ${label} ${element.textContent}`, tag: element.tagName, seen }
    })
    if (stop.tag === 'BODY') continue
    expect(stop.seen, `focus on “${stop.name.trim()}” is visible`).toBe(true)
    if (stop.name.includes(name)) return
  }
  throw new Error(`“${name}” was not reached`)
}

test('a page that gets 503 says that the server is busy and refetches automatically', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, account)
  await page.clock.install()
  const detail = 'Kabar is busy. Try again in a few seconds.'
  const body = JSON.stringify({ status: 503, code: 'unavailable', title: 'Service unavailable', detail })
  const answer = { status: 503, contentType: 'application/problem+json', headers: { 'retry-after': '2' }, body }
  let calls = 0
  const list = /\/api\/v1\/contacts(\?|$)/
  await page.route(list, (route) => {
    calls += 1
    return route.fulfill(answer)
  })
  await page.goto(`${kabar.address}/contacts`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect
    .poll(async () => {
      await page.clock.fastForward(3_000)
      return await alert.isVisible()
    })
    .toBe(true)
  expect(calls).toBeGreaterThan(1)
  await expect(alert).toContainText(detail)
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()

  await page.unroute(list)
  await page.clock.fastForward(15_000)
  await expect(alert).toBeHidden()
  await expect(page.getByRole('main')).toContainText('No contacts yet')
})
