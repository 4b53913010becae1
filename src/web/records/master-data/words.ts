// Texts for the enums of master data: kinds and categories.
import type { InvestorKind, StatusCategory } from '../../../contract/master-data.ts'
import { t } from '../../platform/lib/text.ts'

export function kindText(kind: InvestorKind) {
  return { individual: t('Individual'), entity: t('Entity') }[kind]
}

export function categoryText(category: StatusCategory) {
  return {
    prospect: t('Prospect'),
    soft: t('Soft commitment'),
    committed: t('Committed'),
    funded: t('Funded'),
    exited: t('Exited'),
    lost: t('Lost'),
  }[category]
}

/** Effect of a category on the totals. */
export function categoryHelp(category: StatusCategory) {
  return {
    prospect: t('In the pipeline, weighted by its probability.'),
    soft: t('In the pipeline, and counts as a soft commitment.'),
    committed: t('Counts as committed; the unfunded part is outstanding.'),
    funded: t('Counts as committed; the unfunded part is outstanding.'),
    exited: t('Counts as committed; nothing is outstanding.'),
    lost: t('Not included in totals.'),
  }[category]
}
