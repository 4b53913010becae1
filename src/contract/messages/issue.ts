// Encodes a message as the text of a Zod issue, which can carry nothing else.
import { type Message, type MessageCode, type MessageParams, message } from './message.ts'

/** The code, then the parameters as JSON: `z.minLength(1, { error: issue('field.required') })`. */
export function issue<C extends MessageCode>(
  code: C,
  ...params: unknown extends MessageParams<C> ? [] : [params: MessageParams<C>]
): string {
  return issueOf(message(code, ...params))
}

export const issueOf = ({ code, params }: Message): string =>
  Object.keys(params).length > 0 ? `${code} ${JSON.stringify(params)}` : code

/** Decodes the text of an issue; `field.invalid` if it does not contain a message. */
export function messageOfIssue(text: string): Message {
  const [, code = '', params] = /^([a-z0-9_.]+)(?: (\{.*\}))?$/s.exec(text) ?? []
  if (!code) return message('field.invalid')
  return { code, params: params ? (JSON.parse(params) as Message['params']) : {} }
}
