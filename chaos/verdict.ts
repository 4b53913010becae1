// Compares what the witness saw with what Kabar reports. Pure.

/** A message as it arrived at a phone. */
export interface Seen {
  readonly to: string
  readonly id: string
}

export interface Said {
  readonly address: string
  readonly status: string
  readonly reason: string | null
  readonly wa_message_id: string | null
}

export interface Verdict {
  /** Recipients who should have it and do not, although Kabar reports no failure. */
  readonly lost: string[]
  /** Recipients with two messages: two ids. Frames under one id are one message. */
  readonly twice: string[]
  /** Where Kabar's state differs from what the witness saw. */
  readonly untrue: string[]
  /** Rows without a final status. */
  readonly open: string[]
}

const unsent = new Set(['skipped', 'cancelled', 'failed'])
const final = new Set([...unsent, 'sent', 'delivered', 'read', 'played'])

/** `truth`: the status that an address must have according to the witness; undefined if it knows no more than `seen`. */
export function judge(
  said: readonly Said[],
  seen: readonly Seen[],
  truth: (address: string) => string | undefined,
): Verdict {
  const ids = new Map<string, Set<string>>()
  for (const { to, id } of seen) ids.set(to, (ids.get(to) ?? new Set()).add(id))
  const of = (address: string) => ids.get(address) ?? new Set<string>()
  const isUntrue = ({ address, status, reason, wa_message_id }: Said) => {
    const arrived = of(address)
    const actual = truth(address)
    if (actual !== undefined && actual !== `${status}${reason ? `(${reason})` : ''}` && actual !== status) return true
    // An unconfirmed message may have arrived: only a person can find out.
    if (unsent.has(status)) return arrived.size > 0 && reason !== 'unconfirmed'
    return !arrived.has(wa_message_id ?? '')
  }
  return {
    lost: said
      .filter(({ address, status }) => !unsent.has(status) && of(address).size === 0)
      .map(({ address }) => address),
    twice: [...ids].filter(([, one]) => one.size > 1).map(([address]) => address),
    untrue: said.filter(isUntrue).map(({ address, status }) => `${address} is ${status}`),
    open: said.filter(({ status }) => !final.has(status)).map(({ address, status }) => `${address} is ${status}`),
  }
}
