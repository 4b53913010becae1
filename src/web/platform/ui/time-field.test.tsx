import { useState } from 'react'
import { expect, test } from 'vitest'
import { render, screen } from './testing/render.tsx'
import { TimeField } from './time-field.tsx'

function Start() {
  const [value, setValue] = useState('09:00')
  return (
    <>
      <TimeField label="Time" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

test('a time is typed in any common form; what is no time is marked, and becomes the one from before again', async () => {
  const { user } = render(<Start />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time' })
  const shown = () => field.value.replace(/\s/g, ' ')
  expect(shown()).toBe('9:00 AM')
  await user.clear(field)
  await user.type(field, '21.30')
  expect(screen.getByRole('status').textContent).toBe('21:30')
  await user.tab()
  expect(shown()).toBe('9:30 PM')
  await user.clear(field)
  await user.type(field, '25:00')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.tab()
  expect(shown()).toBe('9:30 PM')
  expect(screen.getByRole('status').textContent).toBe('21:30')
})
