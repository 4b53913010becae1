// The list that a figure of the dashboard opens: with the same filters, day and currency, its foot shows the same sum.
import type { DashboardQuery } from '../../contract/dashboard.ts'
import { filterOfGroup, listOfFigure } from '../../contract/dashboard.ts'
import type { Figure } from '../../contract/investments.ts'

type Part = keyof typeof filterOfGroup

export function figureLink(figure: Figure, query: DashboardQuery): string {
  // Its own column in the foot, where it is not one of those that are always there.
  return link({ ...query, ...listOfFigure[figure], figure })
}

/** Undefined for those without one: no list can be asked for what is missing. */
export function groupLink(part: Part, id: string | null, query: DashboardQuery): string | undefined {
  return id === null ? undefined : link({ ...query, [filterOfGroup[part]]: id })
}

export function reachLink(query: DashboardQuery, reachable: boolean): string {
  const { investor_type_id } = query
  return `/investors${searchOf({ investor_type_id, is_reachable: String(reachable) })}`
}

const link = (search: Record<string, unknown>) => `/investments${searchOf(search)}`

function searchOf(search: Record<string, unknown>) {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) if (value !== undefined) params.set(key, String(value))
  const text = params.toString().replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}
