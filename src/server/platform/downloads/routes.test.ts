// Download links: valid once, for a minute, while the user is signed in; slow clients hold no transaction open.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { type DownloadRequest, downloads } from '../../../contract/downloads.ts'
import { users } from '../../../contract/users.ts'
import { isSignedIn } from '../../identity/auth/service.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { until } from '../../test/until.ts'
import type { Tenant } from '../db/index.ts'
import { type DownloadFile, type DownloadKinds, downloadService } from './service.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kabar-downloads-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { app, database, clock, call, signUp } = await testApp({ DATA_DIR: dataDir })
/** Without limits: quotas.test.ts tests the quotas of downloads. */
const quotas = { assert: async () => {} }
const everything = { body: { kind: 'everything' as const, input: {} } }
const ask = async (person: Caller) => (await person.call(downloads.create, everything)).body
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url })
const statusOf = async (person: Caller, id: string) =>
  (await person.call(downloads.get, { params: { id } })).body.status

describe('a link', () => {
  test('returns the file once, as an attachment', async () => {
    const person = await signUp({ organization: 'PT Útama' })
    const { id, url, expires_at } = await ask(person)
    expect(url).toMatch(/^\/api\/v1\/downloads\/files\/[\w-]{43}$/)
    expect(Date.parse(expires_at) - clock.now.getTime()).toBe(60_000)
    expect(await statusOf(person, id)).toBe('waiting')
    const answer = await open(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': `attachment; filename="kabar-PT-Utama-2026-11-20.zip"; filename*=UTF-8''kabar-PT-%C3%9Atama-2026-11-20.zip`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(await statusOf(person, id)).toBe('sending')
    const again = await open(url)
    expect(again.statusCode).toBe(404)
    expect(again.json().code).toBe('download_expired')
    expect(readdirSync(join(dataDir, 'downloads'))).toEqual([])
  })

  test('names the file by the organization’s day', async () => {
    const asked = clock.now
    clock.now = new Date('2026-11-20T17:00:00.000Z')
    const { url } = await ask(await signUp({ country: 'ID', organization: 'PT Pagi' }))
    const { headers } = await open(url)
    clock.now = asked
    expect(headers['content-disposition']).toContain('kabar-PT-Pagi-2026-11-21.zip')
  })

  test('opened concurrently returns the file once', async () => {
    const { url } = await ask(await signUp())
    const answers = await Promise.all(Array.from({ length: 12 }, () => open(url)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(11).fill(404)])
  })

  test('is not used up by a HEAD request', async () => {
    const { url } = await ask(await signUp())
    expect((await open(url, 'HEAD')).statusCode).toBe(405)
    expect((await open(url)).statusCode).toBe(200)
  })

  test('is valid for 60 seconds', async () => {
    const person = await signUp()
    const [first, second] = [await ask(person), await ask(person)]
    const asked = clock.now
    clock.now = new Date(asked.getTime() + 59_999)
    expect((await open(first.url)).statusCode).toBe(200)
    clock.now = new Date(asked.getTime() + 60_000)
    expect((await open(second.url)).statusCode).toBe(404)
    expect(await statusOf(person, second.id)).toBe('expired')
    clock.now = asked
  })

  test('is invalidated when its user signs out, or changes the password elsewhere', async () => {
    const person = await signUp({ email: 'leaver@example.com' })
    const { url } = await ask(person)
    await call(auth.logout, { body: { refresh_token: person.refresh_token } })
    expect((await open(url)).statusCode).toBe(404)
    const login = { email: 'leaver@example.com', password: 'correct horse battery' }
    const [here, there] = [await call(auth.login, { body: login }), await call(auth.login, { body: login })]
    const second = await call(downloads.create, everything, there.body.access_token)
    const change = { current_password: 'correct horse battery', new_password: 'a quite different one' }
    await call(auth.changePassword, { body: change }, here.body.access_token)
    expect((await open(second.body.url)).statusCode).toBe(404)
  })

  test('is invalidated when the operator disables the account', async () => {
    const person = await signUp({ email: 'closed@example.com' })
    const { url } = await ask(person)
    const { body } = await person.call(users.profile)
    await sql`update users set disabled_at = now() where id = ${body.id}`.execute(database.system)
    expect((await open(url)).statusCode).toBe(404)
  })

  test('is stored as a hash only, also with an Idempotency-Key', async () => {
    const { access_token } = await signUp()
    const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': 'once' }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/downloads',
      headers,
      payload: { kind: 'everything', input: {} },
    })
    expect(answer.statusCode).toBe(201)
    const { rows } = await sql<{ text: string }>`
      select d::text as text from downloads d union all select k::text from idempotency_keys k`.execute(database.system)
    expect(rows.map(({ text }) => text).join()).toContain(answer.json().id)
    expect(rows.map(({ text }) => text).join()).not.toContain(answer.json().url.split('/').at(-1))
  })

  test('without or of an unknown kind is rejected', async () => {
    const person = await signUp()
    expect((await open('/api/v1/downloads/files/nonsense')).json().code).toBe('download_expired')
    const { status } = await person.call(downloads.create, { body: { kind: 'secrets', input: {} } as never })
    expect(status).toBe(400)
  })

  test('is created at most 30 times a minute per user, and old ones are deleted', async () => {
    const person = await signUp()
    for (let n = 0; n < 30; n++) expect((await person.call(downloads.create, everything)).status).toBe(201)
    const { status, headers } = await person.call(downloads.create, everything)
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('60')
    const asked = clock.now
    clock.now = new Date(asked.getTime() + 62 * 60_000)
    const { access_token } = (await call(auth.refresh, { body: { refresh_token: person.refresh_token } })).body
    await call(auth.prove, { body: { password: 'correct horse battery' } }, access_token)
    const fresh = await call(downloads.create, everything, access_token)
    expect(fresh.status).toBe(201)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from downloads where user_id = (select user_id from downloads where id = ${fresh.body.id})`.execute(
      database.system,
    )
    expect(rows[0]!.count).toBe(1)
    clock.now = asked
  })
})

describe('a client that disconnects', () => {
  test('leaves nothing behind, at any time', async () => {
    const person = await signUp()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const ms of [0, 2, 5, 10, 20, 40]) {
      const { id, url } = await ask(person)
      const hangingUp = new AbortController()
      const answer = fetch(address + url, { signal: hangingUp.signal }).catch(() => undefined)
      setTimeout(() => hangingUp.abort(), ms)
      await answer
      await until(
        `the end of a download cut off after ${ms} ms`,
        () => statusOf(person, id),
        (status) => status !== 'preparing',
      )
    }
    await until('the end of every transaction', openTransactions, (count) => count === 0)
    await until('every file to be closed', openFiles, (files) => files.length === 0)
    expect(readdirSync(join(dataDir, 'downloads'))).toEqual([])
  })
})

/** Download files that this process still has open, if the system reports it. */
function openFiles(): string[] {
  if (!existsSync('/proc/self/fd')) return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`)
      return target.startsWith(dataDir) ? [target] : []
    } catch {
      return []
    }
  })
}

