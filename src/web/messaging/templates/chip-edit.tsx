// Options of a chip: its format, shown by example, and the text used if there is no value. Each choice applies at once.
import { Button, Popover, Radio, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { TemplateVariable } from '../../../contract/template-language.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { chipText, formatsOf, variableAt } from './chip-text.ts'
import styles from './chip-view.module.css'
import { type Chip, chipOf, quoted, sourceOf, unquoted } from './chips.ts'
import { type CustomVariable, variableName } from './variable-text.ts'

interface ChipEditProps {
  source: string
  customs: readonly CustomVariable[]
  onChange: (source: string) => void
  onRemove: () => void
  onClose: () => void
}

export function ChipEdit({ source, customs, onChange, onRemove, onClose }: ChipEditProps) {
  const chip = chipOf(source)
  const variable = chip && variableAt(chip.path, customs)
  const { label } = chipText({ kind: source.startsWith('{%') ? 'tag' : 'output', source }, customs)
  return (
    <Popover
      opened
      onChange={onClose}
      trapFocus
      position="bottom-start"
      width={320}
      withRoles={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <span className={styles.place} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.options}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || (event.key === 'Enter' && event.target instanceof HTMLInputElement)) {
            event.preventDefault()
            event.stopPropagation()
            onClose()
          }
        }}
      >
        <Stack gap={16} role="dialog" aria-label={variable ? variableName(variable.path, customs) : label}>
          <Text weight={600} breakWords>
            {variable ? variableName(variable.path, customs) : label}
          </Text>
          {chip && variable ? (
            <Options chip={chip} variable={variable} customs={customs} onChange={(next) => onChange(sourceOf(next))} />
          ) : (
            <Syntax source={source} onChange={onChange} />
          )}
          <Row gap={8} justify="between">
            <Button variant="default" size="xs" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
              {t('Remove')}
            </Button>
            <Button size="xs" onClick={onClose}>
              {t('Done')}
            </Button>
          </Row>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface OptionsProps {
  chip: Chip
  variable: TemplateVariable
  customs: readonly CustomVariable[]
  onChange: (chip: Chip) => void
}

function Options({ chip, variable, customs, onChange }: OptionsProps) {
  const formats = formatsOf(variable)
  const known = formats.some(({ format }) => format === chip.format)
  const { detail } = chipText({ kind: 'output', source: sourceOf({ path: chip.path, format: chip.format }) }, customs)
  return (
    <>
      {(formats.length > 1 || !known) && (
        <Radio.Group label={t('Format')} value={chip.format} onChange={(format) => onChange({ ...chip, format })}>
          <Stack gap={8} mt={6}>
            {!known && <Radio value={chip.format} label={detail ?? t('As it is')} data-autofocus />}
            {formats.map(({ format, example }) => (
              <Radio key={format} value={format} label={example} data-autofocus={chip.format === format || undefined} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Fallback chip={chip} customs={customs} onChange={onChange} />
    </>
  )
}

function Fallback({ chip, customs, onChange }: Omit<OptionsProps, 'variable'>) {
  const { path, format, fallback } = chip
  const [text, setText] = useState(unquoted(fallback) ?? '')
  const isText = unquoted(fallback) !== undefined
  const other =
    fallback !== undefined && !isText ? fallback : path === 'contact.preferred_name' ? 'contact.name' : undefined
  const set = (next: string | undefined) =>
    onChange(next === undefined ? { path, format } : { path, format, fallback: next })
  return (
    <Radio.Group
      label={t('If there is no value')}
      value={fallback === undefined ? 'skip' : isText ? 'text' : 'other'}
      onChange={(choice) => set(choice === 'skip' ? undefined : choice === 'text' ? quoted(text) : other)}
    >
      <Stack gap={8} mt={6}>
        <Radio value="skip" label={t('Do not send to this contact')} />
        {other && <Radio value="other" label={variableName(other, customs)} />}
        <Radio value="text" label={t('Write instead')} />
        {isText && (
          <TextInput
            size="xs"
            autoFocus={text === ''}
            aria-label={t('Write instead')}
            placeholder={t('such as “friend”')}
            value={text}
            maxLength={200}
            onChange={(event) => {
              setText(event.currentTarget.value)
              set(quoted(event.currentTarget.value))
            }}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

/** Field for an expression that has no options: the user edits its syntax. */
function Syntax({ source, onChange }: { source: string; onChange: (source: string) => void }) {
  return (
    <Textarea
      label={t('Syntax')}
      data-autofocus
      autosize
      maxRows={6}
      value={source}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\n/g, ' '))}
      classNames={{ input: styles.syntax }}
    />
  )
}
