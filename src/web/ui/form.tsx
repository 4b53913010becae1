// Forms: validated by the endpoint's schema, client and server errors shown on the fields, unsaved changes guarded.
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { markDraftRestored, savedFormDraft, storableValues } from '../lib/form-drafts.ts'
import { t } from '../lib/text.ts'
import styles from './form.module.css'
import './enter-chooses.ts'
import './focus-restore.ts'
import { afterSave, isSame } from './form-values.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { notify } from './notices.tsx'

type Values = Record<string, unknown>
type Messages = Record<string, string>

interface SaveFormInput<V extends Values> {
  /** The endpoint's body schema. */
  schema: $ZodType
  initialValues: V
  /**
   * Returns the field values after the save if they differ from those sent. May throw an error with `fields: [{ path,
   * message }]`, shown on the fields; the rest is shown above the buttons.
   */
  save: (values: V) => Promise<V | void>
  /**
   * Key of this form on its page. With it, a draft is restored after the session expired and the user signed in again.
   */
  keptAs?: string
}

export type SaveForm<V extends Values = Values> = ReturnType<typeof useSaveForm<V>>

// Instead of @mantine/form: the same rules in a tenth of its 6.7 KB gzip, which the login page would load too.
export function useSaveForm<V extends Values>({ schema, initialValues, save, keptAs }: SaveFormInput<V>) {
  // The saved values: any difference is a change.
  const initial = useRef(initialValues)
  const [before] = useState(() => keptAs && savedFormDraft(keptAs))
  const [values, show] = useState<V>({ ...initialValues, ...before })
  // The current values, for a save in the same tick.
  const typed = useRef(values)
  const [errors, setErrors] = useState<Messages>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  // A save that navigates does not trigger the leave guard.
  const isSaved = useRef(false)
  const labels = useRef<Record<string, string>>({})

  const [refusals, countRefusal] = useState(0)

  // Focuses the first invalid field once the errors are rendered.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  // The button lost focus while it was disabled.
  const wasSaving = useRef(false)
  useEffect(() => {
    if (wasSaving.current && !saving && document.activeElement === document.body)
      element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
    wasSaving.current = saving
  }, [saving])

  function refuse(messages: Messages) {
    setErrors(messages)
    countRefusal((count) => count + 1)
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    // React bubbles the event from a dialog to the form that opened it.
    event?.stopPropagation()
    if (saving) return
    const messages = messagesOf(schema, typed.current)
    setFailure(undefined)
    if (Object.keys(messages).length > 0) return refuse(messages)
    setErrors({})
    setSaving(true)
    isSaved.current = true
    const here = location.pathname
    // If the save navigates, the next page renders a moment later: a click until then would save again.
    let isLeaving = false
    try {
      const sent = typed.current
      const kept = (await save(sent)) ?? sent
      initial.current = kept
      typed.current = afterSave({ sent, kept, typed: typed.current })
      show(typed.current)
      isLeaving = location.pathname !== here
    } catch (error) {
      const { fields = [], message } = error as { fields?: { path: string; message: string }[]; message?: string }
      const known = fields.filter(({ path }) => path in labels.current)
      if (known.length > 0) refuse(Object.fromEntries(known.map(({ path, message: text }) => [path, text])))
      else setFailure(message || t('Something went wrong. Try again.'))
    } finally {
      isSaved.current = isLeaving
      setSaving(isLeaving)
    }
  }

  function setValues(change: Partial<V>) {
    typed.current = { ...typed.current, ...change }
    show(typed.current)
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }
  /** Unsaved changes. */
  const touched = useCallback(() => {
    const isTouched = ([name, value]: [string, unknown]) => !isSame(value, initial.current[name])
    return Object.fromEntries(Object.entries(typed.current).filter(isTouched)) as Partial<V>
  }, [])
  /** Takes over values that were saved elsewhere, except in fields that the user has edited. */
  const follow = useCallback((saved: V) => {
    typed.current = { ...saved, ...touched() }
    initial.current = saved
    show(typed.current)
  }, [])
  const setValue = <K extends keyof V & string>(name: K, value: V[K]) =>
    setValues({ [name]: value } as unknown as Partial<V>)

  /** All props of an input; its onChange takes a value or an event. */
  function field<K extends keyof V & string>(name: K, label: string) {
    labels.current[name] = label
    const error = errors[name]
    return {
      name,
      label,
      value: values[name],
      // biome-ignore lint/suspicious/noExplicitAny: inputs differ in what they tell
      onChange: (told: any) => setValue(name, told?.target ? told.target.value : told),
      error: error && sentence(label, error),
      // Most inputs set it themselves; Mantine's PasswordInput does not.
      'aria-invalid': error ? true : undefined,
    }
  }

  // Runs once: it reads only refs and the initial values.
  useEffect(() => {
    forms.add(mayLeave)
    return () => void forms.delete(mayLeave)
  }, [])
  useEffect(() => {
    if (!keptAs) return
    if (before) {
      markDraftRestored(keptAs)
      notify({ tone: 'neutral', title: t('Your changes were restored'), text: t('They are not saved yet.') })
    }
    return storableValues(keptAs, touched)
  }, [keptAs, before, touched])

  const isDirty = () => !isSame(initial.current, typed.current)
  const mayLeave = () => isSaved.current || !isDirty()
  return {
    field,
    submit,
    saving,
    failure,
    setFailure,
    element,
    values,
    setValue,
    setValues,
    follow,
    setError: (name: keyof V & string, message: string) => setErrors((before) => ({ ...before, [name]: message })),
    isDirty,
    mayLeave,
  }
}

