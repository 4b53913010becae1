// Form fields of an investment: investor, offering, amount and status; the rest is collapsed.
import { Anchor, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { currencies } from '../../../contract/currencies.ts'
import { Instrument, type Investment } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { investmentStatuses, type StatusCategory } from '../../../contract/master-data.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { query } from '../../api.ts'
import { MemberPicker } from '../../identity/account/member-picker.tsx'
import type { OwnName } from '../../platform/lib/custom-form.ts'
import { today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { DateField } from '../../platform/ui/date-field.tsx'
import { FieldGroup } from '../../platform/ui/field-group.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { CustomFormPanel } from '../custom-fields/custom-panel.tsx'
import { InvestorPicker } from '../investors/investor-picker.tsx'
import { StagePicker } from '../master-data/stage-picker.tsx'
import { StatusPicker } from '../master-data/status-picker.tsx'
import { OfferingPicker } from '../offerings/offering-picker.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import styles from './investment-fields.module.css'
import { investmentLabels } from './labels.ts'
import { carriedAmounts, emptyInvestment, type InvestmentValues, mainAmount, needOf, quantities } from './values.ts'
import { instrumentText } from './words.ts'

interface InvestmentFieldsProps {
  form: Pick<SaveForm<InvestmentValues>, 'field' | 'values' | 'setValue' | 'setValues'>
  /** The record being edited. */
  investment?: Investment
}

type Name = OwnName<InvestmentValues>

export function InvestmentFields({ form, investment }: InvestmentFieldsProps) {
  const deal = useDeal({ form, investment })
  return (
    <>
      <MainFields deal={deal} />
      <DealFields deal={deal} />
      <ForecastFields deal={deal} />
      <TermFields deal={deal} />
      <CustomFormPanel record="investment" form={form} grouped />
      <RecordFields deal={deal} />
    </>
  )
}

/** What the groups of fields share: the form, and values that depend on the chosen status. */
function useDeal({ form, investment }: { form: InvestmentFieldsProps['form']; investment: Investment | undefined }) {
  const { values, setValue, setValues } = form
  const labels = investmentLabels()
  const status = useQuery(query(investmentStatuses.list)).data?.data.find(({ id }) => id === values.status_id)
  const category =
    status?.category ?? (values.status_id === investment?.status.id ? investment.status.category : undefined)
  return {
    ...{ values, setValue, setValues, investment, status, category },
    isLocked: investment !== undefined && investment.transaction_count > 0,
    money: { currency: values.currency, decimals: decimalsOf(values.currency) },
    field: (name: Name) => form.field(name, labels[name]),
    /** A group is expanded if it has values or errors. */
    group: (...names: Name[]) => ({
      isOpen: names.some((name) => String(values[name]) !== String(emptyInvestment[name])),
      isRefused: names.some((name) => form.field(name, labels[name]).error),
    }),
  }
}

type Deal = ReturnType<typeof useDeal>

function MainFields({ deal }: { deal: Deal }) {
  const { values, setValue, setValues, investment, category, isLocked, money, field } = deal
  const hasInvestors = useHasInvestors()
  const main = mainAmount(category)
  const currency = field('currency')
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <InvestorPicker
          {...field('investor_id')}
          value={values.investor_id || null}
          onChange={(id) => setValue('investor_id', id ?? '')}
          known={investment && [investment.investor]}
          required
        />
        <OfferingPicker
          {...field('offering_id')}
          value={values.offering_id || null}
          currency={values.currency}
          onChange={(id, offering) =>
            setValues({ offering_id: id ?? '', ...(offering && !isLocked && { currency: offering.currency }) })
          }
        />
      </SimpleGrid>
      {hasInvestors === false && <FirstInvestor />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <MoneyField
          {...field(main)}
          {...money}
          error={field(main).error ?? currency.error}
          currencies={useEnabledCurrencies()}
          {...(!isLocked && { onCurrency: currency.onChange })}
          required={needOf(category) === main}
        />
        <StatusField deal={deal} />
      </SimpleGrid>
      {isLocked && (
        <Text size={13} dimmed className={styles.note}>
          {t('The currency {currency} is locked by transactions.', { currency: values.currency })}
        </Text>
      )}
      {needOf(category) === 'lost_reason' && (
        <TextInput
          {...field('lost_reason')}
          description={t('Why the deal was lost, in a few words.')}
          autoComplete="off"
          maxLength={500}
          required
        />
      )}
    </>
  )
}

function StatusField({ deal: { values, setValues, investment, field } }: { deal: Deal }) {
  return (
    <StatusPicker
      {...field('status_id')}
      value={values.status_id || null}
      onChange={(id, chosen) =>
        setValues({
          status_id: id ?? '',
          ...(chosen && !investment && carriedAmounts(values, chosen.category)),
          ...(chosen &&
            investment &&
            mainAmount(chosen.category) === 'committed_amount' &&
            carriedAmounts(values, chosen.category)),
          ...(chosen && committedDay(values.committed_on, chosen.category)),
        })
      }
      known={investment && [investment.status]}
      clearable={false}
      required
    />
  )
}

function DealFields({ deal: { values, setValue, investment, field, group } }: { deal: Deal }) {
  return (
    <FieldGroup
      title={t('Deal')}
      text={t('Instrument, stage, title, reference')}
      {...group('instrument', 'stage_id', 'title', 'reference')}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <Select
          {...field('instrument')}
          value={values.instrument || null}
          onChange={(instrument) => setValue('instrument', instrument ?? '')}
          data={Instrument.options.map((instrument) => ({ value: instrument, label: instrumentText(instrument) }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          nothingFoundMessage={t('Nothing found')}
        />
        <StagePicker
          {...field('stage_id')}
          value={values.stage_id || null}
          onChange={(id) => setValue('stage_id', id ?? '')}
          known={investment?.stage ? [investment.stage] : []}
        />
        <TextInput
          {...field('title')}
          placeholder={investment?.title_is_automatic ? investment.title : undefined}
          description={t('If empty, the names of investor and offering are used.')}
          autoComplete="off"
        />
        <TextInput
          {...field('reference')}
          description={
            investment ? t('Your own reference for this investment.') : t('If empty, the next number is used.')
          }
          autoComplete="off"
        />
      </SimpleGrid>
    </FieldGroup>
  )
}

function ForecastFields({ deal: { values, status, category, money, field, group } }: { deal: Deal }) {
  const other = mainAmount(category) === 'expected_amount' ? 'committed_amount' : 'expected_amount'
  // It was lost before and is no longer.
  const isKeptReason = needOf(category) !== 'lost_reason' && values.lost_reason !== ''
  return (
    <FieldGroup
      title={t('Forecast and dates')}
      text={
        other === 'committed_amount'
          ? t('Committed amount, probability, expected close')
          : t('Expected amount, probability, expected close')
      }
      {...group(
        other,
        'probability',
        'expected_close_on',
        'committed_on',
        'closed_on',
        ...(isKeptReason ? (['lost_reason'] as const) : []),
      )}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <MoneyField {...field(other)} {...money} />
        <TextInput
          {...field('probability')}
          inputMode="numeric"
          autoComplete="off"
          placeholder={
            status?.probability == null ? undefined : t('{count} (from status)', { count: status.probability })
          }
        />
        <DateField {...field('expected_close_on')} />
        <DateField {...field('committed_on')} />
        <DateField {...field('closed_on')} />
      </SimpleGrid>
      {isKeptReason && <TextInput {...field('lost_reason')} autoComplete="off" />}
    </FieldGroup>
  )
}

function TermFields({ deal: { money, field, group } }: { deal: Deal }) {
  return (
    <FieldGroup title={t('Terms')} text={t('Units, ownership, interest, discount, cap, maturity')} {...group(...terms)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        {quantities.map((name) => (
          <TextInput key={name} {...field(name)} inputMode="decimal" autoComplete="off" />
        ))}
        <DateField {...field('maturity_on')} />
        <MoneyField {...field('valuation_cap')} {...money} />
      </SimpleGrid>
    </FieldGroup>
  )
}

function RecordFields({ deal: { values, setValue, investment, field, group } }: { deal: Deal }) {
  return (
    <FieldGroup
      title={t('Owner, tags and notes')}
      text={t('Owner and notes')}
      {...group('owner_user_id', 'tag_ids', 'notes')}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <MemberPicker
          {...field('owner_user_id')}
          value={values.owner_user_id || null}
          onChange={(id) => setValue('owner_user_id', id ?? '')}
          known={investment?.owner}
        />
        <TagPicker {...field('tag_ids')} value={values.tag_ids} onChange={(ids) => setValue('tag_ids', ids)} />
      </SimpleGrid>
      <Textarea {...field('notes')} autosize minRows={3} maxRows={12} />
    </FieldGroup>
  )
}

const terms = [...quantities, 'maturity_on', 'valuation_cap'] as const

function FirstInvestor() {
  return (
    <Text size={13} dimmed className={styles.note}>
      {t('No investors yet.')}{' '}
      <Anchor component={Link} to="/investors/add" inherit>
        {t('Add the first')}
      </Anchor>
    </Text>
  )
}

function useHasInvestors() {
  const { data } = useQuery(query(investors.list, { query: { per_page: 1 } }))
  return data && data.pagination.total > 0
}

function useEnabledCurrencies() {
  return useQuery(query(currencies.list)).data?.data.map(({ code }) => code) ?? []
}

/** Fills in today as the day of commitment with a committed status, and removes it with another status unless the user chose the day. */
function committedDay(committed_on: string, category: StatusCategory) {
  const isCommitted = mainAmount(category) === 'committed_amount'
  if (isCommitted && committed_on === '') return { committed_on: today() }
  return !isCommitted && committed_on === today() ? { committed_on: '' } : {}
}
