// Edit form of a record with optimistic locking: saves over the version read, and asks the user to merge on conflict.
import type { TablerIcon } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { $ZodType } from 'zod/v4/core'
import { t } from '../lib/text.ts'
import type { Wording } from '../lib/wording.ts'
import { ErrorState, isMissing, Missing } from './empty.tsx'
import { Form, type SaveForm, useSaveForm } from './form.tsx'
import { Page } from './page.tsx'
import { Section } from './section.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'))

interface FormPageProps {
  title: string
  back: { to: string; label: string }
  error: unknown
  onRetry: () => unknown
  /** Shown if the record is not found. */
  missing?: { icon: TablerIcon; title: string; list: { to: string; label: string } }
  /** The form, once its data is loaded. */
  children: ReactNode
}

/** Page of a form; shows a skeleton while its data loads. */
export function FormPage({ title, back, error, onRetry, missing, children }: FormPageProps) {
  const isGone = !children && missing !== undefined && isMissing(error)
  return (
    <Page title={title} back={isGone ? missing.list : back} width="form">
      <Section>
        {children ||
          (isGone ? (
            <Missing error={error} onRetry={onRetry} {...missing} />
          ) : error ? (
            <ErrorState error={error} onRetry={onRetry} />
          ) : (
            <SkeletonLines height={20} />
          ))}
      </Section>
    </Page>
  )
}

interface RecordFormInput<R, V> {
  record: R
  schema: $ZodType
  valuesOf: (record: R) => V
  /**
   * Saves over `over`, which has `version`. May throw an error with the code `version_conflict` and the present record in
   * `current`.
   */
  save: (values: V, version: number, over: R) => Promise<void>
  /** Key of the form on its page, for drafts. Empty: it has none. */
  draftKey?: string
}

type Values = Record<string, unknown>

export function useRecordForm<R extends { version: number }, V extends Values>(input: RecordFormInput<R, V>) {
  const { schema, valuesOf, save, draftKey = 'record' } = input
  // The form keeps its initial record, even if the query cache gets a newer one.
  const [record] = useState(input.record)
  const merge = useMerge(record, valuesOf)
  const form = useSaveForm<V>({
    schema,
    initialValues: valuesOf(record),
    draftKey,
    save: (values) => merge.save((version, over) => save(values, version!, over!)),
  })
  return { form, record, theirs: merge.theirs, conflict: merge.conflictIn(form) }
}

/** Optimistic locking: saves over the version read (none for a new record), and over a newer one after a merge. */
export function useMerge<R extends { version: number }, V extends Values>(
  read: R | undefined,
  valuesOf: (record: R) => V,
) {
  const over = useRef(read)
  const [theirs, setTheirs] = useState<R>()
  const saveOver = async (save: (version: number | undefined, over: R | undefined) => Promise<void>) => {
    try {
      await save(over.current?.version, over.current)
    } catch (error) {
      const { code, current } = error as { code?: string; current?: R }
      if (code === 'version_conflict') setTheirs(current)
      throw error
    }
  }
  /** The props of the merge dialog, in a conflict. */
  const conflictIn = (form: Pick<SaveForm<V>, 'values' | 'setValues' | 'submit'>) =>
    theirs &&
    read && {
      base: valuesOf(read),
      mine: form.values,
      theirs: valuesOf(theirs),
      onResolve: (merged: Values) => {
        over.current = theirs
        setTheirs(undefined)
        form.setValues(merged as V)
        void form.submit()
      },
      onClose: () => setTheirs(undefined),
    }
  return { theirs, save: saveOver, conflictIn }
}

interface ConflictProps {
  /** The result of `conflictIn`. */
  conflict: ReturnType<ReturnType<typeof useMerge>['conflictIn']>
  /** Field labels, and how to format ids and codes. */
  labels: Record<string, string>
  wording: Wording
}

/** The merge dialog, while there is a conflict. */
export function Conflict({ conflict, labels, wording }: ConflictProps) {
  return (
    conflict && (
      <Suspense>
        <ConflictDialog labels={labels} wording={wording} {...conflict} />
      </Suspense>
    )
  )
}

interface RecordFormProps<V extends Values> extends Pick<ConflictProps, 'labels' | 'wording'> {
  edit: Pick<ReturnType<typeof useRecordForm<{ version: number }, V>>, 'form' | 'conflict'>
  cancelTo?: string
  children: ReactNode
}

export function RecordForm<V extends Values>({ edit, cancelTo, labels, wording, children }: RecordFormProps<V>) {
  return (
    <>
      <Form form={edit.form} permission="edit" submitLabel={t('Save')} {...(cancelTo !== undefined && { cancelTo })}>
        {children}
      </Form>
      <Conflict conflict={edit.conflict} labels={labels} wording={wording} />
    </>
  )
}
