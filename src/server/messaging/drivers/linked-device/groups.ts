// Cache of the account's groups: members and permission to post; invalidated when WhatsApp reports a change.
import {
  type BinaryNode,
  type GroupMetadata,
  type GroupParticipant,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type WASocket,
} from 'baileys'
import { DriverError, type WaGroup } from '../driver.ts'
import { isGroup, isLid, isSelf, type Self } from './addresses.ts'
import { closeCodeOf } from './close-reason.ts'
import { numbersOf } from './identities.ts'
import type { Lookups } from './lookups.ts'
import { lruMap } from './lru-map.ts'

export interface Groups {
  list(): Promise<WaGroup[]>
  /** Its other members. Throws DriverError if a message would be refused. */
  membersToReach(id: string): Promise<string[]>
  cached(id: string): GroupMetadata | undefined
  /** Invalidates the group: it is fetched again before the next message. */
  doubt(id: string): void
  /** The group that a notification reports as changed. */
  change(node: BinaryNode): string | undefined
}

export interface GroupsOptions {
  readonly sock: WASocket
  readonly lookups: Lookups
  readonly self: () => Self
}

/** Baileys' event for an answer that lists groups. */
const answerWithGroups = 'CB:iq,,groups'

export function openGroups({ sock, lookups, self }: GroupsOptions): Groups {
  const cache = lruMap<string, GroupMetadata>(500)
  return {
    list: async () => {
      const found = await lookups.ask(fetchAll)
      for (const group of found) cache.set(group.id, group)
      const numbers = await numbersOf(
        sock,
        found.flatMap(({ participants }) => participants),
      )
      return found.map((group) => ({
        wa_id: group.id,
        name: group.subject,
        participants_count: group.size ?? group.participants.length,
        can_post: mayPost(group, self()),
        members: [...new Set(othersIn(group, self()).map(({ id }) => numbers.get(id) ?? id))],
      }))
    },
    membersToReach: async (id) => {
      const group = cache.get(id) ?? (await fetch(id))
      if (!isMember(group, self())) throw new DriverError('impossible', 'not_in_group')
      if (!mayPost(group, self())) throw new DriverError('impossible', 'may_not_post')
      await learnNumbers(group)
      return group.participants.map((member) => member.id).filter((member) => !isSelf(member, self()))
    },
    cached: (id) => cache.get(id),
    doubt: (id) => cache.delete(id),
    change: ({ attrs }) => {
      if (attrs.type !== 'w:gp2' || !attrs.from || !isGroup(attrs.from)) return undefined
      cache.delete(attrs.from)
      return attrs.from
    },
  }

  /** Baileys also returns an empty list if WhatsApp does not answer, so an empty list counts only if an answer had no groups. */
  async function fetchAll(): Promise<GroupMetadata[]> {
    let hasNone = false
    const onAnswer = (answer: BinaryNode) => {
      hasNone = getBinaryNodeChildren(getBinaryNodeChild(answer, 'groups'), 'group').length === 0
    }
    sock.ws.on(answerWithGroups, onAnswer)
    try {
      const found = Object.values(await sock.groupFetchAllParticipating())
      if (found.length === 0 && !hasNone) throw new DriverError('later', 'lookup_failed')
      return found
    } finally {
      sock.ws.off(answerWithGroups, onAnswer)
    }
  }

  /** Receipts identify members by their hidden ids; WhatsApp reveals the numbers only here. */
  async function learnNumbers({ participants }: GroupMetadata) {
    await sock.signalRepository.lidMapping.storeLIDPNMappings(
      participants.flatMap(({ id, phoneNumber, lid }) => {
        if (phoneNumber && isLid(id)) return [{ lid: id, pn: phoneNumber }]
        return lid && !isLid(id) ? [{ lid, pn: id }] : []
      }),
    )
  }

  async function fetch(id: string): Promise<GroupMetadata> {
    const group = await lookups.ask(() =>
      sock.groupMetadata(id).catch((error: unknown) => {
        const { data } = error as { data?: unknown }
        const code = typeof data === 'number' ? data : closeCodeOf(error)
        if (code === 401 || code === 403 || code === 404) throw new DriverError('impossible', 'not_in_group')
        throw error
      }),
    )
    cache.set(id, group)
    return group
  }
}

const isOurs = (member: GroupParticipant, self: Self) =>
  [member.id, member.phoneNumber, member.lid].some((id) => id && isSelf(id, self))

const memberIn = (group: GroupMetadata, self: Self) => group.participants.find((member) => isOurs(member, self))

const othersIn = (group: GroupMetadata, self: Self) => group.participants.filter((member) => !isOurs(member, self))

const isMember = (group: GroupMetadata, self: Self) => memberIn(group, self) !== undefined

export const mayPost = (group: GroupMetadata, self: Self) => !group.announce || Boolean(memberIn(group, self)?.admin)
