// Actions on the page of a contact: edit and delete.
import { Button } from '@mantine/core'
import { IconArrowMerge, IconEraser, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Contact } from '../../../contract/contacts.ts'
import { mergePath } from '../../../contract/merge-start.ts'
import { useAllows } from '../../platform/lib/permissions.ts'
import { language, t } from '../../platform/lib/text.ts'
import { May } from '../../platform/ui/may.tsx'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { useRemove } from '../../record.ts'
import { contactKind } from './contact-kind.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))
const EraseDialog = lazy(() => import('../erasures/erase-panel.tsx'))

interface ActionPanelProps {
  contact: Contact
  /** `list`: address of the list that the contact was opened from. `query`: keeps the list and the position in the contact's address. */
  list: string
  query: string
}

export function ActionPanel({ contact, list, query: place }: ActionPanelProps) {
  const { remove } = useRemove(contactKind, contact, { list })
  const [isAsking, setAsking] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const navigate = useNavigate()
  // Deleting the contact would leave these investors without one.
  const orphans = contact.investors.filter(({ is_only }) => is_only)
  const allows = useAllows()
  const [mayEdit, mayErase] = [allows('edit'), allows('delete_for_good')]
  if (!mayEdit && !mayErase) return null
  return (
    <>
      <May permission="edit">
        <Button
          component={Link}
          to={`/contacts/${contact.id}/edit${place}`}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('Edit')}
        </Button>
      </May>
      <MoreMenu>
        {(Menu) => (
          <>
            <May permission="edit">
              <Menu.Item
                component={Link}
                to={mergePath('contact', [contact.id], `/contacts/${contact.id}${place}`)}
                leftSection={<IconArrowMerge size={16} aria-hidden />}
              >
                {t('Merge with…')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => (orphans.length > 0 ? setAsking(true) : remove())}
              >
                {t('Delete')}
              </Menu.Item>
            </May>
            {mayErase && (
              <Menu.Item leftSection={<IconEraser size={16} aria-hidden />} onClick={() => setErasing(true)}>
                {t('Erase personal data…')}
              </Menu.Item>
            )}
          </>
        )}
      </MoreMenu>
      {isErasing && (
        <Suspense>
          <EraseDialog
            person={{ contact_id: contact.id }}
            onErased={() => navigate(list)}
            onClose={() => setErasing(false)}
          />
        </Suspense>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={t('Delete {name}?', { name: contact.name })}
            text={t('{investors} has no other contact and can no longer be messaged.', {
              investors: new Intl.ListFormat(language()).format(orphans.map(({ name }) => name)),
            })}
            confirmLabel={t('Delete')}
            onConfirm={remove}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
