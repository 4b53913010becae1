// A page that needs a permission: while the profile loads, without the permission, and when it is taken away.
import { lazy, useState } from 'react'
import { expect, test } from 'vitest'
import { type PermissionKey, Permissions } from '../platform/lib/permissions.ts'
import { button, render, screen, textbox } from '../platform/ui/testing/render.tsx'
import { Allowed } from './guard.tsx'

const refusal = { Page: lazy(async () => ({ default: () => <h1>Not allowed</h1> })), preload: () => undefined }

/** Each click on the button supplies the next answer to the request for the profile. */
function Guarded({ answers }: { answers: (PermissionKey[] | undefined)[] }) {
  const [nth, setNth] = useState(0)
  return (
    <Permissions value={{ permissions: answers[nth], isLoading: answers[nth] === undefined }}>
      <button type="button" onClick={() => setNth(nth + 1)}>
        Next
      </button>
      <Allowed permission="edit" otherwise={refusal} loading={<p>Loading</p>}>
        <input aria-label="Name" />
      </Allowed>
    </Permissions>
  )
}

test('the page waits for the profile, and does not appear without the permission', async () => {
  const { user } = render(<Guarded answers={[undefined, ['export']]} />)
  expect(screen.getByText('Loading')).toBeTruthy()
  await user.click(button('Next'))
  expect(await screen.findByRole('heading', { name: 'Not allowed' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the page appears as soon as somebody gives the permission', async () => {
  const { user } = render(<Guarded answers={[[], ['edit']]} />)
  expect(await screen.findByRole('heading', { name: 'Not allowed' })).toBeTruthy()
  await user.click(button('Next'))
  expect(textbox('Name')).toBeTruthy()
})

test('typed text stays if the permission is taken away while the page is open', async () => {
  const { user } = render(<Guarded answers={[['edit'], []]} />)
  await user.type(textbox('Name'), 'Ayu')
  await user.click(button('Next'))
  expect(textbox('Name').value).toBe('Ayu')
})
