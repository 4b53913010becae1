// Overload: four times as many requests as the server can handle, for a minute. Measures how many are served, how the others
// are rejected, and the recovery time. The load generator runs on the same processors, so its CPU time is printed too.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseProcessorMs, memoryMb, processorMs } from '../bench/processor.ts'
import { firstNames, lastNames, type Sizes, seed, seeded } from '../bench/seed.ts'
import type { Broadcast } from '../src/contract/broadcasts.ts'
import { openDatabase } from '../src/server/platform/db/index.ts'
import { until } from '../src/server/test/until.ts'
import type { Crowd, Outcome, Phase } from './flood.ts'
import { addContacts, type House, openHouse } from './house.ts'
import type { Line } from './report.ts'

export interface OverloadRun {
  /** Duration of the overload. */
  readonly seconds: number
  readonly times: number
}

const sizes: Sizes = {
  ...{ contacts: 20_000, investors: 10_000, investments: 20_000, transactions: 40_000, rates: 400, tags: 20 },
}
/** Recipients of each broadcast; one starts every `everySeconds`. */
const people = 200
const everySeconds = 5
const person = 'ada@example.com'

export async function overloaded({ seconds, times }: OverloadRun): Promise<Line[]> {
  const house = await openHouse({ LOG_LEVEL: 'warn' }, 1)
  const kabar = house.processes[0]!
  let crowd: Awaited<ReturnType<typeof gather>> | undefined
  try {
    // Its connection is closed afterwards, so that its CPU time does not count.
    const seeding = openDatabase(house.database.connection, { poolSize: 1 })
    await seed(seeding, sizes)
    await seeding.close()
    await addContacts(house, people, ['5550'])
    const session = await kabar.connect()
    const origin = /ready: (\S+)/.exec(kabar.printed())![1]!
    const [ada, tokens] = [await signIn(origin, person), await many(20, () => signIn(origin, seeded.email))]
    const probe = prober(origin, ada!.token)
    crowd = await gather({
      origin,
      tokens: tokens.map(({ token }) => token),
      paths: await questions(origin, tokens[0]!.token),
      sockets: 800,
    })

    await crowd.run({ clients: 32, seconds: 4 })
    const peaks: Outcome[] = []
    for (const clients of [16, 32, 64]) peaks.push(await crowd.run({ clients, seconds: 5 }))
    const peak = peaks.reduce((best, one) => (perSecond(one) > perSecond(best) ? one : best))
    await delay(1_000)
    const before = await many(20, () => probe('/v1/contacts?sort=-created_at'))
    const usual = middle(before.map(({ ms }) => ms))
    const owner = await house.owner(session)
    const fromNow = await broadcasts(house, session, Math.ceil((seconds + 25) / everySeconds))

    await until('the first broadcast', fromNow.finished, (count) => count > 0)
    const used = processors(house)
    let isFlooded = true
    const watched = watch(probe, ada!.refresh, () => isFlooded)
    const flood = await crowd.run({ rate: Math.round(times * perSecond(peak)), seconds })
    isFlooded = false
    const ended = performance.now()
    const spent = used()
    const recovery = await normalAgain(() => probe('/v1/contacts?sort=-created_at'), usual, ended)
    const seen = await watched
    const lags = await fromNow.lags()
    const now = await house.owner(session)
    return [
      ...lines({ peak, peaks, flood, recovery, usual }),
      ...probeLines(seen),
      {
        what: `broadcasts to ${people}, started during overload`,
        value: `${lags.length}, last message sent ${middle(lags).toFixed(1)} s after the scheduled time (median), at most ${Math.max(...lags).toFixed(1)} s`,
        ok: lags.length > seconds / everySeconds && Math.max(...lags) <= 10,
      },
      {
        what: 'session lease',
        value:
          owner && now?.fence === owner.fence
            ? `unchanged, term ${now.fence}`
            : `term ${owner?.fence}, then ${now?.fence}`,
        ok: owner !== undefined && now?.fence === owner.fence,
      },
      { what: 'CPU usage during the overload', value: spent(flood) },
      { what: 'peak memory of Kabar', value: `${memoryMb(kabar.pid(), 'VmHWM')} MB` },
    ]
  } finally {
    crowd?.stop()
    await house.close()
  }
}

