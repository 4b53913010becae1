// Form values of an investor as text: names instead of ids, codes in words.
import { useQuery } from '@tanstack/react-query'
import type { InvestorKind } from '../../contract/master-data.ts'
import { investmentStages, investorTypes } from '../../contract/master-data.ts'
import { tags } from '../../contract/tags.ts'
import { team } from '../../contract/team.ts'
import { query } from '../api.ts'
import { countryName } from '../lib/countries.ts'
import { calendarDay } from '../lib/format.ts'
import { decimal } from '../lib/money.ts'
import { language, t } from '../lib/text.ts'
import { kindText } from '../master-data/investor-type-badge.tsx'

type Named = readonly { id: string; name: string }[] | undefined

export function useWording() {
  const named: Record<string, Named> = {
    investor_type_id: useQuery(query(investorTypes.list)).data?.data,
    preferred_stage_ids: useQuery(query(investmentStages.list)).data?.data,
    owner_user_id: useQuery(query(team.get)).data?.members,
    tag_ids: useQuery(query(tags.list)).data?.data,
  }
  return (name: string, value: unknown): string => {
    if (name in named) {
      const nameOf = (id: string) => named[name]?.find((row) => row.id === id)?.name ?? '…'
      return [value].flat().map(String).map(nameOf).join(', ')
    }
    if (name === 'kind') return kindText(value as InvestorKind)
    if (name === 'country') return countryName(String(value), language())
    if (name === 'next_follow_up_on') return calendarDay(String(value))
    if (name === 'do_not_contact') return value ? t('Yes') : t('No')
    return name.startsWith('ticket_') ? decimal(String(value)) : String(value)
  }
}
