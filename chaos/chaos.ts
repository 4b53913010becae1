// `npm run chaos`: kills, suspends and stops processes in the middle of a broadcast, and a witness outside of them reports
// what arrived. `fair-…`: no faults; one organization sends while another does. `overload`: more requests than the server can
// handle. `hostile`: one organization does its worst. Exits with 1 if a check fails.
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/server/messaging/engine/seeded-random.ts'
import { fairLinked, fairSimulated } from './fairness.ts'
import { hostile } from './hostile.ts'
import { linkedRun } from './linked.ts'
import { overloaded } from './overload.ts'
import { type Line, print } from './report.ts'
import { simulatedRun } from './simulated.ts'
import type { Trouble } from './troubles.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Number of runs of each. */
    runs: { type: 'string', default: '1' },
    recipients: { type: 'string' },
    kills: { type: 'string', default: '20' },
    freezes: { type: 'string', default: '2' },
    stops: { type: 'string', default: '3' },
    groups: { type: 'string', default: '12' },
    /** Repeats the same random places. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** TEST_TIMINGS, to shorten a run. */
    timings: { type: 'string', default: '' },
    /** Duration of the overload, and its factor. */
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '4' },
  },
})

const count = (text: string, trouble: Trouble) => Array<Trouble>(Number(text)).fill(trouble)
const troubles = [...count(values.kills, 'kill'), ...count(values.freezes, 'freeze'), ...count(values.stops, 'stop')]
const drivers: Record<string, (seed: number) => Promise<Line[]>> = {
  simulator: (seed) => simulatedRun({ ...shared(seed), recipients: Number(values.recipients ?? 30_000) }),
  linked: (seed) =>
    linkedRun({ ...shared(seed), recipients: Number(values.recipients ?? 1_000), groups: Number(values.groups) }),
  'fair-simulator': () => fairSimulated({ recipients: Number(values.recipients ?? 100_000), timings: values.timings }),
  'fair-linked': () => fairLinked({ recipients: Number(values.recipients ?? 1_000), timings: values.timings }),
  hostile: () => hostile({ seconds: Number(values.seconds), recipients: Number(values.recipients ?? 2_000) }),
  overload: () => overloaded({ seconds: Number(values.seconds), times: Number(values.times) }),
}
const scenarios = positionals.length > 0 ? positionals : Object.keys(drivers)
let good = true
for (const name of scenarios) {
  const run = drivers[name]
  if (!run) throw new Error(`There is no ${name}: ${Object.keys(drivers).join(', ')}.`)
  for (let number = 0; number < Number(values.runs); number++) {
    const seed = Number(values.seed) + number
    const trouble = `: ${values.kills} × kill -9, ${values.freezes} × frozen, ${values.stops} × SIGTERM`
    const title = `${name}, run ${number + 1} of ${values.runs} (--seed ${seed})${/^(fair|overload|hostile)/.test(name) ? '' : trouble}`
    good = print(title, await run(seed)) && good
  }
}
console.log(good ? '\nAll checks passed.' : '\nFailed: see ✗.')
process.exit(good ? 0 : 1)

function shared(seed: number) {
  return { random: seededRandom(seed), troubles, timings: values.timings }
}
