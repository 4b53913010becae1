// Edits an offering in a drawer, without leaving the page.
import { Button, Drawer, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { IconChartPie } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { currencies } from '../../../contract/currencies.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { type Offering, OfferingKind, OfferingState, offerings } from '../../../contract/offerings.ts'
import { call, invalidate, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { wordingOf } from '../../platform/lib/wording.ts'
import { fetchReferences } from '../../platform/rule-references/references-panel.tsx'
import { DateField } from '../../platform/ui/date-field.tsx'
import { Deletion } from '../../platform/ui/deletion.tsx'
import { Missing } from '../../platform/ui/empty.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { RecordForm, useRecordForm } from '../../platform/ui/record-form.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { CustomFormPanel, useCustomLabels } from '../custom-fields/custom-panel.tsx'
import { offeringLabels } from './labels.ts'
import { OfferingPanel } from './offering-panel.tsx'
import { inputOf, OfferingForm, type OfferingValues, offeringKindText, offeringStateText, valuesOf } from './values.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

interface OfferingEditDialogProps {
  id: string
  onSaved?: (offering: Offering) => void
  onDeleted?: () => void
  onClose: () => void
}

export default function OfferingEditDialog({ id, onSaved, onDeleted, onClose }: OfferingEditDialogProps) {
  useFocusRestore()
  const [isAsked, setAsked] = useState(false)
  const mayEdit = useMay('edit')
  const mayClose = useRef(() => true)
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(offerings.get, { params: { id } }),
    refetchOnMount: 'always',
  })
  return (
    <Drawer
      opened
      onClose={() => (mayClose.current() ? onClose() : setAsked(true))}
      position="right"
      size="md"
      padding="lg"
      title={mayEdit ? t('Edit offering') : t('Offering')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {data && isFetchedAfterMount ? (
        <OfferingEdit
          offering={data}
          mayClose={mayClose}
          onAsk={() => setAsked(true)}
          onSaved={(offering) => {
            onSaved?.(offering)
            onClose()
          }}
          onDeleted={() => {
            onDeleted?.()
            onClose()
          }}
        />
      ) : error ? (
        <Missing
          error={error}
          onRetry={refetch}
          icon={IconChartPie}
          title={t('Offering not found')}
          action={
            <Button variant="default" onClick={onClose}>
              {t('Close')}
            </Button>
          }
        />
      ) : (
        <SkeletonLines height={20} />
      )}
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title={t('Close without saving?')}
            text={t('Your changes to this offering have not been saved.')}
            confirmLabel={t('Close')}
            cancelLabel={t('Stay')}
            danger
            onConfirm={onClose}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </Drawer>
  )
}

interface OfferingEditProps {
  offering: Offering
  mayClose: { current: () => boolean }
  /** Asks before discarding unsaved input. */
  onAsk: () => void
  onSaved: (offering: Offering) => void
  onDeleted: () => void
}

function OfferingEdit({ offering: first, mayClose, onAsk, onSaved, onDeleted }: OfferingEditProps) {
  const client = useQueryClient()
  // The titles of its investments contain its name.
  const refresh = () => invalidate(client, '/v1/offerings', '/v1/investments')
  const enabled = useQuery(query(currencies.list)).data?.data.map(({ code }) => code) ?? []
  const edit = useRecordForm<Offering, OfferingValues>({
    record: first,
    draftKey: '',
    schema: OfferingForm,
    valuesOf,
    save: async (values, version, over) => {
      const saved = await call(offerings.update, {
        params: { id: first.id },
        body: { ...inputOf(values, over), version },
      })
      void refresh()
      notify({ title: t('{name} was saved', { name: saved.name }) })
      onSaved(saved)
    },
  })
  const { form, record: offering } = edit
  mayClose.current = form.mayLeave
  const labels = offeringLabels()
  const words = useCustomLabels('offering', labels, wording)
  const field = (name: keyof typeof labels) => form.field(name, labels[name])
  const money = { currency: form.values.currency, decimals: decimalsOf(form.values.currency) }
  const count = offering.investment_count
  return (
    <>
      <OfferingPanel
        offering={offering}
        onLeave={(event) => {
          if (form.mayLeave()) return
          event.preventDefault()
          onAsk()
        }}
      />
      <RecordForm edit={edit} {...words}>
        <TextInput {...field('name')} autoComplete="off" required data-autofocus />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <NativeSelect
            {...field('kind')}
            data={OfferingKind.options.map((kind) => ({ value: kind, label: offeringKindText(kind) }))}
          />
          <NativeSelect {...field('currency')} data={[...new Set([offering.currency, ...enabled])]} />
        </SimpleGrid>
        <MoneyField {...field('target_amount')} {...money} />
        <MoneyField {...field('min_ticket')} {...money} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <DateField {...field('opens_on')} />
          <DateField {...field('closes_on')} />
        </SimpleGrid>
        <NativeSelect
          {...field('state')}
          data={OfferingState.options.map((state) => ({ value: state, label: offeringStateText(state) }))}
          description={t('A closed offering is kept on its investments but not offered for new ones.')}
        />
        <CustomFormPanel record="offering" form={form} />
      </RecordForm>
      <Deletion
        name={offering.name}
        remove={async () => {
          await call(offerings.remove, { params: { id: offering.id } })
          onDeleted()
          client.removeQueries({ queryKey: query(offerings.get, { params: { id: offering.id } }).queryKey })
          void refresh()
        }}
        consequence={() => fetchReferences(offering.id)}
        restore={() => call(offerings.restore, { params: { id: offering.id } }).then(refresh)}
      >
        {count === 0
          ? t('No investments yet.')
          : t.plural(count, 'This offering has one investment.', 'This offering has {count} investments.')}
      </Deletion>
    </>
  )
}

const wording = wordingOf({
  kind: (kind) => offeringKindText(kind as OfferingKind),
  state: (state) => offeringStateText(state as OfferingState),
})
