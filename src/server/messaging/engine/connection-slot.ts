// The one connection that a session may have at a time: opening it, closing it once, and storing how it ended.
import type { SessionConnection } from './session-connection.ts'

/**
 * `closed`: a new connection may be opened. `open`: even if the connection is lost. `closing`: until everything received is
 * stored. `ending`: the connection ended on its own; the lease is kept until the effects are stored.
 */
export type ConnectionState = 'closed' | 'open' | 'closing' | 'ending'

export interface ConnectionSlot {
  state(): ConnectionState
  current(): SessionConnection | undefined
  put(connection: SessionConnection): void
  /** Closes a connection once. All callers wait until everything received is stored. */
  close(): Promise<void>
  /** Stores the effects of a connection that ended on its own. */
  end(store: () => Promise<void>): Promise<void>
  /** Resolves when the effects passed to `end` are stored; rejects if storing them failed. */
  ended(): Promise<void>
}

/** `afterClose` runs after a connection was closed; until it has ended, the state is still `closing`. */
export function connectionSlot(afterClose: () => Promise<void>): ConnectionSlot {
  let connection: SessionConnection | undefined
  let closing: Promise<void> | undefined
  let ending: Promise<void> | undefined

  async function close() {
    const open = connection
    if (!open) return
    await open.endSending()
    connection = undefined
    await open.close()
    await afterClose()
  }

  return {
    state: () => (closing ? 'closing' : ending ? 'ending' : connection ? 'open' : 'closed'),
    current: () => connection,
    put: (opened) => {
      connection = opened
    },
    close: () => {
      closing ??= close().finally(() => {
        closing = undefined
      })
      return closing
    },
    end: async (store) => {
      const stored = store().finally(() => {
        if (ending === stored) ending = undefined
      })
      ending = stored
      await stored
    },
    ended: async () => await ending,
  }
}
