// Picks one of an investor's contacts, marking those with unhandled replies.
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { replies } from '../../../contract/replies.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import styles from './person-picker.module.css'

interface PersonPickerProps {
  contacts: readonly { id: string; name: string }[]
  investorId: string
  shown: string
  onChoose: (id: string) => void
}

export function PersonPicker({ contacts, investorId, shown, onChoose }: PersonPickerProps) {
  const { data } = useQuery({
    ...query(replies.list, { query: { investor_id: investorId, unanswered: 'true', per_page: 200 } }),
    staleTime: 0,
    refetchInterval: 30_000,
  })
  const waiting = new Set(data?.data.map(({ contact }) => contact?.id))
  return (
    <fieldset className={styles.people}>
      <VisuallyHidden component="legend">{t('Conversation with')}</VisuallyHidden>
      {contacts.map(({ id, name }) => (
        <UnstyledButton key={id} className={styles.person} aria-pressed={id === shown} onClick={() => onChoose(id)}>
          {name}
          {waiting.has(id) && (
            <span
              className={styles.dot}
              role="img"
              aria-label={t('Waiting for an answer')}
              title={t('Waiting for an answer')}
            />
          )}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
