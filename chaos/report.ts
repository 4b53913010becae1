// Report of a run: one line per check, and whether it passed.

import type { Happened } from './troubles.ts'
import type { Verdict } from './verdict.ts'

export interface Line {
  readonly what: string
  readonly value: number | string
  /** The expected value. Without this and `ok`, the line is informational. */
  readonly must?: number | string
  readonly ok?: boolean
  /** The affected items; the first of them are printed. */
  readonly detail?: readonly string[]
}

/** True if all checks passed. */
export function print(title: string, lines: readonly Line[]): boolean {
  console.log(`\n${title}`)
  let good = true
  for (const { what, value, must, ok = must === undefined || value === must, detail = [] } of lines) {
    good &&= ok
    console.log(`  ${ok ? ' ' : '✗'} ${what.padEnd(42)} ${value}`)
    if (!ok) for (const one of detail.slice(0, 10)) console.log(`      ${one}`)
  }
  return good
}

export const verdictLines = ({ lost, twice, untrue, open }: Verdict): Line[] => [
  { what: 'lost', value: lost.length, must: 0, detail: lost },
  { what: 'sent twice (two distinct ids)', value: twice.length, must: 0, detail: twice },
  { what: 'statuses that contradict the witness', value: untrue.length, must: 0, detail: untrue },
  { what: 'rows without a final status', value: open.length, must: 0, detail: open },
]

export function troubleLines({ inTime, takeOvers, stops }: Happened, wanted: number): Line[] {
  const longest = Math.max(0, ...takeOvers)
  const slowest = Math.max(0, ...stops.map(({ seconds }) => seconds))
  const inDoubt = stops.flatMap(({ left }) => left)
  const codes = [...new Set(stops.map(({ code }) => code))].join()
  return [
    // Inconclusive if most faults happened after the broadcast.
    { what: 'faults', value: `${wanted}, ${inTime} of them during the broadcast`, ok: inTime >= wanted / 2 },
    { what: 'takeovers', value: `${takeOvers.length}, max ${longest.toFixed(1)} s`, ok: longest <= 45 },
    {
      what: 'graceful stops',
      value: stops.length === 0 ? 0 : `${stops.length}, code ${codes}, max ${slowest.toFixed(1)} s`,
      ok: stops.every(({ code, seconds }) => code === 0 && seconds <= 25),
    },
    { what: 'messages left unconfirmed by stops', value: inDoubt.length, must: 0, detail: inDoubt },
  ]
}
