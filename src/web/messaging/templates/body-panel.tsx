// Editor of a message text: text with chips for the variables, or in *Advanced* the Liquid syntax. Both share the buttons.
import { ActionIcon, Button, Input, Textarea } from '@mantine/core'
import {
  IconBold,
  IconCode,
  IconItalic,
  IconList,
  IconListNumbers,
  IconQuote,
  IconStrikethrough,
} from '@tabler/icons-react'
import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { message } from '../../../contract/messages/message.ts'
import type { Preview } from '../../../contract/templates.ts'
import { number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { useActivity } from '../../platform/lib/use-activity.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { EmojiPicker } from '../../platform/ui/emoji-picker.tsx'
import styles from './body-panel.module.css'
import { insert, type LineKind, type Selected, toggleLines, toggleMark } from './body-text.ts'
import { chipLabel, chipText, emptyText } from './chip-text.ts'
import chipStyles from './chip-view.module.css'
import { type Piece, piecesOf, placeOf } from './chips.ts'
import { useCustomVariables } from './labels.ts'
import type { Begun, MessageEditHandle } from './message-edit.tsx'
import { VariablePicker } from './variable-picker.tsx'

// The editor is 80 KB and loads only when the user does something on the page.
const MessageEdit = lazy(() => import('./message-edit.tsx'))

const longest = 20_000

export interface BodyPanelHandle {
  /** Inserts a text and selects the changed part. */
  put: (selected: Selected) => void
}

interface BodyPanelProps {
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  /** A mistake in the text and its place. `error` is shown instead if both are set. */
  mistake?: Preview['error'] | undefined
  name: string
  handle?: RefObject<BodyPanelHandle | null>
}

export default function BodyPanel({ value, onChange, error, mistake, name, handle }: BodyPanelProps) {
  const [isAdvanced, setAdvanced] = useState(false)
  const editor = useRef<MessageEditHandle>(null)
  const isActive = useActivity()
  const [isEntered, setEntered] = useState(false)
  const mayEdit = useMay('edit')
  const begun = useRef<Begun>({ isFocused: false, typed: '' })
  const id = useId()
  const customs = useCustomVariables()
  const place = mistake?.line ? placeOf(value, mistake.line, mistake.column ?? 1) : undefined
  const said =
    error ?? (place && mistake && mistakeText(mistake, isAdvanced ? undefined : chipText(place, customs).label))

  useImperativeHandle(handle, () => ({ put: (selected) => editor.current?.edit(() => selected) }))
  const edit: Edit = (change) => editor.current?.edit(change)
  const describedBy = `${id}-hint${said ? ` ${id}-error` : ''}`

  const waiting = (
    <Waiting isBusy={mayEdit} text={value} labelId={`${id}-label`} begun={begun} onEnter={() => setEntered(true)} />
  )

  return (
    <Input.Wrapper
      label={t('Message')}
      labelProps={{ id: `${id}-label`, htmlFor: `${id}-text`, onClick: () => editor.current?.focus() }}
      withAsterisk
      error={said}
      errorProps={{ id: `${id}-error` }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <Text
          as="span"
          block
          mt={6}
          size={12}
          dimmed={value.length <= longest}
          tone={value.length > longest ? 'bad' : undefined}
        >
          {t('{count} of {most} characters', { count: number(value.length), most: number(longest) })}
        </Text>
      }
      descriptionProps={{ id: `${id}-hint` }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the shortcuts of both editors */}
      <div
        onKeyDown={(event) => {
          const format = formatOf(event.nativeEvent)
          if (!format || !(event.target instanceof Element) || !event.target.matches('[data-message] *')) return
          event.preventDefault()
          edit(format.change)
        }}
      >
        {mayEdit && <Toolbar edit={edit} isAdvanced={isAdvanced} onAdvanced={setAdvanced} />}
        <div data-message>
          {isAdvanced ? (
            <SyntaxField
              {...{ value, onChange, name }}
              id={`${id}-text`}
              handle={editor}
              describedBy={describedBy}
              isInvalid={Boolean(said)}
            />
          ) : (
            <Suspense fallback={waiting}>
              {mayEdit && (isActive || isEntered) ? (
                <MessageEdit
                  {...{ value, onChange }}
                  labelId={`${id}-label`}
                  describedBy={describedBy}
                  isInvalid={Boolean(said)}
                  mistake={place}
                  handle={editor}
                  begun={begun}
                />
              ) : (
                waiting
              )}
            </Suspense>
          )}
        </div>
      </div>
    </Input.Wrapper>
  )
}

/** Names the place of a mistake by line and column, or by the chip or words that contain it. */
function mistakeText({ message: said, line, column }: NonNullable<Preview['error']>, place: string | undefined) {
  if (place === undefined)
    return sentenceOf(message('template.at', { line: line ?? 1, column: column ?? 1, message: said }))
  return place ? t('At “{place}”: {mistake}', { place, mistake: sentenceOf(said) }) : sentenceOf(said)
}

interface WaitingProps {
  text: string
  /** True while the editor is loading; otherwise this is for users who may only read. */
  isBusy: boolean
  labelId: string
  begun: RefObject<Begun>
  /** Called when the field gets the focus. Assistive technology can focus it without a press. */
  onEnter: () => void
}

/** Looks like the editor until it has loaded, and passes on what the user types meanwhile. */
function Waiting({ text, isBusy, labelId, begun, onEnter }: WaitingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has the shape of the editor, whose text is laid out by the browser
    <div
      className={`${chipStyles.box} ${styles.waiting}`}
      role="textbox"
      tabIndex={0}
      aria-labelledby={labelId}
      aria-multiline
      aria-readonly
      aria-busy={isBusy}
      onFocus={() => {
        begun.current.isFocused = true
        onEnter()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) begun.current.isFocused = false
      }}
      onKeyDown={(event) => {
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        begun.current.typed += event.key
      }}
    >
      {text === '' && (
        <Text as="span" className={styles.empty}>
          {emptyText()}
        </Text>
      )}
      {piecesOf(text).map((piece) =>
        piece.kind === 'words' ? piece.source : <WaitingChip key={piece.from} piece={piece} />,
      )}
    </div>
  )
}

