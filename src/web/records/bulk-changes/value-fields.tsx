// The input for the new value of the chosen field.
import { NativeSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BulkKind } from '../../../contract/bulk-changes.ts'
import { investmentStatuses } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { MemberPicker } from '../../identity/account/member-picker.tsx'
import { countryChoices } from '../../platform/lib/countries.ts'
import { languageChoices } from '../../platform/lib/language-names.ts'
import { language, t } from '../../platform/lib/text.ts'
import { timeZones } from '../../platform/lib/time-zones.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { investmentLabels } from '../investments/labels.ts'
import { investorLabels } from '../investors/labels.ts'
import { InvestorTypePicker } from '../master-data/investor-type-picker.tsx'
import { StagePicker } from '../master-data/stage-picker.tsx'
import { StatusPicker } from '../master-data/status-picker.tsx'
import { type FieldName, fieldsOf, type InputValues } from './fields.ts'

interface ValueFieldsProps {
  kind: BulkKind
  form: SaveForm<{ field: FieldName } & InputValues>
}

export function ValueFields({ kind, form }: ValueFieldsProps) {
  const { field: name } = form.values
  const path = `change.values.${name}` as keyof InputValues
  const label = fieldsOf(kind).find((each) => each.name === name)!.label
  const props = form.field(path, label)
  /** Mantine's select needs null, not an empty text, for no choice. */
  const choice = {
    ...props,
    value: (form.values[path] as string) || null,
    onChange: (value: string | null) => form.setValue(path, value ?? ''),
  }
  if (name === 'consent') return <ConsentFields form={form} />
  if (name === 'status_id') return <StatusFields form={form} choice={choice} />
  if (name === 'next_follow_up_on') return <FollowUpFields form={form} />
  if (name === 'owner_user_id') return <MemberPicker {...choice} description={t('Empty means nobody.')} />
  if (name === 'investor_type_id') return <InvestorTypePicker {...choice} clearable={false} required />
  if (name === 'stage_id') return <StagePicker {...choice} description={t('Empty means none.')} />
  if (name === 'expected_close_on') return <DateField {...props} description={t('Empty means none.')} />
  if (name === 'do_not_contact')
    return (
      <NativeSelect
        {...props}
        data={[
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]}
      />
    )
  if (name === 'country' || name === 'language' || name === 'time_zone')
    return <ListField name={name} choice={choice} />
  const help = name === 'probability' ? t('Empty means that of the status.') : t('Empty removes it.')
  return (
    <TextInput
      {...props}
      inputMode={name === 'probability' ? 'numeric' : 'text'}
      maxLength={200}
      autoComplete="off"
      description={help}
    />
  )
}

type Choice = Omit<ReturnType<SaveForm<InputValues>['field']>, 'value' | 'onChange'> & {
  value: string | null
  onChange: (value: string | null) => void
}

function ListField({ name, choice }: { name: 'country' | 'language' | 'time_zone'; choice: Choice }) {
  const data = useMemo(() => {
    if (name === 'country') return countryChoices(language())
    return name === 'language' ? languageChoices('') : timeZones([])
  }, [name])
  return (
    <Select
      {...choice}
      data={data}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      limit={50}
      placeholder={name === 'time_zone' ? t('From phone number') : t('Not known')}
    />
  )
}

function ConsentFields({ form }: Pick<ValueFieldsProps, 'form'>) {
  return (
    <TextInput
      {...form.field('change.values.consent_how', t('How they agreed'))}
      required
      maxLength={200}
      autoComplete="off"
      description={t('All get the consent “Opted in”, as of now. Contacts who have opted out are left as they are.')}
    />
  )
}

function StatusFields({ form, choice }: Pick<ValueFieldsProps, 'form'> & { choice: Choice }) {
  const statuses = useQuery(query(investmentStatuses.list)).data?.data
  const isLost = statuses?.find(({ id }) => id === choice.value)?.category === 'lost'
  return (
    <>
      <StatusPicker {...choice} clearable={false} required />
      {isLost && (
        <TextInput
          {...form.field('change.values.lost_reason', investmentLabels().lost_reason)}
          required
          maxLength={500}
          autoComplete="off"
        />
      )}
    </>
  )
}

function FollowUpFields({ form }: Pick<ValueFieldsProps, 'form'>) {
  const labels = investorLabels()
  const day = form.field('change.values.next_follow_up_on', labels.next_follow_up_on)
  return (
    <>
      <DateField {...day} description={t('Empty removes the follow-up.')} />
      {day.value !== '' && (
        <TextInput
          {...form.field('change.values.follow_up_note', labels.follow_up_note)}
          maxLength={200}
          autoComplete="off"
        />
      )}
    </>
  )
}
