// The text of a message: a plain field with buttons for variables and WhatsApp's formatting.
import { ActionIcon, Button, Group, Menu, Text, Textarea } from '@mantine/core'
import { IconBold, IconBraces, IconCode, IconItalic, IconStrikethrough } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { templateVariables } from '../../contract/templates.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { insert, type Selected, toggleMark } from './body-text.ts'

const longest = 20_000

export interface BodyFieldsHandle {
  /** Puts a text there and shows what changed by selecting it. */
  put: (selected: Selected) => void
}

interface BodyFieldsProps {
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  name: string
  handle: RefObject<BodyFieldsHandle | null>
}

export function BodyFields({ value, onChange, error, name, handle }: BodyFieldsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef<Selected>(null)
  // The new text is in the field only after React has drawn it: the selection comes then.
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
  const edit = (change: (selected: Selected) => Selected) => {
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
        const mark = (event.ctrlKey || event.metaKey) && !event.altKey && shortcuts[event.key.toLowerCase()]
        if (!mark) return
        event.preventDefault()
        edit((selected) => toggleMark(selected, mark))
      }}
      autosize
      minRows={10}
      maxRows={24}
      error={error}
      // The text of a whole message stays readable when one place in it is wrong.
      styles={{ input: { color: 'var(--mantine-color-text)' } }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <Text component="span" size="xs" c={value.length > longest ? 'red' : 'dimmed'}>
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

const shortcuts: Record<string, string> = { b: '*', i: '_' }

function Toolbar({ edit }: { edit: (change: (selected: Selected) => Selected) => void }) {
  return (
    <Group gap={4} my={6} role="toolbar" aria-label={t('Formatting')}>
      <Menu position="bottom-start" width={290} returnFocus={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconBraces size={16} aria-hidden />}>
            {t('Insert variable')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templateVariables.map(({ path, label }) => (
            <Menu.Item key={path} onClick={() => edit((selected) => insert(selected, `{{ ${path} }}`))}>
              <Text component="span" display="block" size="sm">
                {t(label)}
              </Text>
              <Text component="span" display="block" size="xs" c="dimmed" ff="monospace">
                {path}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {marks.map(({ mark, label, icon: Icon }) => (
        <ActionIcon
          key={mark}
          variant="default"
          size={30}
          aria-label={t(label)}
          title={t(label)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => edit((selected) => toggleMark(selected, mark))}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}

const marks = [
  { mark: '*', label: 'Bold', icon: IconBold },
  { mark: '_', label: 'Italic', icon: IconItalic },
  { mark: '~', label: 'Strikethrough', icon: IconStrikethrough },
  { mark: '```', label: 'Monospace', icon: IconCode },
] as const
