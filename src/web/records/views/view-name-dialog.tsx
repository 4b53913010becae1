// Asks for the name of a view, and whether to share it with the team.
import { Checkbox, Modal, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { line } from '../../../contract/common.ts'
import type { View } from '../../../contract/views.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { May } from '../../platform/ui/may.tsx'
import type { ViewNaming } from './view-changes.ts'

interface ViewNameDialogProps {
  /** The view to rename; absent for a new one. */
  view: View | undefined
  onSave: (naming: ViewNaming) => Promise<void>
  onClose: () => void
}

const Naming = z.object({ name: line(60), is_shared: z.boolean() })

export default function ViewNameDialog({ view, onSave, onClose }: ViewNameDialogProps) {
  useFocusRestore()
  const form = useSaveForm<ViewNaming>({
    schema: Naming,
    initialValues: { name: view?.name ?? '', is_shared: view?.is_shared ?? false },
    save: async ({ name, is_shared }) => {
      await onSave({ name: name.trim(), is_shared })
      onClose()
    },
  })
  const shared = form.field('is_shared', t('The whole team sees it'))
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={view ? t('Rename or share') : t('Save as new view')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Save')} onCancel={onClose}>
        <TextInput {...form.field('name', t('Name'))} maxLength={60} autoComplete="off" required data-autofocus />
        <May permission="edit">
          <Checkbox
            name={shared.name}
            label={shared.label}
            error={shared.error}
            description={t('Every member can then open and change it.')}
            checked={shared.value}
            // Only the member who shared a view can make it private again.
            disabled={view?.is_shared === true && !view.is_mine}
            onChange={(event) => shared.onChange(event.currentTarget.checked)}
          />
        </May>
      </Form>
    </Modal>
  )
}
