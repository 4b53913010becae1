// Adds or edits an investment.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { type Investment, type InvestmentInput, investments } from '../../../contract/investments.ts'
import { type InvestmentStatus, investmentStatuses } from '../../../contract/master-data.ts'
import { message } from '../../../contract/messages/message.ts'
import { organization } from '../../../contract/organization.ts'
import { call, query } from '../../api.ts'
import { today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { FormPage, RecordForm, useRecordForm } from '../../platform/ui/record-form.tsx'
import { useEditPage, useSaved } from '../../record.ts'
import { useCustomLabels } from '../custom-fields/custom-panel.tsx'
import { InvestmentFields } from './investment-fields.tsx'
import { investmentKind } from './investment-kind.ts'
import { investmentLabels } from './labels.ts'
import { useWording } from './use-wording.ts'
import {
  type EditValues,
  emptyInvestment,
  InvestmentForm,
  type InvestmentValues,
  inputOf,
  isAmended,
  needOf,
  valuesOf,
} from './values.ts'

export default function InvestmentEdit() {
  const { id } = useParams()
  return id ? <Edit /> : <Add />
}

function Add() {
  const statuses = useQuery(query(investmentStatuses.list))
  const base = useQuery(query(organization.get))
  const error = statuses.error ?? base.error
  const retry = () => Promise.all([statuses.refetch(), base.refetch()])
  const back = { to: '/investments', label: t('Investments') }
  return (
    <FormPage title={t('Add investment')} back={back} error={error} onRetry={retry}>
      {statuses.data && base.data && <AddForm statuses={statuses.data.data} currency={base.data.base_currency} />}
    </FormPage>
  )
}

function AddForm({ statuses, currency }: { statuses: InvestmentStatus[]; currency: string }) {
  const [params] = useSearchParams()
  const investor_id = params.get('investor_id') ?? ''
  const [status_id, stage_id] = [params.get('status_id'), params.get('stage_id') ?? '']
  const { added } = useSaved(investmentKind)
  const form = useSaveForm<InvestmentValues>({
    schema: InvestmentForm,
    draftKey: 'record',
    initialValues: {
      ...emptyInvestment,
      investor_id,
      currency,
      stage_id,
      status_id:
        (statuses.find(({ id }) => id === status_id) ?? statuses.find(({ is_default }) => is_default))?.id ?? '',
    },
    save: async (values) => {
      demandNeeds(values, statuses)
      added(await call(investments.create, { body: inputOf(values) as InvestmentInput }))
    },
  })
  return (
    <Form
      form={form}
      submitLabel={t('Add investment')}
      cancelTo={investor_id ? `/investors/${investor_id}` : '/investments'}
    >
      <InvestmentFields form={form} />
    </Form>
  )
}

function Edit() {
  const { record, page, backTo } = useEditPage(investmentKind)
  const statuses = useQuery(query(investmentStatuses.list))
  const retry = () => Promise.all([page.onRetry(), statuses.refetch()])
  return (
    <FormPage {...page} error={page.error ?? statuses.error} onRetry={retry}>
      {record && statuses.data && <EditForm investment={record} statuses={statuses.data.data} backTo={backTo} />}
    </FormPage>
  )
}

interface EditFormProps {
  investment: Investment
  statuses: InvestmentStatus[]
  backTo: string
}

function EditForm({ investment, statuses, backTo }: EditFormProps) {
  const { saved } = useSaved(investmentKind)
  // The organization's day may differ from the user's: if untouched, the server's default applies.
  const [day] = useState(() => today())
  const edit = useRecordForm<Investment, EditValues>({
    record: investment,
    schema: InvestmentForm,
    valuesOf: (record) => ({ ...valuesOf(record), valid_from: day }),
    save: async ({ valid_from, ...values }, version, over) => {
      demandNeeds(values, statuses)
      const since = isAmended(values, investment) && valid_from && valid_from !== day ? { valid_from } : {}
      const body = { ...(inputOf(values, over) as InvestmentInput), ...since, version }
      saved(await call(investments.update, { params: { id: investment.id }, body }), backTo)
    },
  })
  const wording = useWording([edit.record, ...(edit.theirs ? [edit.theirs] : [])])
  const words = useCustomLabels('investment', investmentLabels(), wording)
  return (
    <RecordForm edit={edit} cancelTo={backTo} {...words}>
      <InvestmentFields form={edit.form} investment={edit.record} />
      {isAmended(edit.form.values, edit.record) && (
        <DateField
          {...edit.form.field('valid_from', t('Effective from'))}
          description={t(
            'Statements of earlier days do not change. To correct a mistake, choose the day on which it began.',
          )}
          max={day}
        />
      )}
    </RecordForm>
  )
}

/** Validates what the status requires on the client. */
function demandNeeds(values: InvestmentValues, statuses: readonly InvestmentStatus[]) {
  const need = needOf(statuses.find(({ id }) => id === values.status_id)?.category)
  if (need && values[need].trim() === '') throw { fields: [{ path: need, ...message('field.required_with_status') }] }
}
