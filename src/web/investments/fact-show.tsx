// What was agreed, each fact editable where it stands.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Instrument, type Investment, type InvestmentChange, investments } from '../../contract/investments.ts'
import { investmentStages } from '../../contract/master-data.ts'
import { decimalsOf } from '../../contract/money.ts'
import { useMemberChoices } from '../account/member-picker.tsx'
import { ApiError, call, query } from '../api.ts'
import { InvestorLink } from '../investors/investor-badge.tsx'
import { calendarDay, dateTime } from '../lib/format.ts'
import { decimal, money, readMoney } from '../lib/money.ts'
import { t } from '../lib/text.ts'
import { StageBadge } from '../master-data/stage-badge.tsx'
import { OfferingBadge } from '../offerings/offering-badge.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import type { FactEdit } from '../ui/inline-fact.tsx'
import { moneyFaultText } from '../ui/money-field.tsx'
import { Section } from '../ui/section.tsx'
import styles from './fact-show.module.css'
import { investmentLabels } from './labels.ts'
import { useTouched } from './use-touched.ts'
import { type InvestmentValues, inputOf, quantities, valuesOf } from './values.ts'
import { instrumentText } from './words.ts'

export function FactShow({ investment }: { investment: Investment }) {
  const edit = useFactEdit(investment)
  const labels = investmentLabels()
  const stages = useQuery(query(investmentStages.list)).data?.data ?? []
  const { investor, offering, stage, instrument, owner, tags, currency, transaction_count } = investment
  const members = useMemberChoices(owner?.id, owner)
  const nothing = { value: '', label: t('Not given') }

  const amount = (name: 'expected_amount' | 'committed_amount' | 'valuation_cap'): Fact => ({
    label: labels[name],
    value: investment[name] && money(investment[name], currency),
    edit: edit(name, { value: decimal(investment[name] ?? '') }),
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
  // Most investments have few of them; the others wait in the form.
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
            { label: labels.offering_id, value: offering && <OfferingBadge offering={offering} /> },
            amount('expected_amount'),
            amount('committed_amount'),
            {
              label: labels.currency,
              value:
                transaction_count > 0
                  ? t('{currency}, for good: there are transactions in it', { currency })
                  : currency,
            },
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
            { label: labels.tag_ids, value: tags.length > 0 && <TagBadges tags={tags} /> },
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

const amounts: readonly string[] = ['expected_amount', 'committed_amount', 'valuation_cap']

/** A field of the investment, to be edited where it stands: amounts as people type them. */
function useFactEdit(investment: Investment) {
  const client = useQueryClient()
  const touched = useTouched()
  const { id, currency } = investment
  const of = { currency, decimals: decimalsOf(currency) }
  const save: FactEdit['save'] = async (change, version = investment.version) => {
    const body = { ...inputOf(asKept(change)), version } as InvestmentChange
    const next = await call(investments.update, { params: { id }, body }).catch((error) => {
      throw error instanceof ApiError && error.code === 'version_conflict' ? shownInFields(error) : error
    })
    client.setQueryData(query(investments.get, { params: { id } }).queryKey, next)
    void touched()
  }
  function asKept(change: Record<string, string>) {
    const kept = Object.entries(change).map(([name, text]) => {
      if (!amounts.includes(name) || text.trim() === '') return [name, text]
      const read = readMoney(text, of)
      if ('fault' in read) throw { fields: [{ path: name, message: moneyFaultText(read.fault, of) }] }
      return [name, read.amount]
    })
    return Object.fromEntries(kept)
  }
  return (name: keyof InvestmentValues, more: Partial<FactEdit> = {}): FactEdit => ({
    name,
    value: String(valuesOf(investment)[name]),
    save,
    ...more,
  })
}

/** What stands there now, as the fields would show it. */
function shownInFields({ code, message, fields, current }: ApiError) {
  const theirs = current as Investment
  const values = Object.entries(valuesOf(theirs)).map(([name, value]) => [
    name,
    amounts.includes(name) ? decimal(String(value)) : value,
  ])
  return { code, message, fields, current: { ...Object.fromEntries(values), version: theirs.version } }
}
