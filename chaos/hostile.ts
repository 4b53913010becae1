// One organization sends the worst texts and files that Kabar accepts, from all sides. Measures the latency of others in the
// meantime, whether a session's lease is lost, and whether a restart works in the middle of it.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Broadcast } from '../src/contract/broadcasts.ts'
import { until } from '../src/server/test/until.ts'
import { addContacts, openHouse, recipientsOf, statusOf } from './house.ts'
import type { Line } from './report.ts'

const loop = (times: number, body: string) => `{% for i in (1..${times}) %}${body}{% endfor %}`
/** Valid, and as slow as valid templates get. */
const slow = `${loop(1_000, '{% if contact.name == "a" %}x{% endif %}')}Halo`
/** Slow only for contacts with such a name. */
const hidden = `{% if contact.name contains "+62" %}${loop(1_000, '{% assign x = organization.today | date: "%A%B%A%B%A%B" %}')}{% endif %}Halo`
const frozen = (pairs: number) =>
  `${loop(1_000, `{% assign x = organization.today | date: "${'%A%B'.repeat(pairs)}" %}`)}{{ contact.name }}`
const texts = [
  slow,
  hidden,
  frozen(150),
  frozen(16),
  loop(1_000, '{{ organization.today | date: "%A%d%B%Y%a%b%m%y%-d%-m%A%B%a%b" }}'),
  `${loop(400, '{% assign x = contact.name | upcase | downcase | strip %}')}Halo`,
]
const targetMs = 250

export async function hostile({ seconds, recipients }: { seconds: number; recipients: number }): Promise<Line[]> {
  const house = await openHouse({ LOG_LEVEL: 'warn', RATE_LIMITS: 'off', TEST_TIMINGS: 'read=1' }, 1)
  const kabar = house.processes[0]!
  try {
    await addContacts(house, recipients, ['5550'])
    const session = await kabar.connect()
    await house.read(({ db }) => sql`update wa_sessions set pacing_mode = 'off'`.execute(db))
    const idle = await asking(origin(), 5)
    const started = await house.owner(session)

    const broadcastIds: string[] = []
    for (const body of [slow, hidden, 'Halo {{ contact.name }}']) {
      const news = { name: 'News', session_id: session, body, audience: { all_contacts: true } }
      const { id } = await kabar.post<Broadcast>('/v1/broadcasts', news)
      await kabar.post(`/v1/broadcasts/${id}/send`)
      broadcastIds.push(id)
    }
    // As an older version may have stored it.
    const old = await kabar.post<Broadcast>('/v1/broadcasts', {
      ...{ name: 'Old', session_id: session, body: 'Halo', audience: { all_contacts: true } },
    })
    await kabar.post(`/v1/broadcasts/${old.id}/send`)
    await house.read(({ db }) => sql`update broadcasts set body = ${frozen(65)} where id = ${old.id}`.execute(db))
    broadcastIds.push(old.id)

    const attack = attackFor(seconds)
    const seen = await asking(origin(), seconds)
    const answeredCount = await attack
    const owner = await house.owner(session)

    const stopping = performance.now()
    const code = await kabar.stop()
    const stopped = (performance.now() - stopping) / 1_000
    await kabar.start()
    await kabar.signIn()
    const after = await asking(origin(), Math.min(20, seconds))
    const ended = async () => {
      const states = await Promise.all(broadcastIds.map((id) => statusOf(house, id)))
      return states.every((state) => state === 'completed' || state === 'failed')
    }
    await until('the end of all broadcasts', ended, Boolean, { withinMs: 300_000 })
    const waiting = await Promise.all(broadcastIds.map((id) => recipientsOf(house, id)))
    const pending = waiting.flat().filter(({ status }) => ['pending', 'sending', 'unknown'].includes(status)).length
    return [
      { what: '/health/live when idle', value: summary(idle) },
      {
        what: `/health/live under attack, ${seconds} s (max ≤ ${targetMs} ms)`,
        value: summary(seen),
        ok: Math.max(...seen) <= targetMs,
      },
      { what: 'hostile requests answered', value: answeredCount },
      {
        what: 'session lease',
        value:
          owner?.fence === started?.fence
            ? `unchanged, term ${owner?.fence}`
            : `term ${started?.fence}, then ${owner?.fence}`,
        ok: owner !== undefined && owner.fence === started?.fence,
      },
      {
        what: 'SIGTERM during the attack (≤ 25 s)',
        value: `code ${code} in ${stopped.toFixed(1)} s`,
        ok: code === 0 && stopped <= 25,
      },
      { what: '/health/live after the restart', value: summary(after), ok: Math.max(...after) <= targetMs },
      { what: 'recipients without a final status', value: pending, must: 0 },
      { what: 'broadcast of the older version', value: await statusOf(house, old.id), must: 'failed' },
    ]
  } finally {
    await house.close()
  }

  function origin() {
    return [...kabar.printed().matchAll(/ready: (\S+)/g)].at(-1)![1]!
  }

  /** Twelve at a time. */
  async function attackFor(length: number): Promise<string> {
    const end = performance.now() + length * 1_000
    const answered = new Map<string, number>()
    const rows = Array.from({ length: 5_000 }, (_, n) => `Budi ${n}\t+62812${200_000 + n}\t${'n'.repeat(200)}`).join(
      '\n',
    )
    const ways: ((nth: number) => Promise<unknown>)[] = [
      (nth) => kabar.post('/v1/templates/preview', { body: texts[nth % texts.length]! }),
      (nth) => kabar.post('/v1/templates/check', { body: texts[nth % texts.length]! }),
      (nth) => kabar.post('/v1/templates', { name: `T ${nth} ${Math.random()}`, body: texts[nth % texts.length]! }),
      () => kabar.post('/v1/imports/paste', { text: `name\tphone\tnotes\n${rows}` }),
      async () => {
        const { url } = await kabar.post<{ url: string }>('/v1/downloads', { kind: 'everything', input: {} })
        await (await fetch(`${origin()}${url}`)).arrayBuffer()
      },
    ]
    const client = async (way: number) => {
      for (let nth = way; performance.now() < end; nth++) {
        await ways[way % ways.length]!(nth).catch(() => delay(20))
        const name = ['preview', 'check', 'save', 'import', 'export'][way % ways.length]!
        answered.set(name, (answered.get(name) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 12 }, (_, way) => client(way)))
    return [...answered].map(([name, count]) => `${name} ${count}`).join(', ')
  }
}

/** Latency of consecutive requests, in milliseconds. */
async function asking(from: string, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1_000
  const took: number[] = []
  while (performance.now() < end) {
    const begun = performance.now()
    const answer = await fetch(`${from}/api/health/live`)
    await answer.arrayBuffer()
    took.push(answer.ok ? performance.now() - begun : Number.POSITIVE_INFINITY)
    await delay(10)
  }
  return took
}

function summary(took: readonly number[]) {
  const sorted = [...took].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!.toFixed(0)
  return `${took.length} requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`
}
