import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { requireEveryEndpoint } from './routing.ts'

const start = () => {
  const app = fastify()
  requireEveryEndpoint(app)
  const add = (given: (typeof endpoints)[number]['endpoint']) => {
    const { method, path, access } = given
    app.route({ method, url: `/api${path}`, config: { access, endpoint: given }, handler: () => null })
  }
  return { app, add }
}

test('the app starts with a handler for every endpoint', async () => {
  const { app, add } = start()
  for (const { endpoint } of endpoints) add(endpoint)
  await app.ready()
  await app.close()
})

test('an endpoint without a handler fails the start, and is named', async () => {
  const { app, add } = start()
  for (const { name, endpoint } of endpoints) if (name !== 'contacts.create') add(endpoint)
  await expect(app.ready()).rejects.toThrow('no handler for contacts.create')
})

test('a handler of an endpoint that is not in the contract fails the start', () => {
  const { add } = start()
  const forgotten = endpoint({ method: 'GET', path: '/v1/forgotten', access: 'signed_in', permission: 'view' })
  expect(() => add(forgotten)).toThrow('GET /api/v1/forgotten is not in src/contract/index.ts')
})
