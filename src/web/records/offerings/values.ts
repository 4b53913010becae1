// Form values of an offering: text per field, empty if unset.
import * as z from 'zod/mini'
import { type Offering, OfferingInput, type OfferingKind, type OfferingState } from '../../../contract/offerings.ts'
import { type CustomFormValues, customFormValues, splitCustom } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import { requestOf, valuesIn } from '../../platform/ui/form-values.ts'

export type OfferingValues = {
  name: string
  kind: OfferingKind
  currency: string
  target_amount: string
  min_ticket: string
  opens_on: string
  closes_on: string
  state: OfferingState
} & CustomFormValues

/** Validates form values with the schema of the request. */
export const OfferingForm = z.pipe(
  z.transform((values: OfferingValues) => inputOf(values)),
  OfferingInput,
)

export function inputOf(values: OfferingValues, offering?: Offering): OfferingInput {
  const { others, custom } = splitCustom(values, offering)
  return { ...(requestOf(OfferingInput, others) as OfferingInput), ...custom }
}

export const valuesOf = (offering: Offering): OfferingValues => ({
  ...valuesIn(emptyOffering, offering),
  ...customFormValues(offering),
})

const emptyOffering: OfferingValues = {
  name: '',
  kind: 'round',
  currency: '',
  target_amount: '',
  min_ticket: '',
  opens_on: '',
  closes_on: '',
  state: 'open',
}

export function offeringKindText(kind: OfferingKind) {
  return {
    round: t('Funding round'),
    fund: t('Fund'),
    spv: t('SPV'),
    project: t('Project'),
    property: t('Property'),
    other: t('Other'),
  }[kind]
}

export function offeringStateText(state: OfferingState) {
  return { open: t('Open'), closed: t('Closed') }[state]
}
