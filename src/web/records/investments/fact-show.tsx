// Terms of an investment, each editable in place.
import { useQuery } from '@tanstack/react-query'
import { currencies } from '../../../contract/currencies.ts'
import { Instrument, type Investment } from '../../../contract/investments.ts'
import { investmentStages } from '../../../contract/master-data.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { query } from '../../api.ts'
import { useMemberChoices } from '../../identity/account/member-choice-picker.tsx'
import { calendarDay, dateTime, percent } from '../../platform/lib/format.ts'
import { decimal, money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { idsIn } from '../../platform/ui/fact-edit.ts'
import { type Fact, Facts } from '../../platform/ui/facts.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useFactEdit } from '../../record.ts'
import { InvestorLink } from '../investors/investor-badge.tsx'
import { StageBadge } from '../master-data/stage-badge.tsx'
import { OfferingBadge } from '../offerings/offering-badge.tsx'
import { OfferingPicker } from '../offerings/offering-picker.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import { investmentKind } from './investment-kind.ts'
import { investmentLabels } from './labels.ts'
import { useWording } from './use-wording.ts'
import { inputOf, quantities, valuesOf } from './values.ts'
import { instrumentText } from './words.ts'

export function FactShow({ investment }: { investment: Investment }) {
  const build = useFactBuilders(investment)
  const deal = dealFacts(investment, build)
  const record = useRecordFacts(investment, build)
  // Most investments have few terms; the rest is in the form.
  const terms = termFacts(investment, build).filter(({ value }) => value)
  return (
    <>
      <Section title={t('Details')}>
        <Facts foldsEmpty facts={[...deal, ...record]} />
        {investment.notes && (
          <Text mt={20} prose preWrap>
            {investment.notes}
          </Text>
        )}
      </Section>
      {terms.length > 0 && (
        <Section title={t('Terms')}>
          <Facts facts={terms} />
        </Section>
      )}
    </>
  )
}

type Builders = ReturnType<typeof useFactBuilders>

function useFactBuilders(investment: Investment) {
  const wording = useWording([investment])
  const edit = useFactEdit(investmentKind, { record: investment, valuesOf, changeOf, wording })
  const labels = investmentLabels()
  const { currency } = investment
  const enabled = useQuery(query(currencies.list)).data?.data.map(({ code }) => code) ?? []
  const amount = (name: 'expected_amount' | 'committed_amount' | 'valuation_cap'): Fact => ({
    label: labels[name],
    value: investment[name] && money(investment[name], currency),
    edit: edit(name, {
      editor: (field) => <MoneyField {...field} currency={currency} decimals={decimalsOf(currency)} />,
      wording: (amount) => money(amount, currency),
    }),
  })
  const dayOf = (name: 'expected_close_on' | 'committed_on' | 'closed_on' | 'maturity_on'): Fact => ({
    label: labels[name],
    value: investment[name] && calendarDay(investment[name]),
    edit: edit(name, { type: 'date' }),
  })
  /** The currency cannot be changed once the investment has transactions. */
  const currencyFact: Fact =
    investment.transaction_count > 0
      ? { label: labels.currency, value: t('{currency} (locked by transactions)', { currency }) }
      : {
          label: labels.currency,
          value: currency,
          edit: edit('currency', {
            choices: [...new Set([currency, ...enabled])].map((code) => ({ value: code, label: code })),
          }),
        }
  return { edit, labels, amount, dayOf, currencyFact }
}

function dealFacts(investment: Investment, { edit, labels, amount, dayOf, currencyFact }: Builders): Fact[] {
  const { investor, offering, currency, probability } = investment
  return [
    {
      label: labels.investor_id,
      value: <InvestorLink investor={investor} />,
    },
    {
      label: labels.offering_id,
      value: offering && <OfferingBadge offering={offering} />,
      edit: edit('offering_id', {
        editor: ({ value, onChange, ...field }) => (
          <OfferingPicker {...field} value={value || null} onChange={(id) => onChange(id ?? '')} currency={currency} />
        ),
      }),
    },
    amount('expected_amount'),
    amount('committed_amount'),
    currencyFact,
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
  ]
}

function useRecordFacts(investment: Investment, { edit, labels }: Builders): Fact[] {
  const { stage, instrument, owner, tags } = investment
  const stages = useQuery(query(investmentStages.list)).data?.data ?? []
  const members = useMemberChoices(owner?.id, owner)
  const nothing = { value: '', label: t('Not set') }
  return [
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
          <TagPicker {...field} value={idsIn(value)} onChange={(ids) => onChange(ids.join())} />
        ),
      }),
    },
    { label: labels.reference, value: investment.reference, edit: edit('reference') },
    { label: t('Added'), value: dateTime(investment.created_at) },
    { label: t('Changed'), value: dateTime(investment.updated_at) },
  ]
}

function termFacts(investment: Investment, { edit, labels, amount, dayOf }: Builders): Fact[] {
  return [
    ...quantities.map(
      (name): Fact => ({ label: labels[name], value: investment[name] && decimal(investment[name]), edit: edit(name) }),
    ),
    amount('valuation_cap'),
    dayOf('maturity_on'),
  ]
}

const changeOf = (change: Record<string, string>) =>
  'tag_ids' in change ? { tag_ids: idsIn(change.tag_ids!) } : inputOf(change)
