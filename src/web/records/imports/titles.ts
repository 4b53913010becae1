// Titles of imports. In a file of their own, because lists load them at once.
import type { ImportKind } from '../../../contract/imports.ts'
import { t } from '../../platform/lib/text.ts'

export const titleText = (kind: ImportKind) =>
  ({
    contacts: t('Import contacts'),
    investors: t('Import investors'),
    investments: t('Import investments'),
    transactions: t('Import transactions'),
    offerings: t('Import offerings'),
  })[kind]
