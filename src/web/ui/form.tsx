// Forms: checked by the endpoint's own schema, errors on their fields (the server's too), nothing typed is lost by accident.
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
  /** The endpoint's own body schema. */
  schema: $ZodType
  initialValues: V
  /**
   * Answers how the fields read from then on, where that is not as they were sent. May throw an error with
   * `fields: [{ path, message }]`; they land on the fields, the rest above its buttons.
   */
  save: (values: V) => Promise<V | void>
  /** Told apart by this from other forms of its page, what was typed is here again for who signs in after their session ended. */
  keptAs?: string
}

export type SaveForm<V extends Values = Values> = ReturnType<typeof useSaveForm<V>>

// By hand rather than with @mantine/form: the same rules in a tenth of its 6.7 KB gzip, on the login page too.
export function useSaveForm<V extends Values>({ schema, initialValues, save, keptAs }: SaveFormInput<V>) {
  // What counts as saved: typing anything else is a change.
  const initial = useRef(initialValues)
  const [before] = useState(() => keptAs && savedFormDraft(keptAs))
  const [values, show] = useState<V>({ ...initialValues, ...before })
  // What is typed now, for a save that follows at once.
  const typed = useRef(values)
  const [errors, setErrors] = useState<Messages>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  // A save that navigates is not leaving without saving.
  const isSaved = useRef(false)
  const labels = useRef<Record<string, string>>({})

  const [refusals, countRefusal] = useState(0)

  // Once the fields carry their messages, the first of them is where to go on.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  // The button lost focus while it waited.
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
    // React lets it bubble out of a dialog into the form that the dialog was opened from.
    event?.stopPropagation()
    if (saving) return
    const messages = messagesOf(schema, typed.current)
    setFailure(undefined)
    if (Object.keys(messages).length > 0) return refuse(messages)
    setErrors({})
    setSaving(true)
    isSaved.current = true
    const here = location.pathname
    // Where it leads away, the next page is drawn a moment later: until then a press would save it all once more.
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
  /** What was typed and is not saved. */
  const touched = useCallback(() => {
    const isTouched = ([name, value]: [string, unknown]) => !isSame(value, initial.current[name])
    return Object.fromEntries(Object.entries(typed.current).filter(isTouched)) as Partial<V>
  }, [])
  /** What was saved elsewhere meanwhile; where somebody has typed, what they typed stays. */
  const follow = useCallback((saved: V) => {
    typed.current = { ...saved, ...touched() }
    initial.current = saved
    show(typed.current)
  }, [])
  const setValue = <K extends keyof V & string>(name: K, value: V[K]) =>
    setValues({ [name]: value } as unknown as Partial<V>)

  /** Everything an input needs; its onChange takes a value or an event. */
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
      // Most inputs say so themselves; Mantine's PasswordInput does not.
      'aria-invalid': error ? true : undefined,
    }
  }

  // Once: all that it reads are refs and the first values.
  useEffect(() => {
    forms.add(mayLeave)
    return () => void forms.delete(mayLeave)
  }, [])
  useEffect(() => {
    if (!keptAs) return
    if (before) {
      markDraftRestored(keptAs)
      notify({ tone: 'neutral', title: t('What you had typed is here again'), text: t('It has not been saved yet.') })
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

/** Whether a form on the page holds what has not been saved. One that is saving counts as saved. */
export const isUnsaved = () => [...forms].some((mayLeave) => !mayLeave())
const forms = new Set<() => boolean>()

interface FormProps {
  form: Pick<SaveForm, 'submit' | 'saving' | 'failure' | 'element' | 'mayLeave'>
  submitLabel: string
  /** Where *Cancel* leads; without it there is none, and no guard either. */
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
      {/* Where the press was: above a long form nobody would see it. */}
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

/** In an open list Enter chooses. Where nothing is highlighted it would send the form, without what was being typed. */
function keepOpenLists(event: KeyboardEvent) {
  const isOpen = event.target instanceof Element && event.target.matches('[role="combobox"][aria-expanded="true"]')
  if (event.key === 'Enter' && isOpen) event.preventDefault()
}

function messagesOf(schema: $ZodType, values: Values): Messages {
  const { error } = safeParse(schema, values)
  // The first of each field.
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).reverse())
}

/** The contract says "is required" or "at least 10 characters"; on the field it reads as a sentence. */
export function sentence(label: string, message: string) {
  const text = t.told(message)
  if (/^(is|must|has|cannot|does)\b/.test(message)) return `${label} ${text}.`
  const capital = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}
