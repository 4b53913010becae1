// Section of a record's page: the values of its custom fields, edited in place.
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { CustomField } from '../../../contract/custom-fields.ts'
import type { CustomValue, CustomValues } from '../../../contract/custom-values.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { team } from '../../../contract/team.ts'
import { call, query } from '../../api.ts'
import { customName } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import { Facts } from '../../platform/ui/facts.tsx'
import type { FactEdit } from '../../platform/ui/inline-fact.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { type RecordKind, useStoreRecord } from '../../record.ts'
import { CustomBadge } from './custom-badge.tsx'
import { customText } from './labels.ts'

// Loaded when the user first edits a value.
const ValueField = lazy(() => import('./value-fields.tsx').then((module) => ({ default: module.ValueField })))

export type CustomStored = { id: string; version: number; custom: CustomValues }

interface CustomFactShowProps<R extends CustomStored> {
  fields: readonly CustomField[]
  kind: RecordKind<R>
  of: R
}

export function CustomFactShow<R extends CustomStored>({ fields, kind, of }: CustomFactShowProps<R>) {
  const { data } = useQuery({ ...query(team.get), enabled: fields.some(({ type }) => type === 'person') })
  const store = useStoreRecord(kind)
  const save = async (field: CustomField, text: string, version: number) => {
    const body = { custom: { [field.key]: JSON.parse(text) as CustomValue | null }, version }
    try {
      store((await call(kind.endpoints.update as Endpoint, { params: { id: of.id }, body } as never)) as unknown as R)
    } catch (error) {
      throw withText(error, field.key)
    }
  }
  const editOf = (field: CustomField): FactEdit => ({
    name: customName(field.key),
    value: textOf(of.custom[field.key]),
    wording: (text) => (text === 'null' ? t('(empty)') : customText(field, JSON.parse(text), data?.members)),
    editor: ({ label, value, onChange, error }) => (
      <ValueField
        field={field}
        label={label}
        value={JSON.parse(value) as CustomValue | null}
        onChange={(next) => onChange(textOf(next))}
        error={error}
      />
    ),
    save: (change, version = of.version) => save(field, change[customName(field.key)]!, version),
  })
  return (
    <Section title={t('Custom fields')}>
      <Facts
        foldsEmpty
        facts={fields.map((field) => {
          const value = of.custom[field.key]
          return {
            label: field.name,
            value: value !== undefined && <CustomBadge field={field} value={value} />,
            ...(field.is_active && { edit: editOf(field) }),
          }
        })}
      />
    </Section>
  )
}

/** The form for editing in place holds only texts, so it gets the value as JSON. */
const textOf = (value: CustomValue | null | undefined) => JSON.stringify(value ?? null)

/** Adds to a version conflict the value that another user saved, in the text form of the edited fact. */
function withText(error: unknown, key: string) {
  const { code, message, current } = error as {
    code?: string
    message?: string
    current?: { custom: CustomValues; version: number }
  }
  if (code !== 'version_conflict' || !current) return error
  const theirs = { [customName(key)]: textOf(current.custom[key]), version: current.version }
  return Object.assign(new Error(message), { code, current: theirs })
}
