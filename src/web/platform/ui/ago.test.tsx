import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Ago } from './ago.tsx'
import { render, screen } from './testing/render.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a relative time is updated while the page stays open', () => {
  render(<Ago time="2026-11-24T09:59:58Z" text={(when) => `Updated ${when}`} />)
  expect(screen.getByRole('time').textContent).toBe('Updated 2 seconds ago')
  act(() => {
    vi.advanceTimersByTime(60_000)
  })
  expect(screen.getByRole('time').textContent).toBe('Updated 1 minute ago')
})

test('the timer stops when the last relative time is removed', () => {
  const before = vi.getTimerCount()
  render(<Ago time="2026-11-24T09:59:58Z" />)
  expect(vi.getTimerCount()).toBeGreaterThan(before)
  cleanup()
  expect(vi.getTimerCount()).toBe(before)
})
