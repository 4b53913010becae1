// Rules of sample data: added and removed as a whole, never deleting the organization's own records without consent.
import type { SampleOwn, SampleRemoval, SampleState } from '../../contract/sample-data.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { holdOrganization } from '../organization/service.ts'
import { contacts } from './contacts.ts'
import * as queries from './queries.ts'
import { type Edge, leavingOrder, nameOf, type Row, removalOf } from './removal.ts'
import { sampleSet } from './set.ts'

/** Slightly more than the sample data uses. */
const idsNeeded = 400

/** Locks the organization, of which every new record needs a share lock, so that no one adds records concurrently. */
export async function add(database: Database, who: { organization_id: string; user_id: string }): Promise<SampleState> {
  return await inTenant(database, who, async (tenant) => {
    await holdOrganization(tenant)
    const { added_at, can_add } = await queries.state(tenant)
    if (added_at === null) {
      if (!can_add)
        throw new AppError(
          'state_conflict',
          'You already have investors, investments or offerings. Sample data would distort their totals.',
        )
      await putIn(tenant)
    }
    return await queries.state(tenant)
  })
}

async function putIn(tenant: Tenant) {
  const ground = await queries.ground(tenant, idsNeeded)
  if (ground.types.length === 0)
    throw new AppError('state_conflict', 'Sample investors need a type. Add an investor type first.')
  await queries.claim(tenant)
  const shapes = await queries.shapes(tenant)
  for (const rows of sampleSet(ground)) await queries.put(tenant, rows, shapes.get(rows.table)!)
}

export async function removal(tenant: Tenant): Promise<SampleRemoval> {
  const { found, ...counts } = await look(tenant)
  const own = [...(await told(tenant, found.own, false)), ...(await told(tenant, counts.changed, true))]
  // Only records with a name: the others are parts of them.
  const named = (await told(tenant, found.held, false)).filter(({ names }) => names.length > 0)
  const kept = {
    count: named.reduce((sum, { count }) => sum + count, 0),
    names: named.flatMap(({ names }) => names).slice(0, 8),
  }
  return { own, own_count: counts.own_count, kept }
}

/** One entry per table. */
async function told(tenant: Tenant, rows: readonly Row[], is_changed: boolean): Promise<SampleOwn[]> {
  const kinds = byRelation(rows)
  const all: SampleOwn[] = []
  for (const [relation, keys] of kinds)
    all.push({ relation, is_changed, count: keys.length, names: await queries.names(tenant, relation, keys) })
  return all
}

export async function remove(
  tenant: Tenant,
  { own, own_count }: { own: 'keep' | 'remove'; own_count?: number | undefined },
): Promise<void> {
  // Another user has just removed it.
  if (!(await queries.hold(tenant))) return
  const shapes = await queries.shapes(tenant)
  const links = await queries.links(tenant)
  const marks = byRelation(await queries.marks(tenant))
  const order = leavingOrder([...shapes.keys()].sort(), links)
  // Locks records before those that refer to them, in the same order as inserts do.
  for (const relation of order.toReversed())
    if (marks.has(relation)) await queries.lock(tenant, relation, shapes.get(relation)!, marks.get(relation)!)
  const { found, ...counts } = await look(tenant)
  if (own === 'remove' && counts.own_count !== (own_count ?? 0))
    throw new AppError(
      'state_conflict',
      'Someone has added records to the sample data. Check again what will be removed.',
    )
  const going = own === 'remove' ? [...counts.marks, ...found.parts] : counts.marks.filter(isNoneOf(found.held))
  await wipe(tenant, byRelation(going), order, shapes)
  await queries.forget(tenant)
}

const isNumber = new Set(contacts.map(({ phone }) => phone))

async function wipe(
  tenant: Tenant,
  going: ReadonlyMap<string, string[]>,
  order: readonly string[],
  shapes: queries.Shapes,
) {
  const numbers = await queries.numbersOf(tenant, going.get('contacts') ?? [])
  for (const relation of order) {
    const keys = going.get(relation)
    if (!keys || relation === 'enabled_currencies') continue
    await queries.erase(tenant, relation, shapes.get(relation)!, keys)
  }
  const codes = going.get('enabled_currencies') ?? []
  const used = await queries.currenciesInUse(tenant, codes)
  await queries.erase(
    tenant,
    'enabled_currencies',
    shapes.get('enabled_currencies')!,
    codes.filter((code) => !used.includes(code)),
  )
  await queries.eraseTraces(
    tenant,
    [...going.values()].flat(),
    numbers.filter((number) => isNumber.has(number)),
  )
}

function isNoneOf(rows: readonly Row[]) {
  const names = new Set(rows.map(nameOf))
  return (row: Row) => !names.has(nameOf(row))
}

/** Everything that refers to sample data, directly or indirectly. */
async function look(tenant: Tenant) {
  const shapes = await queries.shapes(tenant)
  const links = await queries.links(tenant)
  const marks = await queries.marks(tenant)
  const changed: Row[] = []
  for (const relation of byRelation(marks).keys())
    changed.push(...(await queries.changed(tenant, relation, shapes.get(relation)!)))
  const edges: Edge[] = []
  const seen = new Set(marks.map(nameOf))
  for (let fresh = marks; fresh.length > 0; ) {
    const next: Row[] = []
    const parents = byRelation(fresh)
    for (const link of links) {
      const keys = parents.get(link.to)
      if (!keys) continue
      for (const edge of await queries.hanging(tenant, link, shapes, keys)) {
        edges.push(edge)
        if (seen.has(nameOf(edge.child))) continue
        seen.add(nameOf(edge.child))
        next.push(edge.child)
      }
    }
    fresh = next
  }
  const found = removalOf(marks, changed, edges, (relation) => shapes.get(relation)!.key.length > 1)
  return { found, changed, marks, own_count: found.own.length + changed.length }
}

function byRelation(rows: readonly Row[]): Map<string, string[]> {
  const kinds = new Map<string, string[]>()
  for (const { relation, key } of rows) kinds.set(relation, [...(kinds.get(relation) ?? []), key])
  return kinds
}
