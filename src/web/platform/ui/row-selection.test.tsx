import { expect, test } from 'vitest'
import { columnsOf, DataTable } from './data-table.tsx'
import { useRowKeys, useRowSelection } from './row-selection.ts'
import { render, screen } from './testing/render.tsx'

interface Row {
  id: string
  name: string
}
const columns = [columnsOf<Row>().accessor('name', { header: 'Name', meta: { card: 'title' } })]
const rows = ['Ani', 'Budi', 'Citra', 'Deni'].map((name) => ({ id: name, name }))

function List({ filter = '' }: { filter?: string }) {
  const state = useRowSelection({ ids: rows.map(({ id }) => id), total: 30, key: filter })
  useRowKeys(state.rows, state.clear)
  const page = { data: rows, pagination: { page: 1, per_page: 20, total: 30, total_pages: 2 } }
  return (
    <>
      <DataTable<Row>
        label="Contacts"
        columns={columns}
        page={{ data: page, error: null, isPlaceholderData: false, refetch: () => {} }}
        search={{}}
        onSearch={() => {}}
        isFiltered={false}
        empty=""
        noMatch=""
        rowTo={({ id }) => `/contacts/${id}`}
        selection={{ ...state.rows, nameOf: ({ name }) => name }}
      />
      <button type="button" onClick={state.selectAll}>
        All
      </button>
      <output>{state.count}</output>
    </>
  )
}

const check = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const selected = () => rows.filter(({ name }) => check(`Select ${name}`).checked).map(({ name }) => name)
const count = () => Number(screen.getByRole('status').textContent)
const wholePage = () => check('Select all rows of this page')

test('a click selects a row and stays on the list, a click with Shift the rows in between', async () => {
  const { user, router } = render(<List />)
  await user.click(check('Select Budi'))
  await user.keyboard('{Shift>}')
  await user.click(check('Select Deni'))
  await user.keyboard('{/Shift}')
  expect([selected(), count()]).toEqual([['Budi', 'Citra', 'Deni'], 3])
  expect([wholePage().checked, wholePage().indeterminate]).toEqual([false, true])
  expect(router.state.location.pathname).toBe('/')
})

test('the page is selected and deselected as a whole, and all that match with exceptions', async () => {
  const { user } = render(<List />)
  await user.click(wholePage())
  expect(count()).toBe(4)
  await user.click(wholePage())
  expect(count()).toBe(0)
  await user.click(screen.getByRole('button', { name: 'All' }))
  await user.click(check('Select Citra'))
  expect([selected(), count()]).toEqual([['Ani', 'Budi', 'Deni'], 29])
})

test('keys: j and k move, x and the space bar select, Esc deselects', async () => {
  const { user } = render(<List />)
  await user.keyboard('jjx')
  expect(selected()).toEqual(['Budi'])
  await user.keyboard('jj{Shift>}X{/Shift}')
  expect(selected()).toEqual(['Budi', 'Citra', 'Deni'])
  await user.keyboard('k ')
  expect(selected()).toEqual(['Budi', 'Deni'])
  // `g x` opens a page.
  await user.keyboard('gx')
  expect(count()).toBe(2)
  await user.keyboard('{Escape}')
  expect(count()).toBe(0)
})
