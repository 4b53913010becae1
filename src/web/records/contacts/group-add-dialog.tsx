// Creates a broadcast group of the contacts that match the filters of the list.
import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { BroadcastGroupInput, broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { type ContactNamesQuery, contacts } from '../../../contract/contacts.ts'
import { call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { DialogText } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'

const GroupName = z.pick(BroadcastGroupInput, { name: true })

interface GroupAddDialogProps {
  /** The filters of the list. */
  query: ContactNamesQuery
  count: number
  onClose: () => void
}

export default function GroupAddDialog({ query, count, onClose }: GroupAddDialogProps) {
  useFocusRestore()
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useSaveForm({
    schema: GroupName,
    initialValues: { name: '' },
    save: async ({ name }) => {
      const { data } = await call(contacts.names, { query })
      const group = await call(broadcastGroups.create, { body: { name, contact_ids: data.map(({ id }) => id) } })
      void invalidate(client, '/v1/broadcast-groups')
      navigate(`/broadcast-groups/${group.id}/edit`)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Make a broadcast group')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Form form={form} submitLabel={t('Make group')} onCancel={onClose}>
        <DialogText>
          {t.plural(
            count,
            'The contact that matches now becomes its member.',
            'The {count} contacts that match now become its members.',
            { count: number(count) },
          )}
        </DialogText>
        <TextInput {...form.field('name', t('Name'))} maxLength={200} required />
      </Form>
    </Modal>
  )
}
