// Fields for the audience of a broadcast: all or some contacts, broadcast groups, WhatsApp groups and exclusions.
import { Button, SegmentedControl } from '@mantine/core'
import { IconBrandWhatsapp, IconUserMinus } from '@tabler/icons-react'
import type { AudienceContacts } from '../../../contract/audiences.ts'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack } from '../../platform/ui/box.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { ContactPicker } from '../../records/contacts/contact-picker.tsx'
import { BroadcastGroupPicker } from '../broadcast-groups/broadcast-group-picker.tsx'
import { WaGroupPicker } from '../wa-groups/wa-group-picker.tsx'
import { ChosenContactFields } from './chosen-contact-fields.tsx'
import type { Draft } from './draft.ts'
import { useRevealed } from './use-revealed.ts'

interface AudienceFieldsProps {
  form: SaveForm<Draft>
  /** Number of all contacts; undefined while loading. */
  total: number | undefined
  known: AudienceContacts | undefined
  groups: Broadcast['audience']['broadcast_groups'] | undefined
  autoFocus: boolean
}

export function AudienceFields({ form, total, known, groups, autoFocus }: AudienceFieldsProps) {
  const { audience, session_id } = form.values
  const { error } = form.field('audience', t('Audience'))
  const change = (part: Partial<Draft['audience']>) => form.setValue('audience', { ...audience, ...part })
  const waGroups = useRevealed(audience.wa_group_ids.length > 0)
  const except = useRevealed(audience.exclude_contact_ids.length > 0)
  return (
    <Stack gap={16}>
      <SegmentedControl
        fullWidth
        aria-label={t('Audience')}
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
            autoFocus={autoFocus}
          />
          <ChosenContactFields
            value={audience.contact_ids}
            onChange={(contact_ids) => change({ contact_ids })}
            known={known?.contacts}
          />
        </>
      )}
      {waGroups.isOpen && (
        <div ref={waGroups.ref}>
          <WaGroupPicker
            label={t('WhatsApp groups')}
            description={t('One message to all members of a group, without any contact’s data.')}
            value={audience.wa_group_ids}
            onChange={(wa_group_ids) => change({ wa_group_ids })}
            sessionId={session_id}
            known={known?.groups}
          />
        </div>
      )}
      {except.isOpen && (
        <div ref={except.ref}>
          <ContactPicker
            label={t('Except')}
            placeholder={t('Nobody')}
            description={t('Contacts who opted out or have no number are always skipped.')}
            value={audience.exclude_contact_ids}
            onChange={(exclude_contact_ids: string[]) => change({ exclude_contact_ids })}
            known={known?.excluded}
            error={audience.all_contacts ? error : undefined}
          />
        </div>
      )}
      <Row gap={8} wrap>
        {!waGroups.isOpen && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
            onClick={waGroups.open}
          >
            {t('Add WhatsApp groups')}
          </Button>
        )}
        {!except.isOpen && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconUserMinus size={16} aria-hidden />}
            onClick={except.open}
          >
            {t('Leave out contacts')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}
