// Edit form of a record with optimistic locking: saves over the version read, and asks the user to merge on conflict.
import type { TablerIcon } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { $ZodType } from 'zod/v4/core'
import { t } from '../lib/text.ts'
import { ErrorState, isMissing, Missing } from './empty.tsx'
import { Form, useSaveForm } from './form.tsx'
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
  /** May throw an error with the code `version_conflict` and the `current` record. */
  save: (values: V, version: number) => Promise<void>
}

type Values = Record<string, unknown>

export function useRecordForm<R extends { version: number }, V extends Values>(input: RecordFormInput<R, V>) {
  const { schema, valuesOf, save } = input
  // The form keeps its initial record, even if the query cache gets a newer one.
  const [record] = useState(input.record)
  const version = useRef(record.version)
  const [theirs, setTheirs] = useState<R>()
  const form = useSaveForm<V>({
    schema,
    initialValues: valuesOf(record),
    keptAs: 'record',
    save: async (values) => {
      try {
        await save(values, version.current)
      } catch (error) {
        const { code, current } = error as { code?: string; current?: R }
        if (code === 'version_conflict') setTheirs(current)
        throw error
      }
    },
  })
  const conflict = theirs && {
    base: valuesOf(record),
    mine: form.values,
    theirs: valuesOf(theirs),
    onResolve: (merged: Values) => {
      version.current = theirs.version
      setTheirs(undefined)
      form.setValues(merged as V)
      void form.submit()
    },
    onClose: () => setTheirs(undefined),
  }
  return { form, record, theirs, conflict }
}

interface RecordFormProps<V extends Values> {
  edit: Pick<ReturnType<typeof useRecordForm<{ version: number }, V>>, 'form' | 'conflict'>
  cancelTo: string
  /** For the merge dialog: field labels, and how to format ids and codes. */
  labels: Record<string, string>
  wording: (name: string, value: unknown) => string
  children: ReactNode
}

export function RecordForm<V extends Values>({ edit, cancelTo, labels, wording, children }: RecordFormProps<V>) {
  return (
    <>
      <Form form={edit.form} submitLabel={t('Save')} cancelTo={cancelTo}>
        {children}
      </Form>
      {edit.conflict && (
        <Suspense>
          <ConflictDialog labels={labels} wording={wording} {...edit.conflict} />
        </Suspense>
      )}
    </>
  )
}
