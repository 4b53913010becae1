// Makes a broadcast group of the contacts that match a list's filters.
import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { type ContactNamesQuery, contacts } from '../../../contract/contacts.ts'
import { ApiError, call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { fieldSentence } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

interface GroupAddDialogProps {
  /** The search of the list. */
  query: ContactNamesQuery
  count: number
  onClose: () => void
}

export default function GroupAddDialog({ query, count, onClose }: GroupAddDialogProps) {
  useFocusRestore()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const { data } = await call(contacts.names, { query })
      const group = await call(broadcastGroups.create, { body: { name, contact_ids: data.map(({ id }) => id) } })
      void invalidate(client, '/v1/broadcast-groups')
      navigate(`/broadcast-groups/${group.id}/edit`)
    } catch (failure) {
      const said = failure instanceof ApiError && failure.fields.find(({ path }) => path === 'name')
      if (said) setFault(fieldSentence(t('Name'), said, said.message))
      else notifyError(failure, t('The broadcast group could not be saved'))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('Make a broadcast group')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={save}>
        <Text mb={16} dimmed>
          {t.plural(
            count,
            'The contact that matches now becomes its member.',
            'The {count} contacts that match now become its members.',
            { count: number(count) },
          )}
        </Text>
        <TextInput
          label={t('Name')}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setFault(undefined)
          }}
          error={fault}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('Make group')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
