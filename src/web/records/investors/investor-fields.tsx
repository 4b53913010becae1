// Form fields of an investor: identity and contact data; the rest is collapsed.
import { SegmentedControl, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Investor } from '../../../contract/investors.ts'
import { InvestorKind, investorTypes } from '../../../contract/master-data.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { query } from '../../api.ts'
import { MemberPicker } from '../../identity/account/member-picker.tsx'
import { DuplicatePanel } from '../../platform/duplicates/duplicate-panel.tsx'
import { countryChoices } from '../../platform/lib/countries.ts'
import { language, t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import { FieldGroup } from '../../platform/ui/field-group.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { May } from '../../platform/ui/may.tsx'
import { MoneyField } from '../../platform/ui/money-field.tsx'
import { ContactPicker } from '../contacts/contact-picker.tsx'
import { useCurrencies } from '../currencies/currency-choice-picker.tsx'
import { CurrencyPicker } from '../currencies/currency-picker.tsx'
import { CustomFormPanel } from '../custom-fields/custom-panel.tsx'
import { kindText } from '../master-data/investor-type-badge.tsx'
import { InvestorTypePicker } from '../master-data/investor-type-picker.tsx'
import { StagePicker } from '../master-data/stage-picker.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import styles from './investor-fields.module.css'
import { investorLabels } from './labels.ts'
import { PersonFields } from './person-fields.tsx'
import { emptyInvestor, type InvestorValues } from './values.ts'

interface InvestorFieldsProps {
  form: SaveForm<InvestorValues>
  /** The record being edited. */
  investor?: Investor
}

export function InvestorFields({ form, investor }: InvestorFieldsProps) {
  const { values, setValue, setValues } = form
  const labels = investorLabels()
  const field = (name: keyof typeof labels) => form.field(name, labels[name])
  const types = useQuery(query(investorTypes.list)).data?.data ?? []
  const countries = useMemo(() => countryChoices(language()), [])
  const text = (name: 'name' | 'code' | 'city' | 'source' | 'follow_up_note' | 'website' | 'email') => ({
    ...field(name),
    value: values[name],
    autoComplete: 'off',
  })

  function changeKind(kind: InvestorKind) {
    const fits = types.find(({ id }) => id === values.investor_type_id)?.kind === kind
    // Individuals default to the first type for individuals; entities have no default.
    const usual = kind === 'individual' ? types.find((type) => type.kind === kind && type.is_active)?.id : undefined
    setValues({ kind, ...(!fits && { investor_type_id: usual ?? '' }), ...(!investor && { 'contact.id': '' }) })
  }
  /** A group is expanded if it has values or errors. */
  const group = (...names: (keyof typeof labels)[]) => ({
    isOpen: names.some((name) => String(values[name]) !== String(emptyInvestor[name])),
    isRefused: names.some((name) => field(name).error),
  })
  return (
    <>
      <SegmentedControl
        className={styles.kind}
        aria-label={labels.kind}
        data={InvestorKind.options.map((kind) => ({ value: kind, label: kindText(kind) }))}
        value={values.kind}
        onChange={(kind) => changeKind(kind as InvestorKind)}
      />
      <div>
        <TextInput {...text('name')} required />
        {!investor && <DuplicatePanel kind="investor" field="name" value={values.name} />}
      </div>
      <InvestorTypePicker
        {...field('investor_type_id')}
        kind={values.kind}
        value={values.investor_type_id || null}
        onChange={(id) => setValue('investor_type_id', id ?? '')}
        known={investor && [investor.type]}
        clearable={false}
        required
      />
      {!investor && <NewContactFields form={form} />}
      <FieldGroup
        title={t('Contact details')}
        text={t('Email, website, country, city, code')}
        {...group('email', 'website', 'country', 'city', 'code')}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <div>
            <TextInput {...text('email')} type="email" />
            {!investor && <DuplicatePanel kind="investor" field="email" value={values.email} />}
          </div>
          <TextInput {...text('website')} inputMode="url" />
          <Select
            {...field('country')}
            value={values.country || null}
            onChange={(country) => setValue('country', country ?? '')}
            data={countries}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('Clear') }}
            nothingFoundMessage={t('No countries match')}
          />
          <TextInput {...text('city')} />
          <TextInput
            {...text('code')}
            description={investor ? t('Your own code for this investor.') : t('If empty, the next number is used.')}
          />
        </SimpleGrid>
      </FieldGroup>
      <FieldGroup
        title={t('Investment preferences')}
        text={t('Stages, currency, ticket size')}
        {...group('preferred_stage_ids', 'preferred_currency', 'ticket_min', 'ticket_max')}
      >
        <StagePicker
          {...field('preferred_stage_ids')}
          value={values.preferred_stage_ids}
          onChange={(ids: string[]) => setValue('preferred_stage_ids', ids)}
          known={investor?.preferred_stages}
        />
        <TicketFields form={form} />
      </FieldGroup>
      <FieldGroup
        title={t('Relationship')}
        text={t('Owner, next follow-up, source, do not contact')}
        {...group('owner_user_id', 'next_follow_up_on', 'follow_up_note', 'source', 'do_not_contact')}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <MemberPicker
            {...field('owner_user_id')}
            value={values.owner_user_id || null}
            onChange={(id) => setValue('owner_user_id', id ?? '')}
            known={investor?.owner}
          />
          <DateField {...field('next_follow_up_on')} value={values.next_follow_up_on} />
          {values.next_follow_up_on && (
            <TextInput {...text('follow_up_note')} placeholder={t('Call about the second tranche')} />
          )}
          <TextInput {...text('source')} placeholder={t('A friend, an event, the website')} />
        </SimpleGrid>
        <Switch
          label={labels.do_not_contact}
          description={t('Their contacts count as not reachable, regardless of consent.')}
          checked={values.do_not_contact}
          onChange={({ currentTarget }) => setValue('do_not_contact', currentTarget.checked)}
        />
      </FieldGroup>
      <CustomFormPanel record="investor" form={form} grouped />
      <FieldGroup title={t('Tags and notes')} text={t('More details')} {...group('tag_ids', 'notes')}>
        <TagPicker {...field('tag_ids')} value={values.tag_ids} onChange={(ids) => setValue('tag_ids', ids)} />
        <Textarea {...field('notes')} value={values.notes} autosize minRows={3} maxRows={12} />
      </FieldGroup>
    </>
  )
}

