// The states of a linked connection: connecting, connected, ended. Once ended, it sends nothing and emits no more events.
import { DriverError, type DriverEvent } from '../driver.ts'
import type { CloseReason } from './close-reason.ts'
import type { KeyStore } from './key-store.ts'
import type { Link } from './link.ts'

export interface ConnectionLife {
  state(): 'connecting' | 'connected' | 'ended'
  /** The current socket. */
  link(): Link
  /** Continues with this socket, which is connecting. */
  use(link: Link): void
  /** WhatsApp has accepted the connection. */
  connected(): void
  /** The socket to send on; throws DriverError unless connected. */
  working(): Link
  /** Delivers an event to the engine. False: the connection has ended, so the event was not delivered. */
  tell(event: DriverEvent): Promise<boolean>
  /** Ends the connection and emits `closed` with the reason. */
  end(why: Exclude<CloseReason, 'restart'>): Promise<void>
  /** Ends the connection without a `closed` event. */
  close(): Promise<void>
  /** Unlinks the phone and deletes the keys, without a `closed` event. */
  logout(): Promise<void>
  /** Resolves when every socket and timer is closed. */
  readonly ended: Promise<void>
  /** Whether the phone is no longer linked. */
  isForgotten(): boolean
}

export function connectionLife(keys: KeyStore, on: (event: DriverEvent) => Promise<void>): ConnectionLife {
  let state: 'connecting' | 'connected' | 'ended' = 'connecting'
  let link: Link | undefined
  let isForgotten = false
  let resolveEnded = () => {}
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve
  })

  async function finish() {
    link?.lose()
    await link?.wire.end()
    await keys.flush().catch(() => {})
    keys.close()
    resolveEnded()
  }

  return {
    state: () => state,
    link: () => link!,
    use: (opened) => {
      if (state !== 'ended') state = 'connecting'
      link = opened
    },
    connected: () => {
      state = 'connected'
    },
    working: () => {
      if (state !== 'connected') throw new DriverError('session', 'not_connected')
      return link!
    },
    tell: async (event) => {
      if (state === 'ended') return false
      await on(event)
      return true
    },
    end: async (why) => {
      if (state === 'ended') return
      state = 'ended'
      isForgotten = why.reason === 'logged_out'
      await finish()
      await on({ type: 'closed', ...why })
    },
    close: async () => {
      if (state === 'ended') return await ended
      state = 'ended'
      await finish()
    },
    logout: async () => {
      if (state === 'ended') throw new DriverError('session', 'not_connected')
      const wasConnected = state === 'connected'
      state = 'ended'
      isForgotten = true
      if (wasConnected && link) await Promise.race([link.wire.sock.logout().catch(() => {}), link.sending.lost])
      await finish()
      await keys.remove()
    },
    ended,
    isForgotten: () => isForgotten,
  }
}
