// Removal of sample data: what is deleted, and what stays because users added it. Pure.

export interface Row {
  relation: string
  key: string
}

/** `child` refers to `parent`. */
export interface Edge {
  child: Row
  parent: Row
  /** The child is deleted with the parent; otherwise it prevents the deletion. */
  cascades: boolean
}

/** Derived rows that the program maintains: they are deleted with the records they belong to. */
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
/** Rows that refer to these are not parts of them. */
const places = ['wa_sessions']

export interface Removal {
  /** The organization's own records that refer to sample data, without the parts of own records. */
  own: Row[]
  /** Sample records that remain if own records are kept: those they refer to, and changed ones. */
  held: Row[]
  /** Own records with all their parts, deleted if nothing is kept. */
  parts: Row[]
}

export const nameOf = ({ relation, key }: Row) => `${relation} ${key}`

/** `isLink`: rows of this table only connect two records. */
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
  /** A part stays with its record; a link stays only if both ends stay. */
  function staysWith(child: Row): boolean {
    if (!isLink(child.relation)) return true
    return between.every(({ child: other, parent }) => nameOf(other) !== nameOf(child) || held.has(nameOf(parent)))
  }

  // A part of an own record is not listed separately.
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

/** Tables in an order in which their rows can be deleted: referring tables first. */
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
