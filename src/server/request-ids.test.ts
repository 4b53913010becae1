// The id of a request: in its response, and in the log lines of the jobs that it asked for.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { auth } from '../contract/auth.ts'
import { broadcasts } from '../contract/broadcasts.ts'
import { contacts } from '../contract/contacts.ts'
import { waSessions } from '../contract/wa-sessions.ts'
import { broadcastsForEngine } from './messaging/broadcasts/engine-port.ts'
import { advanceBroadcasts } from './messaging/engine/scheduler.ts'
import { takeCommands } from './messaging/wa-sessions/service.ts'
import { inTenant } from './platform/db/index.ts'
import { startMail } from './platform/mail/service.ts'
import { testApp } from './test/app.ts'
import { made } from './test/records.ts'
import { organizationOf } from './test/two-at-once.ts'
import { until } from './test/until.ts'

const { call, config, database, signUp } = await testApp()
const dataDir = mkdtempSync(join(tmpdir(), 'kabar-requests-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Line {
  message: string
  [field: string]: unknown
}
function listener() {
  const lines: Line[] = []
  const write = (context: object, message: string) => void lines.push({ ...context, message })
  return { lines, log: { info: write, warn: write, error: write } }
}
const id = /^[0-9a-f-]{36}$/

test('a response names its request, also if it is an error', async () => {
  const refused = await call(auth.login, { body: { email: 'nobody@example.com', password: 'wrong' } })
  expect(refused.headers['x-request-id']).toMatch(id)
  expect(refused.problem.request_id).toBe(refused.headers['x-request-id'])
})

test('an email', async () => {
  await signUp({ email: 'ayu@example.com' })
  const { headers } = await call(auth.forgotPassword, { body: { email: 'ayu@example.com' } })
  const { lines, log } = listener()
  const mail = startMail({ database, config: { ...config, dataDir }, log })
  onTestFinished(() => mail.stop())
  const line = await until(
    'the email',
    () => lines.find(({ request_id }) => request_id === headers['x-request-id']),
    (found) => found !== undefined,
  )
  expect(line?.message).toMatch(/^mail written/)
})

test('a broadcast, and a command to a phone', async () => {
  const person = await signUp()
  made(await person.call(contacts.create, { body: { name: 'Budi', phone: '+6281255501001' } }))
  const [session] = made(await person.call(waSessions.list)).data
  const body = { name: 'News', session_id: session!.id, body: 'Halo', audience: { all_contacts: true } }
  const { id: broadcast_id } = made(await person.call(broadcasts.create, { body }))
  const { headers } = await person.call(broadcasts.send, { params: { id: broadcast_id } })
  const { lines, log } = listener()
  await advanceBroadcasts({ database, broadcasts: broadcastsForEngine, log })
  expect(lines).toEqual([
    {
      ...{ broadcast_id, request_id: headers['x-request-id'], recipients: 1 },
      message: 'audience of the broadcast frozen',
    },
  ])

  made(await person.call(waSessions.start, { params: { id: session!.id } }))
  const pressed = await person.call(waSessions.restart, { params: { id: session!.id } })
  const taken = await inTenant(database, { organization_id: organizationOf(person) }, (tenant) =>
    takeCommands(tenant, session!.id),
  )
  expect(taken).toMatchObject([{ command: 'restart', request_id: pressed.headers['x-request-id'] }])
})
