// Contacts that are chosen one by one: a picker, or for many contacts their number and the first names.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ContactPicker, type PickedContact } from '../../records/contacts/contact-picker.tsx'

interface ChosenContactFieldsProps {
  value: string[]
  onChange: (ids: string[]) => void
  known: readonly PickedContact[] | undefined
}

/** With more contacts the form shows a number and a few names: the picker would be hard to read, and slow for thousands. */
const maxShown = 8
const maxListed = 200
const maxNamed = 3

export function ChosenContactFields({ value, onChange, known = [] }: ChosenContactFieldsProps) {
  const [isWhole, setWhole] = useState(false)
  if (value.length <= maxShown || isWhole)
    return <ContactPicker label={t('Contacts')} value={value} onChange={onChange} known={known} />
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const named = value.flatMap((id) => names.get(id) ?? []).slice(0, maxNamed)
  const more = value.length - named.length
  return (
    <Stack gap={8}>
      <ContactPicker
        label={t('Contacts')}
        placeholder={t('Add more by name or number')}
        value={[]}
        onChange={(ids: string[]) => onChange([...new Set([...value, ...ids])])}
      />
      <Row gap={12} rowGap={4} justify="between" wrap size={13} role="group" aria-label={t('Chosen contacts')}>
        <Text as="span" shrink breakWords>
          <strong>{t.plural(value.length, '{count} contact', '{count} contacts')}</strong>
          {named.length > 0 && (
            <Text as="span" dimmed>
              {': '}
              {t.plural(more, '{names} and {count} more', '{names} and {count} more', { names: named.join(', ') })}
            </Text>
          )}
        </Text>
        <Row as="span" gap={8} fixed>
          {value.length <= maxListed && (
            <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
              {t('Show all')}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
            {t('Remove all')}
          </Button>
        </Row>
      </Row>
    </Stack>
  )
}
