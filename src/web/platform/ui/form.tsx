// Forms: validated by the endpoint's schema, client and server errors shown on the fields, unsaved changes guarded.
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { messageOfIssue } from '../../../contract/messages/issue.ts'
import type { Message } from '../../../contract/messages/message.ts'
import { markDraftRestored, savedFormDraft, storableValues } from '../lib/form-drafts.ts'
import { fieldSentence, type Said } from '../lib/messages.ts'
import { type PermissionKey, useAllows } from '../lib/permissions.ts'
import { t } from '../lib/text.ts'
import { Row } from './box.tsx'
import { DialogButtons } from './dialog.tsx'
import styles from './form.module.css'
import { Lacking } from './may.tsx'
import './enter-chooses.ts'
import './focus-restore.ts'
import { afterSave, isSame } from './form-values.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { notify } from './notices.tsx'

type Values = Record<string, unknown>
type Messages = Record<string, Said>

/** A message of the server, or a sentence of the page. */
type FieldFault = { path: string } & (Message | { message: string })

interface SaveFormInput<V extends Values> {
  /** The endpoint's body schema. */
  schema: $ZodType
  initialValues: V
  /**
   * Returns the field values after the save if they differ from those sent. May throw an error with `fields`: the form shows
   * those errors at the fields, and any other error above the buttons.
   */
  save: (values: V) => Promise<V | void>
  /**
   * Key of this form on its page. With it, a draft is restored after the session expired and the user signed in again.
   */
  draftKey?: string
}

export type SaveForm<V extends Values = Values> = ReturnType<typeof useSaveForm<V>>

// Instead of @mantine/form: the same rules in a tenth of its 6.7 KB gzip, which the login page would load too.
export function useSaveForm<V extends Values>({ schema, initialValues, save, draftKey }: SaveFormInput<V>) {
  const [before] = useState(() => (draftKey ? savedFormDraft(draftKey) : undefined))
  const form = useFormValues(initialValues, before as Partial<V> | undefined)
  const { errors, setErrors, refuse, element } = useFormErrors()
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  // A save that navigates does not trigger the leave guard.
  const isSaved = useRef(false)
  const labels = useRef<Record<string, string>>({})
  useSubmitFocus(element, saving)
  useFormDraft(draftKey, Boolean(before), form.touched)

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    // React bubbles the event from a dialog to the form that opened it.
    event?.stopPropagation()
    if (saving) return
    const messages = messagesOf(schema, form.typed())
    setFailure(undefined)
    if (Object.keys(messages).length > 0) return refuse(messages)
    setErrors({})
    setSaving(true)
    isSaved.current = true
    const here = location.pathname
    // If the save navigates, the next page renders a moment later: a click until then would save again.
    let isLeaving = false
    try {
      const sent = form.typed()
      form.saved(sent, (await save(sent)) ?? sent)
      isLeaving = location.pathname !== here
    } catch (error) {
      fail(error as { fields?: FieldFault[]; message?: string })
    } finally {
      isSaved.current = isLeaving
      setSaving(isLeaving)
    }
  }

  function fail({ fields = [], message }: { fields?: FieldFault[]; message?: string }) {
    const labelled = fields.filter(({ path }) => path in labels.current)
    if (labelled.length === 0) return setFailure(message || t('Something went wrong. Try again.'))
    refuse(Object.fromEntries(labelled.map((fault) => [fault.path, 'code' in fault ? fault : fault.message])))
  }

  function setValues(change: Partial<V>) {
    form.set(change)
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }
  const setValue = <K extends keyof V & string>(name: K, value: V[K]) =>
    setValues({ [name]: value } as unknown as Partial<V>)

  /** All props of an input; its onChange takes a value or an event. */
  function field<K extends keyof V & string>(name: K, label: string) {
    labels.current[name] = label
    const error = errors[name]
    return {
      name,
      label,
      value: form.values[name],
      // biome-ignore lint/suspicious/noExplicitAny: inputs pass an event or a value
      onChange: (eventOrValue: any) => setValue(name, eventOrValue?.target ? eventOrValue.target.value : eventOrValue),
      error: error && fieldSentence(label, error),
      // Most inputs set it themselves; Mantine's PasswordInput does not.
      'aria-invalid': error ? true : undefined,
    }
  }

  const mayLeave = () => isSaved.current || !form.isDirty()
  // Runs once: it reads only refs and the initial values.
  useEffect(() => {
    forms.add(mayLeave)
    return () => void forms.delete(mayLeave)
  }, [])
  return {
    field,
    submit,
    saving,
    failure,
    setFailure,
    element,
    values: form.values,
    setValue,
    setValues,
    follow: form.follow,
    setError: (name: keyof V & string, message: Said) => setErrors((before) => ({ ...before, [name]: message })),
    isDirty: form.isDirty,
    mayLeave,
  }
}