/** Whether a form on the page has unsaved changes. A form that is being saved counts as saved. */
export const isUnsaved = () => [...forms].some((mayLeave) => !mayLeave())
const forms = new Set<() => boolean>()

interface FormProps {
  form: Pick<SaveForm, 'submit' | 'saving' | 'failure' | 'element' | 'mayLeave'>
  submitLabel: string
  /** Target of *Cancel*; without it there is no *Cancel* and no leave guard. */
  cancelTo?: string
  /** In a dialog: *Cancel* closes it. */
  onCancel?: () => void
  wide?: boolean
  children: ReactNode
}

export function Form({ form, submitLabel, cancelTo, onCancel, wide, children }: FormProps) {
  return (
    <form ref={form.element} onSubmit={form.submit} onKeyDown={keepOpenLists} noValidate className={styles.form}>
      {children}
      {/* Next to the button: above a long form it would be out of sight. */}
      {form.failure && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertCircle aria-hidden />}
          role="alert"
          className={styles.failure}
        >
          {form.failure}
        </Alert>
      )}
      <div className={styles.buttons} data-wide={wide || undefined}>
        <Button type="submit" loading={form.saving} fullWidth={wide}>
          {submitLabel}
        </Button>
        {cancelTo && (
          <Button component={Link} to={cancelTo} variant="default">
            {t('Cancel')}
          </Button>
        )}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      {cancelTo && <LeaveGuard mayLeave={form.mayLeave} />}
    </form>
  )
}

/** In an open list Enter chooses an option. With none highlighted it would submit the form without the typed text. */
function keepOpenLists(event: KeyboardEvent) {
  const isOpen = event.target instanceof Element && event.target.matches('[role="combobox"][aria-expanded="true"]')
  if (event.key === 'Enter' && isOpen) event.preventDefault()
}

function messagesOf(schema: $ZodType, values: Values): Messages {
  const { error } = safeParse(schema, values)
  // The first error of each field.
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).reverse())
}

/** Turns the contract's "is required" or "at least 10 characters" into a sentence about the field. */
export function sentence(label: string, message: string) {
  const text = t.told(message)
  if (/^(is|must|has|cannot|does)\b/.test(message)) return `${label} ${text}.`
  const capital = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}
