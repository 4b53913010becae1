// How long a mail waits before it is tried again, and which refusals are final.

/** After the first try half a minute, then four times as long each time, at most an hour. */
export function waitSeconds(attempts: number): number {
  return Math.min(30 * 4 ** (attempts - 1), 3600)
}

/** The server has refused this recipient or this mail for good (5xx). A refused login is ours to mend, so it is not final. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}
