// What is sent for a sequence of addresses, with an injected clock.
import { expect, test } from 'vitest'
import { type PageView, pageViews } from './page-views.ts'

type Step = { at: number; to: string; replaced?: true }

const titles: Record<string, string> = { '/contacts/:id': 'Contacts', '/home': 'Home', '/login': 'Login' }
const patternOf = (pathname: string) => pathname.replace(/^\/contacts\/\d+$/, '/contacts/:id')

function sent(steps: Step[], referrer = '') {
  const views: (PageView & { at: number })[] = []
  const timers = new Set<{ due: number; work: () => void }>()
  let now = 0
  const moveTo = (time: number) => {
    for (const timer of [...timers].sort((a, b) => a.due - b.due)) {
      if (timer.due > time || !timers.delete(timer)) continue
      now = timer.due
      timer.work()
    }
    now = time
  }
  const changed = pageViews({
    send: (view) => views.push({ ...view, at: now }),
    later: (work, ms) => {
      const timer = { due: now + ms, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    referrer,
    origin: 'https://kabar.example',
  })
  for (const { at, to, replaced = false } of steps) {
    moveTo(at)
    const path = patternOf(to)
    changed({ pathname: to, path, title: titles[path] ?? '' }, replaced)
  }
  moveTo(10_000)
  return views.map(({ at, path, title, referrer: from }) => `${at} ${path} ${title} < ${from}`)
}

test.each<[string, Step[], string[]]>([
  ['the first page, 100 ms after it', [{ at: 0, to: '/home' }], ['100 /home Home < ']],
  [
    'the next has the previous one as referrer',
    [
      { at: 0, to: '/home' },
      { at: 500, to: '/contacts/1' },
    ],
    ['100 /home Home < ', '600 /contacts/:id Contacts < /home'],
  ],
  [
    'navigating to another record is a page view',
    [
      { at: 0, to: '/contacts/1' },
      { at: 500, to: '/contacts/2' },
    ],
    ['100 /contacts/:id Contacts < ', '600 /contacts/:id Contacts < /contacts/:id'],
  ],
  [
    'a search, a filter, an anchor and a repeated link are no page views',
    [
      { at: 0, to: '/home' },
      { at: 20, to: '/home', replaced: true },
      { at: 500, to: '/home' },
    ],
    ['100 /home Home < '],
  ],
  [
    'a redirect is no page view, only its target is',
    [
      { at: 0, to: '/home' },
      { at: 3, to: '/login', replaced: true },
    ],
    ['103 /login Login < '],
  ],
  [
    'two redirects in a row are no page views',
    [
      { at: 0, to: '/' },
      { at: 3, to: '/login', replaced: true },
      { at: 6, to: '/home', replaced: true },
    ],
    ['106 /home Home < '],
  ],
  [
    'a redirect back to the same page is no page view',
    [
      { at: 0, to: '/home' },
      { at: 500, to: '/login' },
      { at: 503, to: '/home', replaced: true },
    ],
    ['100 /home Home < '],
  ],
  [
    'a redirect after signing in keeps the page view of the sign-in page',
    [
      { at: 0, to: '/login' },
      { at: 9000, to: '/home', replaced: true },
    ],
    ['100 /login Login < ', '9100 /home Home < /login'],
  ],
  [
    'pages left within 100 ms are counted',
    [
      { at: 0, to: '/home' },
      { at: 40, to: '/contacts/1' },
      { at: 80, to: '/login' },
    ],
    ['100 /home Home < ', '140 /contacts/:id Contacts < /home', '180 /login Login < /contacts/:id'],
  ],
  [
    'leaving and returning are two page views',
    [
      { at: 0, to: '/home' },
      { at: 500, to: '/login' },
      { at: 1000, to: '/home' },
    ],
    ['100 /home Home < ', '600 /login Login < /home', '1100 /home Home < /login'],
  ],
])('%s', (_, steps, expected) => {
  expect(sent(steps)).toEqual(expected)
})

test.each([
  ['https://www.google.com/search?q=secret', 'https://www.google.com'],
  ['https://kabar.example/reset-password?token=secret', ''],
  ['android-app://com.whatsapp', ''],
  ['', ''],
])('the referrer %s is reported as "%s"', (referrer, expected) => {
  expect(sent([{ at: 0, to: '/home' }], referrer)).toEqual([`100 /home Home < ${expected}`])
})
