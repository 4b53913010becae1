// Signs requests as the Standard Webhooks specification says: https://www.standardwebhooks.com
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  /** Of this attempt. */
  at: Date
  body: string
  /** The present secret, and the one before it while both are valid. */
  secrets: readonly string[]
}

export function signatureHeaders({ id, at, body, secrets }: Signed) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
