// Adds or edits an investment.
import { TextInput } from '@mantine/core'
import { IconChartPie } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type Investment, type InvestmentInput, investments } from '../../contract/investments.ts'
import { type InvestmentStatus, investmentStatuses } from '../../contract/master-data.ts'
import { organization } from '../../contract/organization.ts'
import { call, query } from '../api.ts'
import { today } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { readListPosition } from '../lib/use-record-pager.ts'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify } from '../ui/notices.tsx'
import { FormPage, RecordForm, useRecordForm } from '../ui/record-form.tsx'
import { InvestmentFields } from './investment-fields.tsx'
import { investmentLabels } from './labels.ts'
import { useInvalidateInvestment } from './use-invalidate-investment.ts'
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
  return id ? <Edit id={id} /> : <Add />
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
  const saved = useSaved('')
  const form = useSaveForm<InvestmentValues>({
    schema: InvestmentForm,
    keptAs: 'record',
    initialValues: {
      ...emptyInvestment,
      investor_id,
      currency,
      status_id: statuses.find(({ is_default }) => is_default)?.id ?? '',
    },
    save: async (values) => {
      demandNeeds(values, statuses)
      const investment = await call(investments.create, { body: inputOf(values) as InvestmentInput })
      saved(investment, t('{name} was added', { name: investment.title }))
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

function Edit({ id }: { id: string }) {
  // Always refetched: an old version in the cache would only end in a conflict.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(investments.get, { params: { id } }),
    refetchOnMount: 'always',
  })
  const statuses = useQuery(query(investmentStatuses.list))
  const [params] = useSearchParams()
  // Position in the list that the page was opened from.
  const place = readListPosition(params) ? `?${params}` : ''
  const back = { to: `/investments/${id}${place}`, label: data?.title ?? t('Investment') }
  const retry = () => Promise.all([refetch(), statuses.refetch()])
  return (
    <FormPage
      title={t('Edit investment')}
      back={back}
      error={error ?? statuses.error}
      onRetry={retry}
      missing={{
        icon: IconChartPie,
        title: t('Investment not found'),
        list: { to: '/investments', label: t('Investments') },
      }}
    >
      {data && isFetchedAfterMount && statuses.data && (
        <EditForm investment={data} statuses={statuses.data.data} place={place} />
      )}
    </FormPage>
  )
}

interface EditFormProps {
  investment: Investment
  statuses: InvestmentStatus[]
  place: string
}

function EditForm({ investment, statuses, place }: EditFormProps) {
  const saved = useSaved(place)
  // The organization's day may differ from the user's: if untouched, the server's default applies.
  const [day] = useState(() => today())
  const edit = useRecordForm<Investment, EditValues>({
    record: investment,
    schema: InvestmentForm,
    valuesOf: (record) => ({ ...valuesOf(record), valid_from: day }),
    save: async ({ valid_from, ...values }, version) => {
      demandNeeds(values, statuses)
      const since = isAmended(values, investment) && valid_from && valid_from !== day ? { valid_from } : {}
      const body = { ...(inputOf(values) as InvestmentInput), ...since, version }
      const next = await call(investments.update, { params: { id: investment.id }, body })
      saved(next, t('{name} was saved', { name: next.title }))
    },
  })
  const wording = useWording([edit.record, ...(edit.theirs ? [edit.theirs] : [])])
  return (
    <RecordForm
      edit={edit}
      cancelTo={`/investments/${investment.id}${place}`}
      labels={investmentLabels()}
      wording={wording}
    >
      <InvestmentFields form={edit.form} investment={edit.record} />
      {isAmended(edit.form.values, edit.record) && (
        <TextInput
          {...edit.form.field('valid_from', t('Effective from'))}
          description={t(
            'Statements of earlier days do not change. To correct a mistake, choose the day on which it began.',
          )}
          type="date"
          max={day}
        />
      )}
    </RecordForm>
  )
}

/** Validates what the status requires on the client. */
function demandNeeds(values: InvestmentValues, statuses: readonly InvestmentStatus[]) {
  const need = needOf(statuses.find(({ id }) => id === values.status_id)?.category)
  if (need && values[need].trim() === '') throw { fields: [{ path: need, message: 'is required with this status' }] }
}

/** After saving: shows a notification and opens the record. */
function useSaved(place: string) {
  const client = useQueryClient()
  const touched = useInvalidateInvestment()
  const navigate = useNavigate()
  return (investment: Investment, title: string) => {
    void touched()
    client.setQueryData(query(investments.get, { params: { id: investment.id } }).queryKey, investment)
    navigate(`/investments/${investment.id}${place}`)
    notify({ title })
  }
}
