// Adds or edits an investor.
import { IconUserOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Investor, investors } from '../../contract/investors.ts'
import { type InvestorType, investorTypes } from '../../contract/master-data.ts'
import { call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify } from '../ui/notices.tsx'
import { FormPage, RecordForm, useRecordForm } from '../ui/record-form.tsx'
import { InvestorFields } from './investor-fields.tsx'
import { investorLabels } from './labels.ts'
import { useWording } from './use-wording.ts'
import { emptyInvestor, InvestorForm, type InvestorValues, inputOf, valuesOf } from './values.ts'

export default function InvestorEdit() {
  const { id } = useParams()
  return id ? <Edit id={id} /> : <Add />
}

function Add() {
  const { data, error, refetch } = useQuery(query(investorTypes.list))
  const back = { to: '/investors', label: t('Investors') }
  return (
    <FormPage title={t('Add investor')} back={back} error={error} onRetry={refetch}>
      {data && <AddForm types={data.data} />}
    </FormPage>
  )
}

function AddForm({ types }: { types: readonly InvestorType[] }) {
  const { saved } = useSaved()
  const usual = types.find(({ kind, is_active }) => kind === 'individual' && is_active)
  // Prefilled from a search without results.
  const name = useSearchParams()[0].get('name') ?? ''
  const form = useSaveForm<InvestorValues>({
    schema: InvestorForm,
    keptAs: 'record',
    initialValues: { ...emptyInvestor, name, investor_type_id: usual?.id ?? '' },
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
  // Always refetched: an old version in the cache would only end in a conflict.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(investors.get, { params: { id } }),
    refetchOnMount: 'always',
  })
  // Includes the position in the list, if the page was opened from one.
  const back = { to: `/investors/${id}${useLocation().search}`, label: data?.name ?? t('Investor') }
  return (
    <FormPage
      title={t('Edit investor')}
      back={back}
      error={error}
      onRetry={refetch}
      missing={{
        icon: IconUserOff,
        title: t('Investor not found'),
        list: { to: '/investors', label: t('Investors') },
      }}
    >
      {data && isFetchedAfterMount && <EditForm investor={data} backTo={back.to} />}
    </FormPage>
  )
}

function EditForm({ investor, backTo }: { investor: Investor; backTo: string }) {
  const { saved } = useSaved()
  const wording = useWording()
  const edit = useRecordForm<Investor, InvestorValues>({
    record: investor,
    schema: InvestorForm,
    valuesOf,
    save: async (values, version) => {
      const { contact: _contact, ...input } = inputOf(values)
      const next = await call(investors.update, { params: { id: investor.id }, body: { ...input, version } })
      saved(next, t('{name} was saved', { name: next.name }), backTo)
    },
  })
  return (
    <RecordForm edit={edit} cancelTo={backTo} labels={investorLabels()} wording={wording}>
      <InvestorFields form={edit.form} investor={edit.record} />
    </RecordForm>
  )
}

/** After saving: shows a notification and opens the record. */
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
