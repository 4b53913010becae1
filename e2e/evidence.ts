// Evidence of a failed browser test: the page's content, its pending requests, and Kabar's log.
import type { BrowserContext, Page, Request } from '@playwright/test'
import { serverLines } from './server.ts'

const began = new WeakMap<Request, number>()
const pendingRequests = new WeakMap<BrowserContext, Set<Request>>()

/** Requests of this page without a response so far. */
export function pendingOf(page: Page): Request[] {
  return [...(pendingRequests.get(page.context()) ?? [])].filter((request) => frameOf(request)?.page() === page)
}

/** Starts recording; returns a function that reports everything. */
export function witness(context: BrowserContext): () => Promise<string> {
  const start = Date.now()
  const pending = new Set<Request>()
  const calls: string[] = []
  const faults: string[] = []
  const since = (at = Date.now()) => `${((at - start) / 1000).toFixed(2)} s`
  pendingRequests.set(context, pending)
  context.on('request', (request) => {
    // A new document: the previous one's requests no longer matter.
    if (request.isNavigationRequest()) {
      for (const other of pending) if (frameOf(other) === frameOf(request)) pending.delete(other)
    }
    began.set(request, Date.now())
    pending.add(request)
  })
  const ended = async (request: Request) => {
    pending.delete(request)
    if (!isCall(request)) return
    const took = ageOf(request)
    const failure = request.failure()?.errorText
    const how = failure ?? (await request.response().catch(() => null))?.status()
    calls.push(`${since(began.get(request))} ${nameOf(request)} ${how} after ${took}`)
  }
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  context.on('weberror', (error) => faults.push(`${since()} ${error.error().stack}`))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${since()} ${message.text()}`)
  })

  return async () => {
    const pages = await Promise.all(context.pages().map((page) => atMost(3_000, shown(page))))
    const waiting = [...pending].map((request) => `${nameOf(request)} for ${ageOf(request)}`)
    const logged = serverLines.filter(({ at }) => at >= start).map(({ at, line }) => `${since(at)} ${line}`)
    return [
      ...pages,
      part(`Last completed requests of ${calls.length}, at ${since()}`, calls.slice(-25)),
      part('Pending requests', waiting),
      part('Browser errors', faults.slice(-10)),
      part('Server log', logged.slice(-20)),
    ].join('')
  }
}

const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')
const nameOf = (request: Request) => `${request.method()} ${request.url().replace(/^https?:\/\/[^/]+/, '')}`
const ageOf = (request: Request) => `${Date.now() - began.get(request)!} ms`
const part = (title: string, lines: string[]) =>
  `── ${title} ──\n${lines.length > 0 ? lines.map((line) => `   ${line}\n`).join('') : '   none\n'}`

function frameOf(request: Request) {
  try {
    return request.frame()
  } catch {
    // The page is still being created.
    return undefined
  }
}

async function shown(page: Page): Promise<string> {
  const sections = await page.evaluate(() => {
    const texts = (roles: string) =>
      [...document.querySelectorAll<HTMLElement>(roles)].map((element) => element.innerText.trim()).filter(Boolean)
    const { activeElement: active } = document
    return {
      'Alerts and notices': texts('[role=alert], [role=status]'),
      Dialogs: texts('[role=dialog]'),
      Focus: [active ? (active.cloneNode(false) as Element).outerHTML : 'nowhere'],
    }
  })
  // Without the menu, which is on every page.
  const main = page.locator('main')
  const snapshot = await ((await main.count()) === 1 ? main : page.locator('body')).ariaSnapshot()
  const lines = snapshot.split('\n').filter((line) => !/^ *- (\/url:|img$)/.test(line))
  return [
    part(`${page.url()} (${await page.title()})`, lines.slice(0, 100)),
    ...Object.entries(sections).map(([title, lines]) => part(title, lines)),
  ].join('')
}

/** A page that hangs must not block the report of the others. */
function atMost(ms: number, telling: Promise<string>): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, ms, '── A page that does not respond ──\n'))
  return Promise.race([telling.catch((error) => `── A page that failed: ${error} ──\n`), late])
}
