// Whom a message is for: WhatsApp's id of the number, the devices there, and a Signal session with each. Asked for all who
// are being written to in this moment together, in two questions: alone, each new recipient costs three round trips.
import { extractDeviceJids, jidDecode, jidEncode, type WASocket } from 'baileys'
import { DriverError } from '../driver.ts'
import { isLid, numberJid, userOf } from './addresses.ts'
import { batchLoader } from './batch-loader.ts'
import type { KeyStore } from './key-store.ts'
import type { SessionCache } from './session-cache.ts'
import { type UsyncQuery, type UsyncUser, usyncAnswer, usyncQuery } from './usync.ts'

export interface Recipients {
  /** WhatsApp's id, once all is there to write to it. Throws DriverError. */
  prepare(number: string, repeat: boolean): Promise<string>
  /** Devices and keys of a group's members. */
  prepareMembers(jids: readonly string[], repeat: boolean): Promise<void>
  check(numbers: readonly string[]): Promise<Map<string, string | null>>
  /** Ask again before the next message. */
  doubt(jid: string): void
  /** The next message to the group brings its key along once more. */
  doubtGroup(id: string): void
}

export interface RecipientsOptions {
  readonly sock: WASocket
  readonly keys: KeyStore
  readonly memory: SessionCache
  /** WhatsApp has only a hidden id for this number. */
  readonly onHidden: (hidden: string, number: string) => void
}

/** Larger questions look like harvesting. */
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

  /** Everything that a message to them needs. Numbers that were on WhatsApp once are not asked for again: their devices are. */
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

  /** A message that is repeated begins new Signal sessions: the old ones may be why it never arrived. */
  async function rekeyAll(jids: readonly string[]): Promise<ReadonlyMap<string, void>> {
    for (const jid of jids) await memory.devices.del(userOf(jid))
    await equip(jids)
    return new Map(jids.map((jid) => [jid, undefined]))
  }

  /**
   * Devices and a Signal session with each, of those whose devices are not known by now. They begin new sessions: what the
   * store has of them may be older than what their phones know, as after a copy of the database was put back.
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
    // What WhatsApp does not say beside the number it is asked for alone.
    const untold = met.flatMap(({ jid, devices }) => (devices ? [] : [jid]))
    if (untold.length > 0) await learnDevices(await ask({ jids: untold, devices: true }))
    await fetchKeys([...unsure, ...met.map(({ jid }) => jid)], true)
    const sure = everybody.filter((jid) => !unsure.includes(jid))
    await recallAll(sure)
    await fetchKeys(sure, false)
  }

  /** Whose devices are known may have left the key store's cache: Baileys would read their sessions one by one. */
  async function recallAll(jids: readonly string[]): Promise<ReadonlyMap<string, void>> {
    const lids = await keys.get('lid-mapping', jids.filter((jid) => !isLid(jid)).map(userOf))
    const byUser = new Map<string, Device[]>()
    for (const jid of jids) byUser.set(userOf(jid), await devicesOf(jid))
    await readSessions(byUser, new Map(Object.entries(lids)))
    return new Map(jids.map((jid) => [jid, undefined]))
  }

  /** Of all devices of theirs, or of those that have no session. */
  async function fetchKeys(jids: readonly string[], anew: boolean) {
    const devices = (await Promise.all(jids.map(devicesOf))).flat()
    if (devices.length === 0) return
    // One device without keys must not keep the message from all others. Without their phone nothing leaves to a person.
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

  /** All in one go: Baileys asks the store for each alone. They are kept under the hidden id. */
  async function readSessions(byUser: ReadonlyMap<string, Device[]>, lids: ReadonlyMap<string, string>) {
    const sessions = [...byUser].flatMap(([user, devices]) => {
      const lid = lids.get(user)
      return devices.map((device) =>
        sock.signalRepository.jidToSignalProtocolAddress(lid ? jidEncode(lid, 'lid', device.device) : jidOf(device)),
      )
    })
    await keys.remember({ session: sessions, tctoken: [...lids.values()].map((lid) => jidEncode(lid, 'lid')) })
  }

  /** Answers with those that have none: one of them makes Baileys drop the keys of all. */
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

/** Under which number somebody was asked for whose id says another one, or none. */
export const lookupNoteOf = (jid: string) => `asked/${userOf(jid)}${isLid(jid) ? '@lid' : ''}`

const noteOf = (number: string) => `number/${number}`
