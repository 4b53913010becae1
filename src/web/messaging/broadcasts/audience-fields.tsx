// Audience of a draft: all or some contacts, broadcast groups, WhatsApp groups and exclusions.
import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import type { AudienceContacts } from '../../../contract/audiences.ts'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { ContactPicker } from '../../records/contacts/contact-picker.tsx'
import { BroadcastGroupPicker } from '../broadcast-groups/broadcast-group-picker.tsx'
import { WaGroupPicker } from '../wa-groups/wa-group-picker.tsx'
import styles from './broadcast-fields.module.css'
import type { Draft } from './draft.ts'

interface AudienceFieldsProps {
  form: SaveForm<Draft>
  /** Number of all contacts; undefined while loading. */
  total: number | undefined
  known: AudienceContacts | undefined
  groups: Broadcast['audience']['broadcast_groups'] | undefined
}

export function AudienceFields({ form, total, known, groups }: AudienceFieldsProps) {
  const { audience, session_id } = form.values
  const legend = useId()
  const { error } = form.field('audience', t('Audience'))
  const change = (part: Partial<Draft['audience']>) => form.setValue('audience', { ...audience, ...part })
  return (
    <fieldset className={styles.choice}>
      <legend id={legend}>{t('Audience')}</legend>
      <SegmentedControl
        fullWidth
        aria-labelledby={legend}
        value={audience.all_contacts ? 'all' : 'chosen'}
        onChange={(next) => change({ all_contacts: next === 'all' })}
        data={[
          { value: 'chosen', label: t('Choose') },
          {
            value: 'all',
            label: total === undefined ? t('All contacts') : t('All contacts ({count})', { count: number(total) }),
          },
        ]}
      />
      {!audience.all_contacts && (
        <>
          <BroadcastGroupPicker
            label={t('Broadcast groups')}
            value={audience.broadcast_group_ids}
            onChange={(broadcast_group_ids) => change({ broadcast_group_ids })}
            known={groups}
            error={error}
          />
          <ContactPicker
            label={t('Contacts')}
            value={audience.contact_ids}
            onChange={(contact_ids: string[]) => change({ contact_ids })}
            known={known?.contacts}
          />
        </>
      )}
      <WaGroupPicker
        label={t('WhatsApp groups')}
        description={t('One message to all members of a group, without any contact’s data.')}
        value={audience.wa_group_ids}
        onChange={(wa_group_ids) => change({ wa_group_ids })}
        sessionId={session_id}
        known={known?.groups}
      />
      <ContactPicker
        label={t('Except')}
        placeholder={t('Nobody')}
        description={t('Contacts who opted out or have no number are always skipped.')}
        value={audience.exclude_contact_ids}
        onChange={(exclude_contact_ids: string[]) => change({ exclude_contact_ids })}
        known={known?.excluded}
        error={audience.all_contacts ? error : undefined}
      />
    </fieldset>
  )
}
