import { expect, test, vi } from 'vitest'
import { columnsOf, DataTable, type DataTableProps } from './data-table.tsx'
import { button, render, screen } from './testing/render.tsx'

interface Row {
  id: string
  name: string
  amount: string
}
const column = columnsOf<Row>()
const columns = [
  column.accessor('name', { header: 'Name', meta: { sort: 'name', card: 'title' } }),
  column.accessor('amount', { header: 'Amount', meta: { sort: 'amount', align: 'end' } }),
]
const rows = [
  { id: '1', name: 'Ani', amount: '10' },
  { id: '2', name: 'Budi', amount: '20' },
]
const pageOf = (data: Row[], pagination: object = {}) => ({
  data: { data, pagination: { page: 1, per_page: 20, total: data.length, total_pages: 1, ...pagination } },
  error: null,
  isPlaceholderData: false,
  refetch: () => {},
})

function show(props: Partial<DataTableProps<Row>> = {}) {
  const onSearch = vi.fn()
  const fixed = { label: 'Investors', columns, page: pageOf(rows), search: {}, isFiltered: false, onSearch }
  return { ...render(<DataTable<Row> {...fixed} empty="No investors yet" noMatch="No match" {...props} />), onSearch }
}

test.each([
  [undefined, 'ascending', '-name'],
  ['-name', 'descending', 'name'],
  ['amount', 'none', 'name'],
])('sorted by %s, the header says %s and sorts by %s next', async (sort, says, next) => {
  const { user, onSearch } = show({ search: sort ? { sort } : {}, defaultSort: 'name' })
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(says)
  await user.click(button('Name'))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ sort: next })
})

test('a click anywhere in a row opens it, with its place in the whole list', async () => {
  const page = pageOf(rows, { page: 3, total: 42, total_pages: 3 })
  const { user, router } = show({ page, rowTo: ({ id }, at) => `/investors/${id}?at=${at}` })
  await user.click(screen.getByText('20'))
  expect(router.state.location).toMatchObject({ pathname: '/investors/2', search: '?at=41' })
})

test('an empty list is told from a search without a match', () => {
  show({ page: pageOf([]) })
  expect(document.body.textContent).toContain('No investors yet')
  show({ page: pageOf([]), isFiltered: true })
  expect(document.body.textContent).toContain('No match')
})

test('a page beyond the last one leads to the last', async () => {
  const { user, onSearch } = show({ page: pageOf([], { page: 9, total: 42, total_pages: 3 }) })
  await user.click(button('Go to the last page'))
  expect(onSearch).toHaveBeenCalledWith({ page: 3 })
})
