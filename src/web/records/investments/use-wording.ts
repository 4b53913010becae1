// Form values of an investment as text: names instead of ids.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Instrument, Investment } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { investmentStages, investmentStatuses } from '../../../contract/master-data.ts'
import { offerings } from '../../../contract/offerings.ts'
import { tags } from '../../../contract/tags.ts'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { decimal } from '../../platform/lib/money.ts'
import { wordingOf } from '../../platform/lib/wording.ts'
import type { InvestmentValues } from './values.ts'
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
  return wordingOf({
    ...each(['investor_id', 'offering_id', 'status_id', 'stage_id', 'owner_user_id', 'tag_ids'], nameOf),
    ...each(['expected_close_on', 'committed_on', 'closed_on', 'maturity_on'], calendarDay),
    ...each(['expected_amount', 'committed_amount', 'valuation_cap'], decimal),
    instrument: (value) => instrumentText(value as Instrument),
  })
}

const each = (fields: readonly (keyof InvestmentValues)[], read: (value: string) => string) =>
  Object.fromEntries(fields.map((field) => [field, read]))
