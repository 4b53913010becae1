// Form values of an investment as text: names instead of ids.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Instrument, Investment } from '../../contract/investments.ts'
import { investors } from '../../contract/investors.ts'
import { investmentStages, investmentStatuses } from '../../contract/master-data.ts'
import { offerings } from '../../contract/offerings.ts'
import { tags } from '../../contract/tags.ts'
import { team } from '../../contract/team.ts'
import { query } from '../api.ts'
import { calendarDay } from '../lib/format.ts'
import { decimal } from '../lib/money.ts'
import { language } from '../lib/text.ts'
import { instrumentText } from './words.ts'

export function useWording(records: readonly Investment[]) {
  const client = useQueryClient()
  const statuses = useQuery(query(investmentStatuses.list)).data?.data ?? []
  const stages = useQuery(query(investmentStages.list)).data?.data ?? []
  const members = useQuery(query(team.get)).data?.members ?? []
  const labels = useQuery(query(tags.list)).data?.data ?? []
  const known = records.flatMap(({ investor, offering, status, stage, owner, tags: given }) =>
    [investor, offering, status, stage, owner, ...given].filter((named) => named !== null),
  )
  const names = new Map([...statuses, ...stages, ...members, ...labels, ...known].map(({ id, name }) => [id, name]))
  /** Records picked in the form are in the cache. */
  const picked = (id: string) =>
    client.getQueryData(query(investors.get, { params: { id } }).queryKey)?.name ??
    client.getQueryData(query(offerings.get, { params: { id } }).queryKey)?.name
  const nameOf = (id: string) => names.get(id) ?? picked(id) ?? id
  return (field: string, value: unknown): string => {
    if (Array.isArray(value)) return new Intl.ListFormat(language()).format(value.map(nameOf))
    const text = String(value)
    if (field.endsWith('_id')) return nameOf(text)
    if (field.endsWith('_on')) return calendarDay(text)
    if (/_(amount|cap)$/.test(field)) return decimal(text)
    return field === 'instrument' ? instrumentText(text as Instrument) : text
  }
}
