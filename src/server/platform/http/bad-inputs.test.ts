// Hostile inputs to every endpoint, numbered as in the catalogue of bad inputs. No response may be a 5xx, slow, or
// reveal internals.
import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { contacts } from '../../../contract/contacts.ts'
import { downloads } from '../../../contract/downloads.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints as inContract } from '../../../contract/endpoints.ts'
import type { Problem } from '../../../contract/errors.ts'
import { home } from '../../../contract/home.ts'
import { imports } from '../../../contract/imports.ts'
import { investors } from '../../../contract/investors.ts'
import { investorTypes } from '../../../contract/master-data.ts'
import { team } from '../../../contract/team.ts'
import { templates } from '../../../contract/templates.ts'
import { users } from '../../../contract/users.ts'
import { waGroups } from '../../../contract/wa-groups.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { testApp } from '../../test/app.ts'

const { app, call, signUp } = await testApp()
const person = await signUp({ email: 'ada@example.com' })
const someId = '01990000-0000-7000-8000-000000000001'
const endpoints = inContract.map(({ endpoint }) => endpoint).filter(({ path }) => !path.endsWith('/logout'))

/** Sends a request as a signed-in user, and makes the checks common to all responses. */
async function send({ headers, ...request }: InjectOptions) {
  const before = process.cpuUsage()
  const answer = await app.inject({
    ...request,
    headers: { authorization: `Bearer ${person.access_token}`, ...headers },
  } as InjectOptions)
  const what = `${request.method ?? 'GET'} ${String(request.url).slice(0, 80)} → ${answer.statusCode} ${answer.payload.slice(0, 200)}`
  expect(answer.statusCode, what).toBeLessThan(500)
  // In CPU time (µs), which does not depend on the load of the machine.
  const { user, system } = process.cpuUsage(before)
  expect(user + system, what).toBeLessThan(2_000_000)
  if (answer.statusCode >= 400) {
    expect(answer.headers['content-type'], what).toMatch(/^application\/problem\+json/)
    expect(answer.json(), what).toMatchObject({ status: answer.statusCode, code: expect.stringMatching(/^[a-z_]+$/) })
    expect(answer.payload, what).not.toMatch(
      /node_modules|\bat \/|syntax error|\bselect\b|constraint|relation "|FST_|pg_/i,
    )
  }
  return answer
}
/** Shortened for titles. */
const short = (given: unknown) => (JSON.stringify(given) ?? 'undefined').slice(0, 50)
const shown = <T>([number, given]: readonly [number, T]) => [number, short(given), given] as const
const json = (payload: string, type = 'application/json') => ({ payload, headers: { 'content-type': type } })
const url = ({ path }: Endpoint, id = someId) => `/api${path.replace(/:\w+/g, id)}`

type Schema = $ZodType & {
  _zod: {
    def: { type: string; shape?: Record<string, Schema>; options?: Schema[]; innerType?: Schema; element?: Schema }
  }
}

/** All parts of a schema that may be text, with their names. */
function textsIn(schema: Schema | undefined, name = ''): { name: string; text: Schema }[] {
  if (!schema) return []
  const { type, shape, options, innerType, element } = schema._zod.def
  if (shape) return Object.entries(shape).flatMap(([key, part]) => textsIn(part, name ? `${name}.${key}` : key))
  if (type === 'array') return textsIn(element, name)
  if (innerType) return textsIn(innerType, name)
  if (options?.some((option) => option._zod.def.shape)) return options.flatMap((option) => textsIn(option, name))
  return [{ name, text: schema }]
}

