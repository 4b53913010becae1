// Phone number of a person who may already be a contact: parses it while typing, and offers the contact that
// has it.
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { contacts } from '../../../contract/contacts.ts'
import { query } from '../../api.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { FieldNote, Row, Text } from '../../platform/ui/box.tsx'
import styles from './person-fields.module.css'

interface PersonFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: the props that the form passes to any input
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
    ...query(contacts.parsePhone, { query: { phone } }),
    enabled: phone.length >= 4,
    staleTime: 10_000,
  })
  const parsed = data && phone === typed && typed.length >= 4 ? data : undefined
  const holder = parsed?.contact
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
          <Row gap={16} rowGap={8} justify="between" wrap mt={8} size={14} note fill="warning">
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
          </Row>
        ) : (
          <FieldNote>
            {parsed?.phone_text ? (
              <Row as="span" inline gap={4} tone="good">
                <IconCheck size={15} aria-hidden />
                {t('Recognized as {phone}', { phone: parsed.phone_text })}
              </Row>
            ) : (
              parsed?.reason &&
              !field.error && (
                <Text as="span" dimmed>
                  {sentenceOf(parsed.reason)}
                </Text>
              )
            )}
          </FieldNote>
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
      <Text as="div" mb={4} size={14} weight={600}>
        {label}
      </Text>
      <Row gap={16} rowGap={8} justify="between" wrap py={10} px={12} className={styles.person}>
        <Row as="span" gap={10} shrink>
          <IconUserCheck size={18} aria-hidden />
          <span>
            {data?.name ?? '…'}{' '}
            <Text as="span" size={13} dimmed figures>
              {data?.phone_text}
            </Text>
          </span>
        </Row>
        {/* The button that had the focus is gone. */}
        <Button size="compact-sm" variant="default" autoFocus onClick={onChange}>
          {t('Use another number')}
        </Button>
      </Row>
      {error && <p role="alert">{error}</p>}
    </div>
  )
}
