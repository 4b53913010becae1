// Texts for the enums of master data: kinds and categories.
import type { InvestorKind, StatusCategory } from '../../contract/master-data.ts'
import { t } from '../lib/text.ts'

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
    soft: t('In the pipeline, and counted as a soft commitment.'),
    committed: t('Counted as committed; what is not funded yet is outstanding.'),
    funded: t('Counted as committed; what is not funded yet is outstanding.'),
    exited: t('Counted as committed; nothing is outstanding any more.'),
    lost: t('In no total.'),
  }[category]
}
