// API of the fake's page: linked clients, received messages, and all actions of a phone.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { jidOf } from './people.ts'
import { textOfPicture } from './qr-picture.ts'
import type { FakeWhatsApp } from './server.ts'

export async function answerPage(
  fake: FakeWhatsApp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://fake')
  // CSRF protection: pages from other origins must not trigger actions.
  const foreign = request.headers.origin && new URL(request.headers.origin).host !== request.headers.host
  try {
    if (request.method === 'GET' && pathname === '/') return html(response)
    if (request.method === 'GET' && pathname === '/state') return json(response, 200, stateOf(fake))
    const act = actions[pathname.slice(1)]
    if (request.method !== 'POST' || !act || foreign) return json(response, 404, { error: 'Not found.' })
    await act(fake, await body(request))
    json(response, 200, stateOf(fake))
  } catch (error) {
    json(response, 400, { error: error instanceof Error ? error.message : String(error) })
  }
}

type PageForm = Record<string, string>

const actions: Record<string, (fake: FakeWhatsApp, asked: PageForm) => unknown> = {
  scan: (fake, { account = '', qr = '' }) =>
    fake.scanQr(account, qr.startsWith('data:') ? textOfPicture(Buffer.from(qr.split(',')[1]!, 'base64')) : qr.trim()),
  code: (fake, { account = '', code = '' }) => fake.enterCode(account, code.replace(/[^\dA-Za-z]/g, '').toUpperCase()),
  say: (fake, { from = '', to = '', text = '', group, as }) =>
    fake.say({ from, to, text, as: as === 'lid' ? 'lid' : 'pn', ...(group ? { group } : {}) }),
  drop: (fake, { account = '' }) => fake.drop(account),
  unlink: (fake, { account = '' }) => fake.unlink(account),
  end: (fake, { account = '', why }) => fake.endStream(account, why as 'restart'),
  line: (fake, { latencyMs = '0', silent }) =>
    Object.assign(fake.faults, { latencyMs: Number(latencyMs) || 0, silent: silent === 'true' }),
  refuse: (fake, { code }) => {
    fake.faults.message = code ? () => ({ arrives: false, ack: code }) : undefined
  },
}

/** Newest first; a page needs no more. */
function stateOf(fake: FakeWhatsApp) {
  const { network, faults } = fake
  const people = [...network.people.values()]
  return {
    linked: people.flatMap((person) =>
      fake.linked(person.number).map(({ id, platform, connection, pending }) => ({
        account: person.number,
        device: id,
        platform,
        online: connection !== undefined,
        waiting: pending.size,
      })),
    ),
    codes: [...network.pairings.codes.keys()],
    groups: [...network.groups.values()].map(({ id, subject, members }) => ({ id, subject, members: [...members] })),
    received: fake.received
      .slice(-100)
      .reverse()
      .map(({ number, device, id, from, chat, text, own, at, error, duplicateOf, media }) => {
        const lid = jidOf(fake.person(number), 'lid')
        return {
          number,
          lid,
          device,
          id,
          from,
          chat,
          text,
          own,
          at,
          error,
          again: duplicateOf !== undefined,
          file: media?.length,
        }
      }),
    total: fake.received.length,
    line: { latencyMs: faults.latencyMs, silent: faults.silent, refuses: faults.message !== undefined },
    failures: network.failures.map(String),
  }
}

function html(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(readFileSync(new URL('./page.html', import.meta.url)))
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

async function body(request: IncomingMessage): Promise<PageForm> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString() || '{}')
}
