// Form fields of a broadcast group: name, rules, picked contacts, WhatsApp groups and exclusions.
import { Button, TextInput } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { BroadcastGroupDetail } from '../../../contract/broadcast-groups.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { Lacking } from '../../platform/ui/may.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { ContactPicker, type PickedContact } from '../../records/contacts/contact-picker.tsx'
import { WaGroupPicker } from '../wa-groups/wa-group-picker.tsx'
import { type Draft, valuePathsIn } from './draft.ts'
import { SegmentFields } from './segment-fields.tsx'

const ContactPasteDialog = lazy(() => import('./contact-paste-dialog.tsx'))

interface BroadcastGroupFieldsProps {
  form: SaveForm<Draft>
  group: BroadcastGroupDetail | undefined
}

export function BroadcastGroupFields({ form, group }: BroadcastGroupFieldsProps) {
  const { field, values, setValue } = form
  const [pasted, setPasted] = useState<readonly PickedContact[]>([])
  const [isPasting, setPasting] = useState(false)
  const known = [...(group?.contacts ?? []), ...(group?.excluded ?? []), ...pasted]
  const errorOf = (path: string) => field(path as keyof Draft, t('The value')).error
  /** The error of a rule's value, from validation or the server, on the value or a part of it. */
  const errorAt = (path: string) =>
    ['', '.amount', '.currency', '.0'].map((part) => errorOf(`${path}${part}`)).find(Boolean)
  const change = (next: Draft['segment']) => {
    // A changed value may be valid now; it is validated again later.
    for (const path of values.segment ? valuePathsIn(values.segment) : [])
      for (const part of ['', '.amount', '.currency', '.0'])
        if (errorOf(`${path}${part}`)) form.setError(`${path}${part}` as keyof Draft, '')
    setValue('segment', next)
  }
  const segment = field('segment', t('Rules'))
  return (
    <Stack gap={16}>
      <Section>
        <TextInput {...field('name', t('Name'))} required maxLength={200} autoFocus={!group} autoComplete="off" />
      </Section>
      <Section
        title={t('By rules')}
        text={t('Updated when a broadcast starts. All investor rules apply to the same investor.')}
      >
        {group?.hides_rules ? (
          <Lacking permission="see_amounts" />
        ) : (
          <SegmentFields segment={values.segment} onChange={change} errorAt={errorAt} />
        )}
        {segment.error && (
          <Text mt={8} size={13} tone="bad">
            {segment.error}
          </Text>
        )}
      </Section>
      <Section title={t('Added manually')} text={t('Always included, whatever the rules.')}>
        <Stack gap={12}>
          <ContactPicker
            label={t('Contacts')}
            value={values.contact_ids}
            onChange={(ids: string[]) => setValue('contact_ids', ids)}
            known={known}
            error={field('contact_ids', t('Contacts')).error}
          />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconClipboardText size={14} aria-hidden />}
              onClick={() => setPasting(true)}
            >
              {t('Paste numbers or names')}
            </Button>
          </div>
          <WaGroupPicker
            label={t('WA Groups')}
            description={t('One message to the whole group, sent by the session that is a member of it.')}
            value={values.wa_group_ids}
            onChange={(ids) => setValue('wa_group_ids', ids)}
            known={group?.wa_groups}
            error={field('wa_group_ids', t('WA Groups')).error}
          />
        </Stack>
      </Section>
      <Section title={t('Exclusions')} text={t('Never included, even if they match the rules.')}>
        <ContactPicker
          label={t('Excluded contacts')}
          value={values.exclude_contact_ids}
          onChange={(ids: string[]) => setValue('exclude_contact_ids', ids)}
          known={known}
          error={field('exclude_contact_ids', t('Excluded contacts')).error}
        />
      </Section>
      {isPasting && (
        <Suspense>
          <ContactPasteDialog
            onFound={(found) => {
              setPasted((before) => [...before, ...found])
              setValue('contact_ids', [...new Set([...form.values.contact_ids, ...found.map(({ id }) => id)])])
            }}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      )}
    </Stack>
  )
}
