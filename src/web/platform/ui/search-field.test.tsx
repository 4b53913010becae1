// The search field: reports its text when typing pauses, unless another page is being opened.
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { Link, Route, Routes, useSearchParams } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { GuardedRouter } from '../lib/guarded-router.tsx'
import { SearchField } from './search-field.tsx'

function List() {
  const [params, setParams] = useSearchParams()
  return (
    <>
      <SearchField label="Search" value={params.get('q') ?? ''} onChange={(q) => setParams({ q })} />
      <Link to="/add">Add</Link>
    </>
  )
}

test('a search that waits for a pause does not cancel the opening of another page', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    history.replaceState(null, '', '/')
  })
  let opened = (_module: { default: () => string }) => {}
  const Add = lazy(() => new Promise<{ default: () => string }>((resolve) => (opened = resolve)))
  render(
    <MantineProvider env="test">
      <GuardedRouter>
        <Suspense>
          <Routes>
            <Route path="/" element={<List />} />
            <Route path="/add" element={<Add />} />
          </Routes>
        </Suspense>
      </GuardedRouter>
    </MantineProvider>,
  )
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'bu' } })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(location.search).toBe('?q=bu')

  fireEvent.change(field, { target: { value: 'budi' } })
  fireEvent.click(screen.getByRole('link'))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  opened({ default: () => 'The form' })
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(location.pathname).toBe('/add')
  screen.getByText('The form')
})
