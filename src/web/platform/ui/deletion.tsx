// Delete section of a record's panel: explains the consequences and deletes immediately, with an undo.
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../lib/permissions.ts'
import { t } from '../lib/text.ts'
import { Row } from './box.tsx'
import { notify, notifyError } from './notices.tsx'

interface DeletionProps {
  name: string
  /** Deletes the record and closes the panel. */
  remove: () => Promise<unknown>
  restore: () => Promise<unknown>
  /** Returns a further consequence to show in the notice. */
  consequence?: () => Promise<string | undefined>
  /** Shown next to the button. */
  children: ReactNode
}

export function Deletion({ name, remove, restore, consequence, children }: DeletionProps) {
  const [busy, setBusy] = useState(false)
  const mayEdit = useMay('edit')
  const undo = () => restore().catch((error) => notifyError(error, t('{name} could not be restored', { name })))
  async function press() {
    setBusy(true)
    try {
      await remove()
      notify({ title: t('{name} was deleted', { name }), text: await consequence?.(), undo })
    } catch (error) {
      notifyError(error, t('{name} could not be deleted', { name }))
      setBusy(false)
    }
  }
  if (!mayEdit) return null
  return (
    <Row gap={8} justify="between" wrap mt={24} dimmed pt={16} lineAbove>
      <p>{children}</p>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconTrash size={15} aria-hidden />}
        loading={busy}
        onClick={press}
      >
        {t('Delete')}
      </Button>
    </Row>
  )
}
