// Fields of an investor, each editable in place.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { Investor } from '../../../contract/investors.ts'
import { investorTypes } from '../../../contract/master-data.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { query } from '../../api.ts'
import { useMemberChoices } from '../../identity/account/member-choice-picker.tsx'
import { countryChoices, countryName } from '../../platform/lib/countries.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Row, Stack } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { idsIn } from '../../platform/ui/fact-edit.ts'
import { type Fact, Facts } from '../../platform/ui/facts.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useFactEdit } from '../../record.ts'
import { useCurrencies } from '../currencies/currency-choice-picker.tsx'
import { InvestorTypeBadge } from '../master-data/investor-type-badge.tsx'
import { StageBadge } from '../master-data/stage-badge.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import styles from './fact-panel.module.css'
import { FollowUpBadge } from './follow-up-badge.tsx'
import { investorKind } from './investor-kind.ts'
import { investorLabels } from './labels.ts'
import { useWording } from './use-wording.ts'
import { changeOf, valuesOf } from './values.ts'

// Loaded when the user edits the fact.
const StagePicker = lazy(() =>
  import('../master-data/stage-picker.tsx').then((module) => ({ default: module.StagePicker<string[]> })),
)
const TagPicker = lazy(() => import('../tags/tag-picker.tsx').then((module) => ({ default: module.TagPicker })))

export function FactPanel({ investor }: { investor: Investor }) {
  return (
    <>
      <Section title={t('Relationship')}>
        <Stack className={styles.facts}>
          <Facts foldsEmpty facts={useCare(investor)} />
        </Stack>
      </Section>
      <Section title={t('Name and contact details')}>
        <Stack className={styles.facts}>
          <Facts foldsEmpty facts={useIdentity(investor)} />
        </Stack>
      </Section>
      <Section title={t('Investment preferences')}>
        <Stack className={styles.facts}>
          <Facts foldsEmpty facts={usePreferences(investor)} />
        </Stack>
      </Section>
    </>
  )
}

/** Edits one field of the investor in place. */
function useInvestorEdit(record: Investor) {
  return useFactEdit(investorKind, { record, valuesOf, changeOf, wording: useWording() })
}

function useCare(investor: Investor): Fact[] {
  const edit = useInvestorEdit(investor)
  const labels = investorLabels()
  const { owner, next_follow_up_on, follow_up_note, last_contacted_at, source, do_not_contact, tags } = investor
  const members = useMemberChoices(owner?.id, owner)
  const yesNo = [
    { value: 'false', label: t('No') },
    { value: 'true', label: t('Yes') },
  ]
  return [
    {
      label: labels.owner_user_id,
      value: owner?.name,
      edit: edit('owner_user_id', { choices: [{ value: '', label: t('Nobody') }, ...members] }),
    },
    {
      label: labels.next_follow_up_on,
      value: next_follow_up_on && <FollowUpBadge day={next_follow_up_on} />,
      edit: edit('next_follow_up_on', { type: 'date' }),
    },
    ...(next_follow_up_on
      ? [{ label: labels.follow_up_note, value: follow_up_note, edit: edit('follow_up_note') }]
      : []),
    {
      label: t('Last message'),
      value: last_contacted_at ? <Ago time={last_contacted_at} /> : t('None yet'),
    },
    { label: labels.source, value: source, edit: edit('source') },
    {
      label: labels.tag_ids,
      value: tags.length > 0 && <TagBadges tags={tags} />,
      edit: edit('tag_ids', {
        editor: ({ value, onChange, ...field }) => (
          <TagPicker {...field} value={idsIn(value)} onChange={(ids) => onChange(ids.join())} />
        ),
      }),
    },
    {
      label: labels.do_not_contact,
      value: do_not_contact ? t('Yes') : t('No'),
      edit: edit('do_not_contact', { choices: yesNo }),
    },
  ]
}

function useIdentity(investor: Investor): Fact[] {
  const edit = useInvestorEdit(investor)
  const labels = investorLabels()
  const { type, code, email, website, country, city } = investor
  const types = useQuery(query(investorTypes.list)).data?.data ?? []
  const offered = types.filter(({ id, kind, is_active }) => id === type.id || (kind === investor.kind && is_active))
  return [
    {
      label: labels.investor_type_id,
      value: <InvestorTypeBadge type={type} />,
      edit: edit('investor_type_id', { choices: offered.map(({ id, name }) => ({ value: id, label: name })) }),
    },
    {
      label: labels.email,
      value: email && (
        <Row as="span" inline gap={4} shrink breakWords>
          <Anchor href={`mailto:${email}`}>{email}</Anchor>
          <CopyButton text={email} label={t('Copy address')} />
        </Row>
      ),
      edit: edit('email', { type: 'email' }),
    },
    {
      label: labels.website,
      value: website && (
        <Anchor href={addressOf(website)} target="_blank" rel="noopener noreferrer">
          {website}
        </Anchor>
      ),
      // Not "url": browsers reject one without https://.
      edit: edit('website'),
    },
    {
      label: labels.country,
      value: country && countryName(country, language()),
      edit: edit('country', { choices: [{ value: '', label: t('(empty)') }, ...countryChoices(language())] }),
    },
    { label: labels.city, value: city, edit: edit('city') },
    { label: labels.code, value: code, edit: edit('code') },
    { label: t('Added'), value: dateTime(investor.created_at) },
    { label: t('Changed'), value: dateTime(investor.updated_at) },
  ]
}

function usePreferences(investor: Investor): Fact[] {
  const edit = useInvestorEdit(investor)
  const labels = investorLabels()
  const seesAmounts = useMay('see_amounts')
  const { codes, base } = useCurrencies()
  const { preferred_stages, preferred_currency } = investor
  const currency = preferred_currency ?? base
  const offered = preferred_currency && !codes.includes(preferred_currency) ? [preferred_currency, ...codes] : codes
  const ticket = (name: 'ticket_min' | 'ticket_max'): Fact => ({
    label: labels[name],
    value: currency && investor[name] && money(investor[name], currency),
    // Only once the base currency is loaded: an amount would be saved in another currency.
    ...(currency && {
      edit: edit(
        name,
        {
          wording: (amount) => money(amount, currency),
          editor: (field) => <MoneyField {...field} currency={currency} decimals={decimalsOf(currency)} />,
        },
        // The first amount also sets its currency.
        preferred_currency ? {} : { preferred_currency: currency },
      ),
    }),
  })
  return [
    {
      label: labels.preferred_stage_ids,
      value: preferred_stages.length > 0 && (
        <Row as="span" inline gap={12} rowGap={4} align="stretch" wrap>
          {preferred_stages.map((stage) => (
            <StageBadge key={stage.id} stage={stage} />
          ))}
        </Row>
      ),
      edit: edit('preferred_stage_ids', {
        editor: ({ value, onChange, ...field }) => (
          <StagePicker
            {...field}
            value={idsIn(value)}
            onChange={(ids) => onChange(ids.join())}
            known={preferred_stages}
          />
        ),
      }),
    },
    {
      label: labels.preferred_currency,
      value: preferred_currency,
      edit: edit('preferred_currency', {
        choices: [{ value: '', label: t('(empty)') }, ...offered.map((code) => ({ value: code, label: code }))],
      }),
    },
    ...(seesAmounts ? [ticket('ticket_min'), ticket('ticket_max')] : []),
  ]
}

const addressOf = (website: string) => (/^https?:\/\//i.test(website) ? website : `https://${website}`)
