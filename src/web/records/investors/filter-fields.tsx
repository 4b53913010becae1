// Filters of the list of investors.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { contacts } from '../../../contract/contacts.ts'
import { type InvestorQuery, Relationship } from '../../../contract/investors.ts'
import { InvestorKind, investmentStages, investorTypes } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { useOwnerFilter } from '../../identity/account/owner-filter-picker.tsx'
import { countryChoices } from '../../platform/lib/countries.ts'
import { language, t } from '../../platform/lib/text.ts'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import type { Filter } from '../../platform/ui/filter-bar.tsx'
import { kindText } from '../master-data/investor-type-badge.tsx'
import { useTagFilter } from '../tags/tag-filter-picker.tsx'
import { relationshipText } from './words.ts'

// Lazy loaded: needed only to filter by contact.
const ContactPicker = lazy(async () => ({ default: (await import('../contacts/contact-picker.tsx')).ContactPicker }))

export function useInvestorFilters({ contact_id }: InvestorQuery): { filters: Filter[]; dialog: ReactNode } {
  const types = useQuery(query(investorTypes.list)).data?.data ?? []
  const stages = useQuery(query(investmentStages.list)).data?.data ?? []
  const owner = useOwnerFilter()
  const tags = useTagFilter()
  const contact = useQuery({
    ...query(contacts.get, { params: { id: contact_id ?? '' } }),
    enabled: contact_id !== undefined,
  }).data
  const filters: Filter[] = [
    {
      key: 'relationship',
      label: t('Relationship'),
      many: true,
      choices: Relationship.options.map((value) => ({ value, label: relationshipText(value) })),
    },
    { key: 'investor_type_id', label: t('Type'), many: true, choices: types.map(choiceOf) },
    {
      key: 'kind',
      label: t('Kind'),
      choices: InvestorKind.options.map((value) => ({ value, label: kindText(value) })),
    },
    { key: 'stage_id', label: t('Preferred stage'), many: true, choices: stages.map(choiceOf) },
    owner,
    { key: 'follow_up', label: t('Follow-up'), choices: [{ value: 'due', label: t('due today or before') }] },
    { key: 'country', label: t('Country'), many: true, choices: countryChoices(language()) },
    {
      key: 'is_reachable',
      label: t('On WhatsApp'),
      choices: [
        { value: 'true', label: t('can be reached') },
        { value: 'false', label: t('cannot be reached') },
      ],
    },
    tags.filter,
    {
      key: 'contact_id',
      label: t('Contact'),
      text: () => contact?.name ?? '…',
      editor: ({ value, onChange }) => (
        <ContactPicker
          isWithin
          label={t('Contact')}
          value={value ?? null}
          onChange={(id: string | null) => onChange(id ?? undefined)}
        />
      ),
    },
    {
      key: 'is_archived',
      label: t('Archive status'),
      choices: [
        { value: 'false', label: t('not archived') },
        { value: 'true', label: t('archived') },
      ],
    },
  ]
  return { filters, dialog: tags.dialog }
}

const choiceOf = ({ id, name, color }: { id: string; name: string; color: string }) => ({
  value: id,
  label: name,
  mark: <ColorDot color={color} />,
})
