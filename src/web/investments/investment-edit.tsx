// Adding and editing an investment.
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type Investment, type InvestmentInput, investments } from '../../contract/investments.ts'
import { type InvestmentStatus, investmentStatuses } from '../../contract/master-data.ts'
import { organization } from '../../contract/organization.ts'
import { ApiError, call, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { readPlace } from '../lib/use-neighbours.ts'
import { ErrorState } from '../ui/empty.tsx'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { InvestmentFields } from './investment-fields.tsx'
import { investmentLabels } from './labels.ts'
import { useTouched } from './use-touched.ts'
import { useWording } from './use-wording.ts'
import { emptyInvestment, InvestmentForm, type InvestmentValues, inputOf, needOf, valuesOf } from './values.ts'

const ConflictDialog = lazy(() => import('../ui/conflict-dialog.tsx'))

export default function InvestmentEdit() {
  const { id } = useParams()
  return id ? <Edit id={id} /> : <Add />
}

function Add() {
  const statuses = useQuery(query(investmentStatuses.list))
  const base = useQuery(query(organization.get))
  const error = statuses.error ?? base.error
  const retry = () => Promise.all([statuses.refetch(), base.refetch()])
  return (
    <Page title={t('Add investment')} back={{ to: '/investments', label: t('Investments') }} width="form">
      <Section>
        {statuses.data && base.data ? (
          <AddForm statuses={statuses.data.data} currency={base.data.base_currency} />
        ) : error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <Skeleton height={320} />
        )}
      </Section>
    </Page>
  )
}

function AddForm({ statuses, currency }: { statuses: InvestmentStatus[]; currency: string }) {
  const [params] = useSearchParams()
  const investor_id = params.get('investor_id') ?? ''
  const saved = useSaved('')
  const form = useSaveForm<InvestmentValues>({
    schema: InvestmentForm,
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
  // Asked again each time: an old version in the cache would only end in a conflict.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(investments.get, { params: { id } }),
    refetchOnMount: 'always',
  })
  const statuses = useQuery(query(investmentStatuses.list))
  const [params] = useSearchParams()
  // Its place in the list that it was opened from.
  const place = readPlace(params) ? `?${params}` : ''
  return (
    <Page
      title={t('Edit investment')}
      back={{ to: `/investments/${id}${place}`, label: data?.title ?? t('Investment') }}
      width="form"
    >
      <Section>
        {data && isFetchedAfterMount && statuses.data ? (
          <EditForm investment={data} statuses={statuses.data.data} place={place} />
        ) : error || statuses.error ? (
          <ErrorState error={error ?? statuses.error} onRetry={() => Promise.all([refetch(), statuses.refetch()])} />
        ) : (
          <Skeleton height={320} />
        )}
      </Section>
    </Page>
  )
}

interface EditFormProps {
  investment: Investment
  statuses: InvestmentStatus[]
  place: string
}

function EditForm({ investment: first, statuses, place }: EditFormProps) {
  // The form keeps what it was opened with, whatever the cache learns meanwhile.
  const [investment] = useState(first)
  const version = useRef(investment.version)
  const [theirs, setTheirs] = useState<Investment>()
  const wording = useWording([investment, ...(theirs ? [theirs] : [])])
  const saved = useSaved(place)
  const form = useSaveForm<InvestmentValues>({
    schema: InvestmentForm,
    initialValues: valuesOf(investment),
    save: async (values) => {
      demandNeeds(values, statuses)
      const body = { ...(inputOf(values) as InvestmentInput), version: version.current }
      try {
        const next = await call(investments.update, { params: { id: investment.id }, body })
        saved(next, t('{name} was saved', { name: next.title }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setTheirs(error.current as Investment)
        throw error
      }
    },
  })
  function resolve(values: InvestmentValues, { version: present }: Investment) {
    version.current = present
    setTheirs(undefined)
    form.setValues(values)
    void form.submit()
  }
  return (
    <>
      <Form form={form} submitLabel={t('Save')} cancelTo={`/investments/${investment.id}${place}`}>
        <InvestmentFields form={form} investment={investment} />
      </Form>
      {theirs && (
        <Suspense>
          <ConflictDialog
            labels={investmentLabels()}
            base={valuesOf(investment)}
            mine={form.values}
            theirs={valuesOf(theirs)}
            wording={wording}
            onResolve={(merged) => resolve(merged as InvestmentValues, theirs)}
            onClose={() => setTheirs(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the status asks for is said on its field without asking the server. */
function demandNeeds(values: InvestmentValues, statuses: readonly InvestmentStatus[]) {
  const need = needOf(statuses.find(({ id }) => id === values.status_id)?.category)
  if (need && values[need].trim() === '') throw { fields: [{ path: need, message: 'is required with this status' }] }
}

/** After saving: a notice, and the record. */
function useSaved(place: string) {
  const client = useQueryClient()
  const touched = useTouched()
  const navigate = useNavigate()
  return (investment: Investment, title: string) => {
    void touched()
    client.setQueryData(query(investments.get, { params: { id: investment.id } }).queryKey, investment)
    navigate(`/investments/${investment.id}${place}`)
    notify({ title })
  }
}
