// Maps thrown errors to responses and log entries.
import fastify from 'fastify'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Problem } from '../../../contract/errors.ts'
import { installErrorHandler } from './errors.ts'

const lines: string[] = []
const app = fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } })
installErrorHandler(app)
app.get<{ Params: { code: string } }>('/:code', ({ params: { code } }) => {
  throw Object.assign(new pg.DatabaseError(`a message with code ${code}`, 0, 'error'), { code })
})
afterAll(() => app.close())

async function answerTo(code: string) {
  lines.length = 0
  const answer = await app.inject({ url: `/${code}` })
  return { status: answer.statusCode, code: answer.json<Problem>().code, text: answer.payload, logged: lines.join('') }
}

test.each(['22003', '22007', '22021', '22023', '22P02', '22P05'])(
  '%s, a value that only PostgreSQL rejects, is a 500 whose reason is logged',
  async (code) => {
    const { text, logged, ...rest } = await answerTo(code)
    expect(rest).toEqual({ status: 500, code: 'internal_error' })
    expect(text).not.toContain('a message')
    expect(logged).toContain(`a message with code ${code}`)
  },
)

test.each([
  ['23503', 404, 'not_found'],
  ['23505', 409, 'state_conflict'],
  ['23514', 400, 'invalid_request'],
  ['57P01', 503, 'unavailable'],
  ['25P03', 503, 'unavailable'],
])('%s is a %i', async (sqlState, status, code) => {
  expect(await answerTo(sqlState)).toMatchObject({ status, code })
})
