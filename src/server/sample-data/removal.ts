// What goes when sample data is removed, and what stays because it is somebody's own. Pure.

export interface Row {
  relation: string
  key: string
}

/** `child` names `parent`. */
export interface Edge {
  child: Row
  parent: Row
  /** The child goes with it; otherwise it is in the way of its going. */
  cascades: boolean
}

/** Kept by the program about others, by nobody's hand: they come and go with what they are about. */
const kept = [
  'wa_leases',
  'wa_sends',
  'wa_chats',
  'wa_credentials',
  'wa_session_commands',
  'wa_group_lists',
  'wa_groups',
  'wa_group_members',
  'wa_messages',
  'group_receipts',
]
/** What hangs on these is not a part of them. */
const places = ['wa_sessions']

export interface Removal {
  /** Records of somebody's own that hang on sample data, without the parts of their own records. */
  own: Row[]
  /** Sample records that stay with them when they are kept: what they hang on, and what was changed. */
  held: Row[]
  /** What is somebody's own with all its parts: it goes when nothing is kept. */
  parts: Row[]
}

export const nameOf = ({ relation, key }: Row) => `${relation} ${key}`

/** `isLink`: rows of this table are nothing of themselves, they tie two records together. */
export function removalOf(
  marks: readonly Row[],
  changed: readonly Row[],
  edges: readonly Edge[],
  isLink: (relation: string) => boolean,
): Removal {
  const sample = new Set(marks.map(nameOf))
  const isSample = (row: Row) => sample.has(nameOf(row))
  const own = new Map<string, Row>()
  for (const { child } of edges) if (!isSample(child) && !kept.includes(child.relation)) own.set(nameOf(child), child)
  const isOwn = (row: Row) => own.has(nameOf(row))

  const held = new Map(changed.map((row) => [nameOf(row), row]))
  for (const { child, parent } of edges) if (isOwn(child) && isSample(parent)) held.set(nameOf(parent), parent)
  const between = edges.filter(({ child, parent }) => isSample(child) && isSample(parent))
  for (let before = -1; before !== held.size; ) {
    before = held.size
    for (const { child, parent, cascades } of between) {
      if (held.has(nameOf(child))) held.set(nameOf(parent), parent)
      else if (cascades && held.has(nameOf(parent)) && !places.includes(parent.relation) && staysWith(child))
        held.set(nameOf(child), child)
    }
  }
  /** A part stays with what it is a part of; a tie only where both ends stay. */
  function staysWith(child: Row): boolean {
    if (!isLink(child.relation)) return true
    return between.every(({ child: other, parent }) => nameOf(other) !== nameOf(child) || held.has(nameOf(parent)))
  }

  // What is a part of somebody's own record is not told beside it.
  const parts = new Set(
    edges
      .filter(({ child, parent, cascades }) => cascades && isOwn(child) && isOwn(parent) && !isLink(child.relation))
      .map(({ child }) => nameOf(child)),
  )
  return {
    own: [...own.values()].filter((row) => !parts.has(nameOf(row))),
    held: [...held.values()],
    parts: [...own.values()],
  }
}

/** Tables in the order in which their rows can go: who names others goes before them. */
export function leavingOrder(tables: readonly string[], links: readonly { from: string; to: string }[]): string[] {
  const order: string[] = []
  const visit = (table: string, trail: readonly string[]) => {
    if (order.includes(table) || trail.includes(table)) return
    for (const { from, to } of links) if (to === table && from !== table) visit(from, [...trail, table])
    order.push(table)
  }
  for (const table of tables) visit(table, [])
  return order.filter((table) => tables.includes(table))
}
