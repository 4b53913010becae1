// Phone number field with feedback while typing: how the number is parsed, and which contact already has it.
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { contacts } from '../../contract/contacts.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import styles from './phone-fields.module.css'

interface PhoneFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: what the form hands to any input
  field: { value?: any; onChange: any; name: string; label: string; error?: ReactNode }
  contactId?: string
}

export function PhoneFields({ field, contactId }: PhoneFieldsProps) {
  const typed = String(field.value ?? '').trim()
  const [phone] = useDebouncedValue(typed, 300)
  const { data } = useQuery({
    ...query(contacts.readPhone, { query: { phone } }),
    enabled: phone.length >= 4,
    staleTime: 10_000,
  })
  const reading = data && phone === typed && typed.length >= 4 ? data : undefined
  const other = reading?.contact && reading.contact.id !== contactId ? reading.contact : undefined
  return (
    <div>
      <TextInput
        {...field}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        description={t('With + and country code, or in local format.')}
      />
      <div className={styles.reading} aria-live="polite">
        {other ? (
          <span className={styles.taken}>
            <IconAlertCircle size={15} aria-hidden />
            <span>
              {t('This number belongs to')}{' '}
              <Link to={`/contacts/${other.id}`} target="_blank">
                {other.name}
              </Link>
            </span>
          </span>
        ) : reading?.phone_text ? (
          <span className={styles.read}>
            <IconCheck size={15} aria-hidden />
            {t('Recognized as {phone}', { phone: reading.phone_text })}
          </span>
        ) : (
          reading?.reason && !field.error && <span className={styles.unread}>{t.told(reading.reason)}</span>
        )}
      </div>
    </div>
  )
}
