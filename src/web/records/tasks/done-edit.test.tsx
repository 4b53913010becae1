// The check box of a task shows what was saved, even while the list still has the old state.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Task } from '../../../contract/tasks.ts'
import { Permissions } from '../../platform/lib/permissions.ts'
import { Notices } from '../../platform/ui/notices.tsx'
import { button, render, screen } from '../../platform/ui/testing/render.tsx'
import { DoneEdit } from './done-edit.tsx'

afterEach(() => vi.unstubAllGlobals())

const client = new QueryClient()
const open: Task = {
  ...{ id: '1', title: 'Send the deck', details: '', due_on: null, repeats: null, assignee: null, record: null },
  ...{ done_at: null, done_by: null, version: 1, created_at: '', updated_at: '' },
}
const done: Task = { ...open, done_at: '2026-11-27T03:00:00.000Z', version: 2 }

function Listed({ later }: { later?: Task }) {
  const [task, setTask] = useState(open)
  return (
    <QueryClientProvider client={client}>
      <Permissions value={{ permissions: ['edit'], isLoading: false }}>
        <DoneEdit task={task} />
        {later && (
          <button type="button" onClick={() => setTask(later)}>
            Read again
          </button>
        )}
        <Notices />
      </Permissions>
    </QueryClientProvider>
  )
}
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Done: Send the deck' })

test('a completed task stays ticked until its list is fetched again', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ task: done, next: null })))
  const { user } = render(<Listed later={{ ...open, version: 3 }} />)
  await user.click(box())
  await screen.findByText('Marked as done')
  expect(box().checked).toBe(true)
  await user.click(button('Read again'))
  expect(box().checked, 'somebody has opened it again').toBe(false)
})

test('a task that could not be completed is not ticked', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'internal', title: 'Failed' }, { status: 500 })))
  const { user } = render(<Listed />)
  await user.click(box())
  await screen.findByText('Send the deck could not be changed')
  expect(box().checked).toBe(false)
})
