// Inline editing of a fact: a click turns it into a field, Enter saves, Escape cancels.
import { ActionIcon, Button, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Message } from '../../../contract/messages/message.ts'
import { fieldSentence } from '../lib/messages.ts'
import { t } from '../lib/text.ts'
import { Row } from './box.tsx'
import styles from './inline-fact.module.css'

const DateField = lazy(() => import('./date-field.tsx').then((module) => ({ default: module.DateField })))

export interface FactEdit {
  /** Field name in the record and in the change. */
  name: string
  value: string
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  choices?: readonly { value: string; label: string }[]
  /** Custom editor, which may be a lazy component. It gets multiple values as one text, separated by commas. */
  editor?: (props: EditorProps) => ReactNode
  /** Formats a value that is not plain text. */
  wording?: (value: string) => string
  /**
   * Saves `{ [name]: value }` over `version`, by default the version shown. May throw an error with `fields`, or one
   * with the code `version_conflict` and the `current` record.
   */
  save: (change: Record<string, string>, version?: number) => Promise<unknown>
}

export interface EditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  error: ReactNode
}

interface InlineFactProps {
  label: string
  edit: FactEdit
  children: ReactNode
}

interface Refusal {
  code?: string
  message?: string
  fields?: (Message & { path: string })[]
  current?: Record<string, unknown> & { version: number }
}

export function InlineFact({ label, edit, children }: InlineFactProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    // Once the button is rendered again, unless the user has focused something else.
    setTimeout(() => document.activeElement === document.body && opener.current?.focus())
  }
  if (isOpen) return <FactForm label={label} edit={edit} onClose={close} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger click target; keyboard users have the button
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <span
      className={styles.shown}
      onClick={({ target }) => {
        // Links in the value and text selection keep their default behavior.
        if (!(target as Element).closest('a, button') && !getSelection()?.toString()) setOpen(true)
      }}
    >
      {children}
      <ActionIcon
        ref={opener}
        className={styles.pencil}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('Edit: {field}', { field: label })}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={15} aria-hidden />
      </ActionIcon>
    </span>
  )
}

interface FactFormProps {
  label: string
  edit: FactEdit
  onClose: () => void
}

function FactForm({ label, edit, onClose }: FactFormProps) {
  const [typed, setTyped] = useState(edit.value)
  const { save, busy, message, theirs } = useSaveFact({ label, edit, typed, onSaved: onClose })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        // Escape first closes an open list, or a dialog that the field opened.
        const target = event.target as Element
        const isElsewhere = target.getAttribute('aria-expanded') === 'true' || !event.currentTarget.contains(target)
        if (event.key !== 'Escape' || isElsewhere) return
        event.stopPropagation()
        onClose()
      }}
    >
      <Row gap={6} align="start">
        <FactField label={label} edit={edit} value={typed} onChange={setTyped} error={message} />
        <ActionIcon type="submit" size="input-sm" loading={busy} aria-label={t('Save')}>
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="input-sm" aria-label={t('Cancel')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Row>
      {theirs && (
        <Row gap={12} rowGap={8} wrap mt={8} size={13} note fill="warning" className={styles.conflict} role="alert">
          <p>{t('Someone else changed this. It is now: {value}', { value: wording(edit, theirs) })}</p>
          <Button size="compact-sm" loading={busy} onClick={() => save(typed, theirs.version)}>
            {t('Save my version')}
          </Button>
          <UnstyledButton className={styles.keep} onClick={() => save(String(theirs[edit.name] ?? ''), theirs.version)}>
            {t('Use saved version')}
          </UnstyledButton>
        </Row>
      )}
    </form>
  )
}

interface SaveFactInput {
  label: string
  edit: FactEdit
  typed: string
  onSaved: () => void
}

/** Saves what is typed over the version shown when editing began; `theirs` is the record in a conflict. */
function useSaveFact({ label, edit, typed, onSaved }: SaveFactInput) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  const [theirs, setTheirs] = useState<Refusal['current']>()
  // The record when editing began: a refetch may bring another version.
  const seen = useRef(edit)
  const latest = useRef({ edit, typed })
  latest.current = { edit, typed }
  // What was typed during a save is saved on top of it.
  const isBehind = useRef(false)
  const refuse = ({ code, current, fields, message: text }: Refusal) => {
    if (code === 'version_conflict' && current) return setTheirs(current)
    const fault = fields?.find(({ path }) => path === edit.name)
    setMessage(fault ? fieldSentence(label, fault) : text || t('Something went wrong. Try again.'))
  }
  const save = async (value = typed, version?: number) => {
    if (busy) return
    if (isBehind.current) seen.current = latest.current.edit
    isBehind.current = false
    if (value === seen.current.value && version === undefined) return onSaved()
    setBusy(true)
    setMessage(undefined)
    try {
      await seen.current.save({ [edit.name]: value }, version)
      setTheirs(undefined)
      isBehind.current = latest.current.typed !== typed
      if (!isBehind.current) onSaved()
    } catch (error) {
      refuse(error as Refusal)
    } finally {
      setBusy(false)
    }
  }
  return { save, busy, message, theirs }
}

interface FactFieldProps extends Omit<EditorProps, 'error'> {
  edit: FactEdit
  error: string | undefined
}

function FactField({ label, edit, value, onChange, error }: FactFieldProps) {
  if (edit.editor)
    return (
      <div className={styles.editor}>
        {/* A lazy editor is focused once it is loaded. */}
        <Suspense>
          <div ref={focusFirst}>{edit.editor({ label, value, onChange, error })}</div>
        </Suspense>
      </div>
    )
  const field = {
    'aria-label': label,
    value,
    error,
    autoFocus: true,
    size: 'sm',
    className: styles.field,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  if (edit.type === 'date')
    return (
      <Suspense>
        <DateField {...field} onChange={onChange} />
      </Suspense>
    )
  if (edit.choices) return <NativeSelect {...field} data={[...edit.choices]} />
  return (
    <TextInput
      {...field}
      type={edit.type ?? 'text'}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}

const focusFirst = (element: HTMLElement | null) => element?.querySelector('input')?.focus()

function wording({ name, choices, wording: read }: FactEdit, record: Record<string, unknown>) {
  const value = String(record[name] ?? '')
  if (read && value) return read(value)
  return choices?.find((choice) => choice.value === value)?.label ?? (value || t('(empty)'))
}
