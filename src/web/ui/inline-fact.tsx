// Inline editing of a fact: a click turns it into a field, Enter saves, Escape cancels.
import { ActionIcon, Button, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '../lib/text.ts'
import { sentence } from './form.tsx'
import styles from './inline-fact.module.css'

export interface FactEdit {
  /** Field name in the record and in the change. */
  name: string
  value: string
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  choices?: readonly { value: string; label: string }[]
  /** Custom editor; multiple values are one text, separated by commas. */
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
  fields?: { path: string; message: string }[]
  current?: Record<string, unknown> & { version: number }
}

export function InlineFact({ label, edit, children }: InlineFactProps) {
  const [typed, setTyped] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  const [theirs, setTheirs] = useState<Refusal['current']>()
  const opener = useRef<HTMLButtonElement>(null)
  // The record when editing began: a refetch may bring another version.
  const seen = useRef(edit)
  const latest = useRef({ edit, typed })
  latest.current = { edit, typed }
  // What was typed during a save is saved on top of it.
  const isBehind = useRef(false)
  const open = () => {
    seen.current = edit
    isBehind.current = false
    setTyped(edit.value)
  }
  const close = () => {
    setTyped(undefined)
    setMessage(undefined)
    setTheirs(undefined)
    // Once the button is rendered again, unless the user has focused something else.
    setTimeout(() => document.activeElement === document.body && opener.current?.focus())
  }
  const save = async (value = typed!, version?: number) => {
    if (busy) return
    if (isBehind.current) seen.current = latest.current.edit
    isBehind.current = false
    if (value === seen.current.value && version === undefined) return close()
    setBusy(true)
    setMessage(undefined)
    try {
      await seen.current.save({ [edit.name]: value }, version)
      setTheirs(undefined)
      isBehind.current = latest.current.typed !== typed
      if (!isBehind.current) close()
    } catch (error) {
      const { code, current, fields, message: text } = error as Refusal
      if (code === 'version_conflict' && current) setTheirs(current)
      else {
        const told = fields?.find(({ path }) => path === edit.name)?.message
        setMessage(told ? sentence(label, told) : text || t('Something went wrong. Try again.'))
      }
    } finally {
      setBusy(false)
    }
  }
  if (typed === undefined) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a larger place to press; by keyboard it is the button
      // biome-ignore lint/a11y/useKeyWithClickEvents: the same
      <span
        className={styles.shown}
        onClick={({ target }) => {
          // Links in the value and text selection keep their default behavior.
          if (!(target as Element).closest('a, button') && !getSelection()?.toString()) open()
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
          onClick={open}
        >
          <IconPencil size={15} aria-hidden />
        </ActionIcon>
      </span>
    )
  }
  const field = {
    'aria-label': label,
    value: typed,
    error: message,
    autoFocus: true,
    size: 'sm',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value),
  }
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
        close()
      }}
    >
      <div className={styles.row}>
        {edit.editor ? (
          <div className={styles.editor} ref={focusFirst}>
            {edit.editor({ label, value: typed, onChange: setTyped, error: message })}
          </div>
        ) : edit.choices ? (
          <NativeSelect {...field} className={styles.field} data={[...edit.choices]} />
        ) : (
          <TextInput
            {...field}
            className={styles.field}
            type={edit.type ?? 'text'}
            autoComplete="off"
            onFocus={(event) => edit.type !== 'date' && event.currentTarget.select()}
          />
        )}
        <ActionIcon type="submit" size="input-sm" loading={busy} aria-label={t('Save')}>
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="input-sm" aria-label={t('Cancel')} onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {theirs && (
        <div className={styles.conflict} role="alert">
          <p>{t('Someone else changed this. It is now: {value}', { value: wording(edit, theirs) })}</p>
          <Button size="compact-sm" loading={busy} onClick={() => save(typed, theirs.version)}>
            {t('Save my version')}
          </Button>
          <UnstyledButton className={styles.keep} onClick={() => save(String(theirs[edit.name] ?? ''), theirs.version)}>
            {t('Use saved version')}
          </UnstyledButton>
        </div>
      )}
    </form>
  )
}

const focusFirst = (element: HTMLElement | null) => element?.querySelector('input')?.focus()

function wording({ name, choices, wording: read }: FactEdit, record: Record<string, unknown>) {
  const value = String(record[name] ?? '')
  if (read && value) return read(value)
  return choices?.find((choice) => choice.value === value)?.label ?? (value || t('(empty)'))
}