describe('every endpoint of the contract', () => {
  test('is covered by this test', () => expect(endpoints.length).toBeGreaterThan(40))

  const withBody = endpoints.filter(({ body }) => body)
  const noBodies: [number, string][] = [
    [28, ''],
    [28, 'null'],
    [28, '[]'],
    [28, '"s"'],
    [28, '{bad'],
    [28, '{} trailing'],
    [29, '{"nobody_knows_this":1}'],
    [32, '{"__proto__":{"admin":true}}'],
    [32, '{"constructor":{"prototype":{"admin":true}}}'],
    [37, `{"organization_id":"${someId}","created_at":"2020-01-01","password_hash":"x"}`],
    [145, '['.repeat(50_000) + ']'.repeat(50_000)],
    [145, `{"version":1${'0'.repeat(100_000)}}`],
    [145, `{${Array.from({ length: 10_000 }, (_, n) => `"k${n}":0`).join()}}`],
  ]
  test('a request without a body may have a content type, as some clients always send one', async () => {
    const presses = endpoints.filter(({ method, body, path }) => method === 'POST' && !body && path.includes('/:id/'))
    expect(presses.length).toBeGreaterThan(10)
    const types: string[] = []
    // One after the other: more than the server admits at once would wait, and be refused by a slow machine.
    for (const endpoint of presses) {
      const headers = { 'content-type': 'application/json', 'content-length': '0' }
      const { payload } = await send({ method: 'POST', url: url(endpoint), headers })
      types.push(`${endpoint.path} ${payload && (JSON.parse(payload) as Partial<Problem>).code}`)
    }
    expect(types.filter((said) => !said.endsWith(' not_found'))).toEqual([])
  })

  test.each(noBodies.map(shown))('%i: with the body %s is a 4xx', async (_, __, payload) => {
    for (const endpoint of withBody) {
      // A profile may be sent back whole: read-only fields are ignored.
      const isLoose = endpoint.path === users.updateProfile.path && /^{"/.test(payload)
      const answer = await send({ method: endpoint.method, url: url(endpoint), ...json(payload) })
      if (!isLoose) expect(answer.statusCode, `${endpoint.method} ${endpoint.path}`).toBeGreaterThanOrEqual(400)
      // At most 100 errors are listed.
      if (!isLoose) expect(answer.json<Problem>().errors?.length ?? 0).toBeLessThanOrEqual(100)
    }
  })

  test('135: every text field rejects or removes U+0000, except those whose text is not stored as it is', () => {
    const taking = endpoints.flatMap(({ method, path, params, query, body }) =>
      [params, query, body].flatMap((schema) =>
        textsIn(schema as Schema | undefined)
          .filter(({ text }) => String(safeParse(text, 'a\u0000b').data).includes('\0'))
          .map(({ name }) => `${method} ${path} ${name}`),
      ),
    )
    expect(taking.sort()).toEqual([
      // Cells, and texts that are parsed as a number or an address: only the result is stored.
      'GET /v1/contacts/parse-phone phone',
      'GET /v1/downloads/files/:token token',
      'PATCH /v1/contacts/:id other_phones.phone',
      'PATCH /v1/contacts/:id phone',
      'PATCH /v1/imports/:id/rows/:line cells',
      'POST /auth/v1/invitation invite',
      'POST /auth/v1/login device_tokens',
      'POST /auth/v1/login/code challenge',
      'POST /auth/v1/login/passkey challenge',
      'POST /auth/v1/login/passkey device_tokens',
      'POST /auth/v1/login/passkey/request challenge',
      'POST /auth/v1/provider/finish attempt',
      'POST /auth/v1/provider/finish device_tokens',
      'POST /auth/v1/provider/finish invite',
      'POST /auth/v1/provider/finish parameters',
      'POST /auth/v1/refresh refresh_token',
      'POST /auth/v1/register invite',
      'POST /auth/v1/reset-password token',
      'POST /v1/broadcasts/:id/test to',
      'POST /v1/contacts other_phones.phone',
      'POST /v1/contacts phone',
      'POST /v1/imports sheet',
      'POST /v1/imports/paste text',
      'POST /v1/investors contact.phone',
      'POST /v1/team/invitations emails',
      'POST /v1/team/join invite',
      'POST /v1/user/deletion confirmation',
      'POST /v1/user/email-change/confirm token',
      'POST /v1/user/login-provider/link attempt',
      'POST /v1/user/login-provider/link parameters',
      'POST /v1/whatsapp/sessions/:id/simulate from',
    ])
  })

  const withId = endpoints.filter(({ path }) => path.includes('/:id'))
  test.each(['1', 'null', 'undefined', '..%2F1', '%7B%7D', 'x'.repeat(101), '%00', '%C0%AE', "'%20or%201=1--"])(
    '25: with a bad id (%#) is a 4xx',
    async (id) => {
      for (const endpoint of withId) {
        const answer = await send({
          method: endpoint.method,
          url: url(endpoint, id),
          ...(endpoint.body ? json('{}') : {}),
        })
        expect(answer.statusCode, `${endpoint.method} ${endpoint.path}`).toBeGreaterThanOrEqual(400)
      }
    },
  )

  test('123, 127, 134: with an unknown query parameter is a 400, and a token in the query is ignored', async () => {
    for (const endpoint of endpoints.filter(({ access }) => access === 'signed_in')) {
      const query = `?access_token=${person.access_token}`
      const signedOut = await app.inject({ method: endpoint.method, url: url(endpoint) + query })
      expect(signedOut.statusCode, endpoint.path).toBe(401)
      const body = endpoint.body ? json('{}') : {}
      expect((await send({ method: endpoint.method, url: url(endpoint) + query, ...body })).statusCode).toBe(400)
    }
  })

  const unstorable = [
    '%00',
    '9'.repeat(30),
    '-1',
    '1e400',
    'NaN',
    'infinity',
    '9999-12-31',
    '0000-00-00',
    '%ED%A0%80',
    someId,
    "'",
    'CET',
  ]
  const withQuery = endpoints
    .filter(({ method }) => method === 'GET')
    .map((endpoint) => {
      const { def } = (endpoint.query ?? {}) as { def?: { shape?: object } }
      return { endpoint, path: endpoint.path, keys: Object.keys(def?.shape ?? {}) }
    })
    .filter(({ keys }) => keys.length > 0)
  test('42 to 44, 123, 135: over a thousand unstorable values are sent', () => {
    expect(withQuery.flatMap(({ keys }) => keys).length * unstorable.length).toBeGreaterThan(1_000)
  })
  test.each(withQuery)(
    '42 to 44, 123, 135: with an unstorable value in a query parameter of $path is no 5xx',
    async ({ endpoint, keys }) => {
      for (const key of keys) for (const value of unstorable) await send({ url: `${url(endpoint)}?${key}=${value}` })
    },
  )

  test('39: with another method is a 405, also with a method override header', async () => {
    const known = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`))
    for (const endpoint of endpoints) {
      for (const method of ['PUT', 'DELETE', 'TRACE', 'OPTIONS'] as const) {
        if (known.has(`${method} ${endpoint.path.replace(/:\w+/g, ':')}`)) continue
        const headers = { 'x-http-method-override': endpoint.method }
        const { statusCode } = await send({ method: method as 'PUT', url: url(endpoint), headers })
        expect(statusCode, `${method} ${endpoint.path}`).toBe(405)
      }
    }
  })
})

describe('a request', () => {
  let contact: { id: string; version: number }
  beforeAll(async () => {
    const { body } = await person.call(contacts.create, { body: { name: 'Budi', phone: '+6281234567890' } })
    contact = { id: body.id, version: body.version }
  })
  const create = (payload: string, type?: string) =>
    send({ method: 'POST', url: '/api/v1/contacts', ...json(payload, type) })
  const named = (name: string) => create(JSON.stringify({ name }))
  const login = (body: object) => send({ method: 'POST', url: '/api/auth/v1/login', ...json(JSON.stringify(body)) })

  test.each([
    [1, { password: { $ne: null } }],
    [1, { password: ['x'] }],
    [2, { password: 'x'.repeat(200_000) }],
    [3, { password: 'correct horse \u0000 battery' }],
    [6, { email: 'ada@example.com\r\nBcc: eve@example.com' }],
    [6, { email: 'Ada <ada@example.com>' }],
    [9, { is_admin: true }],
  ])('%i: an invalid sign-in is rejected (%#)', async (_, change) => {
    const { statusCode } = await login({ email: 'ada@example.com', password: 'correct horse battery', ...change })
    expect([400, 401]).toContain(statusCode)
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer  x',
    'Bearer',
    'Basic YTpi',
    `Bearer ${'x'.repeat(8_000)}`,
    `Bearer ${person.access_token} more`,
    `Token ${person.access_token}`,
    `Bearer ${person.access_token},Bearer ${person.access_token}`,
    `Bearer ${person.refresh_token}`,
  ])('10, 13: an invalid authorization header is a 401 (%#)', async (authorization) => {
    const answer = await app.inject({
      url: '/api/v1/user/profile',
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(answer.statusCode).toBe(401)
  })

  test.each([
    [14, '/api/auth/v1/refresh', { refresh_token: 7 }, 400],
    [14, '/api/auth/v1/refresh', { refresh_token: '' }, 400],
    [13, '/api/auth/v1/refresh', { refresh_token: person.access_token }, 401],
    [21, '/api/auth/v1/reset-password', { token: '%00', password: 'a bicycle made of paper' }, 400],
    [21, '/api/auth/v1/reset-password', { token: 'x'.repeat(5_000), password: 'a bicycle made of paper' }, 400],
  ])('%i: %s with an invalid token is rejected (%#)', async (_, path, body, status) => {
    expect((await send({ method: 'POST', url: path, ...json(JSON.stringify(body)) })).statusCode).toBe(status)
  })

  test('135: U+0000 in an otherwise valid value is a 400 on its field', async () => {
    const [type] = (await person.call(investorTypes.list)).body.data
    const [session] = (await person.call(waSessions.list)).body.data
    const investor = { name: 'A', kind: 'individual', investor_type_id: type!.id, website: 'a\u0000.example' } as const
    const query = { broadcast_id: someId, reason: 'a\u0000' }
    const groups = [{ session_id: session!.id, wa_id: 'a\u0000@g.us' }]
    const answers = [
      await person.call(investors.create, { body: investor }),
      await person.call(home.dismiss, {
        params: { kind: 'setup', key: 'currency' },
        body: { state: 'a\u0000', days: 1 },
      }),
      await person.call(downloads.create, { body: { kind: 'recipients', input: { format: 'csv', query } } }),
      await person.call(waGroups.importGroups, { body: { groups } }),
    ]
    expect(answers.map(({ status, problem }) => [status, problem.errors?.[0]?.path])).toEqual([
      [400, 'website'],
      [400, 'state'],
      [400, 'input.query.reason'],
      [400, 'groups.0.wa_id'],
    ])
    const phone = '+62812\u00003456\u0000789'
    const read = [
      await person.call(contacts.create, { body: { name: 'A', phone } }),
      await person.call(contacts.create, { body: { name: 'A', consent_at: '0000-01-01T00:00:00Z' } }),
      await person.call(investors.create, { body: { ...investor, website: '', contact: { phone } } }),
      await person.call(team.invite, { body: { emails: ['a\u0000@example.com'] } }),
      await person.call(contacts.parsePhone, { query: { phone } }),
      await person.call(imports.paste, { body: { text: `name,phone\nA\u0000,${phone}` } }),
    ]
    expect(read.map(({ status }) => status < 500)).toEqual(read.map(() => true))
    const pasted = await person.call(broadcastGroups.findContacts, { body: { lines: ['Ayu\u0000Lestari'] } })
    expect([pasted.status, pasted.body.not_found]).toEqual([200, ['Ayu Lestari']])
  })

  test('25, 27: an id in capitals finds the same row, and a random one is a 404', async () => {
    expect((await send({ url: `/api/v1/contacts/${contact.id.toUpperCase()}` })).json().id).toBe(contact.id)
    expect((await send({ url: `/api/v1/contacts/${someId}` })).statusCode).toBe(404)
  })

  test.each([
    [29, '{"Name":"a"}'],
    [30, '{"name":123}'],
    [30, '{"name":null}'],
    [30, '{"name":["a"]}'],
    [33, '{"name":""}'],
    [33, '{"name":" \\u00a0 "}'],
    [33, `{"name":"${'x'.repeat(201)}"}`],
    [37, '{"name":"a","version":9}'],
    [37, `{"name":"a","id":"${someId}"}`],
    [65, '{"name":"a","phone":"status@broadcast"}'],
    [58, '{"name":"a","phone":"911"}'],
    [135, '{"name":"a\\u0000b"}'],
    [136, '{"name":"\\ud800"}'],
  ])('%i: an invalid contact is a 400 (%#)', async (_, payload) => {
    expect((await create(payload)).statusCode).toBe(400)
  })

  test.each([
    [42, 9007199254740993n],
    [43, '1e400'],
    [43, 'NaN'],
    [44, '-0.5'],
    [46, '"1"'],
    [46, '" 1 "'],
  ])('%i: a version of %s is a 400', async (_, version) => {
    const answer = await send({
      method: 'PATCH',
      url: `/api/v1/contacts/${contact.id}`,
      ...json(`{"version":${version},"name":"Changed"}`),
    })
    expect(answer.statusCode).toBe(400)
  })

  test('30: a missing field is reported as required', async () => {
    const answer = await send({ method: 'PATCH', url: `/api/v1/contacts/${contact.id}`, ...json('{"name":"a"}') })
    expect(answer.json<Problem>().errors).toMatchObject([{ path: 'version', message: 'is required' }])
  })

  test('31: of duplicate keys the last one applies', async () => {
    expect((await create('{"name":"First","name":"Last"}')).json().name).toBe('Last')
  })

  test('34, 36: an empty change succeeds, one of a stale version is a 409, of a deleted record a 404', async () => {
    const { id, version } = (await named('Gone soon')).json()
    const patch = (body: object) =>
      send({ method: 'PATCH', url: `/api/v1/contacts/${id}`, ...json(JSON.stringify(body)) })
    expect((await patch({ version })).json().name).toBe('Gone soon')
    expect((await patch({ version: version + 7, name: 'No' })).statusCode).toBe(409)
    expect((await send({ method: 'DELETE', url: `/api/v1/contacts/${id}` })).statusCode).toBeLessThan(300)
    expect((await patch({ version, name: 'No' })).statusCode).toBe(404)
  })

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/xml', 415],
    ['application/jsonp', 415],
    ['application/vnd.x+json', 415],
    ['application/ json', 415],
    ['application\tjson', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json,text/plain', 415],
  ])('40: JSON with the content type %j is a %i', async (type, status) => {
    expect((await create('{"name":"Typed"}', type)).statusCode).toBe(status)
  })

  test.each([
    'application/json\t;',
    'application/json;',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;x="',
    ' application/json',
  ])('40: a body with the content type %j is validated by the same rules', async (type) => {
    // Its errors are found, or the type is rejected: the body is never accepted without validation.
    expect([400, 415]).toContain((await create('{"name":7}', type)).statusCode)
    expect([400, 415]).toContain((await create('{"name":"a","nobody_knows_this":1}', type)).statusCode)
  })

  test.each([
    ['a lone byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an incomplete character', [0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('137: JSON with %s, which is invalid UTF-8, is a 400 and stores nothing', async (_what, bytes) => {
    const payload = Buffer.concat([Buffer.from('{"name":"Latin '), Buffer.from(bytes), Buffer.from('"}')])
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${person.access_token}` }
    const answer = await app.inject({ method: 'POST', url: '/api/v1/contacts', payload, headers })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'malformed_request', detail: 'The body is not UTF-8.' })
    expect((await person.call(contacts.list, { query: { q: 'Latin' } })).body.data).toEqual([])
  })

  test.each([
    [86, '{{constructor}}'],
    [86, '{{ contact.__proto__ }}'],
    [86, "{{ contact.name.constructor.constructor('return process')() }}"],
    [85, '{{ contact.name'],
    [85, '{{ {{ contact.name }} }}'],
    [91, ' \n '],
    [91, 'x'.repeat(65_537)],
    [96, 'a\u0000b'],
  ])('%i: an invalid template is a 400 (%#)', async (_, body) => {
    const answer = await send({
      method: 'POST',
      url: '/api/v1/templates',
      ...json(JSON.stringify({ name: 'T', body })),
    })
    expect(answer.statusCode).toBe(400)
  })

  test('87, 88: other template syntaxes are plain text, and variables in a name are not rendered', async () => {
    const { id } = (await named('{{ contact.phone }}')).json()
    const body = `\${7*7} <%= 7*7 %> #{7*7} {{ contact.name }}`
    const { body: preview } = await person.call(templates.preview, { body: { body, contact_id: id } })
    expect(JSON.stringify(preview)).toContain(`\${7*7} <%= 7*7 %> #{7*7} {{ contact.phone }}`)
  })

  test.each<[number, string]>([
    ...['0', '-1', '201', '1e2', '1e309', 'NaN', '5.5', '', '%00', '99999999999999999999'].map(
      (n): [number, string] => [123, `per_page=${n}`],
    ),
    [123, 'per_page=5&per_page=6'],
    [124, 'page=-1'],
    [124, 'page=1000000000000000000'],
    [126, 'sort=name;drop'],
    [126, 'sort=password_hash'],
    [126, 'sort=organization_id'],
    [126, 'sort=-'],
    [126, 'sort=name,name'],
    [126, 'sort=(select%20pg_sleep(3))'],
    [127, 'colour=red'],
    [127, 'a[b][c]=1'],
    [128, `q=${'x'.repeat(201)}`],
    [135, 'q=%00'],
    [32, '__proto__=1'],
    [32, '__proto__[admin]=1'],
    [32, 'constructor=1'],
    [42, `organization_id=${someId}`],
  ])('%i: a list with an invalid query is a 400 (%#)', async (_, query) => {
    for (const list of ['contacts', 'templates', 'broadcasts'])
      expect((await send({ url: `/api/v1/${list}?${query}` })).statusCode, list).toBe(400)
  })

  test.each(['%25', '_', '%5C', "'", '"', '(', '*:*', '%20', "';drop%20table%20contacts;--", '%D8%A3', '%C4%B0'])(
    '128, 129: searching for %s matches it literally',
    async (q) => {
      for (const list of ['contacts', 'templates', 'broadcasts'])
        expect((await send({ url: `/api/v1/${list}?q=${q}` })).statusCode, list).toBe(200)
      const { body } = await person.call(contacts.list, { query: { q: decodeURIComponent(q) } })
      // LIKE’s wildcards have no special meaning. İ matches i.
      if (/[%_'"(*;]/.test(decodeURIComponent(q))) expect(body.data).toEqual([])
    },
  )

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '=1+1',
    '%s %n',
    '👨‍👩‍👧‍👦',
    'e\u0301'.repeat(50),
  ])('139, 142: a hostile name is returned unchanged (%#)', async (name) => {
    const answer = await named(name)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().name).toBe(name.normalize('NFC'))
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  test.each([
    ['letters', 'x'.repeat(200_000)],
    ['addresses', 'a@'.repeat(60_000)],
    ['domains', `a@${'a.'.repeat(60_000)}`],
    ['opening variables', '{{'.repeat(60_000)],
    ['opening tags', '{%if '.repeat(20_000)],
    ['digits', '+6'.repeat(60_000)],
    ['spaces', ' '.repeat(150_000)],
    ['accents', '\u0301'.repeat(60_000)],
  ])('145: a long run of %s is accepted or rejected quickly', async (_, text) => {
    const fields = [
      ['contacts', { name: text }],
      ['contacts', { name: 'a', phone: text }],
      ['contacts', { name: 'a', email: text }],
      ['templates', { name: 'a', body: text }],
      ['whatsapp/sessions', { name: text }],
    ] as const
    for (const [path, body] of fields)
      await send({ method: 'POST', url: `/api/v1/${path}`, ...json(JSON.stringify(body)) })
    await login({ email: text, password: text })
  })

  test('144: a body with content-encoding is not decompressed', async () => {
    const answer = await send({
      method: 'POST',
      url: '/api/v1/contacts',
      payload: '{"name":"a"}',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    // Read as it is, or rejected.
    expect([201, 400, 415]).toContain(answer.statusCode)
    const { gzipSync } = await import('node:zlib')
    const bomb = {
      payload: gzipSync(Buffer.alloc(10_000_000)),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    }
    expect([400, 413, 415]).toContain((await send({ method: 'POST', url: '/api/v1/contacts', ...bomb })).statusCode)
  })

  test('143: a body at the size limit is read, and one byte more is a 413', async () => {
    const body = (bytes: number) => `{"name":"a","notes":"${'x'.repeat(bytes - 23)}"}`
    expect(body(256 * 1024)).toHaveLength(256 * 1024)
    expect((await create(body(256 * 1024))).statusCode).toBe(400)
    expect((await create(body(256 * 1024 + 1))).statusCode).toBe(413)
  })

  test('42: no header selects another user or organization', async () => {
    const other = await signUp({ organization: 'Another' })
    const theirs = (await other.call(users.profile)).body
    for (const name of ['x-org-id', 'x-organization-id', 'organization_id', 'x-tenant-id', 'x-user-id']) {
      const seen = await send({ url: '/api/v1/user/profile', headers: { [name]: theirs.id } })
      expect(seen.json().email).toBe('ada@example.com')
    }
  })
})

describe('on the wire', () => {
  let port: number
  beforeAll(async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })

  /** The statuses of all responses until the connection is closed. */
  function raw(text: string): Promise<number[]> {
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.end(text))
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)))
      socket.on('close', () =>
        resolve([...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))),
      )
    })
  }
  const head = 'Host: kabar.example\r\nConnection: close\r\n'

  test.each([
    ['146', 'a header of 64 KB', `GET /api/health/live HTTP/1.1\r\n${head}X: ${'x'.repeat(65_536)}\r\n\r\n`, [431]],
    ['146', 'an address of 64 KB', `GET /${'x'.repeat(65_536)} HTTP/1.1\r\n${head}\r\n`, [431]],
    [
      '149',
      'two body lengths',
      `POST /api/auth/v1/login HTTP/1.1\r\n${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      [400],
    ],
    [
      '149',
      'a chunk with an invalid size',
      `POST /api/auth/v1/login HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      [400],
    ],
    ['150', 'no host', 'GET /api/health/live HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    [
      '150',
      'a foreign host',
      'GET /api/health/live HTTP/1.1\r\nHost: evil.example:1/x\r\nConnection: close\r\n\r\n',
      [200],
    ],
    ['137', 'invalid UTF-8 in the address', `GET /api/v1/contacts/%C0%AE HTTP/1.1\r\n${head}\r\n`, [400]],
    ['94', 'TRACE', `TRACE / HTTP/1.1\r\n${head}\r\n`, [404]],
  ])('%s: %s', async (_number, _what, text, statuses) => {
    expect(await raw(text)).toEqual(statuses)
  })
})

test('afterwards the user is unchanged, and signed-out requests are still rejected', async () => {
  expect((await call(users.profile)).status).toBe(401)
  expect((await person.call(users.profile)).body.email).toBe('ada@example.com')
})
