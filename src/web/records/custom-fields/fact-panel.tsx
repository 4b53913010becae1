// The custom fields on a record's page. Loads the section only if the organization has fields of this kind of record.
import { type ComponentType, lazy, Suspense } from 'react'
import type { CustomField, CustomRecord } from '../../../contract/custom-fields.ts'
import type { RecordKind } from '../../record.ts'
import type { CustomStored } from './fact-show.tsx'
import { useCustomFields } from './use-custom-fields.ts'

const FactShow = lazy(() =>
  import('./fact-show.tsx').then((module) => ({
    default: module.CustomFactShow as ComponentType<{ fields: CustomField[]; kind: unknown; of: unknown }>,
  })),
)

interface CustomFactPanelProps<R extends CustomStored> {
  record: CustomRecord
  kind: RecordKind<R>
  of: R
}

export function CustomFactPanel<R extends CustomStored>({ record, kind, of }: CustomFactPanelProps<R>) {
  const fields = useCustomFields(record).filter(({ key, is_active }) => is_active || key in of.custom)
  if (fields.length === 0) return null
  return (
    <Suspense>
      <FactShow fields={fields} kind={kind} of={of} />
    </Suspense>
  )
}
