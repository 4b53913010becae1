// Actions on the page of an investor: message, edit, archive and delete.
import { Button } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconEraser,
  IconFileText,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Investor } from '../../../contract/investors.ts'
import { mergePath } from '../../../contract/merge-start.ts'
import { ApiError } from '../../api.ts'
import { MessageButton } from '../../messaging/direct-messages/message-button-panel.tsx'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { May } from '../../platform/ui/may.tsx'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { useArchive, useRemove } from '../../record.ts'
import { investorKind } from './investor-kind.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))
const EraseDialog = lazy(() => import('../erasures/erase-panel.tsx'))

interface ActionPanelProps {
  investor: Investor
  /** The list that the investor was opened from, with the position. */
  list: string
  query: string
}

export function ActionPanel({ investor, list, query: place }: ActionPanelProps) {
  const { is_archived, name } = investor
  const archive = useArchive(investorKind, investor)
  const [refusal, setRefusal] = useState<string>()
  const [isErasing, setErasing] = useState(false)
  const navigate = useNavigate()
  // An erased person is named after their code, unless somebody has entered data again.
  const isErased = name === investor.code && !investor.email && investor.contacts.length === 0
  const canErase = useMay('delete_for_good') && investor.kind === 'individual' && !isErased
  const [mayEdit, seesAmounts] = [useMay('edit'), useMay('see_amounts')]
  const hasMore = mayEdit || seesAmounts || canErase
  const { remove } = useRemove(investorKind, investor, {
    list,
    // Offers archiving instead, unless the investor is archived already.
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'investor_has_investments' || is_archived) return false
      setRefusal(error.detail)
      return true
    },
  })
  return (
    <>
      <MessageButton to={{ investor_id: investor.id }} />
      <May permission="edit">
        <Button
          component={Link}
          variant="default"
          to={`/investors/${investor.id}/edit${place}`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('Edit')}
        </Button>
      </May>
      {hasMore && (
        <MoreMenu>
          {(Menu) => (
            <>
              <May permission="see_amounts">
                <Menu.Item
                  component={Link}
                  to={`/investors/${investor.id}/statement`}
                  leftSection={<IconFileText size={16} aria-hidden />}
                >
                  {t('Statement')}
                </Menu.Item>
              </May>
              <May permission="edit">
                <Menu.Item
                  component={Link}
                  to={mergePath('investor', [investor.id], `/investors/${investor.id}${place}`)}
                  leftSection={<IconArrowMerge size={16} aria-hidden />}
                >
                  {t('Merge with…')}
                </Menu.Item>
                <Menu.Item
                  leftSection={
                    is_archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
                  }
                  onClick={() => archive(!is_archived)}
                >
                  {is_archived ? t('Unarchive') : t('Archive')}
                </Menu.Item>
                <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
                  {t('Delete')}
                </Menu.Item>
              </May>
              {canErase && (
                <Menu.Item leftSection={<IconEraser size={16} aria-hidden />} onClick={() => setErasing(true)}>
                  {t('Erase personal data…')}
                </Menu.Item>
              )}
            </>
          )}
        </MoreMenu>
      )}
      {isErasing && (
        <Suspense>
          <EraseDialog
            person={{ investor_id: investor.id }}
            onErased={() => navigate(list)}
            onClose={() => setErasing(false)}
          />
        </Suspense>
      )}
      {refusal && (
        <Suspense>
          <ConfirmDialog
            title={t('{name} cannot be deleted', { name })}
            text={refusal}
            confirmLabel={t('Archive')}
            onConfirm={async () => {
              await archive(true)
              setRefusal(undefined)
            }}
            onClose={() => setRefusal(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
