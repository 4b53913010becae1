// Links from a figure of the dashboard to a list with the same filters, day and currency, whose footer shows
// the same sum.
import type { DashboardQuery } from '../../../contract/dashboard.ts'
import { filterOfGroup, listOfFigure } from '../../../contract/dashboard.ts'
import type { Figure } from '../../../contract/investments.ts'

type Part = keyof typeof filterOfGroup

export function figureLink(figure: Figure, query: DashboardQuery): string {
  // Adds the figure's column to the footer if it is not always shown.
  return link({ ...query, ...listOfFigure[figure], figure })
}

/** Returns undefined for the group without a value: lists cannot filter by a missing value. */
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
