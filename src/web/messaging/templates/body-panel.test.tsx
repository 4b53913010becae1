import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type CustomField, customFields } from '../../../contract/custom-fields.ts'
import { query } from '../../api.ts'
import { button, render, screen, textbox } from '../../platform/ui/testing/render.tsx'
import BodyPanel from './body-panel.tsx'

const tier: CustomField = {
  ...{ id: '1', record: 'contact', key: 'tier', name: 'Client tier', type: 'choice', position: 1, is_active: true },
  ...{ choices: [{ id: 'gold', name: 'Gold', color: 'amber' }], version: 1, created_at: '', updated_at: '' },
}
const client = new QueryClient()
client.setQueryData(query(customFields.list, { query: {} }).queryKey, { data: [tier] })

function Message({ from }: { from: string }) {
  const [value, setValue] = useState(from)
  return (
    <QueryClientProvider client={client}>
      <BodyPanel name="body" value={value} onChange={setValue} />
    </QueryClientProvider>
  )
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

test('a custom field is a chip with its name, and is offered with its choices as an example', async () => {
  const { user } = render(<Message from="You are {{ contact.custom_tier }}." />)
  expect(screen.getAllByText('Client tier').map(({ dataset }) => dataset.chip)).toContain('variable')
  await user.click(button('Advanced'))
  await user.click(button('Insert variable'))
  await user.type(screen.getByRole('combobox', { name: 'Search variables' }), 'client tier')
  await user.click(screen.getByRole('option', { name: /Client tier\s*Gold/ }))
  expect(field().value).toBe('You are {{ contact.custom_tier }}.{{ contact.custom_tier }}')
})
