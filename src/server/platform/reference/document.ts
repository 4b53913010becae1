// OpenAPI document, generated from the contract's schemas on first request.

import swagger from '@fastify/swagger'
import { fastify } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { $ZodRegistry, $ZodType, type JSONSchema, toJSONSchema } from 'zod/v4/core'
import { isForTokens } from '../../../contract/api-tokens.ts'
import { Day, Timestamp } from '../../../contract/common.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type ErrorCode, errors, Problem } from '../../../contract/errors.ts'
import * as contract from '../../../contract/index.ts'
import { message } from '../../../contract/messages/message.ts'
import { Currency, currencyCodes } from '../../../contract/money.ts'
import { Segment } from '../../../contract/segments.ts'
import { sentenceOf } from '../../errors.ts'
import { examples } from './examples.ts'
import { guide } from './guide.ts'
import { segmentDescription, segmentSchemas } from './segment.ts'
import { summaryOf } from './summaries.ts'

export interface Described {
  method: string
  /** With `/api`. */
  url: string
  access: 'open' | 'signed_in'
  /** Absent for the few endpoints outside the contract. */
  endpoint?: Endpoint
}

export interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; responses?: Record<string, Response> }
}
interface Response {
  description?: string
  content?: Record<string, { schema: object; example?: object }>
}
export interface Operation {
  summary?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; in: string; style?: string; explode?: boolean; schema?: JSONSchema.BaseSchema }[]
  requestBody?: { content: Record<string, { schema: object; example?: object }> }
  /** Errors are references to `components.responses`. */
  responses: Record<string, Response & { $ref?: string }>
}

/** A Fastify app with the same routes that serves no one: the library reads the document from it. */
export async function documentOf(calls: readonly Described[]): Promise<OpenApi> {
  const registry = named(calls)
  const app = fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kabar',
        description: guide,
        version: '1',
        license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a login' },
          api_token: { type: 'http', scheme: 'bearer', description: 'An API token' },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: registry, zodToJsonConfig: { override } }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: registry, zodToJsonConfig: { override } }),
  })
  for (const call of calls) {
    const { method, url } = call
    app.route({ method, url, schema: schemaOf(call, registry), handler: () => undefined })
  }
  await app.ready()
  const document = app.swagger() as unknown as OpenApi
  await app.close()
  Object.assign(document.components.schemas, sharedSchemas())
  for (const call of calls) complete(document, call)
  withoutUnused(document)
  shareProblems(document)
  return simplified(document)
}

/** Component names of schemas that the contract checks by code or unrolls to a depth. */
const shared = new Map<$ZodType, string>([
  [Currency, 'Currency'],
  [Segment, 'Segment'],
])
const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const options = { target: 'draft-2020-12', io: 'input', unrepresentable: 'any', override } as const

function sharedSchemas(): Record<string, JSONSchema.BaseSchema> {
  const registry = new $ZodRegistry<{ id: string }>()
  for (const [id, schema] of Object.entries(segmentSchemas)) registry.add(schema, { id })
  const { schemas } = toJSONSchema(registry, { ...options, metadata: registry, uri: (id) => referenceTo(id).$ref })
  for (const schema of Object.values(schemas)) {
    delete schema.$id
    delete schema.$schema
    delete schema.id
  }
  return {
    ...schemas,
    Segment: { description: segmentDescription, ...schemas.Segment },
    Currency: { type: 'string', description: 'ISO 4217', enum: [...currencyCodes] },
  }
}

/** Corrects the library's output for a schema. */
function override({ zodSchema, jsonSchema }: { zodSchema: $ZodType; jsonSchema: JSONSchema.BaseSchema }) {
  const replace = (by: JSONSchema.BaseSchema) => {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, by)
  }
  const name = shared.get(zodSchema)
  if (name) return replace(referenceTo(name))
  if (zodSchema === Day) jsonSchema.format = 'date'
  if (zodSchema === Timestamp) jsonSchema.format = 'date-time'
  // The format already describes it; the patterns of all ids would be a tenth of the document.
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern
  // A query parameter that is parsed to a number or a list: describe the result.
  let end = zodSchema as { _zod: { def: { type: string; out?: $ZodType } } }
  while (end._zod.def.type === 'pipe') end = end._zod.def.out as typeof end
  if (end !== zodSchema) {
    const { $schema, ...schema } = toJSONSchema(end as $ZodType, options)
    replace(schema as JSONSchema.BaseSchema)
  }
}