function WaitingChip({ piece }: { piece: Piece }) {
  const shown = chipText(piece, useCustomVariables())
  return (
    <span className={chipStyles.chip} data-chip={shown.kind}>
      {chipLabel(shown)}
    </span>
  )
}

interface SyntaxFieldProps extends Pick<BodyPanelProps, 'value' | 'onChange' | 'name'> {
  id: string
  describedBy: string
  isInvalid: boolean
  handle: Ref<MessageEditHandle>
}

function SyntaxField({ value, onChange, handle, isInvalid, describedBy, ...props }: SyntaxFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef<Selected>(null)
  // The selection is set after React has rendered the new text.
  useLayoutEffect(() => {
    if (!wanted.current || wanted.current.text !== value) return
    field.current?.focus()
    field.current?.setSelectionRange(wanted.current.start, wanted.current.end)
    wanted.current = null
  }, [value])
  useImperativeHandle(handle, () => ({
    edit(change) {
      const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
      wanted.current = change({ text: value, start: selectionStart, end: selectionEnd })
      onChange(wanted.current.text)
    },
    focus: () => field.current?.focus(),
  }))
  return (
    <Textarea
      {...props}
      ref={field}
      required
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={10}
      maxRows={24}
      error={isInvalid}
      aria-describedby={describedBy}
      // The whole text stays readable if one place in it is wrong.
      styles={{ input: { color: 'var(--mantine-color-text)' } }}
    />
  )
}

type Edit = (change: (selected: Selected) => Selected) => void

interface ToolbarProps {
  edit: Edit
  isAdvanced: boolean
  onAdvanced: (isAdvanced: boolean) => void
}

function Toolbar({ edit, isAdvanced, onAdvanced }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('Formatting')}>
      <VariablePicker onPick={(piece) => edit((selected) => insert(selected, piece))} />
      <Row as="span" gap={4} wrap className={styles.formats}>
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
      <Button
        variant={isAdvanced ? 'light' : 'subtle'}
        size="xs"
        className={styles.advanced}
        aria-pressed={isAdvanced}
        onClick={() => onAdvanced(!isAdvanced)}
      >
        {t('Advanced')}
      </Button>
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
