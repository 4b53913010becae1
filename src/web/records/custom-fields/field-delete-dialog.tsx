// Asks before a custom field is deleted, and shows how many records have a value and what names the field.
import { useQuery } from '@tanstack/react-query'
import { type CustomField, type CustomFieldUser, customFields } from '../../../contract/custom-fields.ts'
import { query } from '../../api.ts'
import { language, t } from '../../platform/lib/text.ts'
import { PlainList, Stack, Text } from '../../platform/ui/box.tsx'
import ConfirmDialog from '../../platform/ui/confirm-dialog.tsx'

interface FieldDeleteDialogProps {
  field: CustomField
  /** How many records have a value; undefined while they are counted. */
  uses: number | undefined
  onConfirm: () => Promise<void>
  onClose: () => void
}

export default function FieldDeleteDialog({ field, uses, onConfirm, onClose }: FieldDeleteDialogProps) {
  // Always fetched, because templates, rules and views are edited on other pages.
  const { data } = useQuery({ ...query(customFields.references, { params: { id: field.id } }), staleTime: 0 })
  return (
    <ConfirmDialog
      title={t('Delete “{name}”?', { name: field.name })}
      text={
        <Stack gap={12}>
          <p>{usesText(uses)}</p>
          {data && data.data.length > 0 && <References references={data.data} />}
        </Stack>
      }
      confirmLabel={t('Delete')}
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

function References({ references }: { references: readonly CustomFieldUser[] }) {
  return (
    <Text as="div" breakWords note fill="warning" role="status">
      <p>{t('It is used by:')}</p>
      <PlainList>
        {references.map((each) => (
          <li key={each.kind}>{`${kindText(each.kind)}: ${namesText(each)}`}</li>
        ))}
      </PlainList>
      <Text mt={8}>
        {t(
          'Until these are changed, the messages are not sent, broadcasts to the groups do not start, and the views show no records.',
        )}
      </Text>
    </Text>
  )
}

const kindText = (kind: CustomFieldUser['kind']) =>
  ({
    template: t('Templates'),
    broadcast: t('Broadcasts'),
    broadcast_group: t('Broadcast groups'),
    view: t('Views'),
  })[kind]

function namesText({ names, count }: CustomFieldUser) {
  const rest = count - names.length
  const named = names.map((name) => `“${name}”`)
  const parts =
    rest === 0
      ? named
      : names.length > 0
        ? [...named, t.plural(rest, 'one more', '{count} more')]
        : [t.plural(rest, 'one of another member', '{count} of other members')]
  return new Intl.ListFormat([language(), 'en']).format(parts)
}

const usesText = (count: number | undefined) =>
  count === undefined
    ? t(
        'Records may have a value in this field. It is hidden, and gone after 30 days, when the field is deleted for good.',
      )
    : count === 0
      ? t('No record has a value in this field.')
      : t.plural(
          count,
          '{count} record has a value in this field. It is hidden, and gone after 30 days, when the field is deleted for good.',
          '{count} records have a value in this field. They are hidden, and gone after 30 days, when the field is deleted for good.',
        )
