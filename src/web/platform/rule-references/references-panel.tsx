// Warns before a record is deleted which broadcast groups reference it: their rules will match no one, and broadcasts to them
// will not start.
import { useQuery } from '@tanstack/react-query'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { call, query } from '../../api.ts'
import { language, t } from '../lib/text.ts'
import { Text } from '../ui/box.tsx'
import styles from './references-panel.module.css'

/** `id`: of a tag, an offering, a status, a stage or a type. */
const referencing = (id: string) => ({ query: { references: id, per_page: 3 } })

/** Shown before deletion. */
export function ReferencesPanel({ id }: { id: string }) {
  // Rules are edited on other pages.
  const { data } = useQuery({ ...query(broadcastGroups.list, referencing(id)), staleTime: 0 })
  const text = data && textOf(data)
  return text ? (
    <Text breakWords note fill="warning" className={styles.warning} role="status">
      {text}
    </Text>
  ) : null
}

/** For the notice after deletion. Returns undefined if the request fails, so that it never blocks the deletion. */
export async function fetchReferences(id: string): Promise<string | undefined> {
  return await call(broadcastGroups.list, referencing(id)).then(textOf, () => undefined)
}

function textOf({ data, pagination: { total } }: { data: { name: string }[]; pagination: { total: number } }) {
  if (total === 0) return undefined
  const rest = total - data.length
  const named = data.map(({ name }) => `“${name}”`)
  const groups = new Intl.ListFormat([language(), 'en']).format(
    rest > 0 ? [...named, t.plural(rest, 'one more', '{count} more')] : named,
  )
  return t.plural(
    total,
    'A rule of the broadcast group {groups} uses this record. Broadcasts to the group do not start until the rule is fixed.',
    'Rules of the broadcast groups {groups} use this record. Broadcasts to these groups do not start until the rules are fixed.',
    { groups },
  )
}
