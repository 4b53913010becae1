// Closed-loop load generator.

const secondsEach = Number(process.env.BENCH_SECONDS ?? 1)

export interface Times {
  /** Latencies in milliseconds, ascending. */
  sorted: number[]
  /** Number of requests, including the warm-up. */
  requests: number
}

/** Number of requests of all runs, so that searches that must be new never repeat. */
let nth = 0

/** Each client sends the next request after each response. */
export async function load(
  clients: number,
  ask: (nth: number) => Promise<unknown>,
  seconds = secondsEach,
): Promise<Times> {
  const times: number[] = []
  const begin = nth
  const run = async (until: number, isCounted: boolean) => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      await ask(nth++)
      if (isCounted) times.push(performance.now() - startedAt)
    }
  }
  for (const isCounted of [false, true]) {
    const until = performance.now() + (isCounted ? seconds : 0.5) * 1000
    await Promise.all(Array.from({ length: clients }, () => run(until, isCounted)))
  }
  return { sorted: times.sort((a, b) => a - b), requests: nth - begin }
}

export const at = (sorted: number[], share: number) =>
  Number(sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1))
