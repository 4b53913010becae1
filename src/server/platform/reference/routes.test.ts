// The API reference: complete, valid and public.
import { readdirSync, readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { type $ZodType, safeParse } from 'zod/v4/core'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints as inContract } from '../../../contract/endpoints.ts'
import { describeApi } from '../../describe.ts'
import { testApp } from '../../test/app.ts'
import type { OpenApi, Operation } from './document.ts'
import { examples } from './examples.ts'
import { referenceRoutes } from './routes.ts'
import { summarized, summaryOf } from './summaries.ts'

const { app } = await testApp()
const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })
const document = (await get('/api/openapi.json')).json() as OpenApi
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
const endpoints = inContract.map(({ endpoint }) => endpoint)

test('a failure is not cached', async () => {
  const app = fastify()
  referenceRoutes(app)
  let isOdd = true
  const endpoint = {
    ...{ method: 'GET', path: '/odd', access: 'open' as const },
    get response() {
      if (isOdd) throw new Error('odd')
      return undefined
    },
  } as Endpoint
  app.get('/api/odd', { config: { access: 'open', endpoint } }, () => null)
  expect((await app.inject('/api/openapi.json')).statusCode).toBe(500)
  isOdd = false
  expect((await app.inject('/api/openapi.json')).statusCode).toBe(200)
  await app.close()
})

test('every route of the API is documented, with a summary, a tag and its responses', () => {
  expect(operations.length).toBeGreaterThanOrEqual(endpoints.length)
  for (const { method, path, operation } of operations) {
    const name = `${method} ${path}`
    expect(operation.summary, `${name} needs a line in summaries.ts`).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(operation.tags, name).toHaveLength(1)
    const codes = Object.keys(operation.responses)
    expect(
      codes.filter((code) => code.startsWith('2')),
      name,
    ).toHaveLength(1)
    expect(
      codes.some((code) => code.startsWith('4')),
      name,
    ).toBe(true)
  }
})

test('every bound endpoint of the contract is documented, with its authentication', () => {
  const authentication = {
    'GET /v1/contacts': [{ bearer: [] }, { api_token: [] }],
    'GET /v1/user/sessions': [{ bearer: [] }],
    'POST /v1/erasures': [{ bearer: [] }],
    'POST /auth/v1/login': [],
  }
  for (const { method, path, access, response } of endpoints) {
    const operation = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    expect(operation, `${method} ${path}`).toBeDefined()
    expect(operation!.security!.length > 0, `${method} ${path}`).toBe(access !== 'open')
    if (response) expect(answerOf(operation!), `${method} ${path}`).toBeDefined()
  }
  for (const [call, expected] of Object.entries(authentication)) {
    const [method, path] = call.split(' ') as [string, string]
    expect(document.paths[`/api${path}`]![method.toLowerCase()]!.security, call).toEqual(expected)
  }
})

test('schemas of every contract file are named', () => {
  const index = readFileSync('src/contract/index.ts', 'utf8')
  const files = readdirSync('src/contract').filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|^(endpoint|endpoints|index)\.ts$/.test(file),
  )
  expect(files.filter((file) => !index.includes(`'./${file}'`))).toEqual([])
})

const answerOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([code]) => code.startsWith('2'))![1].content?.['application/json']?.schema