/** Without JavaScript's integer bounds, whose minimum would be an odd example, and without unions of one schema. */
function simplified(document: OpenApi): OpenApi {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    if (Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined
    for (const key of ['oneOf', 'anyOf']) {
      if (value?.[key]?.length !== 1) continue
      const { [key]: only, ...rest } = value
      return { ...rest, ...only[0] }
    }
    return value
  })
}

/** The library writes each named schema twice, for requests and responses; most are used in only one of them. */
function withoutUnused({ paths, components }: OpenApi) {
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      visit(components.schemas[name!] ?? null)
    }
  }
  visit(paths)
  for (const name of Object.keys(components.schemas)) if (!used.has(name)) delete components.schemas[name]
}

/** Describes each error once for all endpoints. Otherwise error descriptions would be two thirds of the document. */
function shareProblems({ paths, components }: OpenApi) {
  const names = new Map<string, string>()
  const responses: Record<string, Response> = {}
  for (const { responses: own } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [status, response] of Object.entries(own)) {
      if (!response.content?.['application/problem+json']) continue
      const text = JSON.stringify(response)
      const same = Object.keys(responses).filter((name) => name.startsWith(`Problem${status}`)).length
      const name = names.get(text) ?? `Problem${status}${same === 0 ? '' : `_${same + 1}`}`
      names.set(text, name)
      responses[name] = response
      own[status] = { $ref: `#/components/responses/${name}` }
    }
  components.responses = responses
}

/** A schema that the contract exports becomes a component with its name, shared by all endpoints. */
function named(calls: readonly Described[]): $ZodRegistry<{ id?: string; description?: string }> {
  const registry = new $ZodRegistry<{ id?: string; description?: string }>()
  const usedNames = new Set<string>()
  // Parameters are inlined: none of them can be a reference.
  const parameters = new Set(calls.flatMap(({ endpoint }) => [endpoint?.params, endpoint?.query]))
  for (const [name, value] of Object.values(contract).flatMap((file) => Object.entries(file))) {
    if (
      !(value instanceof $ZodType) ||
      registry.has(value) ||
      shared.has(value) ||
      !/^[A-Z]/.test(name) ||
      usedNames.has(name)
    )
      continue
    // The library appends `Input` for requests, like the contract: those schemas are inlined.
    if (value._zod.def.type !== 'object' || name.endsWith('Input') || parameters.has(value)) continue
    usedNames.add(name)
    registry.add(value, { id: name })
  }
  return registry
}

const Idempotency = z.object({ 'idempotency-key': z.optional(z.string()) })

function schemaOf({ method, url, access, endpoint }: Described, registry: ReturnType<typeof named>) {
  const words = summaryOf(method, url)
  const isClosed = access !== 'open'
  const answers: Record<string, unknown> = {}
  const status = endpoint?.status ?? (endpoint && !endpoint.response && !fileAnswers[keyOf(method, url)] ? 204 : 200)
  if (endpoint?.response) answers[status] = json(doneText(status), endpoint.response)
  else {
    const empty = z.null()
    registry.add(empty, { description: doneText(status) })
    answers[status] = empty
  }
  for (const [code, description] of Object.entries(
    refusals({ method, url, isClosed, hasBody: Boolean(endpoint?.body) }),
  ))
    answers[code] = { description, content: { 'application/problem+json': { schema: Problem } } }
  return {
    summary: words?.summary,
    tags: words && [words.heading],
    operationId: operationOf(method, url),
    security: securityOf(endpoint),
    ...(endpoint?.params && { params: endpoint.params }),
    ...(endpoint?.query && { querystring: endpoint.query }),
    ...(endpoint?.body && { body: endpoint.body }),
    ...(method === 'POST' && isClosed && endpoint?.body && { headers: Idempotency }),
    response: answers,
  }
}

/** Alternatives: either kind of token suffices. */
function securityOf(endpoint: Endpoint | undefined): Record<string, string[]>[] {
  if (endpoint?.access !== 'signed_in') return []
  return isForTokens(endpoint) ? [{ bearer: [] }, { api_token: [] }] : [{ bearer: [] }]
}

