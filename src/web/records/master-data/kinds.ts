// Differences between the pages of investor types, statuses and stages.

import type { $ZodType } from 'zod/v4/core'
import type { InvestmentStage } from '../../../contract/master-data.ts'
import {
  InvestmentStageInput,
  InvestmentStatusInput,
  type InvestorKind,
  InvestorTypeInput,
  investmentStages,
  investmentStatuses,
  investorTypes,
  type StatusCategory,
} from '../../../contract/master-data.ts'
import { t } from '../../platform/lib/text.ts'

/** A row of any kind. */
export interface MasterDataRow extends InvestmentStage {
  kind?: InvestorKind
  category?: StatusCategory
  probability?: number | null
  is_default?: boolean
}

export interface MasterDataKind {
  /** For the compiler all have the type with the fewest fields; the schema has the actual ones. */
  endpoints: typeof investmentStages
  input: $ZodType
  /** Link to the records with a row; absent if two lists have them. */
  recordsAt?: (id: string) => string
  words: () => {
    title: string
    intro: string
    /** Heading of the column with the kind's own properties, if any. */
    about?: string
    add: string
    edit: string
    empty: string
    notFound: string
    records: (count: number) => string
  }
}

export const typeKind: MasterDataKind = {
  endpoints: investorTypes,
  input: InvestorTypeInput,
  recordsAt: (id) => `/investors?investor_type_id=${id}`,
  words: () => ({
    title: t('Investor Types'),
    intro: t('Each investor type is for individuals or for entities.'),
    about: t('For'),
    add: t('Add type'),
    edit: t('Edit type'),
    empty: t('No investor types yet'),
    notFound: t('No types match'),
    records: (count) => t.plural(count, '{count} investor', '{count} investors'),
  }),
}

export const statusKind: MasterDataKind = {
  endpoints: investmentStatuses as unknown as typeof investmentStages,
  input: InvestmentStatusInput,
  recordsAt: (id) => `/investments?status_id=${id}`,
  words: () => ({
    title: t('Investment Status'),
    intro: t(
      'The phase of a deal, from first talks to exit. The category of a status decides which totals include it.',
    ),
    about: t('Category'),
    add: t('Add status'),
    edit: t('Edit status'),
    empty: t('No statuses yet'),
    notFound: t('No statuses match'),
    records: (count) => t.plural(count, '{count} investment', '{count} investments'),
  }),
}

export const stageKind: MasterDataKind = {
  endpoints: investmentStages,
  input: InvestmentStageInput,
  words: () => ({
    title: t('Investment Stages'),
    intro: t('Funding stages of investments and preferences of investors, for filters and groups.'),
    add: t('Add stage'),
    edit: t('Edit stage'),
    empty: t('No stages yet'),
    notFound: t('No stages match'),
    records: (count) => t.plural(count, '{count} record', '{count} records'),
  }),
}

/** A status that cannot be deleted; the server explains why. */
export function isKept(row: MasterDataRow, rows: readonly MasterDataRow[]): boolean {
  if (!row.category) return false
  const others = rows.filter(({ id, category, is_active }) => id !== row.id && category === row.category && is_active)
  return row.is_default === true || (row.is_active && others.length === 0)
}
