// Unread responses take memory: they are limited per organization, and stalled connections are closed.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { notes } from '../../../contract/notes.ts'
import { buildApp } from '../../app.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { until } from '../../test/until.ts'

const { app, config, database, clock, signUp } = await testApp()

/** Another listening server of the same installation, with other limits. */
async function server(unread: { organizationBytes: number; idleMs: number }) {
  const server = await buildApp({ config, database, webFolder: '/nowhere', now: () => clock.now, unread })
  await server.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => server.close())
  return server
}

const sockets = new Set<Socket>()
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Requests a page of 12 MB and reads nothing of it. */
function askAndWait({ server: listening }: typeof app, { access_token }: Caller, about: string) {
  const socket = connect((listening.address() as AddressInfo).port, '127.0.0.1')
  sockets.add(socket)
  socket.pause()
  socket.on('error', () => {})
  socket.write(
    `GET /api/v1/notes?contact_id=${about}&per_page=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${access_token}\r\n\r\n`,
  )
  return socket
}

async function withManyNotes() {
  const person = await signUp()
  const { id } = made(await person.call(contacts.create, { body: { name: 'A' } }))
  for (let nth = 0; nth < 200; nth++)
    made(await person.call(notes.create, { body: { contact_id: id, body: '啊'.repeat(20_000) } }))
  return { person, id }
}

const status = async (on: typeof app, { access_token }: Caller) =>
  (await on.inject({ url: '/api/v1/contacts', headers: { authorization: `Bearer ${access_token}` } })).statusCode

test('an organization with many unread responses gets 503 until they are read or their connections closed', async () => {
  const { person, id } = await withManyNotes()
  const other = await signUp()
  const small = await server({ organizationBytes: 20_000_000, idleMs: 60_000 })
  const unread = [askAndWait(small, person, id), askAndWait(small, person, id)]
  await until(
    'the bound',
    () => status(small, person),
    (code) => code === 503,
  )
  expect(await status(small, other)).toBe(200)
  unread[0]!.destroy()
  await until(
    'room',
    () => status(small, person),
    (code) => code === 200,
  )
  // Reading a response to its end frees its memory as well.
  const third = askAndWait(small, person, id)
  await until(
    'the bound',
    () => status(small, person),
    (code) => code === 503,
  )
  third.resume()
  await until(
    'room',
    () => status(small, person),
    (code) => code === 200,
  )
})

test('concurrent requests do not exceed the limit of unread responses', async () => {
  const { person, id } = await withManyNotes()
  const small = await server({ organizationBytes: 20_000_000, idleMs: 60_000 })
  const answers = Array.from({ length: 12 }, async () => {
    const socket = askAndWait(small, person, id)
    const [head] = (await once(socket.resume(), 'data')) as [Buffer]
    socket.pause()
    return head.toString('latin1', 9, 12)
  })
  expect((await Promise.all(answers)).sort()).toEqual(['200', '200', ...Array(10).fill('503')])
})

test('a stalled connection is closed', async () => {
  const { person, id } = await withManyNotes()
  const impatient = await server({ organizationBytes: 1, idleMs: 60_000 })
  const connected = once(impatient.server, 'connection')
  const socket = askAndWait(impatient, person, id)
  await until(
    'the bound',
    () => status(impatient, person),
    (code) => code === 503,
  )
  const [connection] = (await connected) as [Socket]
  expect(connection.timeout).toBe(60_000)
  // Shortened, so that the test need not wait a minute.
  connection.setTimeout(1)
  await until(
    'the closed connection',
    () => status(impatient, person),
    (code) => code === 200,
  )
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await ended
})