const json = (description: string, schema: $ZodType) => ({ description, content: { 'application/json': { schema } } })
const doneText = (status: number) => ({ 200: 'OK', 201: 'Added', 202: 'Accepted', 204: 'Done' })[status] ?? 'OK'

function refusals({
  method,
  url,
  isClosed,
  hasBody,
}: {
  method: string
  url: string
  isClosed: boolean
  hasBody: boolean
}) {
  const codes = (status: number) =>
    Object.entries(errors)
      .filter(([, of]) => of === status)
      .map(([code]) => `\`${code}\``)
      .join(', ')
  return {
    400: 'Invalid request: `errors` lists the fields',
    ...(isClosed && { 401: 'Log in first: `unauthenticated`' }),
    ...(tokenCalls[keyOf(method, url)] && { 401: tokenCalls[keyOf(method, url)] }),
    // Also for records that a body refers to.
    ...((url.includes(':') || (isClosed && method !== 'GET')) && {
      404: 'Does not exist, or belongs to another organization: `not_found`',
    }),
    405: 'The path does not support this method: `method_not_allowed`; the header `Allow` lists the supported ones',
    ...(method !== 'GET' && { 409: `Conflicts with the current state. One of ${codes(409)}` }),
    ...(method !== 'GET' && { 413: 'Too large: `too_large`' }),
    ...((hasBody || uploads.includes(keyOf(method, url))) && {
      415: 'Media type not supported: `unsupported_media_type`',
    }),
    429: 'Too many requests: wait for `Retry-After` seconds',
    503: 'Temporarily unavailable: `unavailable`',
  }
}

/** Public endpoints that respond with 401. */
const tokenCalls: Record<string, string> = {
  'POST /auth/v1/login': 'Incorrect email or password: `wrong_credentials`',
  'POST /auth/v1/refresh': 'Log in again: `refresh_invalid`, `refresh_reused`, `session_expired`',
}

/** Endpoints that return a file, and its media types. */
const fileAnswers: Record<string, string[]> = {
  'GET /v1/whatsapp/sessions/:id/qr': ['image/png'],
  'GET /v1/media/:id/file': ['image/*', 'application/pdf', 'video/mp4'],
  'GET /v1/downloads/files/:token': [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/zip',
  ],
}
/** Endpoints that accept a file. */
const uploads = ['POST /v1/imports', 'POST /v1/imports/everything', 'POST /v1/media']

/** Adds what the library does not support: files, and examples for the most used endpoints. */
function complete(document: OpenApi, { method, url }: Described) {
  const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
  const key = keyOf(method, url)
  const file = { type: 'string', format: 'binary' }
  if (uploads.includes(key)) {
    const schema = { type: 'object', required: ['file'], properties: { file } }
    operation.requestBody = { content: { 'multipart/form-data': { schema } } }
  }
  if (fileAnswers[key])
    operation.responses[200] = {
      description: 'The file',
      content: Object.fromEntries(fileAnswers[key].map((type) => [type, { schema: file }])),
    }
  for (const parameter of operation.parameters ?? [])
    if (parameter.in === 'query' && parameter.schema?.type === 'array')
      Object.assign(parameter, { style: 'form', explode: false })
  const body = operation.requestBody?.content['application/json']
  if (body && examples[key]) body.example = examples[key]
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const problem = content?.['application/problem+json']
    if (problem) problem.example = problemOf(Number(status))
  }
}

/** The problem of this status: the first error code that has it. */
function problemOf(status: number): Problem {
  const code = (Object.keys(errors) as ErrorCode[]).find((each) => errors[each] === status)!
  const said = message(`error.${code}`)
  const problem = {
    type: `urn:kabar:${code}`,
    title: sentenceOf(said),
    status,
    code,
    message: said,
    request_id: '019a4c1e-7f3a-7c55-9d0e-2f6b8f1a4c11',
  }
  if (status !== 400) return problem
  const missing = message('field.required')
  return { ...problem, errors: [{ path: 'name', ...missing, message: sentenceOf(missing) }] }
}

/** As the contract writes it: without `/api`. */
const keyOf = (method: string, url: string) => `${method} ${url.replace(/^\/api/, '')}`

/** `get_v1_contacts_id`: stable while the endpoint exists. */
const operationOf = (method: string, url: string) =>
  `${method.toLowerCase()}${url.replace(/^\/api/, '').replace(/[^a-z0-9]+/gi, '_')}`
