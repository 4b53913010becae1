// Investors as a kind of record.
import { IconUserOff } from '@tabler/icons-react'
import { type Investor, investors } from '../../../contract/investors.ts'
import { t } from '../../platform/lib/text.ts'
import type { RecordKind } from '../../record.ts'

export const investorKind: RecordKind<Investor> = {
  endpoints: investors,
  path: '/investors',
  // The titles of investments contain its name.
  shownIn: ['/v1/investors', '/v1/contacts', '/v1/investments'],
  icon: IconUserOff,
  nameOf: ({ name }) => name,
  words: () => ({
    list: t('Investors'),
    one: t('Investor'),
    edit: t('Edit investor'),
    missing: t('Investor not found'),
  }),
}
