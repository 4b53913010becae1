// What each service receives, by a listener in its place.
/// <reference types="node" />
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Analytics } from '../../contract/analytics.ts'
import { report } from './analytics.ts'

const received: { method?: string; url?: string; headers: IncomingMessage['headers']; body: unknown }[] = []
const listener = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  received.push({ method: request.method, url: request.url, headers: request.headers, body: JSON.parse(text) })
  response.writeHead(202).end('{}')
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => listener.close(resolve)))

const view = { path: '/investors/:id', title: 'Investors', referrer: '/home' }
const place = { origin: 'https://kabar.example:8443', hostname: 'kabar.example' }

async function told(analytics: Analytics, seen = view) {
  received.length = 0
  await report(analytics, seen, place)
  expect(received).toHaveLength(1)
  const { method, url: path, headers, body } = received[0]!
  expect(headers.referer).toBeUndefined()
  expect(headers.cookie).toBeUndefined()
  expect(headers.authorization).toBeUndefined()
  return { method, path, type: headers['content-type'], body }
}

test('Plausible', async () => {
  expect(await told({ kind: 'plausible', url, site: 'kabar.example' })).toEqual({
    method: 'POST',
    path: '/api/event',
    type: 'text/plain',
    body: {
      domain: 'kabar.example',
      name: 'pageview',
      url: 'https://kabar.example:8443/investors/:id',
      referrer: 'https://kabar.example:8443/home',
    },
  })
  const fromOutside = { ...view, referrer: 'https://www.google.com' }
  const { body } = await told({ kind: 'plausible', url, site: 'kabar.example' }, fromOutside)
  expect(body).toMatchObject({ referrer: 'https://www.google.com' })
})

test('Umami', async () => {
  expect(await told({ kind: 'umami', url, site: 'b59e9c65-ae32-47f1-8400-119fcf4861c4' })).toEqual({
    method: 'POST',
    path: '/api/send',
    type: 'application/json',
    body: {
      type: 'event',
      payload: {
        website: 'b59e9c65-ae32-47f1-8400-119fcf4861c4',
        hostname: 'kabar.example',
        url: '/investors/:id',
        title: 'Investors',
        referrer: '/home',
      },
    },
  })
})

test('a plain POST', async () => {
  expect(await told({ kind: 'post', url: `${url}/views?from=kabar`, site: 'ours' })).toEqual({
    method: 'POST',
    path: '/views?from=kabar',
    type: 'application/json',
    body: { site: 'ours', path: '/investors/:id', title: 'Investors', referrer: '/home' },
  })
})
