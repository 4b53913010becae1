// A process that begins to stop sends its proxy and clients elsewhere, and serves whoever still comes.
import { expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { testApp } from '../../test/app.ts'

test('not ready, and every connection ends after its response', async () => {
  const stopping = new AbortController()
  const { app, signUp } = await testApp({}, undefined, { stopping: stopping.signal })
  const person = await signUp()
  const ready = () => app.inject('/api/health/ready')
  expect(await ready()).toMatchObject({ statusCode: 200, headers: { connection: 'keep-alive' } })

  stopping.abort()
  expect(await ready()).toMatchObject({ statusCode: 503, headers: { connection: 'close' } })
  expect(await app.inject('/api/health/live')).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  expect(await person.call(contacts.create, { body: { name: 'Budi' } })).toMatchObject({
    status: 201,
    headers: { connection: 'close' },
  })
  expect((await app.inject('/nowhere')).headers.connection).toBe('close')
})
