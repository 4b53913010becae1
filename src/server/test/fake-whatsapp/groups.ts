// Groups: members, permission to post, and notifications of changes to linked clients.
import { deliver } from './linked.ts'
import type { Group, LinkedDevice, Network, Person } from './network.ts'
import { digits } from './numbers.ts'
import { jidOf, personOf } from './people.ts'
import { child, type Stanza, stanza } from './stanzas.ts'

export interface NewGroup {
  readonly subject: string
  readonly members: readonly string[]
  readonly admins?: readonly string[]
  readonly mode?: 'lid' | 'pn'
  readonly announce?: boolean
  /** Members of a LID group whose numbers are hidden. */
  readonly hidden?: readonly string[]
  readonly id?: string
}

export function makeGroup(network: Network, fresh: NewGroup): Group {
  const group: Group = {
    id: fresh.id ?? `1203630000000${String(network.groups.size + 1).padStart(5, '0')}@g.us`,
    subject: fresh.subject,
    mode: fresh.mode ?? 'lid',
    announce: fresh.announce ?? false,
    members: new Set([...fresh.members, ...(fresh.admins ?? [])].map(digits)),
    admins: new Set((fresh.admins ?? []).map(digits)),
    hidden: new Set((fresh.hidden ?? []).map(digits)),
    createdAt: Math.floor(network.timers.now() / 1000),
  }
  network.groups.set(group.id, group)
  return group
}

export function mayPost(group: Group | undefined, number: string): boolean {
  return Boolean(group?.members.has(number) && (!group.announce || group.admins.has(number)))
}

export function answerGroups(network: Network, linked: LinkedDevice, query: Stanza): Stanza[] {
  const { number } = linked.person
  if (child(query, 'participating')) {
    const mine = [...network.groups.values()].filter(({ members }) => members.has(number))
    return [
      stanza(
        'groups',
        {},
        mine.map((group) => groupNode(network, group)),
      ),
    ]
  }
  const group = network.groups.get(query.attrs.to ?? '')
  if (!group) return [stanza('error', { code: 404, text: 'item-not-found' })]
  if (!group.members.has(number)) return [stanza('error', { code: 403, text: 'forbidden' })]
  return child(query, 'query') ? [groupNode(network, group)] : []
}

export interface GroupChange {
  readonly subject?: string
  readonly announce?: boolean
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly promote?: readonly string[]
  readonly demote?: readonly string[]
  /** The actor; by default the first admin, or the first member. */
  readonly by?: string
}

/** Changes a group and notifies all current and former members. */
export function changeGroup(network: Network, group: Group, change: GroupChange): void {
  const by = personOf(network, change.by ?? [...group.admins, ...group.members][0] ?? '628000000000')
  const audience = new Set(group.members)
  const tell = (what: Stanza) => {
    for (const number of [...audience, ...group.members]) audience.add(number)
    announceChange(network, group, by, what, audience)
  }
  const people = (numbers: readonly string[]) => numbers.map((number) => personOf(network, number))
  const participants = (of: Person[]) => of.map((person) => participantNode(group, person))

  if (change.subject !== undefined) {
    group.subject = change.subject
    tell(stanza('subject', { subject: change.subject, s_t: network.timers.seconds() }))
  }
  if (change.announce !== undefined) {
    group.announce = change.announce
    tell(stanza(change.announce ? 'announcement' : 'not_announcement'))
  }
  for (const verb of ['add', 'remove', 'promote', 'demote'] as const) {
    const of = people(change[verb] ?? [])
    if (of.length === 0) continue
    for (const { number } of of) {
      if (verb === 'add') group.members.add(number)
      if (verb === 'remove') group.members.delete(number)
      if (verb === 'promote') group.admins.add(number)
      if (verb === 'demote' || verb === 'remove') group.admins.delete(number)
    }
    tell(stanza(verb, {}, participants(of)))
  }
}

function announceChange(network: Network, group: Group, by: Person, what: Stanza, audience: Set<string>): void {
  const id = `group-${network.timers.now()}-${Math.random().toString(36).slice(2)}`
  for (const number of audience) {
    for (const linked of network.people.get(number)?.linked.values() ?? []) {
      deliver(
        linked,
        stanza(
          'notification',
          {
            from: group.id,
            type: 'w:gp2',
            id,
            participant: jidOf(by, group.mode),
            participant_pn: group.mode === 'lid' ? jidOf(by, 'pn') : undefined,
            addressing_mode: group.mode,
            t: network.timers.seconds(),
          },
          [what],
        ),
      )
    }
  }
}

function groupNode(network: Network, group: Group): Stanza {
  const members = [...group.members].map((number) => personOf(network, number))
  const creator = members[0]
  return stanza(
    'group',
    {
      id: group.id.split('@')[0],
      subject: group.subject,
      s_t: group.createdAt,
      creation: group.createdAt,
      creator: creator && jidOf(creator, group.mode),
      addressing_mode: group.mode,
      size: members.length,
    },
    [...members.map((person) => participantNode(group, person)), ...(group.announce ? [stanza('announcement')] : [])],
  )
}

function participantNode(group: Group, person: Person): Stanza {
  return stanza('participant', {
    jid: jidOf(person, group.mode),
    ...(group.mode === 'pn' ? { lid: jidOf(person, 'lid') } : {}),
    ...(group.mode === 'lid' && !group.hidden.has(person.number) ? { phone_number: jidOf(person, 'pn') } : {}),
    type: group.admins.has(person.number) ? 'admin' : undefined,
  })
}
