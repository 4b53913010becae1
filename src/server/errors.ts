// The errors that the server throws when it rejects a request.
import type { ErrorCode, FieldError } from '../contract/errors.ts'

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined

  /** `detail` is for the user; it may be empty if the code's title says everything. */
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

/** Returns the row, or throws a 404. */
export function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw notFound()
  return row
}

/** Why nothing in a closed period can be written, and what to do: for an API response or an import row. */
export const periodClosedText = (closed: string) =>
  `The books are closed until ${closed}: nothing of these days can change. Use a later day, or reopen them under Account, Closed periods.`

/** The same for a time zone. */
export const closedZoneText = (closed: string) =>
  `This time zone would change days until ${closed}, for which the books are closed. Reopen them under Account, Closed periods, change it and close them again.`
