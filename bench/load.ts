// Clients that ask again and again, and how long each answer took.

const secondsEach = Number(process.env.BENCH_SECONDS ?? 1)

export interface Times {
  /** Milliseconds of each, in order of length. */
  sorted: number[]
  /** How many there were, with those of warming up. */
  asked: number
}

/** How often `load` has asked: the searches that must be new go on from there. */
let nth = 0

/** Each client asks again as soon as it has its answer. */
export async function load(
  clients: number,
  ask: (nth: number) => Promise<unknown>,
  seconds = secondsEach,
): Promise<Times> {
  const times: number[] = []
  const begin = nth
  const run = async (until: number, isCounted: boolean) => {
    while (performance.now() < until) {
      const begun = performance.now()
      await ask(nth++)
      if (isCounted) times.push(performance.now() - begun)
    }
  }
  for (const isCounted of [false, true]) {
    const until = performance.now() + (isCounted ? seconds : 0.5) * 1000
    await Promise.all(Array.from({ length: clients }, () => run(until, isCounted)))
  }
  return { sorted: times.sort((a, b) => a - b), asked: nth - begin }
}

export const at = (sorted: number[], share: number) =>
  Number(sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1))
