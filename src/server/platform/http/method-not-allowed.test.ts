// An unsupported method is a 405 with Allow; an unknown path is a 404.
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'

const { app, signUp } = await testApp()
const { access_token } = await signUp()
const someId = '01990000-0000-7000-8000-000000000001'

test.each([
  ['DELETE', '/api/v1/contacts', 'GET, HEAD, POST'],
  ['PUT', `/api/v1/contacts/${someId}`, 'DELETE, GET, HEAD, PATCH'],
  ['GET', '/api/auth/v1/login', 'POST'],
  ['HEAD', '/api/auth/v1/login', 'POST'],
  ['OPTIONS', '/api/v1/dashboard', 'GET, HEAD'],
  ['POST', '/api/health/live', 'GET, HEAD'],
  ['POST', '/api/openapi.json', 'GET, HEAD'],
] as const)('%s %s is a 405 with Allow: %s, signed in or not', async (method, url, allow) => {
  for (const headers of [{}, { authorization: `Bearer ${access_token}`, 'content-type': 'text/xml' }]) {
    const answer = await app.inject({ method, url, headers, ...(method === 'POST' ? { payload: '<bad' } : {}) })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ status: 405, code: 'method_not_allowed' })
  }
})

test.each(['GET', 'POST', 'DELETE', 'OPTIONS'] as const)('%s of an unknown path is a 404', async (method) => {
  for (const url of ['/api', '/api/', '/api/v1/nothing', '/api/v1/contacts/x/y/z'])
    expect((await app.inject({ method, url })).json()).toMatchObject({ code: 'not_found' })
})
