// Parts of the page that merges records: the winner, a choice for each differing field, and the result.
import { ActionIcon, Radio } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Consent } from '../../../contract/contacts.ts'
import { type MergeKind, type MergeRecord, undoDays } from '../../../contract/merges.ts'
import { countryName } from '../../platform/lib/countries.ts'
import { number } from '../../platform/lib/format.ts'
import { languageName } from '../../platform/lib/language-names.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { Facts } from '../../platform/ui/facts.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { ConsentBadge } from '../contacts/consent-badge.tsx'
import { differingFields, fieldsIn, type MergeChoice, mergedConsent, recordsByValue, sourceOf } from './merge-choice.ts'

interface WinnerFieldProps {
  records: MergeRecord[]
  value: string
  onChange: (id: string) => void
  onRemove: (id: string) => void
}

export function WinnerField({ records, value, onChange, onRemove }: WinnerFieldProps) {
  return (
    <Radio.Group label={t('Record that stays')} value={value} onChange={onChange}>
      <Stack gap={12} pt={12}>
        {records.map(({ id, code, fields, phone_text, investments, notes, messages }) => (
          <Row key={id} gap={8} align="start" justify="between">
            <Radio
              value={id}
              label={[fields.name, code ?? phone_text].filter(Boolean).join(' · ')}
              description={[
                t.plural(investments, 'one investment', '{count} investments'),
                t.plural(notes, 'one note', '{count} notes'),
                t.plural(messages, 'one message', '{count} messages'),
              ].join(' · ')}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Take {name} out of the merge', { name: fields.name! })}
              title={t('Take out of the merge')}
              onClick={() => onRemove(id)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Row>
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface ChoiceProps {
  kind: MergeKind
  /** `fields` includes the custom fields as texts. */
  records: MergeRecord[]
  labels: Record<string, string>
  choice: MergeChoice
}

export function ValueFields({
  kind,
  records,
  labels,
  choice,
  onChange,
}: ChoiceProps & { onChange: (field: string, id: string) => void }) {
  const differing = differingFields(kind, records)
  if (differing.length === 0) return null
  return (
    <Section title={t('Values')} text={t('These fields differ. Choose the value to keep.')}>
      <Stack gap={24}>
        {differing.map((field) => {
          const options = recordsByValue(records, field)
          const source = sourceOf(records, choice, field)
          const value = options.find((record) => record.fields[field] === source.fields[field])?.id ?? null
          return (
            <Radio.Group key={field} label={labels[field]} value={value} onChange={(id) => onChange(field, id)}>
              <Stack gap={8} pt={12}>
                {options.map((record) => (
                  <Radio key={record.id} value={record.id} label={shown(field, record)} />
                ))}
              </Stack>
            </Radio.Group>
          )
        })}
      </Stack>
    </Section>
  )
}

/** The merged record, and the buttons. */
export function ResultShow({ kind, records, labels, choice, children }: ChoiceProps & { children: ReactNode }) {
  const sum = (key: 'investments' | 'notes' | 'messages') =>
    number(records.reduce((total, record) => total + record[key], 0))
  const consent = mergedConsent(records, choice.winner) as Consent | null
  const isOut = consent === 'opted_out'
  return (
    <Section title={t('After the merge')}>
      <Facts
        facts={[
          ...fieldsIn(kind, records).flatMap((field) => {
            const source = sourceOf(records, choice, field)
            return source.fields[field] ? [{ label: labels[field]!, value: shown(field, source) }] : []
          }),
          ...(consent ? [{ label: t('Consent'), value: <ConsentBadge consent={consent} /> }] : []),
          // Contacts can share an investor, so the sum of their investments would be wrong.
          ...(kind === 'investor' ? [{ label: t('Investments'), value: sum('investments') }] : []),
          { label: t('Notes'), value: sum('notes') },
          { label: t('Messages'), value: sum('messages') },
        ]}
      />
      <Text mt={20} size={13} dimmed>
        {[
          isOut && t('One of them opted out, so the merged contact is opted out.'),
          kind === 'contact' && t('The contact keeps all their phone numbers and email addresses.'),
          t(
            'Investments, notes, tags, groups and messages move to the record that stays. You can undo this for {days} days.',
            { days: undoDays },
          ),
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      {children}
    </Section>
  )
}

/** The value of a field as lists and forms show it. */
function shown(field: string, { fields, phone_text }: MergeRecord): string {
  const value = fields[field]!
  if (field === 'phone') return phone_text ?? value
  if (field === 'country') return countryName(value, language())
  return field === 'language' ? languageName(value) : value
}