test('no summary belongs to a removed endpoint', () => {
  const known = operations.map(
    ({ method, path }) => `${method} ${path.replace(/^\/api(\/v1)?/, '').replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect(summarized.filter((key) => !known.includes(key))).toEqual([])
  expect(summaryOf('GET', '/api/v1/nothing-of-ours')).toBeUndefined()
  expect(summaryOf('POST', '/api/v1/contacts/:id/unheard-of')).toBeUndefined()
})

test('the document is structured as OpenAPI 3.1, and every reference resolves', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  const ids = operations.map(({ operation }) => (operation as { operationId?: string }).operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { method, path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name)
    expect(described.sort(), `${method} ${path}`).toEqual(inPath.sort())
    for (const parameter of operation.parameters ?? [])
      expect(parameter, `${method} ${path}`).toMatchObject({ name: expect.any(String), schema: expect.any(Object) })
    for (const { $ref, description } of Object.values(operation.responses))
      expect($ref ?? description, `${method} ${path}`).toEqual(expect.any(String))
  }
  for (const { description } of Object.values(document.components.responses!))
    expect(description).toEqual(expect.any(String))
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(100)
  for (const reference of new Set(references)) {
    const [, kind, name] = /^"\$ref":"#\/components\/(schemas|responses)\/([^"]+)"$/.exec(reference) ?? []
    expect(document.components[kind as 'schemas' | 'responses']?.[decodeURIComponent(name!)], reference).toBeDefined()
  }
  expect(document.components.schemas).toHaveProperty('Contact')
  expect(document.components.schemas).toHaveProperty('Problem')
})

test('the document lists the known error responses, and its license', () => {
  const codesOf = (path: string, method: string) => Object.keys(document.paths[path]![method]!.responses)
  expect(codesOf('/api/auth/v1/login', 'post')).toContain('401')
  expect(codesOf('/api/auth/v1/refresh', 'post')).toContain('401')
  for (const path of ['/api/v1/media', '/api/v1/imports', '/api/v1/contacts'])
    expect(codesOf(path, 'post'), path).toContain('415')
  for (const path of ['/api/v1/investments', '/api/v1/broadcasts', '/api/v1/templates'])
    expect(codesOf(path, 'post'), path).toContain('404')
  expect(document).toMatchObject({ info: { license: { identifier: 'AGPL-3.0-or-later' } } })
})

test('request and response bodies list their fields and which are required', () => {
  const create = document.paths['/api/v1/contacts']!.post!
  expect(JSON.stringify(create.requestBody)).toContain('Budi Santoso')
  expect(create.parameters).toMatchObject([{ name: 'idempotency-key', in: 'header' }])
  expect(create.responses[409]).toEqual({ $ref: '#/components/responses/Problem409' })
  const conflict = document.components.responses!.Problem409!
  expect(conflict.description).toContain('phone_taken')
  expect(conflict.content!['application/problem+json']!.example).toMatchObject({ status: 409 })
  expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER))
  expect(document.paths['/api/v1/imports']!.post!.requestBody!.content).toHaveProperty('multipart/form-data')
  expect(document.paths['/api/v1/whatsapp/sessions/{id}/qr']!.get!.responses[200]!.content).toHaveProperty('image/png')
})

test.each(Object.keys(examples))('the example of %s is valid', (key) => {
  const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === key)
  expect(safeParse(endpoint!.body as $ZodType, examples[key]).error).toBeUndefined()
})

test('the page and its files come from here, without a sign-in and without a script in the page', async () => {
  const page = await get('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
  expect(page.body).not.toMatch(/<script>|<script [^>]*>[^<]|https?:\/\//)
  for (const [, url] of page.body.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)) {
    const answer = await get(url!)
    expect(answer.statusCode, url).toBe(200)
    expect(answer.headers['content-type'], url).toMatch(/javascript|css|json/)
  }
  const zipped = await get('/api/docs/swagger-ui.css', { 'accept-encoding': 'gzip, br' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(zipped.rawPayload.length).toBeLessThan(60_000)
  // Names that every object inherits: one of them once crashed the process.
  for (const file of ['package.json', 'index.html', 'constructor', '__proto__', 'toString'])
    for (const encoding of ['identity', 'gzip'])
      expect((await get(`/api/docs/${file}`, { 'accept-encoding': encoding })).statusCode, file).toBe(404)
  expect((await get('/api/docs/..%2fpackage.json', {})).statusCode).toBe(400)
})

// Last: it takes a second of CPU, during which a busy machine sheds other requests.
test('the build generates the same document without a database', async () => {
  expect(JSON.parse(await describeApi())).toEqual(document)
})
