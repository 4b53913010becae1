// A hostile address or a hostile name has no effect in a real browser.
import type { Page } from '@playwright/test'
import { type RunningKabar, startKabar } from './server.ts'
import { expect, test } from './test.ts'
import { password, post, signUp } from './visitor.ts'

let kabar: RunningKabar
test.beforeAll(async () => {
  kabar = await startKabar()
})
test.afterAll(() => kabar.stop())

test('an address cannot redirect to another site, and stored markup is shown as text', async ({ page }) => {
  const person = await signUp(kabar)
  const hostile = `<img src="https://evil.example/x.png" onerror="alert(1)"><script>alert(2)</script>`
  const add = (path: string, body: object) => post<{ id: string }>(kabar, `/v1/${path}`, body, person)
  const contact = await add('contacts', { name: hostile, phone: '+6281234567890' })
  await add('templates', { name: hostile, body: `${hostile} javascript:alert(3) https://example.com/a` })
  await add('whatsapp/sessions', { name: hostile.slice(0, 100) })

  const watched = await watch(page)
  for (const address of [
    '/login?next=//evil.example',
    '/login?from=https://evil.example',
    '//contacts',
    '/\\evil.example/',
  ]) {
    await page.goto(kabar.address + address)
    expect(new URL(page.url()).origin).toBe(kabar.address)
  }
  await page.goto(`${kabar.address}/login?next=javascript:alert(4)`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${kabar.address}/home`)

  for (const path of ['/contacts', `/contacts/${contact.id}`, '/templates', '/account#whatsapp', '/broadcasts/add']) {
    await page.goto(kabar.address + path)
    if (path !== '/broadcasts/add') await expect(page.getByText('<img src=').first()).toBeVisible()
    else await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  }
  expect(await watched()).toEqual({ outside: [], dialogs: [], violations: [] })
})

/** Records requests to other origins, opened windows, and violations of the content security policy. */
async function watch(page: Page) {
  const outside: string[] = []
  const dialogs: string[] = []
  const violations: string[] = []
  page.on('request', (asked) => {
    if (/^(https?|wss?):/.test(asked.url()) && new URL(asked.url()).origin !== kabar.address) outside.push(asked.url())
  })
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('told', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      void (window as unknown as { told(what: string): void }).told(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return async () => ({ outside, dialogs, violations })
}
