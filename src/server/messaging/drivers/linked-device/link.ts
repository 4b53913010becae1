// One socket of a session, and everything that belongs to it.
import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Account } from './account.ts'
import { openContentCache } from './content-cache.ts'
import { type Groups, openGroups } from './groups.ts'
import type { Inbound } from './inbound.ts'
import type { KeyStore } from './key-store.ts'
import { openRecipients, type Recipients } from './recipients.ts'
import type { SendingOptions } from './sending.ts'
import type { SessionCache } from './session-cache.ts'
import type { Settings } from './settings.ts'
import { openTokens } from './tokens.ts'
import { connect, type Wire, type WireEvents, type WireOptions } from './wire.ts'
import type { SendProgress } from './write-barrier.ts'

export interface Link {
  readonly wire: Wire
  readonly recipients: Recipients
  readonly groups: Groups
  readonly sending: SendingOptions
  /** Tells sends in flight that the socket is closed. */
  lose(): void
}

export interface LinkOptions {
  readonly sessionId: string
  readonly settings: Settings
  readonly account: Account
  readonly keys: KeyStore
  readonly memory: SessionCache
  readonly inbound: Inbound
  readonly departing: AsyncLocalStorage<SendProgress>
  readonly getMessage: WireOptions['getMessage']
  readonly on: Pick<WireEvents, 'qr' | 'open' | 'closed' | 'creds' | 'broken'>
  /** WhatsApp has only a hidden id for this number. */
  readonly onHidden: (hidden: string, number: string) => void
}

export function openLink(options: LinkOptions): Link {
  const { settings, account, keys, memory, inbound, departing } = options
  const { timings } = settings
  let lose = () => {}
  const lost = new Promise<void>((resolve) => {
    lose = resolve
  })
  const wire = connect({
    ...{ sessionId: options.sessionId, timings, log: settings.log, keys, memory, departing },
    url: settings.webSocketUrl,
    mediaAgent: settings.mediaAgent,
    creds: account.creds,
    getMessage: options.getMessage,
    groupMetadata: async (id) => groups.cached(id),
    on: { ...inbound.on, ...options.on },
  })
  const { sock } = wire
  const groups = openGroups({ sock, lookups: memory.lookups, self: account.self })
  const recipients = openRecipients({ sock, keys, memory, onHidden: options.onHidden })
  const sending: SendingOptions = {
    ...{ sock, recipients, groups, departing, lost },
    tokens: openTokens(sock, keys, settings.now),
    acknowledgements: inbound.acknowledgements,
    contentOf: openContentCache(sock.waUploadToServer),
    acknowledgeMs: timings.acknowledgeMs,
  }
  return { wire, groups, recipients, sending, lose }
}
