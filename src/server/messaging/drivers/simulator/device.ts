// A linked device of the simulated phone, in the session's vault.
import { createHash, randomUUID } from 'node:crypto'
import type { Vault } from '../driver.ts'

export interface Device {
  readonly id: string
  readonly phoneNumber: string
  readonly pushName: string
}

const vaultKey = 'device'

export const newDevice = (sessionId: string): Device => ({
  id: randomUUID(),
  phoneNumber: numberFor(sessionId),
  pushName: 'Kabar Simulator',
})

export async function storedDevice(vault: Vault): Promise<Device | undefined> {
  const stored = (await vault.read([vaultKey])).get(vaultKey)
  return stored ? (JSON.parse(Buffer.from(stored).toString()) as Device) : undefined
}

export async function storeDevice(vault: Vault, device: Device | null): Promise<void> {
  await vault.write(new Map([[vaultKey, device && Buffer.from(JSON.stringify(device))]]))
}

/** Stable per session; never ends in digits that have a special outcome. */
function numberFor(sessionId: string): string {
  const digest = createHash('sha256').update(sessionId).digest()
  return `+62812${1000 + (digest.readUInt16BE(0) % 9000)}${1000 + (digest.readUInt16BE(2) % 9000)}`
}
