// Names of the figures, and what each figure counts.
import type { Figure } from '../../../contract/investments.ts'
import { t } from '../../platform/lib/text.ts'

export const figureNamesOf = (): Record<Figure, { label: string; text: string }> => ({
  committed: { label: t('Committed'), text: t('Committed, paid or not') },
  funded: { label: t('Funded'), text: t('Paid in, less refunds') },
  outstanding: { label: t('Outstanding'), text: t('Committed and not yet paid') },
  pipeline: { label: t('Pipeline'), text: t('Expected, not yet committed') },
  weighted: { label: t('Weighted pipeline'), text: t('Each amount times its probability') },
  soft: { label: t('Soft commitments'), text: t('Part of the pipeline with a soft commitment') },
  due: { label: t('Due'), text: t('Upcoming scheduled contributions') },
  overdue: { label: t('Overdue'), text: t('Scheduled contributions past their due date') },
  distributed: { label: t('Distributed'), text: t('Paid out, with returns of capital') },
})
