// Direct messages under kill -9: clients repeat requests without a response under the same key; the simulator's log on disk is the witness.
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Answer } from '../../../contract/replies.ts'
import { openDatabase } from '../../platform/db/index.ts'
import { cloneTemplate } from '../../test/database.ts'
import { arrivals } from '../../test/engine.ts'
import { kabarProcess } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const people = 120
const kills = 6

const connection = await cloneTemplate()
const database = openDatabase(connection, { poolSize: 1 })
afterAll(() => database.close())
const kabar = await kabarProcess({ DATABASE_URL: connection.connectionString, TEST_TIMINGS: 'read=1' })

test('kill -9 between requests and sends: each message arrives once', async () => {
  await kabar.start()
  await kabar.register()
  const sessionId = await kabar.connect()
  // Like any client: what a busy server refuses, or what got no response, is repeated with the same key.
  const posted = <T>(path: string, body: object, key: string) =>
    until('a response', () => kabar.post<T>(path, body, key).catch(() => undefined), Boolean, { everyMs: 50 })
  const contacts: { id: string; phone: string }[] = []
  for (let n = 0; n < people; n++) {
    const body = { name: `C${n}`, phone: `+628125${100_000 + n}55` }
    contacts.push((await posted<{ id: string; phone: string }>('/v1/contacts', body, `contact-${n}`))!)
  }
  const queued = new Map<string, string>()
  let isOver = false
  const send = async ({ id, phone }: { id: string; phone: string }) => {
    const body = { text: `Halo ${phone}`, session_id: sessionId }
    const post = () => kabar.post<Answer>(`/v1/contacts/${id}/messages`, body, `message-${id}`)
    // Two equal requests at once, as from a double press. A request that got no response is repeated.
    const [first, second] = await Promise.all(
      [1, 2].map(() => until('a response', () => post().catch(() => undefined), Boolean, { everyMs: 50 })),
    )
    expect(second!.id).toBe(first!.id)
    queued.set(id, first!.id)
  }
  const clients = Promise.all(
    Array.from({ length: 4 }, async (_, client) => {
      for (const [index, contact] of contacts.entries()) if (index % 4 === client) await send(contact)
    }),
  ).finally(() => (isOver = true))
  for (let killed = 0; killed < kills; killed++) {
    const place = queued.size + 1 + Math.random() * 15
    await until('more messages, or all', () => queued.size >= place || isOver, Boolean, { everyMs: 5 })
    await kabar.kill()
    await kabar.start()
  }
  await clients

  const folder = join(kabar.dataDir, 'simulator')
  const arrived = await until(
    'all messages',
    () => arrivals(folder, sessionId),
    ({ size }) => size === people,
  )
  expect([...arrived.values()].filter((messages) => messages.length > 1)).toEqual([])
  for (const [phone, [message]] of arrived) expect(message!.text).toBe(`Halo ${phone}`)
  type Conversation = { data: { id: string; status: string }[] }
  for (const { id } of contacts)
    await until(
      'the final state',
      () => kabar.get<Conversation>(`/v1/replies/conversations/${id}`).catch(() => undefined),
      (shown) => shown?.data.map((item) => `${item.id} ${item.status}`).join() === `${queued.get(id)} read`,
    )
})
