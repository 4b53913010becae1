// Linked device: WhatsApp through Baileys, which speaks the protocol of WhatsApp Web. Loaded when the first session is
// opened: Baileys takes a second and 60 MB.
import type { Abilities, Driver } from '../driver.ts'
import type { LinkedConnection } from './connection.ts'
import type { SessionCache } from './session-cache.ts'
import type { LinkedDeviceOptions, Settings, Timings } from './settings.ts'

const usualAbilities: Abilities = {
  ownIds: true,
  groups: true,
  receipts: true,
  media: true,
  // Sent one after the other; those that wait for an acknowledgement share lookups (batching).
  inFlight: 50,
  // Ten messages during a thousand of another account took 2.1 to 3 times as long as alone with fifty of these in flight,
  // 1.5 times with sixteen, and the thousand no longer (`npm run chaos -- fair-linked`).
  inFlightBeside: 16,
  evidenceMs: 60_000,
  acknowledgementMs: 120_000,
  pacing: 'careful',
}

const usual: Timings = {
  connectMs: 20_000,
  queryMs: 20_000,
  cappingMs: 5_000,
  keepAliveMs: 30_000,
  acknowledgeMs: 10_000,
}

export function linkedDevice({ now = Date.now, timings, waits, ...options }: LinkedDeviceOptions): Driver {
  const settings: Settings = { ...options, now, timings: { ...usual, ...timings } }
  const lines = new Map<string, LinkedConnection>()
  const memories = new Map<string, SessionCache>()
  return {
    abilities: { ...usualAbilities, ...waits },
    open: async (opening) => {
      const { openLinkedConnection: openLine, openSessionCache: openMemory } = await import('./connection.ts')
      const { sessionId } = opening
      await lines.get(sessionId)?.replace()
      const memory = memories.get(sessionId) ?? openMemory(now)
      memories.set(sessionId, memory)
      const line = await openLine(opening, settings, memory)
      lines.set(sessionId, line)
      void line.ended.then(() => {
        if (lines.get(sessionId) === line) lines.delete(sessionId)
        if (line.isForgotten()) memories.delete(sessionId)
      })
      return line.session
    },
  }
}
