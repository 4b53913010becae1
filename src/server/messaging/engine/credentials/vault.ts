// Vault of a driver's credentials: encrypted in the database, bound to their key and session, refused to a former owner.

import { type Keys, seal, unseal } from '../../../keys.ts'
import { type Database, inTenant } from '../../../platform/db/index.ts'
import type { Vault } from '../../drivers/driver.ts'
import * as leases from '../leases/queries.ts'
import * as queries from './queries.ts'

/** The secret is not the one they were encrypted with, or the rows were moved. */
export class UnreadableCredentials extends Error {
  override readonly name = 'UnreadableCredentials'
}

/** Reading throws UnreadableCredentials if decryption fails; nothing is overwritten then. */
export function openVault(database: Database, key: Buffer, term: leases.Term): Vault {
  const place = (name: string) => placeOf(term, name)
  return {
    read: async (names) => {
      const rows = await inTenant(database, term, (tenant) => queries.readCredentials(tenant, term.session_id, names))
      return new Map(rows.map((row) => [row.key, open(key, place(row.key), row.value)]))
    },
    write: async (changes) => {
      const sealed = new Map([...changes].map(([name, value]) => [name, value && seal(key, place(name), value)]))
      await inTenant(database, term, async (tenant) => {
        if (!(await leases.lockLease(tenant, term))) throw new Error('the session has another owner')
        await queries.writeCredentials(tenant, term.session_id, sealed)
      })
    },
    clear: () =>
      inTenant(database, term, async (tenant) => {
        if (!(await leases.lockLease(tenant, term))) throw new Error('the session has another owner')
        await queries.removeCredentials(tenant, term.session_id)
      }),
  }
}

/** Whether the secret decrypts the keys of at least one linked phone (one alone may be damaged); undefined if there are none. */
export async function areReadable(database: Database, keys: Keys): Promise<boolean | undefined> {
  const samples = await queries.sampleCredentials(database)
  if (samples.length === 0) return undefined
  return samples.some((sample) => {
    try {
      return open(keys('wa-credentials'), placeOf(sample, sample.key), sample.value) !== undefined
    } catch {
      return false
    }
  })
}

function placeOf({ organization_id, session_id }: Pick<leases.Term, 'organization_id' | 'session_id'>, name: string) {
  return `${organization_id}|${session_id}|${name}`
}

function open(key: Buffer, place: string, blob: Buffer): Buffer {
  try {
    return unseal(key, place, blob)
  } catch (error) {
    throw new UnreadableCredentials(place, { cause: error })
  }
}
