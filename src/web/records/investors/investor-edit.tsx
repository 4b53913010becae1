// Adds or edits an investor.
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { type Investor, investors } from '../../../contract/investors.ts'
import { type InvestorType, investorTypes } from '../../../contract/master-data.ts'
import { call, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { FormPage, RecordForm, useRecordForm } from '../../platform/ui/record-form.tsx'
import { useEditPage, useSaved } from '../../record.ts'
import { useCustomLabels } from '../custom-fields/custom-panel.tsx'
import { InvestorFields } from './investor-fields.tsx'
import { investorKind } from './investor-kind.ts'
import { investorLabels } from './labels.ts'
import { useWording } from './use-wording.ts'
import { emptyInvestor, InvestorForm, type InvestorValues, inputOf, valuesOf, withoutTicket } from './values.ts'

export default function InvestorEdit() {
  const { id } = useParams()
  return id ? <Edit /> : <Add />
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
  const { added } = useSaved(investorKind)
  const seesAmounts = useMay('see_amounts')
  const usual = types.find(({ kind, is_active }) => kind === 'individual' && is_active)
  // Prefilled from a search without results.
  const name = useSearchParams()[0].get('name') ?? ''
  const form = useSaveForm<InvestorValues>({
    schema: InvestorForm,
    draftKey: 'record',
    initialValues: { ...emptyInvestor, name, investor_type_id: usual?.id ?? '' },
    save: async (values) => {
      const input = inputOf(values)
      added(await call(investors.create, { body: seesAmounts ? input : withoutTicket(input) }))
    },
  })
  return (
    <Form form={form} submitLabel={t('Add investor')} cancelTo="/investors">
      <InvestorFields form={form} />
    </Form>
  )
}

function Edit() {
  const { record, page, backTo } = useEditPage(investorKind)
  return <FormPage {...page}>{record && <EditForm investor={record} backTo={backTo} />}</FormPage>
}

function EditForm({ investor, backTo }: { investor: Investor; backTo: string }) {
  const { saved } = useSaved(investorKind)
  const seesAmounts = useMay('see_amounts')
  const words = useCustomLabels('investor', investorLabels(), useWording())
  const edit = useRecordForm<Investor, InvestorValues>({
    record: investor,
    schema: InvestorForm,
    valuesOf,
    save: async (values, version, over) => {
      const { contact: _contact, ...all } = inputOf(values, over)
      const input = seesAmounts ? all : withoutTicket(all)
      saved(await call(investors.update, { params: { id: investor.id }, body: { ...input, version } }), backTo)
    },
  })
  return (
    <RecordForm edit={edit} cancelTo={backTo} {...words}>
      <InvestorFields form={edit.form} investor={edit.record} />
    </RecordForm>
  )
}
