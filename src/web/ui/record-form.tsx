// The form of a record that is there already: saved over the version that was read, and whose change stays is asked.
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
  /** What is said in its place when the record is not there. */
  missing?: { icon: TablerIcon; title: string; list: { to: string; label: string } }
  /** The form, as soon as there is what it needs. */
  children: ReactNode
}

/** The page of a form; until the form can be there, its place is kept. */
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
  // The form keeps what it was opened with, whatever the cache learns meanwhile.
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
  /** For the choice between two versions: the fields by name, and how a value reads that is an id or a code. */
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
