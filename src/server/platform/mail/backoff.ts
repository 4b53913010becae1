// Retry delays of emails, and which rejections are permanent.

/** 30 seconds after the first attempt, then four times as long each time, at most an hour. */
export function waitSeconds(attempts: number): number {
  return Math.min(30 * 4 ** (attempts - 1), 3600)
}

/** The server has rejected this recipient or email permanently (5xx). A rejected login is a setting to correct, so it is not final. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}