/** What is typed, and the saved values that it is compared with. `before`: a restored draft. */
function useFormValues<V extends Values>(initialValues: V, before: Partial<V> | undefined) {
  // The saved values: any difference is a change.
  const initial = useRef(initialValues)
  const [values, show] = useState<V>({ ...initialValues, ...before })
  // The current values, for a save in the same tick.
  const typed = useRef(values)
  const change = (next: V) => {
    typed.current = next
    show(next)
  }
  /** Unsaved changes. */
  const touched = useCallback(() => {
    const isTouched = ([name, value]: [string, unknown]) => !isSame(value, initial.current[name])
    return Object.fromEntries(Object.entries(typed.current).filter(isTouched)) as Partial<V>
  }, [])
  /** Takes over values that were saved elsewhere, except in fields that the user has edited. */
  const follow = useCallback((saved: V) => {
    const next = { ...saved, ...touched() }
    initial.current = saved
    typed.current = next
    show(next)
  }, [])
  return {
    values,
    typed: () => typed.current,
    set: (part: Partial<V>) => change({ ...typed.current, ...part }),
    /** What the user typed during the save remains. */
    saved: (sent: V, saved: V) => {
      initial.current = saved
      change(afterSave({ sent, saved, typed: typed.current }))
    },
    touched,
    follow,
    isDirty: () => !isSame(initial.current, typed.current),
  }
}

/** Errors at the fields; the first invalid field gets the focus once they are rendered. */
function useFormErrors() {
  const [errors, setErrors] = useState<Messages>({})
  const [refusals, countRefusal] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  function refuse(messages: Messages) {
    setErrors(messages)
    countRefusal((count) => count + 1)
  }
  return { errors, setErrors, refuse, element }
}

/** Returns the focus to the button, which lost it while it was disabled. */
function useSubmitFocus(element: RefObject<HTMLFormElement | null>, saving: boolean) {
  const wasSaving = useRef(false)
  useEffect(() => {
    if (wasSaving.current && !saving && document.activeElement === document.body)
      element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
    wasSaving.current = saving
  }, [saving])
}

/** Offers unsaved changes to be kept as a draft if the session expires, and announces a restored one. */
function useFormDraft(draftKey: string | undefined, isRestored: boolean, touched: () => Values) {
  useEffect(() => {
    if (!draftKey) return
    if (isRestored) {
      markDraftRestored(draftKey)
      notify({ tone: 'neutral', title: t('Your changes were restored'), text: t('They are not saved yet.') })
    }
    return storableValues(draftKey, touched)
  }, [draftKey, isRestored, touched])
}

/** Whether a form on the page has unsaved changes. A form that is being saved counts as saved. */
export const isUnsaved = () => [...forms].some((mayLeave) => !mayLeave())
const forms = new Set<() => boolean>()

interface FormProps {
  form: Pick<SaveForm, 'submit' | 'saving' | 'failure' | 'element' | 'mayLeave'>
  submitLabel: string
  /** Permission to save. Without it the fields are read-only. */
  permission?: PermissionKey
  /** Target of *Cancel*; without it there is no *Cancel* and no leave guard. */
  cancelTo?: string
  /** In a dialog: *Cancel* closes it. */
  onCancel?: () => void
  wide?: boolean
  children: ReactNode
}

export function Form({ form, submitLabel, permission, cancelTo, onCancel, wide, children }: FormProps) {
  const isInDialog = onCancel !== undefined
  const may = useAllows()(permission)
  // Moves a dialog's initial focus to the first field, because otherwise the close button would get it.
  useLayoutEffect(() => {
    const fields = form.element.current?.querySelector('[data-autofocus]') ? undefined : form.element.current?.elements
    const first = isInDialog && [...(fields ?? [])].find((field) => field.matches('input, select, textarea'))
    if (first) first.setAttribute('data-autofocus', '')
  }, [form.element, isInDialog])
  if (permission && !may)
    return (
      <form ref={form.element} onSubmit={(event) => event.preventDefault()} className={styles.form}>
        <Lacking permission={permission} />
        <fieldset disabled className={`${styles.form} ${styles.reading}`}>
          {children}
        </fieldset>
      </form>
    )
  const submit = (
    <Button type="submit" loading={form.saving} fullWidth={wide}>
      {submitLabel}
    </Button>
  )
  return (
    <form ref={form.element} onSubmit={form.submit} onKeyDown={onEnter} noValidate className={styles.form}>
      {children}
      {/* Next to the button: above a long form it would be out of sight. */}
      {form.failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} role="alert">
          {form.failure}
        </Alert>
      )}
      {isInDialog ? (
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          {submit}
        </DialogButtons>
      ) : (
        <Row gap={8} wrap mt={8} fillOnPhone data-wide={wide || undefined}>
          {submit}
          {cancelTo && (
            <Button component={Link} to={cancelTo} variant="default">
              {t('Cancel')}
            </Button>
          )}
        </Row>
      )}
      {cancelTo && <LeaveGuard mayLeave={form.mayLeave} />}
    </form>
  )
}

/** Ctrl+Enter submits from any field. Enter in an open list must only choose: submitting would lose text that no option matches. */
function onEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter') return
  const isOpen = event.target instanceof Element && event.target.matches('[role="combobox"][aria-expanded="true"]')
  if (isOpen) event.preventDefault()
  else if ((event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
}

function messagesOf(schema: $ZodType, values: Values): Messages {
  const { error } = safeParse(schema, values)
  // The first error of each field.
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), messageOfIssue(message)]).reverse(),
  )
}
