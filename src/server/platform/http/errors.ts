// Maps every thrown error to application/problem+json, without internals; optimistic-locking conflicts become `version_conflict`.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, errors, type Problem } from '../../../contract/errors.ts'
import { messageOfIssue } from '../../../contract/messages/issue.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, type FieldFault, fieldError, sentenceOf } from '../../errors.ts'
import { DatabaseUnavailable } from '../db/connection-pool.ts'
import { preferredLanguage } from './message-texts.ts'

export function installErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toAppError(error)
    if (problem.code === 'internal_error') request.log.error({ err: error }, 'request failed')
    else if (problem.code === 'unavailable') request.log.warn({ reason: error.message }, 'database unavailable')
    sendProblem(reply, request, problem)
  })
}

export function sendProblem(reply: FastifyReply, request: FastifyRequest, error: AppError) {
  const { code, said, fields, current } = error
  const language = preferredLanguage(request.headers['accept-language'])
  const status = errors[code]
  const title = sentenceOf(message(`error.${code}`), language)
  const problem: Problem = {
    type: `urn:kabar:${code}`,
    title,
    status,
    code,
    message: { code: said.code, params: said.params },
    request_id: request.id,
  }
  if (said.code !== `error.${code}`) problem.detail = sentenceOf(said, language)
  if (fields)
    problem.errors = fields.map(({ path, message: fault }) => ({
      path,
      ...fault,
      message: sentenceOf(fault, language),
    }))
  if (current !== undefined) problem.current = current
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  // Also for requests without a route, or that failed before routing.
  reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
  return reply.status(status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

function toAppError(error: FastifyError & { code?: string }): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return new AppError('invalid_request', undefined, { fields: fieldsOf(error) })
  return fromDatabase(error) ?? fromRequest(error) ?? new AppError('internal_error', undefined, { cause: error })
}

/** More than any client shows. */
const maxFields = 100

function fieldsOf(error: FastifyError): FieldFault[] {
  const issues = (error.validation ?? []) as unknown as Issue[]
  const fields = issues.slice(0, maxFields).flatMap(({ keyword, instancePath, message: text, params }) => {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
    if (keyword !== 'unrecognized_keys') return [{ path, message: messageOfIssue(text) }]
    // Zod reports unknown keys on the object: name each one, so that the client sees which.
    return (params?.keys ?? []).slice(0, maxFields).map((key) => ({
      path: path ? `${path}.${key}` : key,
      message: message('field.unknown'),
    }))
  })
  return fields.slice(0, maxFields)
}

interface Issue {
  keyword: string
  instancePath: string
  message: string
  params?: { keys?: string[] }
}

const requestCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_ERR_NOT_FOUND: 'not_found',
  // The client disconnected while sending: it will not read this response.
  ECONNRESET: 'malformed_request',
}

function fromRequest(error: FastifyError): AppError | undefined {
  const code = requestCodes[error.code]
  if (code) return new AppError(code)
  const status = error.statusCode ?? 500
  if (status === 503) return new AppError('unavailable', undefined, { retryAfterSeconds: 2 })
  if (status === 429) return new AppError('too_many_requests', undefined, { retryAfterSeconds: 5 })
  return status >= 400 && status < 500 ? new AppError('malformed_request') : undefined
}

// By SQLSTATE, never by text. Constraints with a meaning for users are handled by their feature. Class 22 (a value that
// PostgreSQL rejects) is missing on purpose: the schema let it through, so it is a bug and belongs in the log.
function fromDatabase(
  error: Error & { code?: string; constraint?: string; column?: string; detail?: string },
): AppError | undefined {
  const code = error.code ?? ''
  // 25006: the server has become read-only. 25P03: the transaction was idle for too long, because the machine is overloaded.
  if (error instanceof DatabaseUnavailable || /^(08|53|57P0|25006|25P03)/.test(code))
    return new AppError('unavailable', undefined, { retryAfterSeconds: 2, cause: error })
  // Raised by reject_closed_day for any write. Of class 23, so that an import fails instead of retrying.
  if (code === '23K09' && error.column === 'time_zone')
    return fieldError('period_closed', 'time_zone', message('period.closed_time_zone', { closed: error.detail! }), {
      closed_until: error.detail,
    })
  if (code === '23K09')
    return new AppError('period_closed', message('period.closed', { closed: error.detail! }), {
      current: { closed_until: error.detail },
    })
  if (code === '23514' && error.constraint === 'time_zone_is_known')
    return fieldError('invalid_request', 'time_zone', message('field.not_time_zone'))
  if (/^(23502|23514)/.test(code)) return new AppError('invalid_request', undefined, { cause: error })
  if (code === '23503') return new AppError('not_found', undefined, { cause: error })
  if (code === '23505') return new AppError('state_conflict', undefined, { cause: error })
  return undefined
}
