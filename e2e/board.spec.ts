// The board of investments: cards moved by keyboard, mouse and menu, with Undo, questions and conflicts.
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import {
  type Account,
  chooseFrom,
  expectAccessible,
  expectAccessibleAs,
  expectOpen,
  expectSettled,
  get,
  keepOpen,
  keepTokens,
  looks,
  patch,
  post,
  signUp,
} from './visitor.ts'

test.use({ viewport: { width: 1440, height: 900 } })

type Card = { id: string; version: number; status: { id: string; name: string } }
let tokens: Account
let card: Card
let prospects: string
test.beforeEach(async ({ page, kabar }) => {
  tokens = await signUp(kabar, 'US')
  const types = await get<{ data: { id: string }[] }>(kabar, '/v1/investor-types', tokens)
  const investor = { name: 'Budi Santoso', kind: 'individual', investor_type_id: types.data[0]!.id }
  const { id: investor_id } = await post<{ id: string }>(kabar, '/v1/investors', investor, tokens)
  const add = (title: string, expected_amount: string) =>
    post<Card>(kabar, '/v1/investments', { investor_id, title, currency: 'USD', expected_amount }, tokens)
  await add('Kopi Kita', '500')
  card = await add('Villa Canggu', '1000')
  prospects = card.status.name
  await keepTokens(page, kabar, tokens)
})

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cards = (page: Page, name: string) => lane(page, name).getByRole('listitem')
const statusOf = async (kabar: Parameters<typeof get>[0]) =>
  (await get<Card>(kabar, `/v1/investments/${card.id}`, tokens)).status.name

test('a card is moved by keyboard and with Undo; sums follow; the address leads back', async ({ page, kabar }) => {
  await page.goto(`${kabar.address}/investments`)
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(page).toHaveURL(/\?view=board$/)
  await expect(cards(page, prospects)).toHaveText([/Villa Canggu/, /Kopi Kita/])
  await expect(lane(page, prospects)).toContainText('$1,500.00')
  const handle = page.getByRole('button', { name: 'Move Villa Canggu', exact: true })
  await handle.press('Space')
  await expect(handle).toHaveAttribute('aria-pressed', 'true')
  await handle.press('ArrowRight')
  await expect(page.getByText('Villa Canggu is over Contacted.')).toBeAttached()
  await handle.press('Escape')
  await expect(page.getByText(`Cancelled. Villa Canggu stays in ${prospects}.`)).toBeAttached()
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await handle.press(key)
  const notice = page.getByRole('status').filter({ hasText: 'Villa Canggu was moved to “In discussion”' })
  await keepOpen(notice)
  await expect(cards(page, 'In discussion')).toHaveText([/Villa Canggu/])
  await expect(handle).toBeFocused()
  await expect(lane(page, prospects)).toContainText('$500.00')
  await expect.poll(() => statusOf(kabar)).toBe('In discussion')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page, prospects)).toHaveText([/Villa Canggu/, /Kopi Kita/])
  await expect.poll(() => statusOf(kabar)).toBe(prospects)
  await page.getByRole('link', { name: 'Villa Canggu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Villa Canggu')
  await page.getByRole('main').getByRole('link', { name: 'Investments' }).click()
  await expect(page).toHaveURL(/\?view=board$/)
  await expect(cards(page, prospects)).toHaveCount(2)
})

test('a lost deal asks for its reason first, and Cancel puts the card back', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await page.goto(`${kabar.address}/investments?view=board`)
  const menu = page.getByRole('button', { name: 'Move Villa Canggu to …' })
  await page.getByRole('link', { name: 'Villa Canggu' }).hover()
  await chooseFrom(menu, 'Declined')
  const question = page.getByRole('dialog', { name: /Declined/ })
  await expectOpen(question)
  await expect(cards(page, 'Declined')).toHaveText([/Villa Canggu/])
  await expectAccessible(page, [looks[0]])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(cards(page, prospects)).toHaveCount(2)
  expect(await statusOf(kabar)).toBe(prospects)
  await page.getByRole('link', { name: 'Villa Canggu' }).hover()
  await chooseFrom(menu, 'Declined')
  await question.getByRole('textbox', { name: 'Lost reason' }).fill('Invested elsewhere')
  await question.getByRole('button', { name: 'Change status' }).click()
  await expect(question).toHaveCount(0)
  await expect(cards(page, 'Declined')).toHaveText([/Villa Canggu/])
  await expect.poll(() => statusOf(kabar)).toBe('Declined')
})

