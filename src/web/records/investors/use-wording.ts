// Form values of an investor as text: names instead of ids, codes in words.
import { useQuery } from '@tanstack/react-query'
import type { InvestorKind } from '../../../contract/master-data.ts'
import { investmentStages, investorTypes } from '../../../contract/master-data.ts'
import { tags } from '../../../contract/tags.ts'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { countryName } from '../../platform/lib/countries.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { decimal } from '../../platform/lib/money.ts'
import { language, t } from '../../platform/lib/text.ts'
import { nameIn, wordingOf } from '../../platform/lib/wording.ts'
import { kindText } from '../master-data/investor-type-badge.tsx'

export function useWording() {
  return wordingOf({
    investor_type_id: nameIn(useQuery(query(investorTypes.list)).data?.data),
    preferred_stage_ids: nameIn(useQuery(query(investmentStages.list)).data?.data),
    owner_user_id: nameIn(useQuery(query(team.get)).data?.members),
    tag_ids: nameIn(useQuery(query(tags.list)).data?.data),
    kind: (kind) => kindText(kind as InvestorKind),
    country: (code) => countryName(code, language()),
    next_follow_up_on: calendarDay,
    do_not_contact: (value) => (value === 'true' ? t('Yes') : t('No')),
    ticket_min: decimal,
    ticket_max: decimal,
  })
}
