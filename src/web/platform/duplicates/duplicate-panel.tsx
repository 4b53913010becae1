// Hint below a field of a new contact or investor: existing ones with the same name or email address, found while typing.
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { contacts } from '../../../contract/contacts.ts'
import { investors } from '../../../contract/investors.ts'
import { query } from '../../api.ts'
import { t } from '../lib/text.ts'
import { Row, Text } from '../ui/box.tsx'

interface DuplicatePanelProps {
  kind: 'contact' | 'investor'
  field: 'name' | 'email'
  value: string
}

interface Found {
  id: string
  name: string
  emails: readonly string[]
  /** Tells people of one name apart. */
  detail: string | null
}

const shown = 3

export function DuplicatePanel({ kind, field, value }: DuplicatePanelProps) {
  const typed = value.trim()
  const [text] = useDebouncedValue(typed, 400)
  const found = useFound(kind, text === typed ? text : '')
  const same = found.filter(({ name, emails }) =>
    (field === 'name' ? [name] : emails).some((each) => isSame(each, typed)),
  )
  return (
    <div aria-live="polite">
      {same.length > 0 && (
        <Row as="p" gap={6} mt={4} size={13} tone="warning" align="start">
          <IconAlertCircle size={15} aria-hidden />
          <Text as="span" breakWords>
            {label(kind, field)}{' '}
            {same.slice(0, shown).map(({ id, name, detail }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link to={`/${kind}s/${id}`} target="_blank">
                  {[name, detail].filter(Boolean).join(' · ')}
                </Link>
              </span>
            ))}
            {same.length > shown && ' …'}
          </Text>
        </Row>
      )}
    </div>
  )
}

function useFound(kind: DuplicatePanelProps['kind'], q: string): Found[] {
  const search = { query: { q, per_page: 20 } }
  const isAsked = q.length >= 3
  const people = useQuery({ ...query(contacts.list, search), enabled: isAsked && kind === 'contact' })
  const parties = useQuery({ ...query(investors.list, search), enabled: isAsked && kind === 'investor' })
  if (!isAsked) return []
  return kind === 'contact'
    ? (people.data?.data ?? []).map(({ id, name, email, other_emails, phone_text }) => ({
        ...{ id, name, emails: [email, ...other_emails] },
        detail: phone_text || email,
      }))
    : (parties.data?.data ?? []).map(({ id, name, email, code }) => ({ id, name, emails: [email], detail: code }))
}

function label(kind: DuplicatePanelProps['kind'], field: DuplicatePanelProps['field']) {
  if (kind === 'contact')
    return field === 'name' ? t('A contact has this name already:') : t('A contact has this address already:')
  return field === 'name' ? t('An investor has this name already:') : t('An investor has this address already:')
}

/** As the page of duplicates compares: without case, accents and repeated spaces. */
const isSame = (one: string, other: string) => plain(one) === plain(other)
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').toLowerCase()
