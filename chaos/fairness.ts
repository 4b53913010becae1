// Fairness: one organization sends a large broadcast while another repeatedly sends to ten from the same process. Measures
// how long the small broadcasts take, compared with alone.
import type { Broadcast } from '../src/contract/broadcasts.ts'
import { startFakeWhatsApp } from '../src/server/test/fake-whatsapp/server.ts'
import type { KabarProcess } from '../src/server/test/kabar.ts'
import { until } from '../src/server/test/until.ts'
import { addContacts, openHouse, statusOf } from './house.ts'
import { link } from './linked.ts'
import type { Line } from './report.ts'

export interface FairRun {
  /** Number of recipients of the large broadcast. */
  readonly recipients: number
  readonly timings: string
}

const few = 10
/** The small broadcast alone, and at least as often during the large one. */
const samples = 9
const small = 'small@example.com'
/** The phone of the large broadcast. */
const large = '6281200000201'

export async function fairSimulated(run: FairRun): Promise<Line[]> {
  return await measured(run, {}, (kabar) => kabar.connect())
}

export async function fairLinked(run: FairRun): Promise<Line[]> {
  const fake = await startFakeWhatsApp({ faults: { latencyMs: 5 } })
  let accounts = 0
  // Real phones decrypt on their own processors. Those of the large broadcast only acknowledge.
  fake.faults.message = ({ id, from, to }) => {
    if (!from.endsWith(large)) return undefined
    for (const type of ['delivered', 'read'] as const)
      setImmediate(() => fake.receipt({ to: from, from: to, ids: [id], type }))
    return { arrives: false }
  }
  try {
    return await measured(run, { WHATSAPP_WEB_SOCKET_URL: fake.url }, async (kabar) => {
      accounts += 1
      return await link(kabar, fake, accounts === 1 ? `+${large}` : '+6281200000202')
    })
  } finally {
    await fake.close()
  }
}

async function measured(
  { recipients, timings }: FairRun,
  environment: Record<string, string>,
  connect: (kabar: KabarProcess) => Promise<string>,
): Promise<Line[]> {
  const house = await openHouse({ ...environment, TEST_TIMINGS: timings }, 1)
  const kabar = house.processes[0]!
  try {
    await addContacts(house, recipients, ['5550'])
    const news = await draft(kabar, await connect(kabar))
    await kabar.register(small)
    for (let number = 0; number < few; number++)
      await kabar.post('/v1/contacts', { name: `Contact ${number}`, phone: `+6281340005${number}550` })
    const session = await connect(kabar)
    const once = async () => await timed(kabar, await draft(kabar, session))

    // Warm-up: later rounds have known chats, Signal sessions and compiled code.
    await once()
    const alone: number[] = []
    while (alone.length < samples) alone.push(await once())
    const next = await draft(kabar, session)
    await kabar.signIn()
    await kabar.post(`/v1/broadcasts/${news}/send`)
    const begun = performance.now()
    await kabar.signIn(small)
    // While the audience of the other one is being frozen.
    const atStart = await timed(kabar, next)
    const beside: number[] = []
    while ((await statusOf(house, news)) !== 'completed') beside.push(await once())
    const seconds = (performance.now() - begun) / 1_000
    return lines({ alone, atStart, beside, seconds, recipients })
  } finally {
    await house.close()
  }
}

async function draft(kabar: KabarProcess, session_id: string): Promise<string> {
  const news = { name: 'News', session_id, body: 'Halo {{ contact.phone }}', audience: { all_contacts: true } }
  return (await kabar.post<Broadcast>('/v1/broadcasts', news)).id
}

/** Milliseconds from the request until all messages are sent. */
async function timed(kabar: KabarProcess, id: string): Promise<number> {
  const pressed = performance.now()
  await kabar.post(`/v1/broadcasts/${id}/send`)
  const show = () => kabar.get<Broadcast>(`/v1/broadcasts/${id}`)
  const have = ({ counts: { sent, delivered, read } }: Broadcast) => sent + delivered + read === few
  await until('the small broadcast', show, have, { withinMs: 120_000, everyMs: 5 })
  const ms = performance.now() - pressed
  // An earlier broadcast still being sent would share the round robin with the next.
  await until('its end', show, ({ status }) => status === 'completed', { withinMs: 120_000 })
  return ms
}

interface Times {
  readonly alone: readonly number[]
  readonly atStart: number
  readonly beside: readonly number[]
  readonly seconds: number
  readonly recipients: number
}

function lines({ alone, atStart, beside, seconds, recipients }: Times): Line[] {
  const usual = middle(alone)
  const ratio = (ms: number) => `${Math.round(ms)} ms, ${(ms / usual).toFixed(2)} × alone`
  return [
    { what: `${few} recipients, alone`, value: `${Math.round(usual)} ms, median of ${alone.length}` },
    { what: 'sent right after the large broadcast', value: ratio(atStart), ok: atStart <= 2 * usual },
    {
      what: `beside it, median of ${beside.length}`,
      value: ratio(middle(beside)),
      // Inconclusive if the large broadcast ended before the small one was sent.
      ok: beside.length >= 3 && middle(beside) <= 2 * usual,
    },
    { what: 'beside it, maximum', value: ratio(Math.max(...beside)) },
    { what: 'large broadcast', value: `${seconds.toFixed(0)} s, ${recipients} recipients` },
  ]
}

const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
