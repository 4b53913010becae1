// A proxy in front of several processes, with the policy of deploy/Caddyfile: our own small one, or Caddy itself.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from './free-ports.ts'
import { until } from './until.ts'

export interface Proxy {
  origin: string
  close(): Promise<void>
}

export const hasCaddy = spawnSync('caddy', ['version']).status === 0

/** Sends each request to the next process that is ready. One that none has received is tried again. */
export async function smallProxy(ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  const check = async () => {
    for (const port of ports) {
      const isReady = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.ok
        },
        () => false,
      )
      if (isReady) ready.add(port)
      else ready.delete(port)
    }
  }
  const timer = setInterval(() => void check(), 200)
  await check()
  let turn = 0

  async function choose() {
    while (ready.size === 0) await delay(50)
    turn += 1
    return [...ready][turn % ready.size]!
  }

  async function forward(from: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const port = await choose()
    try {
      return await new Promise((resolve, reject) => {
        const { method, url: path, headers } = from
        request({ agent, host: '127.0.0.1', port, method, path, headers }, resolve).once('error', reject).end(body)
      })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
      return await forward(from, body)
    }
  }

  // Idle connections stay open: closing one while a request is on its way would fail that request.
  const server = createServer({ keepAliveTimeout: 0 }, async (from, to) => {
    try {
      const parts: Buffer[] = []
      for await (const part of from) parts.push(part as Buffer)
      const answer = await forward(from, Buffer.concat(parts))
      const { connection: _, ...headers } = answer.headers
      to.writeHead(answer.statusCode!, headers)
      answer.pipe(to)
    } catch {
      to.writeHead(502).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: async () => {
      clearInterval(timer)
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Caddy with deploy/Caddyfile, without TLS. */
export async function caddyProxy(ports: readonly number[]): Promise<Proxy> {
  const [port] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    KABAR_DOMAIN: origin,
    KABAR_UPSTREAM: ports.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
    CADDY_ADMIN: 'off',
  }
  const config = join(import.meta.dirname, '../../../deploy/Caddyfile')
  const caddy: ChildProcess = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env,
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => caddy.once('exit', resolve))
  const isReady = () =>
    fetch(`${origin}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('Caddy', isReady)
  return {
    origin,
    close: async () => {
      caddy.kill()
      await gone
    },
  }
}
