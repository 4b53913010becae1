// Parts of pages that need a permission, with and without it.
import { Button, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fields } from '../../../contract/messages/english/fields.ts'
import { english } from '../../../contract/messages/english.ts'
import { setCatalogue } from '../lib/messages.ts'
import { PagePermissions, type PermissionKey, Permissions, useMayOpen } from '../lib/permissions.ts'
import { Empty } from './empty.tsx'
import { Facts } from './facts.tsx'
import { Form, useSaveForm } from './form.tsx'
import { May } from './may.tsx'
import { button, render, screen, textbox } from './testing/render.tsx'

beforeEach(() => setCatalogue(english))
afterEach(() => setCatalogue(fields))

/** Renders as a user whose role has these permissions; undefined while they load. */
const as = (permissions: PermissionKey[] | undefined, element: ReactElement) =>
  render(<Permissions value={{ permissions, isLoading: permissions === undefined }}>{element}</Permissions>)

const sentence = 'Your role does not include: Add and change records.'

test.each([
  ['with the permission', ['edit'], 'Add'],
  ['until the profile is loaded', undefined, 'Add'],
  ['without it', ['export'], 'nothing to add'],
] as const)('a part is shown %s', (_, permissions, text) => {
  as(
    permissions && [...permissions],
    <main>
      <May permission="edit" otherwise="nothing to add">
        Add
      </May>
    </main>,
  )
  expect(screen.getByRole('main').textContent).toBe(text)
})

const facts = () => [
  { label: 'City', value: 'Jakarta', edit: { name: 'city', value: 'Jakarta', save: async () => {} } },
  ...['Fax', 'Title', 'Notes'].map((label) => ({
    label,
    value: '',
    edit: { name: label, value: '', save: async () => {} },
  })),
]

test('with the permission facts are edited in place, and empty ones are folded away', () => {
  as(['edit'], <Facts foldsEmpty facts={facts()} />)
  expect(button('Edit: City')).toBeTruthy()
  expect(button('Add details')).toBeTruthy()
})

test('without the permission facts have no buttons, and empty ones are left out', () => {
  as([], <Facts foldsEmpty facts={facts()} />)
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['City'])
})

test('without the permission a section of empty facts shows them as not set', () => {
  as([], <Facts foldsEmpty facts={facts().slice(1)} />)
  expect(screen.getAllByText('Not set')).toHaveLength(3)
})

test.each([
  [['edit'] as const, ['Add investor'], 'People who invest.'],
  [[] as const, [], sentence],
])('an empty list, as a user with %j, offers %j', (permissions, buttons, text) => {
  as(
    [...permissions],
    <Empty
      icon={IconUsers}
      title="No investors yet"
      text="People who invest."
      permission="edit"
      action={<Button>Add investor</Button>}
    />,
  )
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  expect(document.body.textContent).toContain(text)
})

function City({ save }: { save: () => Promise<void> }) {
  const form = useSaveForm({ schema: z.object({ city: z.string() }), initialValues: { city: 'Jakarta' }, save })
  return (
    <Form form={form} submitLabel="Save" permission="edit" cancelTo="/contacts">
      <TextInput {...form.field('city', 'City')} />
    </Form>
  )
}

test('without the permission a form can be read but not sent, and says why', async () => {
  const save = vi.fn(async () => {})
  const { user } = as([], <City save={save} />)
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(textbox('City')).toHaveProperty('value', 'Jakarta')
  expect(textbox('City').closest('fieldset')).toHaveProperty('disabled', true)
  expect(screen.queryAllByRole('button')).toEqual([])
  await user.type(textbox('City'), '{Enter}')
  expect(save).not.toHaveBeenCalled()
})

test('with the permission a form can be sent', async () => {
  const save = vi.fn(async () => {})
  const { user } = as(['edit'], <City save={save} />)
  await user.click(button('Save'))
  expect(save).toHaveBeenCalledOnce()
})

test('links know which page needs which permission', () => {
  const needed = (path: string): PermissionKey[] => (path === '/contacts/add' ? ['see_amounts', 'edit'] : [])
  function Links() {
    const mayOpen = useMayOpen()
    return <output>{['/contacts', '/contacts/add', '/contacts/add?name=Ayu#top'].filter(mayOpen).join()}</output>
  }
  as(
    ['see_amounts'],
    <PagePermissions value={needed}>
      <Links />
    </PagePermissions>,
  )
  expect(screen.getByRole('status').textContent).toBe('/contacts')
})
