// Form values of an offering: text per field, empty if unset.
import * as z from 'zod/mini'
import { type Offering, OfferingInput, type OfferingKind, type OfferingState } from '../../contract/offerings.ts'
import { t } from '../lib/text.ts'

export type OfferingValues = {
  name: string
  kind: OfferingKind
  currency: string
  target_amount: string
  min_ticket: string
  opens_on: string
  closes_on: string
  state: OfferingState
}

/** Validates form values with the schema of the request. */
export const OfferingForm = z.pipe(
  z.transform((values: OfferingValues) => inputOf(values)),
  OfferingInput,
)

export function inputOf({ target_amount, min_ticket, opens_on, closes_on, ...rest }: OfferingValues): OfferingInput {
  return {
    ...rest,
    target_amount: target_amount || null,
    min_ticket: min_ticket || null,
    opens_on: opens_on || null,
    closes_on: closes_on || null,
  }
}

export function valuesOf({ name, kind, currency, state, ...offering }: Offering): OfferingValues {
  return {
    name,
    kind,
    currency,
    state,
    target_amount: offering.target_amount ?? '',
    min_ticket: offering.min_ticket ?? '',
    opens_on: offering.opens_on ?? '',
    closes_on: offering.closes_on ?? '',
  }
}

export const offeringLabels = (): Record<keyof OfferingValues, string> => ({
  name: t('Name'),
  kind: t('Kind'),
  currency: t('Currency'),
  target_amount: t('Target'),
  min_ticket: t('Smallest ticket'),
  opens_on: t('Opens on'),
  closes_on: t('Closes on'),
  state: t('State'),
})

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
