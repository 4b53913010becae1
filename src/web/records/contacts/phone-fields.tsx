// Phone number field with feedback while typing: how the number is parsed, and which contact already has it.
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { contacts } from '../../../contract/contacts.ts'
import { query } from '../../api.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { FieldNote, Row, Text } from '../../platform/ui/box.tsx'

interface PhoneFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: the props that the form passes to any input
  field: { value?: any; onChange: any; name: string; label: string; error?: ReactNode }
  contactId?: string
  /** One of several rows, without a visible label and description. */
  isRow?: boolean
}

export function PhoneFields({ field, contactId, isRow = false }: PhoneFieldsProps) {
  const typed = String(field.value ?? '').trim()
  const [phone] = useDebouncedValue(typed, 300)
  const { data } = useQuery({
    ...query(contacts.parsePhone, { query: { phone } }),
    enabled: phone.length >= 4,
    staleTime: 10_000,
  })
  const parsed = data && phone === typed && typed.length >= 4 ? data : undefined
  const other = parsed?.contact && parsed.contact.id !== contactId ? parsed.contact : undefined
  return (
    <div>
      <TextInput
        {...field}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...(isRow
          ? { label: null, 'aria-label': field.label }
          : { description: t('With + and country code, or in local format.') })}
      />
      <FieldNote aria-live="polite">
        {other ? (
          <Row as="span" inline gap={4} tone="warning">
            <IconAlertCircle size={15} aria-hidden />
            <span>
              {t('This number belongs to')}{' '}
              <Link to={`/contacts/${other.id}`} target="_blank">
                {other.name}
              </Link>
            </span>
          </Row>
        ) : parsed?.phone_text ? (
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
    </div>
  )
}
