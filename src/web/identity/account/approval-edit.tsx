// Form: which broadcasts need approval by a second person.
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { ApprovalRule, type Organization, organization } from '../../../contract/organization.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'

type Values = { approval_always: boolean; approval_above: string; approval_amounts: boolean }

export function ApprovalEdit() {
  const { data, error, refetch } = useQuery(query(organization.get))
  if (data) return <ApprovalForm organization={data} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <SkeletonLines height={26} />
}

function ApprovalForm({ organization: first }: { organization: Organization }) {
  const client = useQueryClient()
  const base = useRef(first)
  const form = useSaveForm<Values>({
    schema: z.pipe(z.transform(ruleOf), ApprovalRule),
    initialValues: valuesOf(first),
    save: async (values) => {
      // Uses the newest version: a change by another form on this page does not conflict with this setting.
      const { version } = client.getQueryData(query(organization.get).queryKey) ?? base.current
      const now = await call(organization.update, { body: { ...ruleOf(values), version } })
      base.current = now
      client.setQueryData(query(organization.get).queryKey, now)
      void invalidate(client, '/v1/broadcasts')
      notify({ title: t('Approval rule saved') })
      return valuesOf(now)
    },
  })
  const { approval_always } = form.values
  const box = (name: 'approval_always' | 'approval_amounts', label: string) => {
    const { value, onChange, ...field } = form.field(name, label)
    return {
      ...field,
      checked: value,
      onChange: (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked),
    }
  }
  return (
    <Form form={form} submitLabel={t('Save rule')} permission="manage_settings">
      <Stack gap={16}>
        <Checkbox {...box('approval_always', t('Every broadcast'))} />
        {!approval_always && (
          <>
            <Checkbox
              {...box('approval_amounts', t('Broadcasts that name an amount of money'))}
              description={t('The text has a variable with an amount, such as “Outstanding”.')}
            />
            <TextInput
              {...form.field('approval_above', t('Broadcasts to more than this many recipients'))}
              description={t('Leave empty if the number does not matter. A WhatsApp group counts as one recipient.')}
              inputMode="numeric"
              autoComplete="off"
            />
          </>
        )}
      </Stack>
    </Form>
  )
}

const valuesOf = ({ approval_always, approval_above, approval_amounts }: Organization): Values => ({
  approval_always,
  approval_above: approval_above === null ? '' : String(approval_above),
  approval_amounts,
})

const ruleOf = ({ approval_above, ...rule }: Values) => ({
  ...rule,
  approval_above: approval_above.trim() === '' ? null : Number(approval_above),
})
