// Makes a broadcast group of the contacts of an import.
import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Import, imports } from '../../../contract/imports.ts'
import { ApiError, call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { fieldSentence } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { groupName } from './words.ts'

interface GroupAddDialogProps {
  made: Import
  onMade: (group: { id: string; name: string }) => void
  onClose: () => void
}

export default function GroupAddDialog({ made, onMade, onClose }: GroupAddDialogProps) {
  useFocusRestore()
  const client = useQueryClient()
  const [name, setName] = useState(() => groupName(made))
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const { contacts: count, ...group } = await call(imports.group, { params: { id: made.id }, body: { name } })
      void invalidate(client, '/v1/broadcast-groups')
      notify({
        title: t('Broadcast group “{name}” saved', { name: group.name }),
        text: t.plural(count, 'With one contact.', 'With {count} contacts.', { count: number(count) }),
      })
      onMade(group)
      onClose()
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
