// Terms of an investment, each editable in place.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { currencies } from '../../contract/currencies.ts'
import { Instrument, type Investment, type InvestmentChange, investments } from '../../contract/investments.ts'
import { investmentStages } from '../../contract/master-data.ts'
import { decimalsOf } from '../../contract/money.ts'
import { useMemberChoices } from '../account/member-picker.tsx'
import { ApiError, call, query } from '../api.ts'
import { InvestorLink } from '../investors/investor-badge.tsx'
import { calendarDay, dateTime, percent } from '../lib/format.ts'
import { decimal, money } from '../lib/money.ts'
import { t } from '../lib/text.ts'
import { StageBadge } from '../master-data/stage-badge.tsx'
import { OfferingBadge } from '../offerings/offering-badge.tsx'
import { OfferingPicker } from '../offerings/offering-picker.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import type { FactEdit } from '../ui/inline-fact.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { Section } from '../ui/section.tsx'
import styles from './fact-show.module.css'
import { investmentLabels } from './labels.ts'
import { useInvalidateInvestment } from './use-invalidate-investment.ts'
import { useWording } from './use-wording.ts'
import { type InvestmentValues, inputOf, quantities, valuesOf } from './values.ts'
import { instrumentText } from './words.ts'

export function FactShow({ investment }: { investment: Investment }) {
  const edit = useFactEdit(investment)
  const labels = investmentLabels()
  const stages = useQuery(query(investmentStages.list)).data?.data ?? []
  const { investor, offering, stage, instrument, owner, tags, currency, probability, transaction_count } = investment
  const enabled = useQuery(query(currencies.list)).data?.data.map(({ code }) => code) ?? []
  const members = useMemberChoices(owner?.id, owner)
  const nothing = { value: '', label: t('Not set') }

  const amount = (name: 'expected_amount' | 'committed_amount' | 'valuation_cap'): Fact => ({
    label: labels[name],
    value: investment[name] && money(investment[name], currency),
    edit: edit(name, {
      editor: (field) => <MoneyField {...field} currency={currency} decimals={decimalsOf(currency)} />,
      wording: (kept) => money(kept, currency),
    }),
  })
  const dayOf = (name: 'expected_close_on' | 'committed_on' | 'closed_on' | 'maturity_on'): Fact => ({
    label: labels[name],
    value: investment[name] && calendarDay(investment[name]),
    edit: edit(name, { type: 'date' }),
  })
  const terms: Fact[] = [
    ...quantities.map(
      (name): Fact => ({ label: labels[name], value: investment[name] && decimal(investment[name]), edit: edit(name) }),
    ),
    amount('valuation_cap'),
    dayOf('maturity_on'),
  ]
  // Most investments have few terms; the rest is in the form.
  const given = terms.filter(({ value }) => value)
  return (
    <>
      <Section title={t('Details')}>
        <Facts
          facts={[
            {
              label: labels.investor_id,
              value: <InvestorLink investor={investor} />,
            },
            {
              label: labels.offering_id,
              value: offering && <OfferingBadge offering={offering} />,
              edit: edit('offering_id', {
                editor: ({ value, onChange, ...field }) => (
                  <OfferingPicker
                    {...field}
                    value={value || null}
                    onChange={(id) => onChange(id ?? '')}
                    currency={currency}
                  />
                ),
              }),
            },
            amount('expected_amount'),
            amount('committed_amount'),
            transaction_count > 0
              ? { label: labels.currency, value: t('{currency} (locked by transactions)', { currency }) }
              : {
                  label: labels.currency,
                  value: currency,
                  edit: edit('currency', {
                    choices: [...new Set([currency, ...enabled])].map((code) => ({ value: code, label: code })),
                  }),
                },
            ...(probability === null
              ? []
              : [
                  {
                    label: t('Probability'),
                    value: investment.probability_is_own
                      ? percent(probability, 100)
                      : t('{percent} (from status)', { percent: percent(probability, 100) }),
                    edit: edit('probability'),
                  },
                ]),
            dayOf('expected_close_on'),
            dayOf('committed_on'),
            ...(investment.closed_on || investment.status.category === 'exited' ? [dayOf('closed_on')] : []),
            ...(investment.lost_reason
              ? [{ label: labels.lost_reason, value: investment.lost_reason, edit: edit('lost_reason') }]
              : []),
            {
              label: labels.instrument,
              value: instrument && instrumentText(instrument),
              edit: edit('instrument', {
                choices: [nothing, ...Instrument.options.map((value) => ({ value, label: instrumentText(value) }))],
              }),
            },
            {
              label: labels.stage_id,
              value: stage && <StageBadge stage={stage} />,
              edit: edit('stage_id', {
                choices: [
                  nothing,
                  ...stages
                    .filter(({ id, is_active }) => is_active || id === stage?.id)
                    .map(({ id, name }) => ({ value: id, label: name })),
                ],
              }),
            },
            {
              label: labels.owner_user_id,
              value: owner?.name,
              edit: edit('owner_user_id', { choices: [nothing, ...members] }),
            },
            {
              label: labels.tag_ids,
              value: tags.length > 0 && <TagBadges tags={tags} />,
              edit: edit('tag_ids', {
                editor: ({ value, onChange, ...field }) => (
                  <TagPicker {...field} value={idsOf(value)} onChange={(ids) => onChange(ids.join())} />
                ),
              }),
            },
            { label: labels.reference, value: investment.reference, edit: edit('reference') },
            { label: t('Added'), value: dateTime(investment.created_at) },
            { label: t('Changed'), value: dateTime(investment.updated_at) },
          ]}
        />
        {investment.notes && <p className={styles.notes}>{investment.notes}</p>}
      </Section>
      {given.length > 0 && (
        <Section title={t('Terms')}>
          <Facts facts={given} />
        </Section>
      )}
    </>
  )
}

const idsOf = (text: string) => text.split(',').filter(Boolean)

/** In-place editing of one field of the investment. */
function useFactEdit(investment: Investment) {
  const client = useQueryClient()
  const touched = useInvalidateInvestment()
  const wording = useWording([investment])
  const { id } = investment
  const save: FactEdit['save'] = async (change, version = investment.version) => {
    const kept = 'tag_ids' in change ? { tag_ids: idsOf(change.tag_ids!) } : inputOf(change)
    const body = { ...kept, version } as InvestmentChange
    const next = await call(investments.update, { params: { id }, body }).catch((error) => {
      throw error instanceof ApiError && error.code === 'version_conflict' ? shownInFields(error) : error
    })
    client.setQueryData(query(investments.get, { params: { id } }).queryKey, next)
    void touched()
  }
  return (name: keyof InvestmentValues, more: Partial<FactEdit> = {}): FactEdit => ({
    name,
    value: String(valuesOf(investment)[name]),
    wording: (value) => wording(name, name === 'tag_ids' ? idsOf(value) : value),
    save,
    ...more,
  })
}

/** Converts the current values to those of the fields. */
function shownInFields({ code, message, fields, current }: ApiError) {
  const theirs = current as Investment
  return { code, message, fields, current: { ...valuesOf(theirs), version: theirs.version } }
}
