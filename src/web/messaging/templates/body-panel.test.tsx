import { useState } from 'react'
import { expect, test } from 'vitest'
import { button, render, textbox } from '../../platform/ui/testing/render.tsx'
import BodyPanel from './body-panel.tsx'

function Message({ from }: { from: string }) {
  const [value, setValue] = useState(from)
  return <BodyPanel name="body" value={value} onChange={setValue} />
}
const field = () => textbox('Message') as unknown as HTMLTextAreaElement

test('a format applies to the selected text, which stays selected, and is removed again', async () => {
  const { user } = render(<Message from="The roof is on." />)
  await user.click(button('Advanced'))
  field().setSelectionRange(4, 8)
  await user.click(button('Bold'))
  expect(field().value).toBe('The *roof* is on.')
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toContain('roof')
  await user.click(button('Bold'))
  expect(field().value).toBe('The roof is on.')
})

test('a list marks each selected line', async () => {
  const { user } = render(<Message from={'One\nTwo'} />)
  await user.click(button('Advanced'))
  field().setSelectionRange(0, 7)
  await user.click(button(/^Bulleted list|^List/))
  expect(field().value).toMatch(/^[-*] One\n[-*] Two$/)
})
