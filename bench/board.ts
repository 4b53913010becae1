// Benchmark of the board in a real browser: opening it, dragging a card across it, and dropping it.
import { chromium, type Page } from '@playwright/test'
import type { Figure, Report } from './figure.ts'
import { at, load } from './load.ts'
import type { Sizes } from './seed.ts'
import { type SeededApp, withSeeded } from './seeded-app.ts'

const times = 20

export async function boardFigures(sizes: Sizes, report: Report): Promise<void> {
  await withSeeded(
    sizes,
    async () => undefined,
    async (app) => {
      const title = `board of ${sizes.investments}`
      for (const by of ['status', 'stage']) {
        const { sorted } = await load(1, () => app.fetch('investments/board', { by }))
        report(...figures(`${title} by ${by}, asked again`, sorted))
      }
      const { findChromium } = await import(new URL('../scripts/chromium.mjs', import.meta.url).href)
      const { CHROMIUM, CHROMIUM_LIBRARIES } = await findChromium()
      const browser = await chromium.launch({
        ...(CHROMIUM && { executablePath: CHROMIUM }),
        args: ['--no-sandbox', '--disable-gpu'],
        env: { ...process.env, ...(CHROMIUM_LIBRARIES && { LD_LIBRARY_PATH: CHROMIUM_LIBRARIES }) } as never,
      })
      try {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        for (const [name, sorted] of Object.entries(await inBrowser(page, app)))
          report(...figures(`${title}, ${name}`, sorted))
      } finally {
        await browser.close()
      }
    },
  )
}

async function inBrowser(page: Page, { origin, accessToken }: SeededApp): Promise<Record<string, number[]>> {
  // tsx names functions with this helper, which the page does not have.
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((token) => {
    localStorage.setItem('access_token', token)
    localStorage.setItem('refresh_token', 'none')
  }, accessToken)
  const [draws, frames, drops, saves]: number[][] = [[], [], [], []]
  for (let nth = 0; nth < times; nth++) {
    const startedAt = performance.now()
    await page.goto(`${origin}/investments?view=board`)
    await page.locator('[data-card]').first().waitFor()
    draws!.push(performance.now() - startedAt)
    await page.waitForLoadState('networkidle')
    const [from, to] = nth % 2 === 0 ? [0, 1] : [1, 0]
    const moved = await dragBetween(page, from, to)
    frames!.push(...moved.frames)
    drops!.push(moved.shown)
    saves!.push(moved.saved)
  }
  const inOrder = (values: number[]) => values.sort((a, b) => a - b)
  return {
    'opened until the first cards are shown': inOrder(draws!),
    'a frame while a card is dragged': inOrder(frames!),
    'dropped until the card is in its column': inOrder(drops!),
    'dropped until the sums are new': inOrder(saves!),
  }
}

/** Drags the first card of a column to another one. */
async function dragBetween(page: Page, from: number, to: number) {
  const lanes = page.locator('[data-lane]')
  const card = lanes.nth(from).locator('[data-card]').first()
  const id = await card.getAttribute('data-card')
  const [start, end] = [(await card.boundingBox())!, (await lanes.nth(to).boundingBox())!]
  await page.mouse.move(start.x + 40, start.y + 20)
  await page.evaluate(
    ({ id, to }) => {
      const measured = { frames: [] as number[], shown: 0, saved: 0 }
      Object.assign(window, { measured })
      let before = performance.now()
      let droppedAt = 0
      addEventListener('mouseup', () => (droppedAt = performance.now()), { once: true, capture: true })
      const look = (now: number) => {
        const target = document.querySelectorAll('[data-lane]')[to]!.querySelector(`[data-card="${id}"]`)
        if (!droppedAt) measured.frames.push(now - before)
        else if (target && !measured.shown) measured.shown = performance.now() - droppedAt
        if (measured.shown && target && !target.hasAttribute('data-saving')) {
          measured.saved = performance.now() - droppedAt
          return
        }
        before = now
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    { id, to },
  )
  await page.mouse.down()
  await page.mouse.move(end.x + 100, end.y + 200, { steps: 40 })
  await page.mouse.up()
  await page.waitForFunction(() => (window as never as { measured: { saved: number } }).measured.saved > 0)
  return await page.evaluate(
    () => (window as never as { measured: { frames: number[]; shown: number; saved: number } }).measured,
  )
}

const figures = (name: string, sorted: number[]): Figure[] =>
  [0.5, 0.95].map((share) => ({ name: `${name}: p${share * 100}`, value: at(sorted, share), unit: 'ms' }))
