// Prepares what a message to WhatsApp accounts needs: the list of their devices, and a Signal session with each device.
import { extractDeviceJids, jidDecode, jidEncode, type WASocket } from 'baileys'
import type { AccountLookup } from './account-lookup.ts'
import { isLid, numberJid, userOf } from './addresses.ts'
import type { KeyStore } from './key-store.ts'
import type { SessionCache } from './session-cache.ts'
import type { UsyncUser } from './usync.ts'

export interface Devices {
  /** Whether the account's devices were looked up since the connection was opened. */
  areKnown(jid: string): boolean
  /** Drops the account's cached devices, so that the next message looks them up again. */
  forget(jid: string): Promise<void>
  equip(jids: readonly string[], newNumbers?: readonly string[]): Promise<void>
  recall(jids: readonly string[]): Promise<ReadonlyMap<string, void>>
}

export interface DevicesOptions {
  readonly sock: WASocket
  readonly keys: KeyStore
  readonly memory: SessionCache
  readonly lookUp: AccountLookup
}

type Device = ReturnType<typeof extractDeviceJids>[number]

export function openDevices({ sock, keys, memory, lookUp }: DevicesOptions): Devices {
  const areKnown = (jid: string) => memory.hasDevices(userOf(jid))
  const forget = async (jid: string) => void (await memory.devices.del(userOf(jid)))
  return { areKnown, forget, equip, recall }

  /**
   * Devices of these recipients, and a Signal session with each. Recipients without cached devices get new sessions: the
   * stored ones may be older than those on their phones, as after a restored backup.
   */
  async function equip(jids: readonly string[], newNumbers: readonly string[] = []) {
    // Every message also goes to the account's own phone.
    const own = sock.user?.id ? [numberJid(userOf(sock.user.id))] : []
    const all = [...own, ...jids]
    const uncached = all.filter((jid) => !areKnown(jid))
    const [met, others] = await Promise.all([
      newNumbers.length > 0 ? lookUp({ numbers: newNumbers, devices: true }) : [],
      uncached.length > 0 ? lookUp({ jids: uncached, devices: true }) : [],
    ])
    await learnDevices([...met, ...others])
    // WhatsApp omitted their devices from the lookup by number: fetched separately.
    const withoutDevices = met.flatMap(({ jid, devices }) => (devices ? [] : [jid]))
    if (withoutDevices.length > 0) await learnDevices(await lookUp({ jids: withoutDevices, devices: true }))
    await fetchKeys([...uncached, ...met.map(({ jid }) => jid)], true)
    const cached = all.filter((jid) => !uncached.includes(jid))
    await recall(cached)
    await fetchKeys(cached, false)
  }

  /** Prefetches sessions that may have been evicted from the key store's cache: Baileys would read them one by one. */
  async function recall(jids: readonly string[]): Promise<ReadonlyMap<string, void>> {
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
      const current = await devicesOf(jid)
      await memory.devices.set(
        user,
        current.filter((other) => (other.device ?? 0) !== device),
      )
    }
  }

  async function devicesOf(jid: string): Promise<Device[]> {
    return (await memory.devices.get<Device[]>(userOf(jid))) ?? []
  }

  async function learnDevices(people: readonly UsyncUser[]) {
    const { id = '', lid } = sock.user ?? {}
    const users = people.map(({ jid, devices = [] }) => ({ id: jid, devices: { deviceList: [...devices] } }))
    const byUser = new Map<string, Device[]>()
    for (const device of extractDeviceJids(users, id, lid ?? '', false))
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
