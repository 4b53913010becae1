// Investments as a kind of record.
import { IconChartPie } from '@tabler/icons-react'
import { type Investment, investments } from '../../../contract/investments.ts'
import { t } from '../../platform/lib/text.ts'
import type { RecordKind } from '../../record.ts'

export const investmentKind: RecordKind<Investment> = {
  endpoints: investments,
  path: '/investments',
  shownIn: ['/v1/investments', '/v1/investors', '/v1/offerings', '/v1/tags'],
  icon: IconChartPie,
  nameOf: ({ title }) => title,
  words: () => ({
    list: t('Investments'),
    one: t('Investment'),
    edit: t('Edit investment'),
    missing: t('Investment not found'),
  }),
}
