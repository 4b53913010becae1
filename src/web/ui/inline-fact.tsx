// A fact that is edited where it stands: pressed, it becomes a field; Enter saves, Escape gives up.
import { ActionIcon, Button, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '../lib/text.ts'
import { sentence } from './form.tsx'
import styles from './inline-fact.module.css'

export interface FactEdit {
  /** Of the field, in the record and in the change. */
  name: string
  value: string
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  choices?: readonly { value: string; label: string }[]
  /** Draws the field where no other does; several values stand in one text, parted by commas. */
  editor?: (props: EditorProps) => ReactNode
  /** How a value reads, where it is no text of its own. */
  wording?: (value: string) => string
  /**
   * Saves `{ [name]: value }`, over `version` when one is given, else over the version that is shown. May throw an
   * error with `fields`, and one with the code `version_conflict` and the `current` record.
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
  // What was seen when the editing began: the record may be loaded anew meanwhile, with another version.
  const seen = useRef(edit)
  const latest = useRef({ edit, typed })
  latest.current = { edit, typed }
  // What was typed while the first half was on its way is saved over that.
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
    // Once the button is there again, unless somebody is at work elsewhere by now.
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
          // What is in the value keeps its own meaning, and so does a text being selected.
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
        // A list that is open is what Escape closes first, and so is a dialog that the field has opened.
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
          <p>{t('Somebody changed this meanwhile. It now says: {value}', { value: wording(edit, theirs) })}</p>
          <Button size="compact-sm" loading={busy} onClick={() => save(typed, theirs.version)}>
            {t('Save mine')}
          </Button>
          <UnstyledButton className={styles.keep} onClick={() => save(String(theirs[edit.name] ?? ''), theirs.version)}>
            {t('Keep theirs')}
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
