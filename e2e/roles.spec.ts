// What a role does not allow is not offered: every page as a viewer, the settings as a member, and a role that changes.
import type { Locator, Page } from '@playwright/test'
import type { RunningKabar } from './server.ts'
import { expect, test } from './test.ts'
import {
  type Account,
  connectPhone,
  expectAccessible,
  expectSettled,
  filledWith,
  get,
  keepTokens,
  oneOfEach,
  password,
  patch,
  post,
  signedInPages,
  signUp,
  type Tokens,
} from './visitor.ts'

let owner: Account
let ids: Record<string, string>
test.beforeAll(async ({ kabar }) => {
  owner = await signUp(kabar)
  ids = await oneOfEach(kabar, owner)
  await offerMore(kabar, owner, ids)
})

/** Buttons that a viewer may press, besides column headings: none changes a record. */
const reading =
  /^(Views?|View: .*|Add filter|List|Board|Mine|Team|Calendar|Print|More|Copy number.*|Check all contacts|Snooze or hide: .*|.*: show as table)$/
const itsOwn =
  /^(Save profile|Change password|Turn on two-step login|Make a token|API reference|Log out( everywhere else)?|Toggle password visibility|Try with sample data|Delete account…?)$/
const guarded =
  /\/(add|new|import|merge)$|\/(investors|investments|contacts|broadcasts|tasks)\/:id\/edit$|^\/(audit$|account\/)/
const sections = ['profile', 'whatsapp', 'security', 'organization', 'team', 'webhooks', 'appearance', 'data']

test('a viewer finds no control that the server would refuse, on any page', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, await join(kabar, 'viewer'))
  const refused = refusals(page)
  const main = page.getByRole('main')
  for (const path of [...signedInPages.map(([path]) => path), '/master-data/custom-fields']) {
    // Loads the page anew, so that requests sent before the permissions are known would be noticed.
    await page.goto(kabar.address + filledWith(ids, path))
    await expectSettled(page)
    const isGuarded = (await main.getByRole('heading', { level: 1 }).textContent()) === 'Your role does not allow this'
    expect.soft(isGuarded, path).toBe(guarded.test(path))
    if (isGuarded) continue
    if (path !== '/account') expect.soft(await foreign(main, reading), path).toEqual([])
    expect.soft(await linksToGuarded(main), path).toEqual([])
  }
  for (const section of sections) {
    await page.goto(`${kabar.address}/account?new=${section}#${section}`)
    await expectSettled(page)
    expect.soft(await foreign(main, reading, itsOwn), section).toEqual([])
  }
  // The menu of an investor contains the statement and nothing else.
  await page.goto(`${kabar.address}/investors/${ids.investors}`)
  await main.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Statement'])
  await page.keyboard.press('Escape')
  // The shortcuts for adding and editing do nothing, and the search offers no action that adds.
  await page.keyboard.press('e')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(`${kabar.address}/investors/${ids.investors}`)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('option', { name: /^(Add|Send|Import)/ })).toHaveCount(0)
  expect(refused).toEqual([])
})

test('a page that the role does not allow says which permission is missing', async ({ page, kabar }) => {
  await keepTokens(page, kabar, await join(kabar, 'viewer'))
  await page.goto(`${kabar.address}/contacts`)
  await page.goto(`${kabar.address}/contacts/add`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your role does not allow this')
  await expect(page.getByRole('main')).toContainText('“Add and change records”')
  await expect(page.getByRole('main')).toContainText('Ask an owner or admin')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(`${kabar.address}/home`)
})

test('a member adds and sends, and reads the settings without changing them', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await keepTokens(page, kabar, await join(kabar, 'member'))
  const refused = refusals(page)
  const main = page.getByRole('main')
  await page.goto(`${kabar.address}/contacts/${ids.contacts}`)
  await expect(main.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'New note' })).toBeVisible()
  for (const path of ['investment-status', 'investment-stages', 'investor-types', 'currencies', 'custom-fields']) {
    await page.goto(`${kabar.address}/master-data/${path}`)
    await expect(main.getByText('Your role does not include: Manage settings.').first()).toBeVisible()
    await expectSettled(page)
    expect.soft(await foreign(main, reading), path).toEqual([])
  }
  await page.goto(`${kabar.address}/account#whatsapp`)
  await expect(main.getByText('Your role does not include: Manage phones.')).toBeVisible()
  await expectSettled(page)
  expect.soft(await foreign(main, reading)).toEqual([])
  await page.goto(`${kabar.address}/account#data`)
  await expect(main.getByText('Your role does not include: See the audit log.')).toBeVisible()
  await page.goto(`${kabar.address}/audit`)
  await expect(main).toContainText('“See the audit log”')
  expect(refused).toEqual([])
})

