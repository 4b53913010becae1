// Notifications in the browser: what the user is told where they cannot be turned on, and which browsers are listed.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { type PushSubscriber, push } from '../../../contract/push.ts'
import { query } from '../../api.ts'
import { button, render, screen } from '../../platform/ui/testing/render.tsx'
import PushShow from './push-show.tsx'

afterEach(() => vi.unstubAllGlobals())

interface Abilities {
  permission?: string
  agent?: string
  isSecure?: boolean
}

function show(data: Partial<PushSubscriber>[], { permission, agent, isSecure = true }: Abilities = {}) {
  vi.stubGlobal('isSecureContext', isSecure)
  if (permission) {
    vi.stubGlobal('PushManager', {})
    vi.stubGlobal('Notification', { permission })
  }
  vi.stubGlobal('navigator', {
    userAgent: agent ?? 'Chrome',
    maxTouchPoints: 5,
    ...(permission && { serviceWorker: {} }),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const list = {
    application_key: 'key',
    data: data.map((each) => ({ created_at: '2026-11-20T08:00:00.000Z', ...each })),
  }
  client.setQueryData(query(push.list).queryKey, list as never)
  client.setQueryDefaults(query(push.list).queryKey, { enabled: false })
  return render(
    <QueryClientProvider client={client}>
      <PushShow />
    </QueryClientProvider>,
  )
}
const laptop = { id: '1', browser: 'Firefox', system: 'Windows', current: true }
const phone = { id: '2', browser: 'Chrome', system: 'Android', current: false }
const isOn = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Notify me in this browser/ }).checked

test('the switch is on in a browser that is listed, and the others can be removed', () => {
  show([laptop, phone], { permission: 'granted' })
  expect(isOn()).toBe(true)
  expect(button('Remove “Chrome on Android”')).toBeTruthy()
  expect(screen.queryByText('Firefox on Windows')).toBeNull()
})

test('it is off in a browser that is not listed, and there may be no others', () => {
  show([], { permission: 'default' })
  expect(isOn()).toBe(false)
  expect(screen.queryByText('Other browsers with notifications')).toBeNull()
})

test.each<[string, Abilities, RegExp]>([
  ['that blocks them', { permission: 'denied' }, /Allow them in the site settings/],
  ['without HTTPS', { permission: 'granted', isSecure: false }, /without HTTPS/],
  [
    'on an iPhone',
    { agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari' },
    /add Kabar to the home screen/,
  ],
  ['on an iPad', { agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari' }, /add Kabar to the home screen/],
  ['that has none', {}, /^This browser cannot show notifications/],
])('a browser %s has no switch, but says why', (_, abilities, reason) => {
  show([phone], abilities)
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.getByText(reason)).toBeTruthy()
  expect(button('Remove “Chrome on Android”')).toBeTruthy()
})
