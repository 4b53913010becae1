// Adding and editing an investor.
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { type Investor, investors } from '../../contract/investors.ts'
import { type InvestorType, investorTypes } from '../../contract/master-data.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { InvestorFields, investorLabels } from './investor-fields.tsx'
import { useWording } from './use-wording.ts'
import { emptyInvestor, InvestorForm, type InvestorValues, inputOf, valuesOf } from './values.ts'

const ConflictDialog = lazy(() => import('../ui/conflict-dialog.tsx'))

export default function InvestorEdit() {
  const { id } = useParams()
  return id ? <Edit id={id} /> : <Add />
}

function Add() {
  const { data, error, refetch } = useQuery(query(investorTypes.list))
  return (
    <Page title={t('Add investor')} back={{ to: '/investors', label: t('Investors') }} width="form">
      <Section>
        {data ? (
          <AddForm types={data.data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Section>
    </Page>
  )
}

function AddForm({ types }: { types: readonly InvestorType[] }) {
  const { saved } = useSaved()
  const usual = types.find(({ kind, is_active }) => kind === 'individual' && is_active)
  const form = useSaveForm<InvestorValues>({
    schema: InvestorForm,
    initialValues: { ...emptyInvestor, investor_type_id: usual?.id ?? '' },
    save: async (values) => {
      const investor = await call(investors.create, { body: inputOf(values) })
      saved(investor, t('{name} was added', { name: investor.name }))
    },
  })
  return (
    <Form form={form} submitLabel={t('Add investor')} cancelTo="/investors">
      <InvestorFields form={form} />
    </Form>
  )
}

function Edit({ id }: { id: string }) {
  // Asked again each time: an old version in the cache would only end in a conflict.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(investors.get, { params: { id } }),
    refetchOnMount: 'always',
  })
  // With its place in the list, if it came from one.
  const back = { to: `/investors/${id}${useLocation().search}`, label: data?.name ?? t('Investor') }
  return (
    <Page title={t('Edit investor')} back={back} width="form">
      <Section>
        {data && isFetchedAfterMount ? (
          <EditForm investor={data} backTo={back.to} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Section>
    </Page>
  )
}

function EditForm({ investor: first, backTo }: { investor: Investor; backTo: string }) {
  // The form keeps what it was opened with, whatever the cache learns meanwhile.
  const [investor] = useState(first)
  const version = useRef(investor.version)
  const [theirs, setTheirs] = useState<Investor>()
  const { saved } = useSaved()
  const wording = useWording()
  const form = useSaveForm<InvestorValues>({
    schema: InvestorForm,
    initialValues: valuesOf(investor),
    save: async (values) => {
      const { contact: _contact, ...input } = inputOf(values)
      const body = { ...input, version: version.current }
      try {
        const next = await call(investors.update, { params: { id: investor.id }, body })
        saved(next, t('{name} was saved', { name: next.name }), backTo)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setTheirs(error.current as Investor)
        throw error
      }
    },
  })
  function resolve(values: InvestorValues, current: Investor) {
    version.current = current.version
    setTheirs(undefined)
    form.setValues(values)
    void form.submit()
  }
  return (
    <>
      <Form form={form} submitLabel={t('Save')} cancelTo={backTo}>
        <InvestorFields form={form} investor={investor} />
      </Form>
      {theirs && (
        <Suspense>
          <ConflictDialog
            labels={investorLabels()}
            base={valuesOf(investor)}
            mine={form.values}
            theirs={valuesOf(theirs)}
            wording={wording}
            onResolve={(merged) => resolve(merged as InvestorValues, theirs)}
            onClose={() => setTheirs(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** After saving: a notice, and the record. */
function useSaved() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return {
    saved: (investor: Investor, title: string, to = `/investors/${investor.id}`) => {
      void invalidate(client, '/v1/investors', '/v1/contacts', '/v1/investments')
      client.setQueryData(query(investors.get, { params: { id: investor.id } }).queryKey, investor)
      navigate(to)
      notify({ title })
    },
  }
}
