// Form fields of a contact: three common ones, the rest collapsed.
import { Button, Collapse, NativeSelect, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import { Consent, type Contact } from '../../../contract/contacts.ts'
import { DuplicatePanel } from '../../platform/duplicates/duplicate-panel.tsx'
import type { OwnName } from '../../platform/lib/custom-form.ts'
import { today } from '../../platform/lib/format.ts'
import { languageChoices } from '../../platform/lib/language-names.ts'
import { t } from '../../platform/lib/text.ts'
import { timeZones } from '../../platform/lib/time-zones.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { DateField } from '../../platform/ui/date-field.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { CustomFormPanel } from '../custom-fields/custom-panel.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import { consentText } from './consent-badge.tsx'
import styles from './contact-fields.module.css'
import { contactLabels } from './labels.ts'
import { AddressFields, NumberFields } from './number-fields.tsx'
import { type ContactValues, withConsent } from './values.ts'

interface ContactFieldsProps {
  form: SaveForm<ContactValues>
  /** The record being edited. */
  contact?: Contact
}

export function ContactFields({ form, contact }: ContactFieldsProps) {
  const labels = contactLabels()
  const { name, phone, phone_label, other_phones, preferred_name, ...rest } = form.values
  const [isOpen, setOpen] = useState(() =>
    Object.entries(rest).some(
      ([key, value]) =>
        value && !(key === 'consent' && value === 'unknown') && !(Array.isArray(value) && value.length === 0),
    ),
  )
  const more = useId()
  const field = (key: Exclude<OwnName<ContactValues>, 'tag_ids' | 'other_phones' | 'other_emails'>) =>
    form.field(key, labels[key])
  const zones = useMemo(() => timeZones(form.values.time_zone ? [form.values.time_zone] : []), [form.values.time_zone])
  return (
    <>
      <div>
        <TextInput {...field('name')} autoComplete="off" required />
        {!contact && <DuplicatePanel kind="contact" field="name" value={name} />}
      </div>
      <NumberFields form={form} label={labels.phone} {...(contact && { contactId: contact.id })} />
      <TextInput
        {...field('preferred_name')}
        description={t('How messages address this contact, such as “Pak Budi”. If empty, the name is used.')}
        autoComplete="off"
      />
      <Button
        className={styles.more}
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={more}
        rightSection={<IconChevronDown size={16} aria-hidden data-open={isOpen || undefined} />}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('Fewer fields') : t('More fields')}
      </Button>
      <Collapse expanded={isOpen} id={more}>
        <Stack gap={16}>
          <Stack gap={8}>
            <div>
              <TextInput {...field('email')} type="email" autoComplete="off" />
              {!contact && <DuplicatePanel kind="contact" field="email" value={form.values.email} />}
            </div>
            <AddressFields form={form} />
          </Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            <TextInput {...field('company')} autoComplete="off" />
            <TextInput {...field('job_title')} autoComplete="off" />
            <Select
              {...field('language')}
              value={form.values.language || null}
              onChange={(language) => form.setValue('language', language ?? '')}
              data={languageChoices(form.values.language)}
              searchable
              clearable
              placeholder={t('Not known')}
              nothingFoundMessage={t('No languages match')}
            />
            <Select
              {...field('time_zone')}
              value={form.values.time_zone || null}
              onChange={(zone) => form.setValue('time_zone', zone ?? '')}
              data={zones}
              searchable
              clearable
              limit={50}
              placeholder={t('From phone number')}
              nothingFoundMessage={t('No time zones match')}
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            <NativeSelect
              {...field('consent')}
              onChange={({ currentTarget }) =>
                form.setValues(withConsent(form.values, currentTarget.value as Consent, contact))
              }
              data={Consent.options.map((consent) => ({ value: consent, label: consentText(consent) }))}
              description={t('Contacts who opted out never receive messages.')}
              // Hint below the input, so that it lines up with the date field next to it.
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
            {form.values.consent !== 'unknown' && (
              <>
                <DateField {...field('consent_at')} value={form.values.consent_at} max={today()} />
                <TextInput
                  {...field('consent_how')}
                  value={form.values.consent_how}
                  placeholder={t('A form on the website, in person, by message')}
                  autoComplete="off"
                />
                <Textarea
                  {...field('consent_evidence')}
                  value={form.values.consent_evidence}
                  autosize
                  minRows={1}
                  maxRows={4}
                />
              </>
            )}
          </SimpleGrid>
          <TagPicker
            label={labels.tag_ids}
            value={form.values.tag_ids}
            error={form.field('tag_ids', labels.tag_ids).error}
            onChange={(ids) => form.setValue('tag_ids', ids)}
          />
          <CustomFormPanel record="contact" form={form} />
          <Textarea {...field('notes')} autosize minRows={3} maxRows={12} />
        </Stack>
      </Collapse>
    </>
  )
}
