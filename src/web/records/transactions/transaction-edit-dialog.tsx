// Adds or edits a transaction.
import { Alert, Modal, NativeSelect, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { decimalsOf } from '../../../contract/money.ts'
import {
  excessRefund,
  type Transaction,
  TransactionKind,
  TransactionState,
  transactions,
} from '../../../contract/transactions.ts'
import { call } from '../../api.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { decimal, money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { wordingOf } from '../../platform/lib/wording.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { Conflict, useMerge } from '../../platform/ui/record-form.tsx'
import { transactionLabels } from './labels.ts'
import { emptyTransaction, inputOf, TransactionForm, type TransactionValues, valuesOf } from './values.ts'
import { kindHelp, kindText, stateText } from './words.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

interface TransactionEditDialogProps {
  investmentId: string
  currency: string
  /** The organization's calendar day. */
  today: string
  /** Undefined for a new one. */
  transaction?: Transaction
  /** All transactions of the investment. */
  all: readonly Transaction[]
  onSaved: (transaction: Transaction) => void
  onClose: () => void
}

export default function TransactionEditDialog(props: TransactionEditDialogProps) {
  const { investmentId, currency, today, transaction, all, onSaved, onClose } = props
  useFocusRestore()
  const merge = useMerge(transaction, valuesOf)
  const [isAsked, setAsked] = useState(false)
  const form = useSaveForm<TransactionValues>({
    schema: TransactionForm,
    draftKey: transaction?.id ?? 'transaction',
    initialValues: transaction ? valuesOf(transaction) : emptyTransaction,
    save: (values) =>
      merge.save(async (version) => {
        const body = inputOf(values)
        onSaved(
          transaction
            ? await call(transactions.update, {
                params: { id: investmentId, transaction_id: transaction.id },
                body: { ...body, version: version! },
              })
            : await call(transactions.create, { params: { id: investmentId }, body }),
        )
      }),
  })
  const labels = transactionLabels()
  const { values, setValues } = form
  const field = (name: keyof TransactionValues) => form.field(name, labels[name])
  const close = () => (form.mayLeave() ? onClose() : setAsked(true))
  const states = TransactionState.options.filter((state) => transaction || state !== 'cancelled')
  return (
    <Modal
      opened
      onClose={close}
      title={transaction ? t('Edit transaction') : t('Add transaction')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={transaction ? t('Save') : t('Add transaction')} onCancel={close}>
        <NativeSelect
          {...field('kind')}
          data={TransactionKind.options.map((kind) => ({ value: kind, label: kindText(kind) }))}
          description={kindHelp(values.kind)}
        />
        <MoneyField {...field('amount')} currency={currency} decimals={decimalsOf(currency)} required />
        <SegmentedControl
          aria-label={labels.state}
          fullWidth
          value={values.state}
          onChange={(state) =>
            setValues({
              state: state as TransactionState,
              ...(state === 'settled' && values.settled_on === '' && { settled_on: today }),
            })
          }
          data={states.map((state) => ({ value: state, label: stateText(state) }))}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <DateField {...field('due_on')} />
          {values.state === 'settled' && <DateField {...field('settled_on')} max={today} required />}
        </SimpleGrid>
        <RefundWarning values={values} others={all.filter(({ id }) => id !== transaction?.id)} currency={currency} />
        <TextInput {...field('reference')} placeholder={t('Bank reference, capital call number')} autoComplete="off" />
        <TextInput {...field('note')} autoComplete="off" />
      </Form>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title={t('Close without saving?')}
            text={t('Your changes to this transaction have not been saved.')}
            confirmLabel={t('Leave')}
            cancelLabel={t('Stay')}
            danger
            onConfirm={onClose}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
      <Conflict conflict={merge.conflictIn(form)} labels={labels} wording={wording} />
    </Modal>
  )
}

interface RefundWarningProps {
  values: TransactionValues
  others: readonly Transaction[]
  currency: string
}

/** Warns before saving, only if this input causes or increases the excess. */
function RefundWarning({ values, others, currency }: RefundWarningProps) {
  if (!/^\d{1,18}(\.\d{1,4})?$/.test(values.amount)) return null
  const excess = excessRefund([...others, values])
  if (excess === 0n || (values.kind === 'contribution' && values.state === 'settled')) return null
  const digits = String(excess).padStart(5, '0')
  const decimals = decimalsOf(currency)
  const amount = `${digits.slice(0, -4)}${decimals > 0 ? `.${digits.slice(-4).slice(0, decimals)}` : ''}`
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} role="status">
      {t(
        'Refunds exceed contributions by {amount}. You can save this; the outstanding amount never exceeds the commitment.',
        {
          amount: money(amount, currency),
        },
      )}
    </Alert>
  )
}

const wording = wordingOf({
  kind: (kind) => kindText(kind as TransactionKind),
  state: (state) => stateText(state as TransactionState),
  amount: decimal,
  due_on: calendarDay,
  settled_on: calendarDay,
})
