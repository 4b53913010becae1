// The bar of a restored copy: everybody sees it until the release; those who may release it also have a button.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { users } from '../../../contract/users.ts'
import { query } from '../../api.ts'
import { setFormat } from '../../platform/lib/format.ts'
import { type PermissionKey, Permissions } from '../../platform/lib/permissions.ts'
import { button, render, screen } from '../../platform/ui/testing/render.tsx'
import { RestoredBar } from './restored-panel.tsx'

afterEach(() => setFormat({}))

function show(restored_from: string | null, permissions: PermissionKey[]) {
  setFormat({ locale: 'en', timeZone: 'Asia/Jakarta' })
  const client = new QueryClient()
  const profile = { locale: 'en', time_zone: 'Asia/Jakarta', restored_from }
  client.setQueryData(query(users.profile).queryKey, profile as never)
  return render(
    <QueryClientProvider client={client}>
      <Permissions value={{ permissions, isLoading: false }}>
        <RestoredBar />
      </Permissions>
    </QueryClientProvider>,
  )
}

const backup = '2026-11-26T19:30:00.000Z'

test('it shows the time of the backup, in the time zone of the user', () => {
  show(backup, [])
  expect(screen.getByText(/Restored from the backup of Nov 27, 2026, 2:30\sAM\. Nothing is sent/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('users who may change settings are asked before the release', async () => {
  const { user } = show(backup, ['manage_settings'])
  await user.click(button('Release'))
  expect(await screen.findByRole('dialog', { name: 'Release this copy?' })).toBeTruthy()
})

test('the original has no bar', () => {
  show(null, ['manage_settings'])
  expect(screen.queryByText(/backup/)).toBeNull()
})
