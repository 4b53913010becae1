// The errors that the server throws when it rejects a request.
import type { ErrorCode } from '../contract/errors.ts'
import { english } from '../contract/messages/english.ts'
import { indonesian } from '../contract/messages/indonesian.ts'
import { type Message, type MessageFormat, message, messageText } from '../contract/messages/message.ts'

/** What is wrong with one field of a form. */
export interface FieldFault {
  path: string
  message: Message
}

export class AppError extends Error {
  readonly code: ErrorCode
  /** What the user is told; by default the title of the error code. */
  readonly said: Message
  readonly fields: FieldFault[] | undefined
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    said?: Message,
    more: { fields?: FieldFault[]; current?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(sentenceOf(said ?? message(`error.${code}`)), { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.said = said ?? message(`error.${code}`)
    this.fields = more.fields
    this.current = more.current
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const notFound = () => new AppError('not_found')

/** Someone else has changed the record since it was read; with the current one, so that the user can merge. */
export const versionConflict = (said: Message, current: unknown) => new AppError('version_conflict', said, { current })

/** The same, for a record that is known by its name. */
export const recordChanged = (name: string, current: unknown) =>
  versionConflict(message('record.changed', { name }), current)

/** An error that belongs to one field of a form. */
export function fieldError(code: ErrorCode, path: string, said: Message, current?: unknown): AppError {
  return new AppError(code, said, { fields: [{ path, message: said }], current })
}

/** Returns the row, or throws a 404. */
export function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw notFound()
  return row
}

const catalogues = { en: english, id: indonesian }
export type Language = keyof typeof catalogues

const tableLabels: Readonly<Record<string, Message>> = {
  broadcast_groups: message('label.broadcast_groups'),
  broadcasts: message('label.broadcasts'),
  contacts: message('label.contacts'),
  exchange_rates: message('label.exchange_rates'),
  imports: message('label.imports'),
  investments: message('label.investments'),
  investors: message('label.investors'),
  members: message('label.members'),
  notes: message('label.notes'),
  offerings: message('label.offerings'),
  opt_outs: message('label.opt_outs'),
  tags: message('label.tags'),
  tasks: message('label.tasks'),
  templates: message('label.templates'),
  wa_sessions: message('label.running_sessions'),
}

/** The name by which users know a table; if they know none, its name in the database. */
export const tableLabel = (table: string): Message | string => tableLabels[table] ?? table.replaceAll('_', ' ')

/** English for languages that Kabar does not support. Java and old Androids still use `in` for Indonesian. */
export const languageOf = (locale = ''): Language => (/^(id|in)(-|$)/i.test(locale) ? 'id' : 'en')

/** A message as text, for API responses, logs and files. */
export const sentenceOf = (said: Message, language: Language = 'en'): string =>
  messageText(catalogues[language], said, formats[language]) ?? said.code

/** Writes days and amounts unformatted: `2026-11-20`, `IDR 1500000.50`. */
const formatOf = (locale: Language): MessageFormat => {
  const [numbers, lists, plurals, regions] = [
    new Intl.NumberFormat(locale),
    new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale),
    new Intl.PluralRules(locale),
    new Intl.DisplayNames([locale], { type: 'region' }),
  ]
  return {
    number: (value) => numbers.format(value),
    day: (day) => day,
    country: (code) => regions.of(code) ?? code,
    money: (amount, currency) => `${currency} ${amount}`,
    list: (items) => lists.format(items),
    isOne: (count) => plurals.select(count) === 'one',
    text: (value) => value,
  }
}
const formats = { en: formatOf('en'), id: formatOf('id') }
