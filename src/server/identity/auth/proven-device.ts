// Identifies the device of a login by its device tokens, unless the device was forgotten.
import type { Keys } from '../../keys.ts'
import type { Database } from '../../platform/db/index.ts'
import { deviceTokens } from './device-token.ts'
import { knownDevice } from './queries.ts'

interface Account {
  id: string
  organization_id: string
  password_hash: string
}

/** All fields are undefined if no token is valid. */
export interface ProvenDevice {
  token?: string
  device_id?: string
  remembered_until?: Date | undefined
}

export function provenDevices({ database, keys, now }: { database: Database; keys: Keys; now: () => Date }) {
  const devices = deviceTokens(keys('device-token'))

  return async function provenDevice(user: Account | undefined, tokens: string[]): Promise<ProvenDevice> {
    const token = devices.find(user, tokens)
    const device = user && token ? await knownDevice(database, user, devices.sessionOf(token)) : undefined
    if (!device || !token) return {}
    const until = device.remembered_until === null ? undefined : new Date(device.remembered_until)
    return { token, device_id: device.device_id, remembered_until: until && until > now() ? until : undefined }
  }
}
