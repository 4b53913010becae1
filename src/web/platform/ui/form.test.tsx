import { TextInput } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { issue } from '../../../contract/messages/issue.ts'
import { Form, useSaveForm } from './form.tsx'
import { button, render, screen, textbox } from './testing/render.tsx'

const schema = z.object({
  name: z.string().check(z.minLength(1, issue('field.required'))),
  email: z.string().check(z.maxLength(20, issue('bounds.max_characters', { count: 20 }))),
})

function Person({ save }: { save: () => Promise<void> }) {
  const form = useSaveForm({ schema, initialValues: { name: '', email: '' }, save })
  return (
    <Form form={form} submitLabel="Save">
      <TextInput {...form.field('name', 'Name')} />
      <TextInput {...form.field('email', 'Email')} />
    </Form>
  )
}

test('invalid fields are not sent: each shows its error, and the first one has the focus', async () => {
  const save = vi.fn(async () => {})
  const { user } = render(<Person save={save} />)
  await user.type(textbox('Email'), 'a-very-long-name@example.com')
  await user.click(button('Save'))
  expect(save).not.toHaveBeenCalled()
  expect(document.body.textContent).toContain('Name is required.')
  expect(document.body.textContent).toContain('At most 20 characters.')
  expect(document.activeElement).toBe(textbox('Name'))
  await user.type(textbox('Name'), 'Ayu')
  expect(document.body.textContent).not.toContain('Name is required.')
})

test('errors of the server are shown on their fields', async () => {
  const save = async () => {
    throw {
      message: 'Invalid request',
      fields: [{ path: 'email', code: 'bounds.at_least_one_address', params: {}, message: 'At least one address' }],
    }
  }
  const { user } = render(<Person save={save} />)
  await user.type(textbox('Name'), 'Ayu{Enter}')
  expect(await screen.findByText('At least one address.')).toBeTruthy()
  expect(document.activeElement).toBe(textbox('Email'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error without a field of the form is shown next to the button', async () => {
  const save = async () => {
    throw { message: 'Kabar is busy.', fields: [{ path: 'elsewhere', code: 'field.invalid', params: {} }] }
  }
  const { user } = render(<Person save={save} />)
  await user.type(textbox('Name'), 'Ayu{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Kabar is busy.')
})
