// What the server throws when a request cannot be answered as asked.
import type { ErrorCode, FieldError } from '../contract/errors.ts'

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined

  /** `detail` is for the person who reads it; it may be empty where the code's title says all. */
  constructor(
    code: ErrorCode,
    detail = '',
    more: { fields?: FieldError[]; current?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.current = more.current
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const notFound = () => new AppError('not_found')

/** An error that belongs to one field of a form. */
export function fieldError(code: ErrorCode, path: string, message: string, current?: unknown): AppError {
  return new AppError(code, message, { fields: [{ path, code, message }], current })
}

/** The row, or a 404. */
export function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw notFound()
  return row
}

/** Why nothing of a closed period is written, and what to do: to whoever calls, or on the row of a file. */
export const periodClosedText = (closed: string) =>
  `The books are closed until ${closed}: nothing of these days can change. Use a later day, or reopen them under Account, Closed periods.`

/** The same of a time zone. */
export const closedZoneText = (closed: string) =>
  `This time zone would change days until ${closed}, for which the books are closed. Reopen them under Account, Closed periods, change it and close them again.`
