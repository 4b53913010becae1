import { expect, test, vi } from 'vitest'
import ConflictDialog from './conflict-dialog.tsx'
import { button, render, screen, within } from './testing/render.tsx'

const labels = { name: 'Name', city: 'City', tags: 'Tags', notes: 'Notes' }
const base = { name: 'Budi', city: 'Jakarta', tags: ['a', 'b'], notes: '' }
const mine = { ...base, name: 'Budi S.', tags: ['b', 'a'], id: 'mine' }
const theirs = { ...base, name: 'Budi Santoso', city: 'Bandung' }

function open() {
  const onResolve = vi.fn()
  return { ...render(<ConflictDialog {...{ labels, base, mine, theirs, onResolve }} onClose={() => {}} />), onResolve }
}
const chosen = (field: string) =>
  within(screen.getByRole('radiogroup', { name: field }))
    .getAllByRole<HTMLInputElement>('radio')
    .find(({ checked }) => checked)!.value

test('only fields that differ are asked; each defaults to the version of the one who changed it', async () => {
  const { user, onResolve } = open()
  expect(screen.getAllByRole('radiogroup')).toHaveLength(2)
  expect([chosen('Name'), chosen('City')]).toEqual(['mine', 'theirs'])
  await user.click(button('Save'))
  expect(onResolve).toHaveBeenCalledWith({ ...mine, city: 'Bandung' })
})

test('the chosen versions are merged', async () => {
  const { user, onResolve } = open()
  const choose = (field: string, version: RegExp) =>
    user.click(within(screen.getByRole('radiogroup', { name: field })).getByRole('radio', { name: version }))
  await choose('Name', /Saved version/)
  await choose('City', /Your version/)
  await user.click(button('Save'))
  expect(onResolve).toHaveBeenCalledWith({ ...mine, name: 'Budi Santoso', city: 'Jakarta' })
})
