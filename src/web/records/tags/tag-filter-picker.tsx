// Tag filter of lists. Separate from the picker, so that lists need not load it.
import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { tags } from '../../../contract/tags.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import type { Filter } from '../../platform/ui/filter-bar.tsx'
import { May } from '../../platform/ui/may.tsx'

const TagManageDialog = lazy(() => import('./tag-manage-dialog.tsx'))

/** Filter `tag_id` of a list, and the dialog that manages tags. */
export function useTagFilter(): { filter: Filter; dialog: ReactNode } {
  const { data } = useQuery(query(tags.list))
  const [isManaging, setManaging] = useState(false)
  return {
    filter: {
      key: 'tag_id',
      label: t('Tag'),
      many: true,
      choices: (data?.data ?? []).map(({ id, name, color }) => ({
        value: id,
        label: name,
        mark: <ColorDot color={color} />,
      })),
      footer: (close) => (
        <May permission="edit">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconSettings size={14} aria-hidden />}
            onClick={() => {
              close()
              setManaging(true)
            }}
          >
            {t('Manage tags')}
          </Button>
        </May>
      ),
    },
    dialog: isManaging && (
      <Suspense>
        <TagManageDialog onClose={() => setManaging(false)} />
      </Suspense>
    ),
  }
}
