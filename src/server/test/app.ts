// Test client of the API: typed by the contract, on a real database, with a clock that a test moves.
import { tmpdir } from 'node:os'
import type { InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { auth } from '../../contract/auth.ts'
import type { Endpoint, InputOf, ResponseOf } from '../../contract/endpoint.ts'
import type { Problem } from '../../contract/errors.ts'
import { sampleData } from '../../contract/sample-data.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../platform/db/index.ts'
import type { UploadLimits } from '../platform/http/upload-limits.ts'
import { testDatabase } from './database.ts'

export type TestResponse<T> = { status: number; body: T; problem: Problem; headers: Record<string, unknown> }

const little = { memoryCost: 64, timeCost: 1, parallelism: 1 }

export interface Caller {
  access_token: string
  refresh_token: string
  /** Calls an endpoint by the contract; `problem` is the body of an error. */
  call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<TestResponse<ResponseOf<E>>>
}

/**
 * `shared`: another process, with other settings, of an existing installation. Passwords are hashed with little work,
 * because tests create hundreds; `usualPasswords`: as in production.
 */
export async function testApp(
  environment: Record<string, string> = {},
  shared?: Database,
  {
    usualPasswords = false,
    uploads,
    stopping,
  }: { usualPasswords?: boolean; uploads?: UploadLimits; stopping?: AbortSignal } = {},
) {
  const database = shared ?? (await testDatabase())
  const clock = { now: new Date('2026-11-20T08:00:00.000Z') }
  const config = readConfig({
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    APP_SECRET: 'a secret for tests only, 32 characters or more',
    DATA_DIR: tmpdir(),
    ...environment,
  })
  const app = await buildApp({
    config,
    database,
    webFolder: '/nowhere',
    now: () => clock.now,
    // Load from other tests and programs on this machine must not cause rejections.
    concurrencyLimits: { maxConcurrent: Number.POSITIVE_INFINITY, maxQueued: 0, queueTimeoutMs: 0 },
    ...(usualPasswords ? {} : { passwordWork: little }),
    ...(uploads && { uploads }),
    ...(stopping && { stopping }),
  })
  afterAll(async () => {
    // Otherwise idle connections from the tests' requests would delay closing by the keep-alive timeout of 72 s.
    app.server.closeAllConnections()
    await app.close()
  })

  async function call<E extends Endpoint>(
    endpoint: E,
    input?: InputOf<E>,
    token?: string,
  ): Promise<TestResponse<ResponseOf<E>>> {
    const {
      params = {},
      query = {},
      body,
    } = (input ?? {}) as { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }
    const answer = await app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))}`,
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body === undefined ? {} : { payload: body }),
    } as InjectOptions)
    const json = answer.payload ? JSON.parse(answer.payload) : undefined
    return { status: answer.statusCode, body: json, problem: json, headers: answer.headers }
  }

  let people = 0
  /** A new organization with one signed-in user. */
  async function signUp(
    more: { country?: string; organization?: string; email?: string; locale?: string } = {},
  ): Promise<Caller> {
    people += 1
    const { status, body } = await call(auth.register, {
      body: {
        name: `Person ${people}`,
        email: `person${people}@example.com`,
        password: 'correct horse battery',
        country: 'ID',
        ...more,
      },
    })
    if (status !== 201) throw new Error(`registering failed: ${JSON.stringify(body)}`)
    return { ...body, call: (endpoint, input) => call(endpoint, input, body.access_token) }
  }

  /** The same session with new tokens, after it has opened another organization. */
  async function refreshed({ refresh_token }: Caller): Promise<Caller> {
    const { body } = await call(auth.refresh, { body: { refresh_token } })
    return { ...body, call: (endpoint, input) => call(endpoint, input, body.access_token) }
  }

  /** Opens the user's demo organization; the result acts in it. */
  async function openSampleData(person: Caller): Promise<Caller> {
    const { status, body } = await person.call(sampleData.open)
    if (status !== 200) throw new Error(`opening sample data failed: ${JSON.stringify(body)}`)
    return await refreshed(person)
  }
  return { app, database, config, clock, call, signUp, refreshed, openSampleData }
}
