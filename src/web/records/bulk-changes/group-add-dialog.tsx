// Adds the contacts of the selected records to a broadcast group, or to a new one.
import { Modal, SegmentedControl, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { call } from '../../api.ts'
import { BroadcastGroupPicker } from '../../messaging/broadcast-groups/broadcast-group-picker.tsx'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'

export default function GroupAddDialog({ kind, make, onClose }: BulkDialogProps) {
  useFocusRestore()
  const form = useSaveForm({
    // The server's rules apply.
    schema: z.looseObject({}),
    initialValues: { isNew: false, name: '', 'change.broadcast_group_id': [] as string[] },
    save: async ({ isNew, name, 'change.broadcast_group_id': [chosen] }) => {
      if (!isNew && !chosen)
        throw { fields: [{ path: 'change.broadcast_group_id', code: 'field.required', params: {} }] }
      const id = isNew ? (await call(broadcastGroups.create, { body: { name } })).id : chosen!
      await make({ action: 'add_to_group', broadcast_group_id: id })
      onClose()
    },
  })
  const group = form.field('change.broadcast_group_id', t('Broadcast group'))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Add to a broadcast group')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      // The list of groups may be longer than the dialog.
      styles={{ content: { overflow: 'visible' }, body: { overflow: 'visible' } }}
    >
      <Form form={form} submitLabel={t('Add')} onCancel={onClose}>
        <SegmentedControl
          aria-label={t('Which group')}
          data={[
            { value: 'old', label: t('Existing group') },
            { value: 'new', label: t('New group') },
          ]}
          value={form.values.isNew ? 'new' : 'old'}
          onChange={(choice) => form.setValue('isNew', choice === 'new')}
        />
        {form.values.isNew ? (
          <TextInput {...form.field('name', t('Name'))} maxLength={200} required description={help[kind]()} />
        ) : (
          <BroadcastGroupPicker
            {...group}
            value={form.values['change.broadcast_group_id']}
            // The picker allows several groups; the last one chosen counts.
            onChange={(ids) => form.setValue('change.broadcast_group_id', ids.slice(-1))}
            description={help[kind]()}
          />
        )}
      </Form>
    </Modal>
  )
}

const help = {
  contacts: () => t('The contacts are added one by one; the rules of the group stay.'),
  investors: () => t('The contacts of the investors are added.'),
  investments: () => t('The contacts of their investors are added.'),
}
