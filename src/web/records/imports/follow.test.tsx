// The lists behind the dialog show what was imported, even if the dialog is closed before the import has begun.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type Import, imports } from '../../../contract/imports.ts'
import { call, query } from '../../api.ts'
import { button, render, screen } from '../../platform/ui/testing/render.tsx'
import { storeImport, useImport } from './follow.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const client = new QueryClient()
const params = { id: '01a21daf-c159-7630-a516-4f77203aad37' }
let status: Import['status'] = 'ready'
let answerStart = () => {}
const made = () => ({ id: params.id, status }) as Import

function server(path: string) {
  if (path.endsWith('/start'))
    return new Promise<Response>((resolve) => {
      answerStart = () => resolve(Response.json(made()))
    })
  const total = status === 'done' ? 600 : 0
  return Promise.resolve(Response.json(path.includes('/imports/') ? made() : { data: [], pagination: { total } }))
}

function Dialog({ onClose }: { onClose: () => void }) {
  const { data } = useImport(params.id)
  const start = async () => storeImport(client, await call(imports.start, { params }))
  return (
    <>
      <p>{data?.status}</p>
      <button type="button" onClick={start}>
        Import
      </button>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </>
  )
}

function Page() {
  const [isOpen, setOpen] = useState(true)
  const { data } = useQuery(query(contacts.list, { query: {} }))
  return (
    <>
      <p>{data?.pagination.total} contacts</p>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}

test('the dialog is closed before the start is answered', async () => {
  vi.stubGlobal('fetch', (url: string | Request | URL) => server(String(url instanceof Request ? url.url : url)))
  const { user } = render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('ready')
  await screen.findByText('0 contacts')
  await user.click(button('Import'))
  await user.click(button('Close'))
  status = 'running'
  vi.useFakeTimers()
  answerStart()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(screen.getByText('0 contacts')).toBeTruthy()
  status = 'done'
  await vi.advanceTimersByTimeAsync(2_500)
  expect(screen.getByText('600 contacts')).toBeTruthy()
})
