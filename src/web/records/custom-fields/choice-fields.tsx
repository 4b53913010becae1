// Form fields of a custom field's choices: names, colors, order.
import { ActionIcon, Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Color, colors } from '../../../contract/color.ts'
import { type CustomField, maxChoices } from '../../../contract/custom-fields.ts'
import { colorText } from '../../platform/lib/color-names.ts'
import { t } from '../../platform/lib/text.ts'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { SortableList } from '../../platform/ui/sortable-list.tsx'
import styles from './custom-list.module.css'

/** `id`: position in the form. `key`: the id of a stored choice. */
export interface ChoiceRow {
  id: string
  key: string | undefined
  name: string
  color: Color
}

export const rowsOf = (choices: CustomField['choices']): ChoiceRow[] =>
  choices.map(({ id, name, color }) => ({ id, key: id, name, color: color as Color }))

/** An empty row with the next color. */
export const emptyChoice = (nth: number): ChoiceRow => ({
  id: `new ${nth}`,
  key: undefined,
  name: '',
  color: colors[(nth * 5 + 8) % colors.length]!,
})

interface ChoiceForm {
  values: { choices: ChoiceRow[] }
  field: (name: 'choices', label: string) => { error?: string | undefined }
  setValue: (name: 'choices', rows: ChoiceRow[]) => void
}

export function ChoiceFields({ form }: { form: ChoiceForm }) {
  const rows = form.values.choices
  const added = useRef(rows.length)
  const set = (next: ChoiceRow[]) => form.setValue('choices', next)
  const change = (id: string, part: Partial<ChoiceRow>) =>
    set(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const add = () => {
    added.current += 1
    set([...rows, emptyChoice(added.current)])
  }
  return (
    <Input.Wrapper label={t('Choices')} labelElement="div" error={form.field('choices', t('Choices')).error}>
      <SortableList
        label={t('Choices')}
        items={rows}
        onSort={async (ids) => set(ids.flatMap((id) => rows.find((row) => row.id === id) ?? []))}
      >
        {(row, handle) => (
          <div className={styles.choice}>
            {handle}
            <TextInput
              aria-label={t('Name of choice {nth}', { nth: rows.indexOf(row) + 1 })}
              value={row.name}
              maxLength={60}
              autoComplete="off"
              leftSection={<ColorDot color={row.color} />}
              error={form.field(`choices.${rows.indexOf(row)}.name` as 'choices', t('Choice')).error}
              onChange={({ currentTarget }) => change(row.id, { name: currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                add()
              }}
              autoFocus={rows.length > 1 && row.key === undefined && row.name === ''}
            />
            <NativeSelect
              aria-label={t('Color of choice {nth}', { nth: rows.indexOf(row) + 1 })}
              value={row.color}
              data={colors.map((value) => ({ value, label: colorText(value) }))}
              onChange={({ currentTarget }) => change(row.id, { color: currentTarget.value as Color })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={t('Remove choice {nth}', { nth: rows.indexOf(row) + 1 })}
              onClick={() => set(rows.filter(({ id }) => id !== row.id))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </SortableList>
      <Button
        variant="subtle"
        size="compact-sm"
        mt={4}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={rows.length >= maxChoices}
        onClick={add}
      >
        {t('Add choice')}
      </Button>
    </Input.Wrapper>
  )
}