/** An individual has a number here; an entity may link an existing contact. */
function NewContactFields({ form }: { form: SaveForm<InvestorValues> }) {
  const { values, setValues } = form
  const phone = form.field('contact.phone', t('Phone'))
  const id = form.field('contact.id', t('Contact person'))
  if (values.kind === 'entity') {
    return (
      <ContactPicker
        {...id}
        value={values['contact.id'] || null}
        onChange={(chosen: string | null) => setValues({ 'contact.id': chosen ?? '' })}
        description={t('One of your contacts. Add new contacts on the investor’s page.')}
      />
    )
  }
  return (
    <>
      <PersonFields
        phone={{ ...phone, error: phone.error || id.error }}
        contactId={values['contact.id']}
        onLink={(person) =>
          setValues({
            'contact.id': person?.id ?? '',
            'contact.phone': '',
            ...(person && !values.name.trim() && { name: person.name }),
          })
        }
        linkLabel={t('It is the same person')}
      />
      {values['contact.phone'].trim() !== '' && (
        <TextInput
          {...form.field('contact.preferred_name', t('Preferred name'))}
          value={values['contact.preferred_name']}
          description={t('How messages address this contact, such as “Pak Budi”. If empty, the name is used.')}
          autoComplete="off"
        />
      )}
    </>
  )
}

/** A ticket size is in the preferred currency: typing an amount sets it. */
function TicketFields({ form: { field, values, setValue, setValues } }: { form: SaveForm<InvestorValues> }) {
  const labels = investorLabels()
  const { base } = useCurrencies()
  // Disabled until the base currency is loaded: the amount would have no currency.
  const currency = values.preferred_currency || base || ''
  const money = (name: 'ticket_min' | 'ticket_max') => ({
    ...field(name, labels[name]),
    currency,
    decimals: decimalsOf(currency),
    disabled: currency === '',
    onChange: (amount: string) => setValues({ [name]: amount, ...(amount && { preferred_currency: currency }) }),
  })
  return (
    <>
      <CurrencyPicker
        {...field('preferred_currency', labels.preferred_currency)}
        onChange={(code) => setValue('preferred_currency', code)}
        clearable
      />
      <May permission="see_amounts">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <MoneyField {...money('ticket_min')} />
          <MoneyField {...money('ticket_max')} />
        </SimpleGrid>
      </May>
    </>
  )
}
