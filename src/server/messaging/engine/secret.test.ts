// A changed APP_SECRET: the session fails and says so, nothing is overwritten, and the old secret restores it without a scan.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { connectPhone, session, testEngine } from '../../test/engine.ts'
import { until } from '../../test/until.ts'

const { start, signUp } = await testEngine()

test('a wrong secret fails closed, the right one resumes', async () => {
  const first = start()
  const person = await signUp()
  const id = await connectPhone(person)
  const { phone_number } = await session(person, id)
  await first.stop()

  const wrong = start(randomBytes(32))
  const failed = await until(
    'the failure',
    () => session(person, id),
    ({ status }) => status === 'failed',
  )
  expect(failed.last_error?.text).toMatch(/^The keys of this session cannot be read/)
  await wrong.stop()

  start()
  await person.call(waSessions.start, { params: { id } })
  const working = await until(
    'the working session',
    () => session(person, id),
    ({ status }) => status === 'working' || status === 'scan_qr',
  )
  expect(working).toMatchObject({ status: 'working', phone_number })
})
