// Starting the server: invalid settings, and one process per data folder.
import { execFile } from 'node:child_process'
import { startKabar } from './server.ts'
import { expect, test } from './test.ts'

test('an invalid setting fails the start with one line that names it', { tag: '@slow' }, async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /PORT must be a port number/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres:\/\//],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, /DATABASE_URL must name a PostgreSQL server/],
    [{ APP_SECRET: 'short' }, /APP_SECRET must be at least 32 random characters/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [{ DATA_DIR: '/dev/null/data' }, /Make it writable for this account, or set DATA_DIR to another folder/],
  ]
  const started = cases.map(async ([environment, line], index) => {
    const { status, stderr } = await refused({ DATA_DIR: test.info().outputPath(`data-${index}`), ...environment })
    expect(status, JSON.stringify(environment)).toBe(1)
    expect(stderr.trim()).toMatch(line)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
  await Promise.all(started)
})

test('a second start on the same data folder names the process that uses it, and a kill loses nothing', {
  tag: '@slow',
}, async () => {
  const first = await startKabar()
  const second = await refused({ DATA_DIR: first.dataDir })
  expect(second.status).toBe(1)
  expect(second.stderr).toMatch(/is in use by Kabar process \d+/)

  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  expect((await post(`${first.address}/api/auth/v1/register`, account)).status).toBe(201)
  await first.kill()
  const again = await startKabar({ dataDir: first.dataDir })
  const { email, password } = account
  expect((await post(`${again.address}/api/auth/v1/login`, { email, password })).status).toBe(200)
  await again.stop()
})

/** Starts a server that is expected to exit. */
async function refused(environment: Record<string, string>) {
  const env = { ...process.env, PORT: '0', ...environment }
  return await new Promise<{ status: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, ['dist/server/main.js'], { env, timeout: 300_000 }, (error, _, stderr) =>
      resolve({ status: error?.code, stderr }),
    )
  })
}

async function post(url: string, body: object) {
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