test('a role without sending prepares broadcasts, and loses its buttons when it loses its permission', {
  tag: '@slow',
}, async ({ page, kabar }) => {
  const role = await post<{ id: string; version: number }>(
    kabar,
    '/v1/roles',
    { name: 'Assistant', permissions: ['edit'] },
    owner,
  )
  await keepTokens(page, kabar, await join(kabar, role.id))
  const main = page.getByRole('main')
  await page.goto(`${kabar.address}/broadcasts/${ids.broadcasts}/edit`)
  await expect(main.getByRole('button', { name: 'Save draft' })).toBeVisible()
  await expect(main.getByText('Your role does not include: Send broadcasts.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Review and send' })).toHaveCount(0)

  await page.goto(`${kabar.address}/contacts/${ids.contacts}`)
  await main.getByRole('textbox', { name: 'New note' }).fill('Prefers mornings')
  await patch(kabar, `/v1/roles/${role.id}`, { version: role.version, permissions: [] }, owner)
  await main.getByRole('button', { name: 'Add note' }).click()
  await expect(main.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(main.getByText('Your role does not include: Add and change records.')).toBeVisible()
})

test('a role without amounts sees none on any page, and no page asks for what it would be refused', {
  tag: '@slow',
}, async ({ page, kabar }) => {
  const permissions = [
    ...['edit', 'send_broadcasts', 'approve_broadcasts', 'export', 'manage_phones', 'manage_settings', 'see_audit_log'],
    ...['manage_team', 'delete_for_good'],
  ]
  const role = await post<{ id: string }>(kabar, '/v1/roles', { name: 'Clerk', permissions }, owner)
  await keepTokens(page, kabar, await join(kabar, role.id))
  const refused = refusals(page)
  const main = page.getByRole('main')
  for (const [path] of signedInPages) {
    await page.goto(kabar.address + filledWith(ids, path))
    await expectSettled(page)
    const isGuarded = (await main.getByRole('heading', { level: 1 }).textContent()) === 'Your role does not allow this'
    expect.soft(isGuarded, path).toBe(ofAmounts.test(path))
    // The investment of 12,500,000,000 and its payment of 2,500,000,000.
    expect.soft(await main.innerText(), path).not.toMatch(/12[.,]5|2[.,]5/)
  }
  await page.goto(`${kabar.address}/investors/${ids.investors}`)
  await expect(main.getByText('Your role does not include: See amounts.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Investments' })).toHaveCount(0)
  await page.goto(`${kabar.address}/account#webhooks`)
  await expect(main.getByText('Your role does not include: See amounts.').first()).toBeVisible()
  expect(refused).toEqual([])
})

const ofAmounts = /^\/dashboard$|^\/investments|\/statement$|\/webhooks\/:id$/

/** Returns a new member of the organization with this role. */
async function join(kabar: RunningKabar, role: string): Promise<Tokens> {
  members += 1
  const email = `member.${members}@example.org`
  const invitation = { emails: [email], role }
  const { data } = await post<{ data: { link: string }[] }>(kabar, '/v1/team/invitations', invitation, owner)
  const invite = new URL(data[0]!.link).searchParams.get('invite')!
  return await post<Tokens>(kabar, '/auth/v1/register', { name: 'Grace Hopper', email, password, invite })
}
let members = 0

/** Adds what gives pages more buttons: a message to answer, a duplicate, trash, a custom field, a rate, a note and a task. */
async function offerMore(kabar: RunningKabar, by: Tokens, { contacts, investors }: Record<string, string>) {
  const session = await connectPhone(kabar, by)
  await post(kabar, `${session}/simulate`, { event: 'message', from: '+628125550001', text: 'Hello' }, by)
  await post(kabar, '/v1/contacts', { name: 'Budi Santoso', email: 'budi@example.org' }, by)
  await post(kabar, '/v1/contacts', { name: 'Budi Santoso', email: 'budi@example.org' }, by)
  await post(kabar, '/v1/notes', { contact_id: contacts, body: 'Wrote at night' }, by)
  await post(kabar, '/v1/custom-fields', { record: 'investor', name: 'Risk', type: 'text' }, by)
  await post(kabar, '/v1/currencies', { code: 'USD' }, by)
  await post(kabar, '/v1/tasks', { title: 'Send the papers', investor_id: investors }, by)
  const unanswered = () => get<{ people: number }>(kabar, '/v1/replies/unanswered', by)
  await expect.poll(async () => (await unanswered()).people).toBe(1)
}

/** Names of the enabled buttons and text areas that match none of `allowed`, without column headings, which only sort. */
async function foreign(main: Locator, ...allowed: RegExp[]): Promise<string[]> {
  const names = await main
    .locator('button:enabled:visible, textarea:enabled:visible')
    .evaluateAll((all) =>
      all
        .filter((each) => !each.closest('th'))
        .map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim()),
    )
  return names.filter((name) => !allowed.some((pattern) => pattern.test(name)))
}

const linksToGuarded = async (main: Locator) =>
  (
    await main
      .locator('a:visible')
      .evaluateAll((all) => all.map((each) => new URL((each as HTMLAnchorElement).href).pathname))
  ).filter((path) => guarded.test(path.replace(/[0-9a-f-]{36}/, ':id')))

/** Collects the requests of a page that the server refused because of the role. */
function refusals(page: Page): string[] {
  const found: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) found.push(`${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  return found
}
