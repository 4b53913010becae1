// Field labels of an offering.
import type { OwnName } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import type { OfferingValues } from './values.ts'

export const offeringLabels = (): Record<OwnName<OfferingValues>, string> => ({
  name: t('Name'),
  kind: t('Kind'),
  currency: t('Currency'),
  target_amount: t('Target'),
  min_ticket: t('Smallest ticket'),
  opens_on: t('Opens on'),
  closes_on: t('Closes on'),
  state: t('State'),
})
