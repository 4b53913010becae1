// Recipients on WhatsApp: the id of a number, its devices, and a Signal session with each. Batched for concurrent sends
// into two requests: separately, each new recipient costs three round trips.
import { extractDeviceJids, jidDecode, jidEncode, type WASocket } from 'baileys'
import { DriverError } from '../driver.ts'
import { isLid, numberJid, userOf } from './addresses.ts'
import { batchLoader } from './batch-loader.ts'
import type { KeyStore } from './key-store.ts'
import type { SessionCache } from './session-cache.ts'
import { type UsyncQuery, type UsyncUser, usyncAnswer, usyncQuery } from './usync.ts'

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

export interface RecipientsOptions {
  readonly sock: WASocket
  readonly keys: KeyStore
  readonly memory: SessionCache
  /** WhatsApp has only a hidden id for this number. */
  readonly onHidden: (hidden: string, number: string) => void
}

/** Larger requests look like harvesting. */
const maxAtOnce = 50

type Device = ReturnType<typeof extractDeviceJids>[number]

export function openRecipients({ sock, keys, memory, onHidden }: RecipientsOptions): Recipients {
  const { lookups } = memory
  const meet = batchLoader(maxAtOnce, (whom: readonly string[]) => lookups.ask(() => meetAll(whom)))
  const rekey = batchLoader(maxAtOnce, (jids: readonly string[]) => lookups.ask(() => rekeyAll(jids)))
  const recall = batchLoader(maxAtOnce, recallAll)
  const hasDevices = (jid: string) => memory.hasDevices(userOf(jid))

  return {
    prepare: async (number, repeat) => {
      const known = isLid(number) ? number : memory.ids.get(number)
      const jid = known && (repeat || hasDevices(known)) ? known : await meet(number)
      if (!jid) throw new DriverError('impossible', 'not_on_whatsapp')
      if (repeat) await rekey(jid)
      else if (jid === known) await recall(jid)
      if (!hasDevices(jid)) throw new DriverError('later', 'no_devices')
      return jid
    },
    prepareMembers: async (jids, repeat) => {
      if (repeat) for (const jid of jids) await memory.devices.del(userOf(jid))
      for (let from = 0; from < jids.length; from += 200) {
        const members = jids.slice(from, from + 200)
        await lookups.ask(() => equip(members))
      }
      if (jids.length > 0 && !jids.some(hasDevices)) throw new DriverError('later', 'no_devices')
    },
    check: async (numbers) => {
      const found = new Map<string, string | null>(numbers.map((number) => [number, null]))
      for (let from = 0; from < numbers.length; from += maxAtOnce) {
        const some = numbers.slice(from, from + maxAtOnce)
        for (const { number, jid } of await lookups.ask(() => ask({ numbers: some, devices: false })))
          if (number) found.set(number, jid)
      }
      return found
    },
    doubt: (jid) => void memory.devices.del(userOf(jid)),
    doubtGroup: (id) => keys.stage({ 'sender-key-memory': { [id]: null } }),
  }

  /** Prepares everything that a message to them needs. Numbers seen on WhatsApp before are not looked up again: only their devices are. */
  async function meetAll(whom: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const numbers = whom.filter((one) => !isLid(one))
    const noted = await keys.readNotes(numbers.map(noteOf))
    for (const number of numbers) {
      const jid = noted.get(noteOf(number))
      if (jid) memory.ids.set(number, jid)
    }
    const idOf = (one: string) => (isLid(one) ? one : (memory.ids.get(one) ?? null))
    const known = whom.flatMap((one) => idOf(one) ?? [])
    await equip(
      known,
      numbers.filter((number) => !idOf(number)),
    )
    return new Map(whom.map((one) => [one, idOf(one)]))
  }

  /** A resend begins new Signal sessions: the old ones may be why the message never arrived. */
  async function rekeyAll(jids: readonly string[]): Promise<ReadonlyMap<string, void>> {
    for (const jid of jids) await memory.devices.del(userOf(jid))
    await equip(jids)
    return new Map(jids.map((jid) => [jid, undefined]))
  }

  /**
   * Devices of these recipients, and a Signal session with each. Recipients without cached devices get new sessions: the
   * stored ones may be older than those on their phones, as after a restored backup.
   */
  async function equip(jids: readonly string[], strangers: readonly string[] = []) {
    // Every message also goes to the account's own phone.
    const own = sock.user?.id ? [numberJid(userOf(sock.user.id))] : []
    const everybody = [...own, ...jids]
    const unsure = everybody.filter((jid) => !hasDevices(jid))
    const [met, others] = await Promise.all([
      strangers.length > 0 ? ask({ numbers: strangers, devices: true }) : [],
      unsure.length > 0 ? ask({ jids: unsure, devices: true }) : [],
    ])
    await learnDevices([...met, ...others])
    // WhatsApp omitted their devices from the lookup by number: fetched separately.
    const untold = met.flatMap(({ jid, devices }) => (devices ? [] : [jid]))
    if (untold.length > 0) await learnDevices(await ask({ jids: untold, devices: true }))
    await fetchKeys([...unsure, ...met.map(({ jid }) => jid)], true)
    const sure = everybody.filter((jid) => !unsure.includes(jid))
    await recallAll(sure)
    await fetchKeys(sure, false)
  }

  /** Prefetches sessions that may have been evicted from the key store's cache: Baileys would read them one by one. */
  async function recallAll(jids: readonly string[]): Promise<ReadonlyMap<string, void>> {
    const lids = await keys.get('lid-mapping', jids.filter((jid) => !isLid(jid)).map(userOf))
    const byUser = new Map<string, Device[]>()
    for (const jid of jids) byUser.set(userOf(jid), await devicesOf(jid))
    await readSessions(byUser, new Map(Object.entries(lids)))
    return new Map(jids.map((jid) => [jid, undefined]))
  }

  /** Fetches keys of all their devices, or only of those without a session. */
  async function fetchKeys(jids: readonly string[], anew: boolean) {
    const devices = (await Promise.all(jids.map(devicesOf))).flat()
    if (devices.length === 0) return
    // One device without keys must not block the others. But if the person's phone has none, nothing is sent.
    for (const jid of await keylessOf(devices.map(jidOf), anew)) {
      const { user, device = 0 } = jidDecode(jid)!
      const known = await devicesOf(jid)
      await memory.devices.set(
        user,
        known.filter((other) => (other.device ?? 0) !== device),
      )
    }
  }

  async function devicesOf(jid: string): Promise<Device[]> {
    return (await memory.devices.get<Device[]>(userOf(jid))) ?? []
  }

  async function ask(question: UsyncQuery): Promise<UsyncUser[]> {
    const tag = sock.generateMessageTag()
    const people = usyncAnswer(await sock.query(usyncQuery(question, tag)), question)
    if (!people) throw new Error('no answer')
    const notes = new Map<string, string>()
    for (const { number, jid } of people) {
      if (!number) continue
      memory.ids.set(number, jid)
      notes.set(noteOf(number), jid)
      if (jid !== numberJid(number)) notes.set(lookupNoteOf(jid), number)
    }
    keys.stageNotes(notes)
    for (const { number, jid } of people) if (number && isLid(jid)) onHidden(`${userOf(jid)}@lid`, number)
    return people
  }

  async function learnDevices(people: readonly UsyncUser[]) {
    const { id = '', lid } = sock.user ?? {}
    const told = people.map(({ jid, devices = [] }) => ({ id: jid, devices: { deviceList: [...devices] } }))
    const byUser = new Map<string, Device[]>()
    for (const device of extractDeviceJids(told, id, lid ?? '', false))
      byUser.set(device.user, [...(byUser.get(device.user) ?? []), device])
    const hidden = people.flatMap(({ jid, lid }) => (lid ? [{ lid, pn: jid }] : []))
    await sock.signalRepository.lidMapping.storeLIDPNMappings(hidden)
    await readSessions(byUser, new Map(hidden.map(({ lid, pn }) => [userOf(pn), userOf(lid)])))
    for (const [user, devices] of byUser) await memory.devices.set(user, devices)
    const lists = [...byUser].map(([user, devices]) => [user, devices.map(({ device }) => String(device ?? 0))])
    if (lists.length > 0) keys.stage({ 'device-list': Object.fromEntries(lists) })
  }

  /** In one query: Baileys asks the store for each alone. Sessions are stored under the hidden id. */
  async function readSessions(byUser: ReadonlyMap<string, Device[]>, lids: ReadonlyMap<string, string>) {
    const sessions = [...byUser].flatMap(([user, devices]) => {
      const lid = lids.get(user)
      return devices.map((device) =>
        sock.signalRepository.jidToSignalProtocolAddress(lid ? jidEncode(lid, 'lid', device.device) : jidOf(device)),
      )
    })
    await keys.remember({ session: sessions, tctoken: [...lids.values()].map((lid) => jidEncode(lid, 'lid')) })
  }

  /** Returns the devices without keys: a single one makes Baileys drop the keys of all. */
  async function keylessOf(jids: string[], anew: boolean): Promise<string[]> {
    try {
      await sock.assertSessions(jids, anew)
      return []
    } catch (error) {
      const { data } = error as { data?: unknown }
      if (data !== 404 && data !== 406) throw error
      if (jids.length === 1) return jids
      const middle = Math.ceil(jids.length / 2)
      return [...(await keylessOf(jids.slice(0, middle), anew)), ...(await keylessOf(jids.slice(middle), anew))]
    }
  }
}

const jidOf = ({ user, server, device }: Device) => jidEncode(user, server, device)

/** Note of the number that was looked up, if WhatsApp's id shows another number or none. */
export const lookupNoteOf = (jid: string) => `asked/${userOf(jid)}${isLid(jid) ? '@lid' : ''}`

const noteOf = (number: string) => `number/${number}`
