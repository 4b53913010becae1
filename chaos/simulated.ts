// Chaos through the simulated network, at full speed: its log on disk, outside the database, is the witness.
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { simulatorNumbers } from '../src/server/messaging/drivers/index.ts'
import { until } from '../src/server/test/until.ts'
import { addContacts, type House, openHouse, recipientsOf, statusOf } from './house.ts'
import { type Line, troubleLines, verdictLines } from './report.ts'
import { makeTrouble, type Trouble } from './troubles.ts'
import { judge, type Seen } from './verdict.ts'

export interface SimulatedRun {
  readonly recipients: number
  readonly troubles: readonly Trouble[]
  readonly random: () => number
  readonly timings: string
}

export async function simulatedRun(run: SimulatedRun): Promise<Line[]> {
  const house = await openHouse({ TEST_TIMINGS: run.timings })
  try {
    const [kabar] = house.processes
    const session_id = await kabar!.connect()
    // Each number with a special outcome occurs once in a thousand.
    const endings = [
      ...Array<string>(1_000 - simulatorNumbers.length).fill('5550'),
      ...simulatorNumbers.map(({ ending }) => ending),
    ]
    await addContacts(house, run.recipients, endings)
    const news = { name: 'News', session_id, body: 'Halo {{ contact.phone }}', audience: { all_contacts: true } }
    const { id } = await kabar!.post<{ id: string }>('/v1/broadcasts', news)
    await kabar!.post(`/v1/broadcasts/${id}/send`)
    const begun = performance.now()
    const log = join(house.simulatorLogs, `${session_id}.log`)
    const happened = await makeTrouble({
      ...{ house, sessionId: session_id, broadcastId: id, troubles: run.troubles, random: run.random },
      // A message and its receipts take some 260 bytes in the log.
      progress: () => statSync(log).size / 260,
      whole: run.recipients,
      isOver: async () => (await statusOf(house, id)) === 'completed',
    })
    await until(
      'the end',
      () => statusOf(house, id),
      (status) => status === 'completed',
      { withinMs: 10 * 60_000 },
    )
    const look = () => judged(house, id, log)
    const verdict = await until('the last receipts', look, ({ untrue }) => untrue.length === 0, {
      withinMs: 60_000,
    }).catch(look)
    const seconds = (performance.now() - begun) / 1_000
    return [
      ...verdictLines(verdict),
      { what: 'frames', value: `${verdict.frames}, ${verdict.repeated} of them resent under the same id` },
      { what: 're-pairings', value: verdict.pairings - 1, must: 0 },
      ...troubleLines(happened, run.troubles.length),
      { what: 'duration', value: `${seconds.toFixed(0)} s, ${run.recipients} recipients` },
    ]
  } finally {
    await house.close()
  }
}

async function judged(house: House, id: string, log: string) {
  const { seen, frames, pairings, handed } = await readLog(log)
  const rows = await recipientsOf(house, id)
  const messageOf = new Map(rows.map((row) => [row.address, row.wa_message_id ?? '']))
  const repeated = new Set(rows.filter(({ attempts }) => attempts > 1).map(({ address }) => address))
  const truth = (address: string) => {
    const steps = handed.get(messageOf.get(address)!)
    if (steps?.has('read')) return 'read'
    if (steps?.has('delivered')) return 'delivered'
    const ending = expected.get(address.slice(-4))
    // A refused resend says nothing about the attempt before it, whose process was killed before the acknowledgement.
    return ending?.startsWith('failed') && repeated.has(address) ? 'failed' : ending
  }
  const verdict = judge(rows, seen, truth)
  return {
    ...verdict,
    recipients: rows.length,
    frames,
    repeated: frames - new Set(seen.map(({ id: one }) => one)).size,
    pairings,
  }
}

/** Numbers without receipts. */
const expected = new Map([
  ['0001', 'failed(not_on_whatsapp)'],
  ['0002', 'failed(reachout_locked)'],
  ['0004', 'sent'],
  ['0009', 'failed(unconfirmed)'],
  // Busy five times; or unconfirmed.
  ['0014', 'failed'],
])

/** As in the log; half a line is from a process killed during a write. */
async function readLog(log: string) {
  const seen: Seen[] = []
  const handed = new Map<string, Set<string>>()
  let [frames, pairings] = [0, 0]
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const entry = parse(line)
    if (entry?.kind === 'paired') pairings += 1
    else if (entry?.kind === 'handed_over') {
      for (const [step, ids] of Object.entries(entry.ids ?? {}))
        for (const id of ids) handed.set(id, (handed.get(id) ?? new Set()).add(step))
      // Automatic answers to STOP are not part of the broadcast.
    } else if ((entry?.kind === 'message' || entry?.kind === 'repeat') && entry.text === `Halo ${entry.to}`) {
      frames += 1
      seen.push({ to: entry.to!, id: entry.id! })
    }
  }
  return { seen, frames, pairings, handed }
}

interface Entry {
  kind: string
  id?: string
  to?: string
  text?: string
  ids?: Record<string, string[]>
}

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