/** Transactions of clients; autovacuum has its own. */
async function openTransactions() {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and xact_start is not null
      and pid <> pg_backend_pid()`.execute(database.system)
  return rows[0]!.count
}

test('a list of one organization is ready while three archives of another are not', async () => {
  const [ayu, budi] = [await callerOf(await signUp()), await callerOf(await signUp())]
  const begun: string[] = []
  const ending = new AbortController()
  const file = (kind: string, isEndless: boolean) => async (tenant: Tenant) => {
    begun.push(`${kind} of ${tenant.organization_id === ayu.organization_id ? 'Ayu' : 'Budi'}`)
    const content = async function* () {
      yield Buffer.from('a')
      if (isEndless && !ending.signal.aborted) await once(ending.signal, 'abort')
    }
    return { name: 'a', type: 'a/b', content: content() }
  }
  const kinds = { everything: file('archive', true), contacts: file('list', false) } as unknown as DownloadKinds
  const service = downloadService(kinds, { database, now: () => clock.now, quotas, isSignedIn, dataDir })
  const open = async (caller: typeof ayu, request: object) => {
    const { url } = await service.request(caller, request as DownloadRequest)
    return service.open(url.split('/').at(-1)!, new AbortController().signal)
  }
  const read = async (file: ReturnType<typeof open>) => void (await file).content.destroy()
  // Fewer archives than finished files may stay unread: in the end all are ready before the first is read.
  const archives = [1, 2, 3].map(() => read(open(ayu, everything.body)))
  const own = read(open(budi, everything.body))
  await until(
    'both archives',
    async () => begun.length,
    (count) => count === 2,
  )
  for (const caller of [budi, ayu]) (await open(caller, { kind: 'contacts', input: {} })).content.destroy()
  expect(begun.sort()).toEqual(['archive of Ayu', 'archive of Budi', 'list of Ayu', 'list of Budi'])
  ending.abort()
  await Promise.all([...archives, own])
})

/** As a request knows them. */
async function callerOf(person: Caller) {
  const user_id = (await person.call(users.profile)).body.id
  const { rows } = await sql<{ organization_id: string; session_id: string }>`
    select organization_id, id as session_id from auth_sessions where user_id = ${user_id}`.execute(database.system)
  const rights = { is_owner: true, permissions: [] }
  return {
    ...{
      ...rows[0]!,
      home_organization_id: rows[0]!.organization_id,
      user_id,
      token_id: undefined,
      has_fresh_proof: true,
      lacks_second_factor: false,
      locale: 'en',
      ip: '127.0.0.1',
      request_id: '00000000-0000-4000-8000-000000000000',
    },
    ...{ ...rights, home: rights, open: rights },
  }
}

describe('preparing a file', () => {
  const megabyte = Buffer.alloc(1_048_576, 7)
  const never = new AbortController().signal

  /** A link to a file with this content, and how it is opened. */
  async function prepared(content: (tenant: Tenant) => AsyncGenerator<Uint8Array>) {
    const person = await signUp()
    const caller = await callerOf(person)
    const file = async (tenant: Tenant): Promise<DownloadFile> => ({
      name: 'a.bin',
      type: 'a/b',
      content: content(tenant),
    })
    const service = downloadService({ everything: file } as unknown as DownloadKinds, {
      database,
      now: () => clock.now,
      quotas,
      isSignedIn,
      dataDir,
    })
    const ask = () => service.request(caller, everything.body)
    const opening = (url: string) => (signal: AbortSignal) => service.open(url.split('/').at(-1)!, signal)
    const link = await ask()
    const another = async () => opening((await ask()).url)
    return { openIt: opening(link.url), another, status: () => statusOf(person, link.id) }
  }

  test('holds no transaction open for a slow client', async () => {
    const { openIt } = await prepared(async function* () {
      for (let n = 0; n < 16; n++) yield megabyte
    })
    const { content, bytes } = await openIt(never)
    expect(bytes).toBe(16 * megabyte.length)
    expect(await openTransactions()).toBe(0)
    let read = 0
    for await (const chunk of content) read += (chunk as Buffer).length
    expect(read).toBe(bytes)
  })

  test('is not blocked by unread files: each organization may have four, further ones are rejected', async () => {
    const { openIt, another } = await prepared(async function* () {
      yield megabyte
    })
    const files = [await openIt(never)]
    for (let nth = 0; nth < 3; nth++) files.push(await (await another())(never))
    await expect((await another())(never)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
    const closed = once(files[0]!.content, 'close')
    files[0]!.content.destroy()
    await closed
    files.push(await (await another())(never))
    for (const { content } of files) content.destroy()
  })

  test('ends when the client disconnects', async () => {
    const gone = new AbortController()
    let ended = false
    const { openIt, status } = await prepared(async function* () {
      try {
        for (let n = 0; ; n++) {
          if (n === 3) gone.abort()
          yield megabyte
        }
      } finally {
        ended = true
      }
    })
    await expect(openIt(gone.signal)).rejects.toThrow()
    expect(ended).toBe(true)
    expect(await openTransactions()).toBe(0)
    expect(await status()).toBe('failed')
    expect(readdirSync(join(dataDir, 'downloads'))).toEqual([])
  })

  test('that fails is reported to the waiting page', async () => {
    const { openIt, status } = await prepared(async function* (tenant) {
      yield megabyte
      await sql`select 1 / 0`.execute(tenant.db)
    })
    await expect(openIt(never)).rejects.toMatchObject({ code: '22012' })
    expect(await status()).toBe('failed')
  })

  test('sees one snapshot and writes nothing', async () => {
    const { openIt } = await prepared(async function* (tenant) {
      yield megabyte
      await sql`delete from contacts`.execute(tenant.db)
    })
    await expect(openIt(never)).rejects.toMatchObject({ code: '25006' })
  })
})
