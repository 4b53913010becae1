// Field labels of an investment.
import type { OwnName } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import type { InvestmentValues } from './values.ts'

export const investmentLabels = (): Record<OwnName<InvestmentValues>, string> => ({
  investor_id: t('Investor'),
  offering_id: t('Offering'),
  title: t('Title'),
  reference: t('Reference'),
  status_id: t('Status'),
  stage_id: t('Stage'),
  instrument: t('Instrument'),
  currency: t('Currency'),
  expected_amount: t('Expected amount'),
  committed_amount: t('Committed amount'),
  probability: t('Probability in percent'),
  expected_close_on: t('Expected close'),
  committed_on: t('Committed on'),
  closed_on: t('Closed on'),
  lost_reason: t('Lost reason'),
  units: t('Units'),
  unit_price: t('Price of a unit'),
  ownership_percent: t('Ownership in percent'),
  interest_rate_percent: t('Interest rate in percent'),
  discount_percent: t('Discount in percent'),
  valuation_cap: t('Valuation cap'),
  maturity_on: t('Matures on'),
  owner_user_id: t('Owner'),
  notes: t('Notes'),
  tag_ids: t('Tags'),
})
