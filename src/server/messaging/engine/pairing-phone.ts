// The phone on which a pairing code is typed, until linking succeeds or fails; survives a crash of the process.
import type { Vault } from '../drivers/driver.ts'

export interface PairingPhone {
  get(): Promise<string | null>
  set(phone: string | null): Promise<void>
  /** Forgets the cached phone after the vault was cleared, because a phone was linked or unlinked. */
  forget(): void
}

/** Stored next to the driver's own keys; deleted when the driver links another account. */
const key = 'engine/pair_with'

export function openPairingPhone(vault: Vault): PairingPhone {
  let phone: string | null | undefined

  async function read() {
    const stored = (await vault.read([key])).get(key)
    return stored ? Buffer.from(stored).toString() : null
  }

  return {
    get: async () => {
      phone ??= await read()
      return phone
    },
    set: async (next) => {
      if (phone === next) return
      await vault.write(new Map([[key, next === null ? null : Buffer.from(next)]]))
      phone = next
    },
    forget: () => {
      phone = null
    },
  }
}
