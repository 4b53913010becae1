// Editor of a message text: a plain field with buttons for variables and WhatsApp formatting.
import { ActionIcon, Textarea } from '@mantine/core'
import {
  IconBold,
  IconCode,
  IconItalic,
  IconList,
  IconListNumbers,
  IconQuote,
  IconStrikethrough,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { EmojiPicker } from '../../platform/ui/emoji-picker.tsx'
import styles from './body-panel.module.css'
import { insert, type LineKind, type Selected, toggleLines, toggleMark } from './body-text.ts'
import { FilterPicker } from './filter-picker.tsx'
import { VariablePicker } from './variable-picker.tsx'

const longest = 20_000

export interface BodyPanelHandle {
  /** Inserts a text and selects the changed part. */
  put: (selected: Selected) => void
}

interface BodyPanelProps {
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  name: string
  handle?: RefObject<BodyPanelHandle | null>
}

export default function BodyPanel({ value, onChange, error, name, handle }: BodyPanelProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef<Selected>(null)
  // The selection is set after React has rendered the new text.
  useLayoutEffect(() => {
    if (!wanted.current || wanted.current.text !== value) return
    field.current?.focus()
    field.current?.setSelectionRange(wanted.current.start, wanted.current.end)
    wanted.current = null
  }, [value])

  const put = (selected: Selected) => {
    wanted.current = selected
    onChange(selected.text)
  }
  useImperativeHandle(handle, () => ({ put }))
  const edit: Edit = (change) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
    put(change({ text: value, start: selectionStart, end: selectionEnd }))
  }

  return (
    <Textarea
      ref={field}
      name={name}
      label={t('Message')}
      required
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        const format = formatOf(event.nativeEvent)
        if (!format) return
        event.preventDefault()
        edit(format.change)
      }}
      autosize
      minRows={10}
      maxRows={24}
      error={error}
      // The whole text stays readable if one place in it is wrong.
      styles={{ input: { color: 'var(--mantine-color-text)' } }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <Text as="span" size={12} dimmed={value.length <= longest} tone={value.length > longest ? 'bad' : undefined}>
          {t('{count} of {most} characters', { count: number(value.length), most: number(longest) })}
        </Text>
      }
      inputContainer={(input) => (
        <>
          <Toolbar edit={edit} />
          {input}
        </>
      )}
    />
  )
}

type Edit = (change: (selected: Selected) => Selected) => void

function Toolbar({ edit }: { edit: Edit }) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('Formatting')}>
      <VariablePicker onPick={(piece) => edit((selected) => insert(selected, piece))} />
      <FilterPicker onPick={(piece) => edit((selected) => insert(selected, piece))} />
      <Row as="span" gap={4} wrap>
        {formats.map(({ label, icon: Icon, change, ...shortcut }) => (
          <ActionIcon
            key={label}
            variant="default"
            size={30}
            aria-label={t(label)}
            title={t('{format} ({keys})', { format: t(label), keys: keysText(shortcut) })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => edit(change)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        ))}
        <EmojiPicker onPick={(emoji) => edit((selected) => insert(selected, emoji))} />
      </Row>
    </div>
  )
}

const mark = (sign: string) => (selected: Selected) => toggleMark(selected, sign)
const lines = (kind: LineKind) => (selected: Selected) => toggleLines(selected, kind)

/** The shortcuts of WhatsApp, and of Slack for lists. */
const formats = [
  { label: 'Bold', key: 'B', icon: IconBold, change: mark('*') },
  { label: 'Italic', key: 'I', icon: IconItalic, change: mark('_') },
  { label: 'Strikethrough', key: 'X', withShift: true, icon: IconStrikethrough, change: mark('~') },
  { label: 'Monospace', key: 'M', withShift: true, icon: IconCode, change: mark('```') },
  { label: 'Numbered list', key: '7', withShift: true, icon: IconListNumbers, change: lines('number') },
  { label: 'Bulleted list', key: '8', withShift: true, icon: IconList, change: lines('bullet') },
  { label: 'Quote', key: '9', withShift: true, icon: IconQuote, change: lines('quote') },
]

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

function keysText({ key, withShift = false }: { key: string; withShift?: boolean }) {
  if (isApple) return `${withShift ? '⇧' : ''}⌘${key}`
  return withShift ? t('Ctrl+Shift+{key}', { key }) : t('Ctrl+{key}', { key })
}

/** By key position: with Shift, the 7 key produces another character on each layout. */
function formatOf({ code, shiftKey, altKey, metaKey, ctrlKey }: KeyboardEvent) {
  if (altKey || !(isApple ? metaKey : ctrlKey)) return undefined
  const pressed = code.replace(/^(Key|Digit)/, '')
  return formats.find(({ key, withShift = false }) => key === pressed && withShift === shiftKey)
}
