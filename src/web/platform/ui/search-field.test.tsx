// The search field: reports its text when typing pauses, unless another page is being opened.
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
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
  onTestFinished(() => void vi.useRealTimers())
  let opened = (_page: { element: null }) => {}
  const router = createMemoryRouter([
    { path: '/', element: <List /> },
    { path: '/add', lazy: () => new Promise((resolve) => (opened = resolve)) },
  ])
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'bu' } })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(router.state.location.search).toBe('?q=bu')

  fireEvent.change(field, { target: { value: 'budi' } })
  fireEvent.click(screen.getByRole('link'))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  opened({ element: null })
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(router.state.location.pathname).toBe('/add')
})
