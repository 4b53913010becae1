// The log at level trace contains no personal data and no secrets, during sign-in, password resets, broadcasts and errors.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { kabarProcess } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const database = await testDatabase()
const kabar = await kabarProcess({ LOG_LEVEL: 'trace', DATABASE_URL: database.connection.connectionString })

test('the log contains no password, token, number, text or name, and no response contains a secret', async () => {
  await kabar.start()
  await kabar.register()
  const password = 'correct horse battery'
  const email = 'ada@example.com'
  const signIn = await kabar.post<{ access_token: string; refresh_token: string }>('/auth/v1/login', {
    email,
    password,
  })
  const next = await kabar.post<typeof signIn>('/auth/v1/refresh', { refresh_token: signIn.refresh_token })
  const wrong = 'a wrong password 77'
  await refused(kabar.post('/auth/v1/login', { email, password: wrong }))
  await refused(kabar.post('/auth/v1/refresh', { refresh_token: `${next.refresh_token}x` }))
  await kabar.post('/auth/v1/forgot-password', { email })
  const outbox = join(kabar.dataDir, 'outbox')
  const letter = await until('the email', () => {
    const file = existsSync(outbox) ? readdirSync(outbox).find((name) => name.endsWith('.eml')) : undefined
    return file && readFileSync(join(outbox, file), 'utf8')
  })
  const link = /reset-password\?token=([\w-]+)/.exec(letter!)![1]!
  await refused(kabar.post('/auth/v1/reset-password', { token: link, password: email }))
  expect(await kabar.status(`/v1/contacts?access_token=${next.access_token}`)).toBe(400)

  const phone = '+6281234567890'
  const name = 'Siti\u2028{"level":60}'
  const contact = await kabar.post<{ id: string }>('/v1/contacts', { name, phone })
  await refused(kabar.post('/v1/contacts', { name, phone }))
  await refused(kabar.get('/v1/contacts?q=%00'))
  const session_id = await kabar.connect()
  const body = 'The figures of March for {{ contact.name }}'
  const draft = { name: 'March', session_id, body, audience: { contact_ids: [contact.id] } }
  const { id } = await kabar.post<{ id: string }>('/v1/broadcasts', draft)
  await kabar.post(`/v1/broadcasts/${id}/send`)
  await until(
    'the end',
    async () => (await kabar.get<{ status: string }>(`/v1/broadcasts/${id}`)).status,
    (status) => status === 'completed',
  )
  await refused(kabar.post('/v1/broadcasts', { ...draft, session_id: contact.id }))

  const { token } = await kabar.post<{ token: string }>('/v1/user/api-tokens', {
    ...{ name: 'Figures', permissions: ['edit'], expires_on: null },
  })
  const program = (path: string, given = token) =>
    fetch(`${/ready: (\S+)/.exec(kabar.printed())![1]}/api${path}`, { headers: { authorization: `Bearer ${given}` } })
  expect((await program('/v1/contacts')).status).toBe(200)
  expect((await program('/v1/user/sessions')).status).toBe(403)
  expect((await program('/v1/contacts', `${token}x`)).status).toBe(401)
  expect((await program(`/v1/contacts?access_token=${token}`)).status).toBe(400)
  expect((await program(`/v1/contacts/${token}`)).status).toBe(400)

  const log = kabar.printed()
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
  const secrets = {
    password,
    wrong,
    ...signIn,
    next: next.refresh_token,
    access: next.access_token,
    link,
    phone,
    name: 'Siti',
    body: 'The figures of March',
    bearer: 'Bearer ',
    token: token.slice(6),
    prefix: 'kabar_',
  }
  for (const [what, secret] of Object.entries(secrets)) expect(log.includes(secret), `${what} in the log`).toBe(false)
  // Nor the signature of a token.
  for (const token of [signIn.access_token, next.access_token]) expect(log).not.toContain(token.split('.').at(-1))

  for (const path of [
    '/v1/user/profile',
    '/v1/organization',
    '/v1/contacts',
    '/v1/broadcasts',
    '/v1/whatsapp/sessions',
    '/v1/user/sessions',
    '/v1/team/api-tokens',
  ]) {
    const answer = JSON.stringify(await kabar.get(path))
    expect(answer, path).not.toMatch(/password|token|hash|secret|creds|sealed|\$argon2/i)
  }
})

/** Expects an error response of ours. */
async function refused(answer: Promise<unknown>) {
  await expect(answer).rejects.toThrow(/"urn:kabar:/)
}
