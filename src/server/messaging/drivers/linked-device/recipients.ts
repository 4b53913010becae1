// Recipients on WhatsApp: the id of a number (account-lookup.ts), its devices and a Signal session with each (devices.ts).
// Concurrent sends share two batched requests; otherwise each new recipient would cost three round trips.
import { DriverError } from '../driver.ts'
import { type AccountLookupOptions, accountLookup, noteOf } from './account-lookup.ts'
import { isLid } from './addresses.ts'
import { batchLoader } from './batch-loader.ts'
import { openDevices } from './devices.ts'

export interface Recipients {
  /** WhatsApp's id, once everything needed to send is there. Throws DriverError. */
  prepare(number: string, repeat: boolean): Promise<string>
  /** Fetches devices and keys of a group's members. */
  prepareMembers(jids: readonly string[], repeat: boolean): Promise<void>
  check(numbers: readonly string[]): Promise<Map<string, string | null>>
  /** Invalidates the recipient: looked up again before the next message. */
  doubt(jid: string): void
  /** The next message to the group includes its sender key again. */
  doubtGroup(id: string): void
}

/** Larger requests look like harvesting. */
const maxPerLookup = 50

export function openRecipients(options: AccountLookupOptions): Recipients {
  const { sock, keys, memory } = options
  const { lookups } = memory
  const lookUp = accountLookup(options)
  const devices = openDevices({ sock, keys, memory, lookUp })
  const meet = batchLoader(maxPerLookup, (addresses: readonly string[]) => lookups.ask(() => meetAll(addresses)))
  const rekey = batchLoader(maxPerLookup, (jids: readonly string[]) => lookups.ask(() => rekeyAll(jids)))
  const recall = batchLoader(maxPerLookup, devices.recall)

  return {
    prepare: async (number, repeat) => {
      const cachedJid = isLid(number) ? number : memory.ids.get(number)
      const jid = cachedJid && (repeat || devices.areKnown(cachedJid)) ? cachedJid : await meet(number)
      if (!jid) throw new DriverError('impossible', 'not_on_whatsapp')
      if (repeat) await rekey(jid)
      else if (jid === cachedJid) await recall(jid)
      if (!devices.areKnown(jid)) throw new DriverError('later', 'no_devices')
      return jid
    },
    prepareMembers: async (jids, repeat) => {
      if (repeat) for (const jid of jids) await devices.forget(jid)
      for (let from = 0; from < jids.length; from += 200) {
        const members = jids.slice(from, from + 200)
        await lookups.ask(() => devices.equip(members))
      }
      if (jids.length > 0 && !jids.some(devices.areKnown)) throw new DriverError('later', 'no_devices')
    },
    check: async (numbers) => {
      const found = new Map<string, string | null>(numbers.map((number) => [number, null]))
      for (let from = 0; from < numbers.length; from += maxPerLookup) {
        const some = numbers.slice(from, from + maxPerLookup)
        for (const { number, jid } of await lookups.ask(() => lookUp({ numbers: some, devices: false })))
          if (number) found.set(number, jid)
      }
      return found
    },
    doubt: (jid) => void devices.forget(jid),
    doubtGroup: (id) => keys.stage({ 'sender-key-memory': { [id]: null } }),
  }

  /** Prepares everything that a message to them needs. Numbers seen on WhatsApp before are not looked up again: only their devices are. */
  async function meetAll(addresses: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const numbers = addresses.filter((address) => !isLid(address))
    const noted = await keys.readNotes(numbers.map(noteOf))
    for (const number of numbers) {
      const jid = noted.get(noteOf(number))
      if (jid) memory.ids.set(number, jid)
    }
    const idOf = (address: string) => (isLid(address) ? address : (memory.ids.get(address) ?? null))
    const knownJids = addresses.flatMap((address) => idOf(address) ?? [])
    await devices.equip(
      knownJids,
      numbers.filter((number) => !idOf(number)),
    )
    return new Map(addresses.map((address) => [address, idOf(address)]))
  }

  /** A resend begins new Signal sessions: the old ones may be why the message never arrived. */
  async function rekeyAll(jids: readonly string[]): Promise<ReadonlyMap<string, void>> {
    for (const jid of jids) await devices.forget(jid)
    await devices.equip(jids)
    return new Map(jids.map((jid) => [jid, undefined]))
  }
}
