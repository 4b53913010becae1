import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FilterBar } from './filter-bar.tsx'
import { button, render, screen } from './testing/render.tsx'

const choices = [
  { value: 'a', label: 'Prospect' },
  { value: 'b', label: 'Committed' },
]
const filters = [
  { key: 'status', label: 'Status', choices, many: true },
  { key: 'from', label: 'From', day: true },
] as const

function List({ start }: { start: Record<string, unknown> }) {
  const [search, setSearch] = useState(start)
  return (
    <>
      <FilterBar filters={filters} search={search} onSearch={(change) => setSearch({ ...search, ...change })} />
      <output>{JSON.stringify(search)}</output>
    </>
  )
}
const search = () => JSON.parse(screen.getByRole('status').textContent!)

test('a filter that is set is a sentence; removing it moves the focus to the button that adds one', async () => {
  const { user } = render(<List start={{ status: ['a', 'b'], q: 'x' }} />)
  expect(button('Status: Prospect or Committed')).toBeTruthy()
  await user.click(button('Remove filter: Status'))
  expect(search()).toEqual({ q: 'x' })
  expect(document.activeElement).toBe(button('Add filter'))
})

test('several filters are cleared at once, and the search stays', async () => {
  const { user } = render(<List start={{ status: 'a', from: '2026-01-31', q: 'x' }} />)
  expect(button('Add filter')).toHaveProperty('disabled', true)
  await user.click(button('Clear filters'))
  expect(search()).toEqual({ q: 'x' })
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

test('a filter requests its choices only when it opens', async () => {
  const useChoices = vi.fn(() => choices)
  const filter = { key: 'import', label: 'Import', text: (value: string) => `file ${value}`, useChoices }
  const onSearch = vi.fn()
  const { user } = render(<FilterBar filters={[filter]} search={{ import: 'a' }} onSearch={onSearch} />)
  expect(useChoices).not.toHaveBeenCalled()
  await user.click(button('Import: file a'))
  await user.click(await screen.findByRole('button', { name: 'Committed' }))
  expect(onSearch).toHaveBeenCalledWith({ import: 'b' })
})
