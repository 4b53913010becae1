// Adds tags to all records of an import.
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Import, imports } from '../../../contract/imports.ts'
import { call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'

export default function TagAddDialog({ made, onClose }: { made: Import; onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const [ids, setIds] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const { records, left_out } = await call(imports.tag, { params: { id: made.id }, body: { tag_ids: ids } })
      for (const path of ['/v1/contacts', '/v1/investors', '/v1/investments', '/v1/tags']) void invalidate(client, path)
      notify({
        title: t.plural(records, 'One record tagged', '{count} records tagged', { count: number(records) }),
        text:
          left_out > 0 &&
          t.plural(
            left_out,
            'One has too many tags already and was left out.',
            '{count} have too many tags already and were left out.',
            { count: number(left_out) },
          ),
      })
      onClose()
    } catch (failure) {
      notifyError(failure, t('The tags could not be added'))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('Tag these')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={save}>
        <TagPicker
          label={t('Tags')}
          description={t('Every record of the file gets them, in addition to its own.')}
          value={ids}
          onChange={setIds}
          autoFocus
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={ids.length === 0}>
            {t('Add tags')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