/** Lists as users page, sort and search them, opened records, the dashboard and home: one in four is requested often. */
async function questions(origin: string, token: string): Promise<string[]> {
  const ids = async (path: string) => {
    const answer = await fetch(`${origin}/api${path}?per_page=200`, { headers: { authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
  }
  const kinds = ['contacts', 'investors', 'investments'] as const
  const recordIds = {
    contacts: await ids('/v1/contacts'),
    investors: await ids('/v1/investors'),
    investments: await ids('/v1/investments'),
  }
  const name = (nth: number) => `${firstNames[nth % 20]}+${lastNames[Math.floor(nth / 20) % 14]}`
  return Array.from({ length: 4_000 }, (_, nth) => {
    const kind = kinds[nth % 3]!
    const place = Math.floor(nth / 3)
    const paths = [
      () => `/${kind}?page=${1 + (place % 200)}`,
      () => `/${kind}/${recordIds[kind][place % 200]}`,
      () => `/${kind}?q=${name(place)}`,
      () => `/${kind}/${recordIds[kind][(place * 7) % 200]}`,
      () => ['/dashboard', '/home', '/user/profile'][place % 3]!,
      () => `/${kind}?sort=-created_at`,
      () => `/${kind}/${recordIds[kind][(place * 11) % 200]}`,
      () => `/${kind}?q=${name(place)}+${place}`,
    ]
    return `/api/v1${paths[Math.floor(place / 2) % paths.length]!()}`
  })
}

/** The load generator's process, ready for its phases. */
async function gather(crowd: Crowd) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'chaos/flood.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const say = (what: unknown) => child.stdin!.write(`${JSON.stringify(what)}\n`)
  say(crowd)
  return {
    run: async (phase: Phase): Promise<Outcome> => {
      say(phase)
      const { value, done } = await answers.next()
      if (done) throw new Error('the load generator exited')
      return JSON.parse(value) as Outcome
    },
    stop: () => void child.kill(),
  }
}

/** Scheduled, so that each starts on time without a request. */
async function broadcasts(house: House, session_id: string, count: number) {
  const kabar = house.processes[0]!
  await kabar.signIn(person)
  const first = Date.now() + 2_000
  for (let nth = 0; nth < count; nth++) {
    const send_at = new Date(first + nth * everySeconds * 1_000).toISOString()
    const news = { name: `News ${nth}`, session_id, body: 'Halo', audience: { all_contacts: true }, send_at }
    const { id } = await kabar.post<Broadcast>('/v1/broadcasts', news)
    await kabar.post(`/v1/broadcasts/${id}/schedule`)
  }
  /** Seconds from the scheduled time until all messages were sent, for those that are. */
  const lags = () =>
    house.read(async ({ db }) => {
      const { rows } = await sql<{ lag: number }>`
        select extract(epoch from max(r.sent_at) - b.send_at)::float8 as lag
        from broadcasts b join recipients r on r.broadcast_id = b.id
        group by b.id, b.send_at having count(r.sent_at) = ${people}`.execute(db)
      return rows.map(({ lag }) => lag)
    })
  return { lags, finished: async () => (await lags()).length }
}

interface Probe {
  status: number
  ms: number
  again: boolean
  body: string
}
const prober =
  (origin: string, token: string) =>
  async (path: string, init: RequestInit = {}): Promise<Probe> => {
    const begun = performance.now()
    try {
      const headers = { ...(init.body ? { 'content-type': 'application/json' } : { authorization: `Bearer ${token}` }) }
      const answer = await fetch(`${origin}/api${path}`, { ...init, headers, signal: AbortSignal.timeout(10_000) })
      const body = await answer.text()
      return { status: answer.status, ms: performance.now() - begun, again: answer.headers.has('retry-after'), body }
    } catch {
      return { status: 0, ms: performance.now() - begun, again: false, body: '' }
    }
  }

/** Signs in each second, and probes the health endpoint like a monitor. */
async function watch(probe: ReturnType<typeof prober>, refresh: string, goesOn: () => boolean) {
  const seen: Record<'live' | 'ready' | 'login' | 'refresh', Probe[]> = { live: [], ready: [], login: [], refresh: [] }
  const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })
  let token = refresh
  const renew = async () => {
    const answer = await probe('/auth/v1/refresh', post({ refresh_token: token }))
    if (answer.status === 200) token = (JSON.parse(answer.body) as { refresh_token: string }).refresh_token
    return answer
  }
  while (goesOn()) {
    const login = post({ email: seeded.email, password: seeded.password })
    const looks = {
      live: () => probe('/health/live'),
      ready: () => probe('/health/ready'),
      login: () => probe('/auth/v1/login', login),
      refresh: renew,
    }
    await Promise.all([
      delay(1_000),
      ...Object.entries(looks).map(async ([name, look]) => void seen[name as keyof typeof seen].push(await look())),
    ])
  }
  return seen
}

/** Seconds until responses are as fast as before, several times in a row. */
async function normalAgain(ask: () => Promise<Probe>, usual: number, since: number): Promise<number> {
  const limit = Math.max(100, 3 * usual)
  for (let inRow = 0, first = 0; performance.now() - since < 60_000; ) {
    const begun = performance.now()
    const { status, ms } = await ask()
    inRow = status === 200 && ms <= limit ? inRow + 1 : 0
    if (inRow === 1) first = begun
    if (inRow === 10) return (first - since) / 1_000
    await delay(50)
  }
  return Number.POSITIVE_INFINITY
}

