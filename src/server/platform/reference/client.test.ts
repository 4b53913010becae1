// The OpenAPI document for strict readers: valid by its schema, as exact as the server, and sufficient for a typed
// client.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { generateApi } from 'swagger-typescript-api'
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { maxRules, Segment } from '../../../contract/segments.ts'
import { describeApi } from '../../describe.ts'
import type { OpenApi } from './document.ts'
import { segmentSchemas } from './segment.ts'

const text = await describeApi()
const read = () => JSON.parse(text) as OpenApi
const document = read()
const parameters = (path: string) => {
  const { parameters = [] } = document.paths[path]!.get!
  return Object.fromEntries(parameters.map(({ name, ...rest }) => [name, rest]))
}

test('a strict validator accepts the document', async () => {
  const odd = read()
  odd.paths['/api/v1/contacts']!.get!.parameters![0]!.in = 'nowhere'
  await expect(SwaggerParser.validate(odd as never)).rejects.toThrow()
  await SwaggerParser.validate(read() as never)
})

test('parameters have the constraints that the server validates', () => {
  const found = parameters('/api/v1/investments')
  expect(found.page!.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1_000_000 })
  expect(found.per_page!.schema).toEqual({ type: 'integer', minimum: 1, maximum: 200 })
  expect(found.category).toMatchObject({
    style: 'form',
    explode: false,
    schema: { type: 'array', maxItems: 50, items: { enum: expect.arrayContaining(['committed', 'funded']) } },
  })
  expect(found.instrument!.schema).toMatchObject({ items: { enum: expect.arrayContaining(['equity', 'loan']) } })
  expect(found.currency!.schema).toMatchObject({ items: { $ref: '#/components/schemas/Currency' } })
  expect(document.components.schemas.Currency).toMatchObject({ enum: expect.arrayContaining(['IDR', 'USD']) })
  expect(found.as_of!.schema).toMatchObject({ type: 'string', format: 'date' })
  expect(found.investor_id!.schema).toMatchObject({ type: 'string', format: 'uuid' })
  expect(document.components.schemas.Contact).toMatchObject({
    properties: { created_at: { type: 'string', format: 'date-time' } },
  })
})

test('no parameter is a bare number, and no choice has one schema only', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const { parameters = [] } of Object.values(methods))
      for (const { name, schema } of parameters)
        if (schema?.type === 'integer' || schema?.type === 'number')
          expect([path, name, schema.minimum, schema.maximum]).toEqual([
            path,
            name,
            expect.any(Number),
            expect.any(Number),
          ])
  expect(text).not.toMatch(/"(oneOf|anyOf)":\[(\{[^{}]*\})?\]/)
})

test('every operation lists 405, and a segment is one recursive schema', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const { responses } of Object.values(methods))
      expect(responses[405]?.$ref, path).toBe('#/components/responses/Problem405')
  expect(document.components.responses!.Problem405!.description).toContain('Allow')
  expect(JSON.stringify(document.components.schemas.Segment)).toContain('#/components/schemas/Segment"')
  expect(text.length).toBeLessThan(700_000)
})

// Redocly calls them ambiguous. No address matches both: an id is a UUID, the other is a word.
test('ambiguous paths differ by the format of their id', () => {
  const shape = (path: string) => path.split('/')
  const paths = Object.keys(document.paths)
  const fits = (a: string, b: string) => a.startsWith('{') || b.startsWith('{') || a === b
  const confusable = paths.flatMap((one, index) =>
    paths
      .slice(index + 1)
      .filter((other) => {
        const [left, right] = [shape(one), shape(other)]
        return left.length === right.length && left.every((part, place) => fits(part, right[place]!))
      })
      .map((other) => [one, other] as const),
  )
  expect(confusable.length).toBeGreaterThan(0)
  for (const path of confusable.flat())
    for (const operation of Object.values(document.paths[path]!))
      for (const { name, in: where, schema } of operation.parameters ?? [])
        if (where === 'path' && name === 'id') expect(schema, path).toMatchObject({ format: 'uuid' })
})

const rule = { type: 'rule', field: 'contact.has_number', operator: 'is', value: true }
const inInvestment = { type: 'rule', field: 'investment.is_overdue', operator: 'is', value: true }
const all = (...rules: object[]) => ({ type: 'group', match: 'all', rules })
const some = (...rules: object[]) => ({ type: 'investment', has: 'some', match: 'any', rules })

test.each([
  ['a rule', all(rule), true],
  ['groups in groups', all(all(all(rule), rule)), true],
  ['an investment with a group', all(rule, some(inInvestment, all(inInvestment))), true],
  ['no rule', all(), false],
  ['too many rules', all(...Array(maxRules + 1).fill(rule)), false],
  ['a rule about an investment beside contacts', all(inInvestment), false],
  ['a rule about a contact inside an investment', all(some(rule)), false],
  ['another operator', all({ ...rule, operator: 'ever' }), false],
])('the document and the server agree on a segment with %s', (_, segment, isRight) => {
  expect(safeParse(Segment, segment).success).toBe(isRight)
  expect(safeParse(segmentSchemas.Segment, segment).success).toBe(isRight)
})

const use = `
import { Api, type Segment } from './client.ts'

const { api } = new Api({ baseUrl: 'http://127.0.0.1' })
const { data: page } = await api.getV1Investments({ page: 1, per_page: 50, category: ['committed'], currency: ['IDR'] })
export const total: number = page.pagination.total
export const names: string[] = page.data.map(({ title }) => title ?? '')
const segment: Segment = {
  type: 'group',
  match: 'all',
  rules: [
    { type: 'rule', field: 'contact.has_number', operator: 'is', value: true },
    { type: 'group', match: 'any', rules: [{ type: 'rule', field: 'contact.replied', operator: 'ever' }] },
  ],
}
await api.postV1BroadcastGroups({ name: 'Investors', segment }, { headers: { 'idempotency-key': '1' } })
// @ts-expect-error Not a category.
await api.getV1Investments({ category: ['sold'] })
// @ts-expect-error Not an operator of this field.
export const wrong: Segment = { type: 'group', match: 'all', rules: [{ type: 'rule', field: 'contact.replied', operator: 'is' }] }
// @ts-expect-error The name is missing.
await api.postV1BroadcastGroups({ segment })
`

test('a generated client compiles in strict mode', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabar-client-'))
  try {
    const spec = read() as never
    const { files } = await generateApi({
      spec,
      output: false,
      silent: true,
      httpClientType: 'fetch',
      generateUnionEnums: true,
    })
    await writeFile(join(folder, 'client.ts'), files[0]!.fileContent)
    await writeFile(join(folder, 'use.ts'), use)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const options = '--noEmit --strict --module nodenext --target es2023 --lib es2023,dom --allowImportingTsExtensions'
    const compiler = resolve('node_modules/typescript/bin/tsc')
    const compiled = await promisify(execFile)(process.execPath, [compiler, ...options.split(' '), 'use.ts'], {
      cwd: folder,
    }).catch((error) => error)
    expect(compiled.stdout).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }
  // Takes three seconds of CPU time, longer on a busy machine.
})
