// The error thrown by the data folder and the embedded PostgreSQL: its message is one line for the person starting Kabar.

export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** Another process holds the data folder. */
export class InUseError extends EmbeddedError {}

/** The code of a system error (`EACCES`, `ENOENT`, …), if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
