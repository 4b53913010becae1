// Retry policy of queries: Retry-After plus up to 50 % jitter.

/** The fields of an error that the policy reads. */
interface HttpFailure {
  status?: number
  /** Retry-After of the response, in seconds. */
  retryAfter?: number | undefined
}

/** One retry, but none if the server rejected the request: it would reject it again. */
export const retry = (failures: number, error: unknown) => failures < 1 && !isRefused(error)

/** Retry-After plus up to 50 % jitter, so that clients rejected together do not return together. */
export function retryDelay(failures: number, error: unknown, random = Math.random): number {
  const { retryAfter } = error as HttpFailure
  return retryAfter === undefined ? Math.min(1_000 * 2 ** failures, 30_000) : retryAfter * 1_000 * (1 + random() / 2)
}

/** A visible page that shows "server busy" refetches automatically, with jitter. */
export function refetchInterval({ state }: { state: { error: unknown; errorUpdatedAt: number } }): number | false {
  return (state.error as HttpFailure | null)?.status === 503 && 10_000 + (state.errorUpdatedAt % 5_000)
}

function isRefused(error: unknown) {
  const { status = 0 } = error as HttpFailure
  return status >= 400 && status < 500
}
