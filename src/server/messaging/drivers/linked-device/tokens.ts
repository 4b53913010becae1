// When our token was last sent to each person. Baileys 7.0.0-rc14 intends to store it but writes into a finished
// transaction: without this, every message is followed by a second stanza.
import type { WASocket } from 'baileys'
import type { KeyStore } from './key-store.ts'
import { lruMap } from './lru-map.ts'

export interface Tokens {
  /** Call after a message was sent. */
  note(jid: string): Promise<void>
}

/** WhatsApp counts tokens by weeks. */
const weekSeconds = 604_800

export function openTokens(sock: WASocket, keys: KeyStore, now: () => number): Tokens {
  const noted = lruMap<string, number>(10_000)
  return {
    note: async (jid) => {
      const seconds = Math.floor(now() / 1_000)
      const week = Math.floor(seconds / weekSeconds)
      if (noted.get(jid) === week) return
      const lid = (await sock.signalRepository.lidMapping.getLIDForPN(jid)) ?? jid
      const current = (await keys.get('tctoken', [lid]))[lid]
      if (Math.floor((current?.senderTimestamp ?? 0) / weekSeconds) < week)
        keys.stage({ tctoken: { [lid]: { token: Buffer.alloc(0), ...current, senderTimestamp: seconds } } })
      noted.set(jid, week)
    },
  }
}
