// Relying party: the name and origin that passkeys are bound to, from the configured address and never from a request.
import { isIP } from 'node:net'
import { message } from '../../../../contract/messages/message.ts'
import type { PasskeyList } from '../../../../contract/passkeys.ts'
import { AppError } from '../../../errors.ts'

interface RelyingParty {
  /** The host name. */
  id: string
  origin: string
}

/** Browsers offer passkeys on HTTPS and on `localhost`, and for a name, not for an IP address. */
export function whyUnavailable(publicUrl: string): PasskeyList['unavailable'] {
  const { protocol, hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return 'ip_address'
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? null : 'not_secure'
}

/** Throws `passkeys_unavailable`. */
export function relyingParty(publicUrl: string): RelyingParty {
  const reason = whyUnavailable(publicUrl)
  if (reason === 'ip_address') throw new AppError('passkeys_unavailable', message('passkey.ip_address'))
  if (reason === 'not_secure') throw new AppError('passkeys_unavailable', message('passkey.not_secure'))
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}
