// When a question that was not answered is asked again without anybody pressing.

/** As far as an error says it. */
interface HttpFailure {
  status?: number
  /** When the server asks to come again, in seconds. */
  retryAfter?: number | undefined
}

/** Once; what the server has refused it refuses again. */
export const retry = (failures: number, error: unknown) => failures < 1 && !isRefused(error)

/** When the server says, and up to half as long beyond: whoever was sent away in one moment should not come back in one. */
export function retryDelay(failures: number, error: unknown, random = Math.random): number {
  const { retryAfter } = error as HttpFailure
  return retryAfter === undefined ? Math.min(1_000 * 2 ** failures, 30_000) : retryAfter * 1_000 * (1 + random() / 2)
}

/** A page that says that the server is busy looks again by itself, while somebody sees it; each at its own time. */
export function refetchInterval({ state }: { state: { error: unknown; errorUpdatedAt: number } }): number | false {
  return (state.error as HttpFailure | null)?.status === 503 && 10_000 + (state.errorUpdatedAt % 5_000)
}

function isRefused(error: unknown) {
  const { status = 0 } = error as HttpFailure
  return status >= 400 && status < 500
}
