// Texts for the enums of investments.
import type { Instrument } from '../../../contract/investments.ts'
import { t } from '../../platform/lib/text.ts'

export function instrumentText(instrument: Instrument) {
  return {
    equity: t('Equity'),
    preferred_equity: t('Preferred equity'),
    safe: t('SAFE'),
    convertible_note: t('Convertible note'),
    loan: t('Loan'),
    revenue_share: t('Revenue share'),
    profit_share: t('Profit share'),
    fund_interest: t('Fund interest'),
    property_share: t('Property share'),
    other: t('Other'),
  }[instrument]
}
