// Adds or edits an exchange rate.
import { Button, Modal, TextInput } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { type ExchangeRate, ExchangeRateInput, exchangeRates } from '../../../contract/currencies.ts'
import { ApiError, call } from '../../api.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { decimal, readMoney, withoutZeros } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { FieldNote, Text } from '../../platform/ui/box.tsx'
import { DateField } from '../../platform/ui/date-field.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { CurrencyPicker } from './currency-picker.tsx'
import { rateText } from './currency-text.ts'
import styles from './rate-edit-dialog.module.css'
import { useRefreshMoney } from './use-currency-changes.ts'

const ConflictDialog = lazy(() => import('../../platform/ui/conflict-dialog.tsx'))

export type RateValues = { day: string; from_currency: string; to_currency: string; rate: string }

interface RateEditDialogProps {
  /** Initial values; with an id the rate is edited, without one it is new. */
  rate: Partial<RateValues> & Partial<Pick<ExchangeRate, 'id' | 'version' | 'source'>>
  onClose: () => void
}

export default function RateEditDialog({ rate, onClose }: RateEditDialogProps) {
  const refresh = useRefreshMoney()
  const version = useRef(rate.version)
  const [theirs, setTheirs] = useState<ExchangeRate>()
  const [typed, setTyped] = useState(() => decimal(rate.rate ?? ''))
  useFocusRestore()
  const form = useSaveForm<RateValues>({
    schema: ExchangeRateInput,
    initialValues: valuesOf(rate),
    save: async (values) => {
      try {
        if (rate.id && version.current) {
          const body = { ...values, version: version.current }
          await call(exchangeRates.update, { params: { id: rate.id }, body })
        } else await call(exchangeRates.create, { body: values })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setTheirs(error.current as ExchangeRate)
        throw error
      }
      void refresh()
      notify({ title: rate.id ? t('Rate saved') : t('Rate added') })
      onClose()
    },
  })
  if (theirs) {
    return (
      <Suspense>
        <ConflictDialog
          labels={labels()}
          base={valuesOf(rate)}
          mine={form.values}
          theirs={valuesOf(theirs)}
          wording={wordingOf}
          onClose={() => setTheirs(undefined)}
          onResolve={(merged) => {
            form.setValues(merged as RateValues)
            setTyped(decimal(String(merged.rate)))
            version.current = theirs.version
            setTheirs(undefined)
            void form.submit()
          }}
        />
      </Suspense>
    )
  }
  const { from_currency: from, to_currency: to, rate: value } = form.values
  const isRate = /^\d+(\.\d+)?$/.test(value)
  return (
    <Modal
      opened
      onClose={onClose}
      title={rate.id ? t('Edit rate') : t('Add rate')}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={rate.id ? t('Save') : t('Add')} onCancel={onClose}>
        <DateField
          {...form.field('day', labels().day)}
          description={t('Applies from this day until a newer rate.')}
          required
        />
        <CurrencyPicker
          {...form.field('from_currency', labels().from_currency)}
          among="all"
          required
          autoFocus={!rate.from_currency}
        />
        <Button
          className={styles.swap}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={() => form.setValues({ from_currency: to, to_currency: from })}
        >
          {t('Swap')}
        </Button>
        <CurrencyPicker {...form.field('to_currency', labels().to_currency)} among="all" required />
        <div>
          <TextInput
            {...form.field('rate', labels().rate)}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              form.setValue('rate', rateOf(event.currentTarget.value))
            }}
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            data-autofocus={rate.from_currency ? true : undefined}
          />
          <FieldNote dimmed figures aria-live="polite">
            {isRate && from && to && rateText(from, to, value)}
          </FieldNote>
        </div>
        {rate.source === 'ecb' && (
          <Text size={13} dimmed>
            {t('Once edited, this rate is no longer overwritten by the European Central Bank’s.')}
          </Text>
        )}
      </Form>
    </Modal>
  )
}

const labels = () => ({
  day: t('Date'),
  from_currency: t('From currency'),
  to_currency: t('To currency'),
  rate: t('Rate'),
})

function valuesOf({ day = today(), from_currency = '', to_currency = '', rate = '' }: Partial<RateValues>): RateValues {
  return { day, from_currency, to_currency, rate }
}

function wordingOf(name: string, value: unknown) {
  if (name === 'day') return calendarDay(String(value))
  return name === 'rate' ? decimal(String(value)) : String(value)
}

/**
 * Unreadable input is passed on as typed, and the API rejects it. The currency does not matter: only the
 * locale's separators do.
 */
function rateOf(typed: string) {
  const read = readMoney(typed, { currency: 'XXX', decimals: 15 })
  return 'amount' in read ? withoutZeros(read.amount) : `? ${typed}`
}
