// Phone number of a person who may already be a contact: parses it while typing, and offers the contact that
// has it.
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { contacts } from '../../contract/contacts.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import styles from './person-fields.module.css'

interface PersonFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: what the form hands to any input
  phone: { value?: any; onChange: any; name: string; label: string; error?: ReactNode }
  /** The contact linked instead of a number, or empty. */
  contactId: string
  /** Links an existing contact; without a person, returns to typing a number. */
  onLink: (person: { id: string; name: string } | undefined) => void
  linkLabel: string
}

export function PersonFields({ phone: field, contactId, onLink, linkLabel }: PersonFieldsProps) {
  const typed = String(field.value ?? '').trim()
  const [phone] = useDebouncedValue(typed, 300)
  const { data } = useQuery({
    ...query(contacts.readPhone, { query: { phone } }),
    enabled: phone.length >= 4,
    staleTime: 10_000,
  })
  const reading = data && phone === typed && typed.length >= 4 ? data : undefined
  const holder = reading?.contact
  if (contactId)
    return <Linked id={contactId} label={field.label} error={field.error} onChange={() => onLink(undefined)} />
  return (
    <div>
      <TextInput
        {...field}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        description={t('With + and country code, or in local format.')}
        // The offer below has the message, with a way to continue.
        error={holder ? undefined : field.error}
      />
      <div aria-live="polite">
        {holder ? (
          <div className={styles.offer}>
            <span>
              {t('This number belongs to')}{' '}
              <Link to={`/contacts/${holder.id}`} target="_blank">
                {holder.name}
              </Link>
            </span>
            <Button
              size="compact-sm"
              leftSection={<IconUserCheck size={15} aria-hidden />}
              onClick={() => onLink(holder)}
            >
              {linkLabel}
            </Button>
          </div>
        ) : (
          <div className={styles.reading}>
            {reading?.phone_text ? (
              <span className={styles.read}>
                <IconCheck size={15} aria-hidden />
                {t('Recognized as {phone}', { phone: reading.phone_text })}
              </span>
            ) : (
              reading?.reason && !field.error && <span className={styles.unread}>{t.told(reading.reason)}</span>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

interface LinkedProps {
  id: string
  label: string
  error: ReactNode
  onChange: () => void
}

function Linked({ id, label, error, onChange }: LinkedProps) {
  const { data } = useQuery(query(contacts.get, { params: { id } }))
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <div className={styles.person}>
        <span className={styles.who}>
          <IconUserCheck size={18} aria-hidden />
          <span>
            {data?.name ?? '…'} <span className={styles.small}>{data?.phone_text}</span>
          </span>
        </span>
        {/* The button that had the focus is gone. */}
        <Button size="compact-sm" variant="default" autoFocus onClick={onChange}>
          {t('Use another number')}
        </Button>
      </div>
      {error && <p role="alert">{error}</p>}
    </div>
  )
}