test('a card is dragged by mouse; over a newer version it goes where another user put it', async ({ page, kabar }) => {
  await page.goto(`${kabar.address}/investments?view=board`)
  const dragTo = async (name: string) => {
    // A move is saved before the board has refetched: until then cards still change places.
    await expectSettled(page)
    const from = (await page.getByRole('link', { name: 'Villa Canggu' }).boundingBox())!
    const to = (await lane(page, name).boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y + 30, { steps: 3 })
    await page.mouse.move(to.x + 100, to.y + 200, { steps: 5 })
    await expect(page.getByText(`Villa Canggu is over ${name}.`)).toBeAttached()
    await page.mouse.up()
  }
  await dragTo('Contacted')
  await expect(cards(page, 'Contacted')).toHaveText([/Villa Canggu/])
  await expect.poll(() => statusOf(kabar)).toBe('Contacted')
  await expectSettled(page)
  const { version } = await get<Card>(kabar, `/v1/investments/${card.id}`, tokens)
  await patch(kabar, `/v1/investments/${card.id}`, { version, status_id: card.status.id }, tokens)
  await dragTo('In discussion')
  await expect(page.getByText('Villa Canggu was not moved')).toBeVisible()
  await expect(cards(page, prospects)).toHaveText([/Villa Canggu/, /Kopi Kita/])
  expect(await statusOf(kabar)).toBe(prospects)
})

test('by stage, on a phone and without axe violations; the browser goes back to the list', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  await page.goto(`${kabar.address}/investments?view=board`)
  await expect(cards(page, prospects)).toHaveCount(2)
  await expectAccessibleAs(page, looks[0])
  await page.getByRole('button', { name: 'By status' }).click()
  await expectOpen(page.getByRole('menu'))
  await page.getByRole('menuitemradio', { name: 'Stage' }).click()
  await expect(page).toHaveURL(/by=stage/)
  await expect(cards(page, 'No stage')).toHaveCount(2)
  await expectAccessibleAs(page, looks[3])
  const menu = page.getByRole('button', { name: 'Move Villa Canggu to …' })
  await chooseFrom(menu, 'Series A')
  await expect(cards(page, 'Series A')).toHaveText([/Villa Canggu/])
  await page.goBack()
  await expect(lane(page, prospects)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goForward()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page.getByRole('row', { name: /Villa Canggu/ })).toBeVisible()
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(cards(page, 'Series A')).toHaveText([/Villa Canggu/])
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a long touch lifts a card, and the board scrolls to the next column', { tag: '@slow' }, async ({
    page,
    kabar,
  }) => {
    await page.goto(`${kabar.address}/investments?view=board`)
    await expectSettled(page)
    const { x, y } = (await page.getByRole('link', { name: 'Villa Canggu' }).boundingBox())!
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await touch('touchStart', { x: x + 20, y: y + 10 })
    await expect(page.getByText(`Villa Canggu is lifted. It is in ${prospects}.`)).toBeAttached()
    // At the edge the board scrolls by itself: the next columns come under the finger, one after the other.
    await touch('touchMove', { x: 360, y: y + 60 })
    await touch('touchMove', { x: 370, y: y + 60 })
    await expect(page.getByText(new RegExp(`Villa Canggu is over (?!${prospects})`))).toBeAttached()
    await touch('touchEnd')
    await expect(page.getByText(/Villa Canggu is dropped in/)).toBeAttached()
  })
})
