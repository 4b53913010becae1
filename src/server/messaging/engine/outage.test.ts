// Delivery guarantees in a database outage: the embedded server is killed in the middle of a broadcast; Kabar survives, reports it, and continues.
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { arrivals } from '../../test/engine.ts'
import { type KabarProcess, kabarProcess } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const audience = 200
// The slowest phones would read it after eight seconds.
const kabar = await kabarProcess({ TEST_TIMINGS: 'read=1' })
const hopeless = await kabarProcess()

test.concurrent('kill -9 of PostgreSQL during a broadcast: 503 until it is back, no message lost or sent twice', async () => {
  await kabar.start()
  await kabar.register()
  for (let n = 0; n < audience; n++)
    await kabar.post('/v1/contacts', { name: `Contact ${n}`, phone: `+62812555${41_000 + n}` })
  const sessionId = await kabar.connect()
  const draft = {
    name: 'News',
    session_id: sessionId,
    body: 'Halo {{ contact.name }}',
    audience: { all_contacts: true },
  }
  const { id } = await kabar.post<Broadcast>('/v1/broadcasts', draft)
  await kabar.post(`/v1/broadcasts/${id}/send`)
  await until(
    'the first sent message',
    () => kabar.get<Broadcast>(`/v1/broadcasts/${id}`),
    ({ counts }) => counts.sent + counts.delivered + counts.read > 0,
  )

  killPostgres(kabar)
  const answers = new Set<number>()
  await until('the restarted database', async () => {
    // Concurrently, in every state of a connection: idle, in a query, between two, being opened.
    const statuses = await Promise.all(Array.from({ length: 30 }, () => kabar.status('/v1/contacts')))
    for (const status of statuses) answers.add(status)
    return answers.has(503) && statuses.every((status) => status === 200)
  })
  expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(await kabar.status('/health/live')).toBe(200)

  const show = () => kabar.get<Broadcast>(`/v1/broadcasts/${id}`)
  const ended = await until('the end', show, ({ status, counts }) => status === 'completed' && counts.read === audience)
  expect(ended.counts).toMatchObject({ pending: 0, unknown: 0, failed: 0, read: audience })
  const arrived = await arrivals(join(kabar.dataDir, 'simulator'), sessionId)
  expect(arrived.size).toBe(audience)
  expect([...arrived.values()].filter((messages) => messages.length > 1)).toEqual([])
})

test.concurrent('a database that cannot restart ends Kabar with a failure code for the supervisor', async () => {
  await hopeless.start()
  const control = join(hopeless.dataDir, 'postgres/cluster/global/pg_control')
  renameSync(control, `${control}.lost`)
  killPostgres(hopeless)
  expect(await until('the end', hopeless.exitCode, (code) => code !== null)).toBe(1)
})

function killPostgres({ dataDir }: KabarProcess) {
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
}
