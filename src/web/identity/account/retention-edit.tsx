// Form: how long the audit log is kept.
import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { AuditRetention, type Organization, organization } from '../../../contract/organization.ts'
import { call, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'

type Values = { audit_years: string }

export function RetentionEdit() {
  const { data, error, refetch } = useQuery(query(organization.get))
  if (data) return <RetentionForm organization={data} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <SkeletonLines height={12} />
}

function RetentionForm({ organization: first }: { organization: Organization }) {
  const client = useQueryClient()
  const base = useRef(first)
  const form = useSaveForm<Values>({
    schema: z.pipe(z.transform(inputOf), AuditRetention),
    initialValues: valuesOf(first),
    save: async (values) => {
      // Uses the newest version: a change by another form on this page does not conflict with this setting.
      const { version } = client.getQueryData(query(organization.get).queryKey) ?? base.current
      const now = await call(organization.update, { body: { ...inputOf(values), version } })
      base.current = now
      client.setQueryData(query(organization.get).queryKey, now)
      notify({ title: t('Audit log setting saved') })
      return valuesOf(now)
    },
  })
  return (
    <Form form={form} submitLabel={t('Save setting')} permission="delete_for_good">
      <NativeSelect
        {...form.field('audit_years', t('Keep entries for'))}
        description={t('Older entries are deleted for good, also from the history of records.')}
        data={[
          { value: '', label: t('Ever') },
          ...choicesFor(first).map((value) => ({ value, label: yearsText(value) })),
        ]}
      />
    </Form>
  )
}

const usual = [1, 2, 3, 5, 7, 10]
const choicesFor = ({ audit_years }: Organization) =>
  [...new Set([...usual, ...(audit_years === null ? [] : [audit_years])])].sort((a, b) => a - b).map(String)
const yearsText = (years: string) => t.plural(Number(years), '{count} year', '{count} years')

const valuesOf = ({ audit_years }: Organization): Values => ({
  audit_years: audit_years === null ? '' : String(audit_years),
})
const inputOf = ({ audit_years }: Values) => ({ audit_years: audit_years === '' ? null : Number(audit_years) })
