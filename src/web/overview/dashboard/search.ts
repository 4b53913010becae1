// Query parameters of the dashboard: filters, day, currency, period and tab.
import * as z from 'zod/mini'
import { type Comparison, comparisons, DashboardQuery } from '../../../contract/dashboard.ts'
import { t } from '../../platform/lib/text.ts'

export const tabs = ['overview', 'pipeline', 'investors', 'messages'] as const

export const DashboardSearch = z.extend(DashboardQuery, {
  /** The earlier day that figures are compared with, or `none`. */
  period: z.optional(z.enum([...comparisons, 'none'])),
  tab: z.optional(z.enum(tabs)),
  chart: z.optional(z.enum(['total'])),
})
export type DashboardSearch = z.output<typeof DashboardSearch>

/** Most organizations report to investors every quarter. */
export const defaultPeriod: Comparison = 'quarter'

export const periods = (): { value: Comparison | 'none'; label: string }[] => [
  { value: 'month', label: t('Past month') },
  { value: 'quarter', label: t('Past 3 months') },
  { value: 'year', label: t('Past 12 months') },
  { value: 'year_start', label: t('This year') },
  { value: 'none', label: t('No comparison') },
]

/** The parameters that the server knows; the others only affect what the page shows. */
export function asked({ period: _period, tab: _tab, chart: _chart, ...query }: DashboardSearch): DashboardQuery {
  return query
}
