// Conversations with the contacts of an investor; shows one at a time.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { replies } from '../../../contract/replies.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { PersonPicker } from './person-picker.tsx'
import { personName } from './thread-actions-panel.tsx'
import { ThreadPanel } from './thread-panel.tsx'

interface ConversationPerson {
  id: string
  name: string
}

export function ConversationPanel({
  contacts,
  investorId,
}: {
  contacts: readonly ConversationPerson[]
  investorId: string
}) {
  const [chosen, choose] = useState<string>()
  // The contact who wrote last is selected.
  const latest = useQuery({
    ...query(replies.list, { query: { investor_id: investorId, per_page: 1 } }),
    enabled: contacts.length > 1,
  })
  const shown =
    contacts.find(({ id }) => id === chosen) ??
    contacts.find(({ id }) => id === latest.data?.data[0]?.contact?.id) ??
    contacts[0]
  if (!shown) return null
  return (
    <Section title={t('Conversation')} flush>
      {contacts.length > 1 && (
        <PersonPicker contacts={contacts} investorId={investorId} shown={shown.id} onChoose={choose} />
      )}
      <ThreadPanel key={shown.id} id={shown.id} title={({ person }) => personName(person)} isPart />
    </Section>
  )
}