interface Figures {
  peak: Outcome
  peaks: readonly Outcome[]
  flood: Outcome
  recovery: number
  usual: number
}

function lines({ peak, peaks, flood, recovery, usual }: Figures): Line[] {
  const [best, good] = [perSecond(peak), perSecond(flood)]
  const offered = flood.asked / flood.seconds
  const wrong = Object.entries(flood.wrong).map(([status, count]) => `${status}: ${count}`)
  return [
    {
      what: 'peak throughput, responses per second',
      value: `${best.toFixed(0)} (of ${peaks.map((one) => perSecond(one).toFixed(0)).join(', ')} with 16, 32, 64 clients), p50 ${at(peak.good, 0.5)} ms`,
    },
    {
      what: 'offered load, requests per second',
      value: `${offered.toFixed(0)}, ${(offered / best).toFixed(1)} × peak, ${flood.seconds.toFixed(0)} s`,
    },
    {
      what: 'throughput under overload (≥ 80 %)',
      value: `${good.toFixed(0)}, ${Math.round((100 * good) / best)} % of peak`,
      ok: good >= 0.8 * best,
    },
    {
      what: 'latency (p99 ≤ 2 s)',
      value: `p50 ${at(flood.good, 0.5)} ms, p95 ${at(flood.good, 0.95)} ms, p99 ${at(flood.good, 0.99)} ms`,
      ok: at(flood.good, 0.99) <= 2_000,
    },
    {
      what: 'shed with 503 and Retry-After',
      value: `${flood.shed.length}, p50 ${at(flood.shed, 0.5)} ms, p95 ${at(flood.shed, 0.95)} ms`,
      ok: flood.shed.length > 0,
    },
    { what: 'client timeouts (5 s)', value: flood.late, ok: flood.late <= flood.asked / 1_000 },
    { what: 'other responses', value: wrong.join(', ') || 0, must: 0 },
    {
      what: 'recovery (≤ 10 s)',
      value: `after ${recovery.toFixed(1)} s: ${Math.round(usual)} ms per page`,
      ok: recovery <= 10,
    },
  ]
}

function probeLines(seen: Record<'live' | 'ready' | 'login' | 'refresh', Probe[]>): Line[] {
  const summary = (probes: Probe[]) => {
    const each = new Map<number, number>()
    for (const { status } of probes) each.set(status, (each.get(status) ?? 0) + 1)
    const longest = Math.max(...probes.map(({ ms }) => ms))
    return `${[...each].map(([status, count]) => `${count} × ${status}`).join(', ')}, max ${Math.round(longest)} ms`
  }
  const all = (probes: Probe[], isGood: (probe: Probe) => boolean) => probes.length > 0 && probes.every(isGood)
  const is200 = ({ status, ms }: Probe) => status === 200 && ms <= 5_000
  return [
    { what: '/health/live', value: summary(seen.live), ok: all(seen.live, is200) },
    { what: '/health/ready', value: summary(seen.ready), ok: all(seen.ready, is200) },
    { what: 'token refresh', value: summary(seen.refresh), ok: all(seen.refresh, is200) },
    {
      what: 'sign-in',
      value: summary(seen.login),
      ok: all(seen.login, (probe) => is200(probe) || (probe.status === 503 && probe.again)),
    },
  ]
}

function processors(house: House) {
  const pid = house.processes[0]!.pid()
  const look = () => ({ node: processorMs(pid), postgres: databaseProcessorMs(house.databaseDir) ?? 0 })
  const begun = look()
  return () => {
    const now = look()
    return ({ processorMs: crowd, seconds, asked }: Outcome) => {
      const share = (ms: number) => `${Math.round(ms / seconds / 10)} %`
      const each = `${((1_000 * (now.node - begun.node)) / asked).toFixed(0)} µs of Kabar per request`
      return `Kabar ${share(now.node - begun.node)}, PostgreSQL ${share(now.postgres - begun.postgres)}, load generator ${share(crowd)} of one processor; ${each}`
    }
  }
}

async function signIn(origin: string, email: string): Promise<{ token: string; refresh: string }> {
  const answer = await fetch(`${origin}/api/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: seeded.password }),
  })
  const { access_token, refresh_token } = (await answer.json()) as { access_token: string; refresh_token: string }
  return { token: access_token, refresh: refresh_token }
}

async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count) made.push(await make())
  return made
}

const perSecond = ({ good, seconds }: Outcome) => good.length / seconds
const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
const middle = (times: readonly number[]) =>
  at(
    [...times].sort((a, b) => a - b),
    0.5,
  )
