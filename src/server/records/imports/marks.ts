// Tags of rows: parses them, finds those that a record lacks, and adds them in batches.
import { textsIn } from '../../../contract/exports.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { addMany, idsOfNames, type Tagged, tagNames } from '../tags/service.ts'
import { proseOf, short } from './cells.ts'
import type { Layout } from './columns.ts'

const maxTags = 50

/** Tags are free text: missing ones are created with the first row that has them. */
export function checkTags(names: string[], say: (problem: Message) => void): string[] {
  for (const name of names) if (name.length > 60) say(message('row.tag_too_long', { name: short(name) }))
  if (names.length > maxTags) say(message('row.too_many_tags'))
  return names
}

/**
 * Tags in files of other programs, separated by commas, semicolons or Google's ` ::: `. Google's own groups (`* …`) are no tags. `tagged`:
 * tags that the user chose for all rows.
 */
export function tagsOf(
  cells: string[],
  layout: Layout,
  say: (problem: Message) => void,
  tagged: readonly string[] = [],
): string[] {
  const cell = proseOf(cells, layout, 'tags')
  const names = new Map<string, string>()
  const own = textsIn(cell.replaceAll(' ::: ', ', '), ',;\n').filter((each) => !each.startsWith('* '))
  for (const name of [...own, ...tagged]) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  return checkTags([...names.values()], say)
}

/** The tags of each record, in lower case. */
export type TagsBy = Map<string, Set<string>>

export async function tagsBy(tenant: Tenant, kind: Tagged, ids: string[]): Promise<TagsBy> {
  const by: TagsBy = new Map(ids.map((id) => [id, new Set()]))
  for (const { record_id, name } of await tagNames(tenant, kind, ids)) by.get(record_id)!.add(name.toLowerCase())
  return by
}

/** The tags that the record lacks, added to `has`. None where they would be too many. */
export function newTags(tags: string[] = [], has: Set<string> = new Set()): { tags: string[]; remark: Message | null } {
  const lacking = tags.filter((tag) => !has.has(tag.toLowerCase()))
  if (has.size + lacking.length > maxTags) return { tags: [], remark: message('row.tags_left_out') }
  for (const tag of lacking) has.add(tag.toLowerCase())
  return { tags: lacking, remark: null }
}

/** Returns the id of each tag by its name; creates missing ones. */
export async function idsOfTags(tenant: Tenant, names: string[]): Promise<(name: string) => string> {
  const each = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
  const ids = each.length > 0 ? await idsOfNames(tenant, each) : []
  const byName = new Map(each.map((name, index) => [name.toLowerCase(), ids[index]!]))
  return (name) => byName.get(name.toLowerCase())!
}

/** Returns for each record the tags that it did not have before. */
export async function addTags(
  tenant: Tenant,
  kind: Tagged,
  records: { id: string; tags: string[] }[],
  idOf: (name: string) => string,
): Promise<Map<string, string[]>> {
  const wanted = records.flatMap(({ id, tags }) => tags.map((tag) => ({ record_id: id, tag_id: idOf(tag) })))
  const added = new Map<string, string[]>()
  if (wanted.length === 0) return added
  for (const { record_id, tag_id } of await addMany(tenant, kind, wanted))
    added.set(record_id, [...(added.get(record_id) ?? []), tag_id])
  return added
}
