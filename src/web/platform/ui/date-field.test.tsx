import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DateField } from './date-field.tsx'
import { button, render, screen } from './testing/render.tsx'

const onChange = vi.fn()
function Due({ from = '', onlyDays = false }) {
  const [value, setValue] = useState(from)
  return (
    <DateField
      label="Due"
      value={value}
      onlyDays={onlyDays}
      onChange={(day) => {
        onChange(day)
        setValue(day)
      }}
    />
  )
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Due' })

test('a day is shown in words and parsed as people type it', async () => {
  const { user } = render(<Due from="2026-12-05" />)
  expect(field().value).toBe('Dec 5, 2026')
  await user.clear(field())
  expect(onChange).toHaveBeenLastCalledWith('')
  await user.type(field(), '3/4/2026')
  expect(onChange).toHaveBeenLastCalledWith('2026-04-03')
  expect(screen.getByText('April 3, 2026')).toBeDefined()
  await user.tab()
  expect(field().value).toBe('Apr 3, 2026')
  expect(screen.queryByText('April 3, 2026')).toBeNull()
})

test('a form refuses input that is not a day; a filter does not report it', async () => {
  const { user } = render(<Due />)
  await user.type(field(), 'soon')
  await user.tab()
  expect(onChange).toHaveBeenLastCalledWith('? soon')
  expect(screen.getByText(/^Not a date/)).toBeDefined()
})

test('a filter keeps its day while the user types something else', async () => {
  const { user } = render(<Due from="2026-12-05" onlyDays />)
  onChange.mockClear()
  await user.type(field(), 'x')
  expect(onChange).not.toHaveBeenCalled()
  await user.tab()
  expect(field().value).toBe('Dec 5, 2026')
})

test('arrow keys move in the calendar; Enter chooses, Escape returns to the field', async () => {
  const { user } = render(<Due from="2026-12-05" />)
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('table', { name: 'December 2026' })).toBeDefined()
  expect(document.activeElement).toBe(button('December 5, 2026'))
  await user.keyboard('{ArrowRight}{ArrowDown}{PageDown}')
  expect(document.activeElement).toBe(button('January 13, 2027'))
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('2027-01-13')
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('Jan 13, 2027')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(button('January 13, 2027'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('table')).toBeNull()
})
