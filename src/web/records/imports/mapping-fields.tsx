// Maps columns to fields: guessed or remembered, and editable.
import { Select } from '@mantine/core'
import { type Import, type ImportField, importFields, isOwnHeader, reimportFields } from '../../../contract/imports.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Text } from '../../platform/ui/box.tsx'
import styles from './mapping-fields.module.css'
import { useCustomTargets } from './use-custom-targets.ts'

interface MappingFieldsProps {
  made: Import
  disabled: boolean
  onChange: (fields: (ImportField | null)[]) => void
}

type Column = Import['columns'][number] & { index: number }

/** A person may have several numbers and addresses; every other field has one column. */
const mayRepeat = (field: ImportField | null) => field !== null && /^(contact_)?(phone|email)$/.test(field)

export function MappingFields({ made, disabled, onChange }: MappingFieldsProps) {
  const columns = made.columns.map((column, index) => ({ ...column, index }))
  const used = columns.filter(({ field }) => field)
  const others = columns.filter(({ field }) => !field)
  const choose = (at: number, field: ImportField | null) =>
    onChange(
      made.columns.map((column, index) =>
        index === at ? field : column.field === field && !mayRepeat(field) ? null : column.field,
      ),
    )
  const list = (some: Column[]) => (
    <PlainList className={styles.columns}>
      {some.map((column) => (
        <li key={column.index}>
          <ColumnField
            made={made}
            column={column}
            disabled={disabled}
            onChange={(field) => choose(column.index, field)}
          />
        </li>
      ))}
    </PlainList>
  )
  return (
    <section aria-label={t('Columns')}>
      <Text as="h3" mb={8} size={14} weight={600}>
        {t('Columns of {file}', { file: made.file_name ?? t('Pasted cells') })}
      </Text>
      {list(used)}
      {others.length > 0 && (
        <Text as="details" mt={12} size={13} className={styles.others} open={used.length === 0 || undefined}>
          <summary>
            {t.plural(others.length, 'One column is not imported', '{count} columns are not imported', {
              count: number(others.length),
            })}
          </summary>
          {list(others)}
        </Text>
      )}
    </section>
  )
}

/** Some fields only exist in Kabar's own files, which are recognized by their ids. */
function fieldsOf({ kind, columns }: Import): readonly ImportField[] {
  const isOwn = isOwnHeader(
    kind,
    columns.map(({ header }) => header),
  )
  const own: readonly ImportField[] = reimportFields[kind]
  return importFields[kind].filter((field) => isOwn || !own.includes(field))
}

function ColumnField({
  made,
  column,
  disabled,
  onChange,
}: {
  made: Import
  column: Column
  disabled: boolean
  onChange: (field: ImportField | null) => void
}) {
  const { targets, fieldText } = useCustomTargets(made.kind)
  return (
    <Select
      label={column.header || t('(no header)')}
      description={column.samples.join(' · ') || t('(empty)')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ label: styles.label, description: styles.samples }}
      size="xs"
      value={column.field ?? ''}
      onChange={(field) => onChange((field || null) as ImportField | null)}
      data={[
        { value: '', label: t('not imported') },
        ...[...fieldsOf(made), ...targets].map((field) => ({ value: field, label: fieldText(field) })),
      ]}
      allowDeselect={false}
      searchable
      disabled={disabled}
      maxDropdownHeight={280}
    />
  )
}
