// The account of a session: Baileys' credentials, stored as soon as a phone is linked.
import { type AuthenticationCreds, initAuthCreds } from 'baileys'
import type { Self } from './addresses.ts'
import type { KeyStore } from './key-store.ts'

export interface Account {
  /** Baileys changes this object in place. */
  readonly creds: AuthenticationCreds
  /** Whether a phone was already linked when the account was opened. */
  readonly wasLinked: boolean
  self(): Self
  pushName(): string
  /** Stages the credentials after Baileys changed them, once a phone is linked. */
  keep(): void
}

/** Throws DamagedCredentials if the stored credentials cannot be read. */
export async function openAccount(keys: KeyStore): Promise<Account> {
  const stored = await keys.credentials()
  const creds = stored ?? initAuthCreds()
  let isLinked = stored !== undefined
  return {
    creds,
    wasLinked: isLinked,
    self: () => ({ id: creds.me?.id ?? '', ...(creds.me?.lid ? { lid: creds.me.lid } : {}) }),
    pushName: () => (creds.me?.name && creds.me.name !== '~' ? creds.me.name : ''),
    keep: () => {
      // Without a linked phone, stored credentials would look like those of a linked one, and every login would fail.
      if (!creds.account || !creds.me?.id) return
      if (!isLinked) keys.beginAccount()
      isLinked = true
      keys.stageCredentials(creds)
      keys.flush().catch(() => {})
    },
  }
}
