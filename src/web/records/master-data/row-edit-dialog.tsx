// Adds or edits a row of master data.
import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { type Color, colors } from '../../../contract/color.ts'
import { InvestorKind, StatusCategory } from '../../../contract/master-data.ts'
import { ApiError, call } from '../../api.ts'
import { colorText } from '../../platform/lib/color-names.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { ColorField } from '../../platform/ui/color-field.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import type { MasterDataKind, MasterDataRow } from './kinds.ts'
import { useRefresh } from './use-changes.ts'
import { categoryHelp, categoryText, kindText } from './words.ts'

const ConflictDialog = lazy(() => import('../../platform/ui/conflict-dialog.tsx'))

interface RowEditDialogProps {
  kind: MasterDataKind
  /** Undefined for a new one. */
  row: MasterDataRow | undefined
  rows: readonly MasterDataRow[]
  onClose: () => void
}

/** Editable fields; only those that the kind has. */
type Fields = Partial<Pick<MasterDataRow, 'kind' | 'category' | 'probability'>> & { name: string; color: string }

export default function RowEditDialog({ kind, row, rows, onClose }: RowEditDialogProps) {
  const { endpoints, input, words } = kind
  const refresh = useRefresh(endpoints.list.path)
  // The version when the dialog opened: a refetch must not hide an edit by another user.
  const [base, setBase] = useState(row)
  const [conflict, setConflict] = useState<MasterDataRow>()
  const version = useRef(row?.version ?? 0)
  useFocusRestore()
  const form = useSaveForm<Fields & Record<string, unknown>>({
    schema: input,
    initialValues: row ? fieldsOf(row) : newFields(kind, rows),
    save: async (values) => {
      const body = values as { name: string; color: Color }
      try {
        if (row) await call(endpoints.update, { params: { id: row.id }, body: { ...body, version: version.current } })
        else await call(endpoints.create, { body })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setConflict(error.current as MasterDataRow)
        throw error
      }
      void refresh()
      notify({ title: row ? t('{name} saved', { name: values.name }) : t('{name} added', { name: values.name }) })
      onClose()
    },
  })
  if (conflict && base) {
    const [mine, theirs] = [form.values, fieldsOf(conflict)]
    return (
      <Suspense>
        <ConflictDialog
          labels={labelsOf(mine)}
          base={shown(fieldsOf(base))}
          mine={shown(mine)}
          theirs={shown(theirs)}
          onClose={() => setConflict(undefined)}
          onResolve={(merged) => {
            const isMine = (name: string) => merged[name] === shown(mine)[name]
            form.setValues(Object.fromEntries(Object.entries(theirs).filter(([name]) => !isMine(name))))
            version.current = conflict.version
            setBase(conflict)
            setConflict(undefined)
            void form.submit()
          }}
        />
      </Suspense>
    )
  }
  const { values } = form
  const { category } = values
  const isMoving = base !== undefined && base.in_use > 0 && category !== base.category
  const submitLabel = isMoving
    ? t.plural(base.in_use, 'Save and move {count} investment', 'Save and move {count} investments')
    : base
      ? t('Save')
      : t('Add')
  return (
    <Modal
      opened
      onClose={onClose}
      title={base ? words().edit : words().add}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={submitLabel} onCancel={onClose}>
        <TextInput {...form.field('name', t('Name'))} required maxLength={200} autoComplete="off" data-autofocus />
        {values.kind && (
          <NativeSelect
            {...form.field('kind', t('For'))}
            data={InvestorKind.options.map((value) => ({ value, label: kindText(value) }))}
          />
        )}
        {category && (
          <NativeSelect
            {...form.field('category', t('Category'))}
            description={categoryHelp(category)}
            onChange={(event) => form.setValues(inCategory(event.currentTarget.value as StatusCategory, values))}
            data={StatusCategory.options.map((value) => ({ value, label: categoryText(value) }))}
          />
        )}
        {category && isGuessed(category) && (
          <TextInput
            {...form.field('probability', t('Probability'))}
            value={values.probability ?? ''}
            onChange={(event) => form.setValue('probability', numberIn(event.currentTarget.value))}
            description={t('Share of the amount in the weighted pipeline, unless set on the investment.')}
            inputMode="numeric"
            autoComplete="off"
            rightSection="%"
          />
        )}
        <ColorField
          label={t('Color')}
          value={values.color}
          colors={colors.map((value) => ({ value, label: colorText(value) }))}
          onChange={(color) => form.setValue('color', color)}
        />
        {isMoving && (
          <Text note fill="warning" role="status">
            {t.plural(
              base.in_use,
              '{count} investment has this status. In all totals it moves from {before} to {after}.',
              '{count} investments have this status. In all totals they move from {before} to {after}.',
              { before: categoryText(base.category!), after: categoryText(category!) },
            )}
          </Text>
        )}
      </Form>
    </Modal>
  )
}

function fieldsOf({ name, color, kind, category, probability }: MasterDataRow): Fields {
  return { name, color, ...(kind && { kind }), ...(category && { category, probability: probability ?? null }) }
}

/** Defaults to the least used color. */
function newFields({ endpoints }: MasterDataKind, rows: readonly MasterDataRow[]): Fields {
  const uses = (color: string) => rows.filter((row) => row.color === color).length
  const color = [...colors].sort((a, b) => uses(a) - uses(b))[0]!
  const path: string = endpoints.list.path
  if (path === '/v1/investor-types') return { name: '', color, kind: 'individual' }
  return path === '/v1/investment-statuses'
    ? { name: '', color, category: 'prospect', probability: 10 }
    : { name: '', color }
}

const isGuessed = (category: StatusCategory) => ['prospect', 'soft', 'committed'].includes(category)

/** Funded and lost categories have no probability. */
function inCategory(category: StatusCategory, { probability = null }: Partial<Fields>) {
  return { category, probability: isGuessed(category) ? probability : category === 'lost' ? 0 : null }
}

const numberIn = (text: string) => (text.trim() === '' ? null : Number(text))

function labelsOf(fields: Fields): Record<string, string> {
  const labels = {
    name: t('Name'),
    kind: t('For'),
    category: t('Category'),
    probability: t('Probability'),
    color: t('Color'),
  }
  return Object.fromEntries(Object.entries(labels).filter(([name]) => name in fields))
}

const shown = ({ name, color, kind, category, probability }: Fields): Record<string, unknown> => ({
  name,
  color: colorText(color),
  kind: kind && kindText(kind),
  category: category && categoryText(category),
  probability,
})
