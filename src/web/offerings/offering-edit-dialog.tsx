// Edits an offering in a drawer, without leaving the page.
import { Button, Drawer, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { IconChartPie } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { currencies } from '../../contract/currencies.ts'
import { decimalsOf } from '../../contract/money.ts'
import { type Offering, OfferingKind, OfferingState, offerings } from '../../contract/offerings.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { fetchReferences } from '../broadcast-groups/references-panel.tsx'
import { OfferingPanel } from '../investments/offering-panel.tsx'
import { t } from '../lib/text.ts'
import { Deletion } from '../ui/deletion.tsx'
import { Missing } from '../ui/empty.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { Form, useSaveForm } from '../ui/form.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { notify } from '../ui/notices.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import {
  inputOf,
  OfferingForm,
  type OfferingValues,
  offeringKindText,
  offeringLabels,
  offeringStateText,
  valuesOf,
} from './values.ts'

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'))
const ConflictDialog = lazy(() => import('../ui/conflict-dialog.tsx'))

interface OfferingEditDialogProps {
  id: string
  onSaved?: (offering: Offering) => void
  onDeleted?: () => void
  onClose: () => void
}

export default function OfferingEditDialog({ id, onSaved, onDeleted, onClose }: OfferingEditDialogProps) {
  useFocusRestore()
  const [isAsked, setAsked] = useState(false)
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
      title={t('Edit offering')}
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
  // The form keeps its initial values even if the cache is refreshed.
  const [offering] = useState(first)
  const version = useRef(offering.version)
  const [theirs, setTheirs] = useState<Offering>()
  const client = useQueryClient()
  // The titles of its investments contain its name.
  const refresh = () => invalidate(client, '/v1/offerings', '/v1/investments')
  const enabled = useQuery(query(currencies.list)).data?.data.map(({ code }) => code) ?? []
  const form = useSaveForm<OfferingValues>({
    schema: OfferingForm,
    initialValues: valuesOf(offering),
    save: async (values) => {
      try {
        const body = { ...inputOf(values), version: version.current }
        const saved = await call(offerings.update, { params: { id: offering.id }, body })
        void refresh()
        notify({ title: t('{name} was saved', { name: saved.name }) })
        onSaved(saved)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setTheirs(error.current as Offering)
        throw error
      }
    },
  })
  mayClose.current = form.mayLeave
  const labels = offeringLabels()
  const field = (name: keyof OfferingValues) => form.field(name, labels[name])
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
      <Form form={form} submitLabel={t('Save')}>
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
          <TextInput {...field('opens_on')} type="date" />
          <TextInput {...field('closes_on')} type="date" />
        </SimpleGrid>
        <NativeSelect
          {...field('state')}
          data={OfferingState.options.map((state) => ({ value: state, label: offeringStateText(state) }))}
          description={t('A closed offering is kept on its investments but not offered for new ones.')}
        />
      </Form>
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
          : t.plural(count, 'One investment is in it.', '{count} investments are in it.')}
      </Deletion>
      {theirs && (
        <Suspense>
          <ConflictDialog
            labels={labels}
            base={valuesOf(offering)}
            mine={form.values}
            theirs={valuesOf(theirs)}
            wording={wordingOf}
            onResolve={(merged) => {
              version.current = theirs.version
              setTheirs(undefined)
              form.setValues(merged as OfferingValues)
              void form.submit()
            }}
            onClose={() => setTheirs(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function wordingOf(name: string, value: unknown) {
  if (name === 'kind') return offeringKindText(value as OfferingKind)
  if (name === 'state') return offeringStateText(value as OfferingState)
  return String(value)
}
