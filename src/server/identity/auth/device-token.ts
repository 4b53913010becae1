// Device token: proves that this browser has signed in to an account before, so that failed attempts by others do not
// lock it out.
import { createHmac, timingSafeEqual } from 'node:crypto'

interface Account {
  id: string
  password_hash: string
}

/**
 * One token per session, so that a stolen access token gains only one limit of attempts. A new password revokes all tokens of the
 * user (the MAC covers its hash); ending a session revokes those of its device (`knownDevice` in queries.ts).
 */
export function deviceTokens(key: Buffer) {
  function make({ id, password_hash }: Account, session_id: string): string {
    return sealed(Buffer.from(`${id}${session_id}`.replaceAll('-', ''), 'hex'), password_hash)
  }

  /** Which of the tokens is valid for this account. Takes the same time if the account does not exist. */
  function find(account: Account | undefined, tokens: readonly string[]): string | undefined {
    const { id, password_hash } = account ?? nobody
    const good = tokens.filter((token) => {
      const content = Buffer.from(shape.exec(token)?.[1] ?? '', 'base64url')
      const expected = sealed(content, password_hash)
      const isWhole = expected.length === token.length && timingSafeEqual(Buffer.from(expected), Buffer.from(token))
      return isWhole && content.toString('hex', 0, 16) === id.replaceAll('-', '')
    })
    return account && good[0]
  }

  function sealed(content: Buffer, password_hash: string): string {
    const mac = createHmac('sha256', key).update(content).update(password_hash).digest('base64url')
    return `dt1.${content.toString('base64url')}.${mac}`
  }

  /** The id of the session in which this valid token was issued. */
  function sessionOf(token: string): string {
    const content = Buffer.from(shape.exec(token)![1]!, 'base64url')
    return content.toString('hex', 16, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }

  return { make, find, sessionOf }
}

const nobody: Account = { id: '', password_hash: '' }
// 32 and 32 bytes in base64url.
const shape = /^dt1\.([\w-]{43})\.[\w-]{43}$/
