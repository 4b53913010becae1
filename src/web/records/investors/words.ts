// Texts for the enums of investors, and why one of their contacts cannot be messaged.
import type { Contact } from '../../../contract/contacts.ts'
import type { Relationship } from '../../../contract/investors.ts'
import { t } from '../../platform/lib/text.ts'

export function relationshipText(relationship: Relationship) {
  return { prospect: t('Prospect'), active: t('Active'), past: t('Past') }[relationship]
}

export const figureNames = ['committed', 'funded', 'outstanding', 'distributed'] as const
export type FigureName = (typeof figureNames)[number]

export function figureText(name: FigureName) {
  return {
    committed: t('Committed'),
    funded: t('Funded'),
    outstanding: t('Outstanding'),
    distributed: t('Distributed'),
  }[name]
}

/** Whether an amount is not zero. */
export const isSome = (amount: string) => /[1-9]/.test(amount)

export type Obstacle = 'do_not_contact' | 'opted_out' | 'no_number'

/** Why a contact of an investor cannot be messaged; undefined if it can. */
export function obstacleOf(
  { consent, phone }: Pick<Contact, 'consent' | 'phone'>,
  investor: { do_not_contact: boolean },
): Obstacle | undefined {
  if (consent === 'opted_out') return 'opted_out'
  if (phone === null) return 'no_number'
  return investor.do_not_contact ? 'do_not_contact' : undefined
}

export function obstacleText(obstacle: Obstacle) {
  return {
    do_not_contact: t('Do not contact'),
    opted_out: t('Opted out'),
    no_number: t('No number'),
  }[obstacle]
}
