// Moves the records of one row to another, with or without deleting it.
import { Alert, Button, Modal } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { ReferencesPanel } from '../../platform/rule-references/references-panel.tsx'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notify } from '../../platform/ui/notices.tsx'
import type { MasterDataKind, MasterDataRow } from './kinds.ts'
import { RowPicker } from './row-picker.tsx'
import { useRefresh } from './use-changes.ts'
import { categoryText, kindText } from './words.ts'

interface RowMoveDialogProps {
  kind: MasterDataKind
  row: MasterDataRow
  rows: readonly MasterDataRow[]
  /** Deletes the row in the same step. */
  remove: boolean
  onClose: () => void
}

export default function RowMoveDialog({ kind, row, rows, remove, onClose }: RowMoveDialogProps) {
  const { endpoints, words } = kind
  const refresh = useRefresh(endpoints.list.path)
  const [target, setTarget] = useState<MasterDataRow>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useFocusRestore()
  const { name, in_use } = row
  const records = words().records(in_use)

  async function move() {
    if (!target) return setFailure(t('Choose where to move them.'))
    setBusy(true)
    setFailure(undefined)
    try {
      const { moved } = await call(endpoints.move, { params: { id: row.id }, body: { to_id: target.id, remove } })
      const values = { records: words().records(moved), target: target.name, name }
      notify({
        title: remove
          ? t('{name} deleted, {records} moved to {target}', values)
          : t('{records} moved to {target}', values),
      })
      onClose()
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      setBusy(false)
      void refresh()
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t.plural(in_use, 'Move {count} record to…', 'Move {count} records to…')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap={16}>
        <Text dimmed>
          {remove
            ? t('“{name}” is in use by {records}. Choose a replacement; then it is deleted.', {
                name,
                records,
              })
            : t('“{name}” is in use by {records}. Choose a replacement.', { name, records })}
        </Text>
        {remove && <ReferencesPanel id={row.id} />}
        {failure && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {failure}
          </Alert>
        )}
        <RowPicker
          label={t('Move to')}
          value={target?.id ?? null}
          onChange={(_, chosen) => setTarget(chosen)}
          rows={rows.filter(({ id }) => id !== row.id)}
          groupOf={row.kind || row.category ? groupOf : undefined}
          nothingFound={words().notFound}
          required
          clearable={false}
        />
        {target?.category && target.category !== row.category && (
          <Text note fill="warning" role="status">
            {t('In all totals they move from {before} to {after}.', {
              before: categoryText(row.category!),
              after: categoryText(target.category),
            })}
          </Text>
        )}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('Cancel')}
        </Button>
        <Button onClick={move} loading={busy} color={remove ? 'red' : undefined}>
          {remove ? t('Move and delete') : t('Move')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}

function groupOf({ kind, category }: MasterDataRow) {
  return category ? categoryText(category) : kind ? kindText(kind) : ''
}
