// Whom a message is for: WhatsApp's id of the number, the devices there, and a Signal session with each. Fetched for all who
// are being written to in this moment together: alone, each new recipient costs three round trips, one after the other.
import { jidDecode, type WASocket } from 'baileys'
import { DriverError } from '../driver.ts'
import { isHidden, numberJid, userOf } from './addresses.ts'
import { gather } from './gather.ts'
import type { KeyStore } from './key-store.ts'
import type { Memory } from './memory.ts'
import { numbersAnswer, numbersQuery } from './numbers.ts'

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
  readonly memory: Memory
}

/** Larger questions look like harvesting. */
const mostAtOnce = 50

export function openRecipients({ sock, keys, memory }: RecipientsOptions): Recipients {
  const { lookups } = memory
  const idOf = gather(mostAtOnce, idsOf)
  const equip = gather(mostAtOnce, equipAll)

  return {
    prepare: async (number, repeat) => {
      const jid = isHidden(number) ? number : (memory.ids.get(number) ?? (await idOf(number)))
      if (!jid) throw new DriverError('impossible', 'not_on_whatsapp')
      if (repeat) await rekey(jid)
      else if (!memory.hasDevices(userOf(jid))) await equip(jid)
      if (!memory.hasDevices(userOf(jid))) throw new DriverError('later', 'no_devices')
      return jid
    },
    prepareMembers: async (jids, repeat) => {
      if (repeat) for (const jid of jids) await memory.devices.del(userOf(jid))
      for (let from = 0; from < jids.length; from += 200) await equipAll(jids.slice(from, from + 200))
      if (jids.length > 0 && !jids.some((jid) => memory.hasDevices(userOf(jid))))
        throw new DriverError('later', 'no_devices')
    },
    check: async (numbers) => {
      const found = new Map<string, string | null>()
      for (let from = 0; from < numbers.length; from += mostAtOnce) {
        for (const [number, jid] of await ask(numbers.slice(from, from + mostAtOnce))) found.set(number, jid)
      }
      return found
    },
    doubt: (jid) => void memory.devices.del(userOf(jid)),
    doubtGroup: (id) => keys.stage({ 'sender-key-memory': { [id]: null } }),
  }

  /** Numbers that were on WhatsApp once are not asked for again: their devices are. */
  async function idsOf(numbers: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const noted = await keys.readNotes(numbers.map(noteOf))
    const unknown = numbers.filter((number) => !noted.has(noteOf(number)))
    const asked = unknown.length > 0 ? await ask(unknown) : new Map<string, string | null>()
    const answer = new Map(numbers.map((number) => [number, noted.get(noteOf(number)) ?? asked.get(number) ?? null]))
    for (const [number, jid] of answer) if (jid) memory.ids.set(number, jid)
    return answer
  }

  async function ask(numbers: readonly string[]): Promise<Map<string, string | null>> {
    const found = await lookups.ask(async () => {
      const answer = numbersAnswer(await sock.query(numbersQuery(numbers, sock.generateMessageTag())), numbers)
      if (!answer) throw new Error('no answer')
      return answer
    })
    const notes = new Map<string, string>()
    for (const [number, jid] of found) {
      if (!jid) continue
      notes.set(noteOf(number), jid)
      if (jid !== numberJid(number)) notes.set(askedNoteOf(jid), number)
    }
    keys.stageNotes(notes)
    return found
  }

  async function equipAll(jids: readonly string[]): Promise<ReadonlyMap<string, void>> {
    // Every message also goes to the account's own phone.
    const own = sock.user?.id ? [numberJid(userOf(sock.user.id))] : []
    await lookups.ask(() => equipNow([...own, ...jids], false))
    return new Map(jids.map((jid) => [jid, undefined]))
  }

  /** A message that is repeated begins new Signal sessions: the old ones may be why it never arrived. */
  async function rekey(jid: string) {
    await memory.devices.del(userOf(jid))
    await lookups.ask(() => equipNow([jid], true))
  }

  async function equipNow(jids: string[], anew: boolean) {
    const devices = await sock.getUSyncDevices(jids, true, false)
    const keyless = await fetchKeys(
      devices.map(({ jid }) => jid),
      anew,
    )
    // A forgotten WhatsApp Web without keys must not keep the message from the phone.
    for (const jid of keyless) {
      const { user, device } = jidDecode(jid)!
      const known = (await memory.devices.get<{ device: number }[]>(user)) ?? []
      if (device)
        await memory.devices.set(
          user,
          known.filter((other) => other.device !== device),
        )
    }
  }

  /** Answers with those that have none: one of them makes Baileys drop the keys of all. */
  async function fetchKeys(jids: string[], anew: boolean): Promise<string[]> {
    try {
      await sock.assertSessions(jids, anew)
      return []
    } catch (error) {
      const { data } = error as { data?: unknown }
      if (data !== 404 && data !== 406) throw error
      if (jids.length === 1) return jids
      const middle = Math.ceil(jids.length / 2)
      return [...(await fetchKeys(jids.slice(0, middle), anew)), ...(await fetchKeys(jids.slice(middle), anew))]
    }
  }
}

/** Under which number somebody was asked for whose id says another one. */
export const askedNoteOf = (jid: string) => `asked/${userOf(jid)}`

const noteOf = (number: string) => `number/${number}`
