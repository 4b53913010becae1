import { lazy, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { type EditorProps, type FactEdit, InlineFact } from './inline-fact.tsx'
import { button, render, screen, textbox } from './testing/render.tsx'

async function edit(save: FactEdit['save']) {
  const { user } = render(
    <InlineFact label="City" edit={{ name: 'city', value: 'Jakarta', save }}>
      Jakarta
    </InlineFact>,
  )
  await user.click(button('Edit: City'))
  return user
}

test('Enter saves the change, and closes the field', async () => {
  const save = vi.fn(async () => {})
  const user = await edit(save)
  await user.type(textbox('City'), 'Bandung{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 7 })
  expect(save).toHaveBeenCalledExactlyOnceWith({ city: 'Bandung' }, undefined)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('Escape, and Enter without a change, save nothing', async () => {
  const save = vi.fn(async () => {})
  const user = await edit(save)
  await user.type(textbox('City'), ' Selatan{Escape}')
  await user.click(button('Edit: City'))
  expect(textbox('City').value).toBe('Jakarta')
  await user.type(textbox('City'), '{Enter}')
  expect(save).not.toHaveBeenCalled()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an error of the field is shown on it, and the typed text remains', async () => {
  const user = await edit(async () => {
    throw { fields: [{ path: 'city', code: 'bounds.max_characters', params: { count: 200 } }] }
  })
  await user.type(textbox('City'), ' Selatan{Enter}')
  expect(await screen.findByText('At most 200 characters.')).toBeTruthy()
  expect(textbox('City').value).toBe('Jakarta Selatan')
})

test('after a conflict the own version is saved over the current one', async () => {
  const save = vi.fn<FactEdit['save']>(async (_, version) => {
    if (version !== 4) throw { code: 'version_conflict', current: { version: 4, city: 'Surabaya' } }
  })
  const user = await edit(save)
  await user.type(textbox('City'), ' Selatan{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('It is now: Surabaya')
  await user.click(button('Save my version'))
  expect(save).toHaveBeenLastCalledWith({ city: 'Jakarta Selatan' }, 4)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a lazy editor has the focus once it is loaded, and the page stays', async () => {
  const Editor = lazy(async () => ({
    default: ({ label, value }: EditorProps) => <input aria-label={label} value={value} readOnly />,
  }))
  const edit: FactEdit = { name: 'tag_ids', value: '', editor: (field) => <Editor {...field} />, save: vi.fn() }
  const PageLoading = vi.fn(() => null)
  const { user } = render(
    <Suspense fallback={<PageLoading />}>
      <InlineFact label="Tags" edit={edit}>
        None
      </InlineFact>
    </Suspense>,
  )
  await user.click(button('Edit: Tags'))
  const editor = await screen.findByRole('textbox', { name: 'Tags' })
  expect(document.activeElement).toBe(editor)
  expect(PageLoading).not.toHaveBeenCalled()
})
