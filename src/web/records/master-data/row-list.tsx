// List of one kind of master data: order, names, colors, active state, deletion.
import { Button, Skeleton } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SortableList } from '../../platform/ui/sortable-list.tsx'
import type { MasterDataKind, MasterDataRow } from './kinds.ts'
import styles from './row-list.module.css'
import { RowShow } from './row-show.tsx'
import { useChanges } from './use-changes.ts'

const RowEditDialog = lazy(() => import('./row-edit-dialog.tsx'))
const RowMoveDialog = lazy(() => import('./row-move-dialog.tsx'))

export type OpenDialog = { edit: MasterDataRow | 'new' } | { move: MasterDataRow; remove: boolean }

export function RowList({ kind }: { kind: MasterDataKind }) {
  const words = kind.words()
  // Always refetched: other pages change the usage counts.
  const rows = useQuery({ ...query(kind.endpoints.list), staleTime: 0 })
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const changes = useChanges(kind, setOpenDialog)
  const all: MasterDataRow[] = rows.data?.data ?? []
  const close = () => setOpenDialog(undefined)
  return (
    <Page
      title={words.title}
      subtitle={words.intro}
      quietTitle
      actions={
        <May permission="manage_settings" otherwise={<Lacking permission="manage_settings" />}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpenDialog({ edit: 'new' })}>
            {words.add}
          </Button>
        </May>
      }
    >
      <Section flush>
        {!rows.data && rows.error ? (
          <ErrorState error={rows.error} onRetry={() => rows.refetch()} />
        ) : !rows.data ? (
          <Loading />
        ) : all.length === 0 ? (
          <Empty
            icon={IconListDetails}
            permission="manage_settings"
            title={words.empty}
            action={<Button onClick={() => setOpenDialog({ edit: 'new' })}>{words.add}</Button>}
          />
        ) : (
          <>
            <div className={`${styles.row} ${styles.head}`} aria-hidden>
              <span className={styles.what}>
                <span>{t('Name')}</span>
                <span>{words.about}</span>
              </span>
              <span>{t('In use by')}</span>
              <span>{t('Active')}</span>
            </div>
            <SortableList label={words.title} items={all} onSort={(ids) => changes.reorder(all, ids)}>
              {(row, handle) => (
                <RowShow
                  row={row}
                  rows={all}
                  handle={handle}
                  records={words.records}
                  recordsAt={kind.recordsAt}
                  changes={changes}
                  onEdit={() => setOpenDialog({ edit: row })}
                  onMove={() => setOpenDialog({ move: row, remove: false })}
                />
              )}
            </SortableList>
            <May permission="manage_settings">
              <button type="button" className={styles.add} onClick={() => setOpenDialog({ edit: 'new' })}>
                <IconPlus size={18} aria-hidden />
                {words.add}
              </button>
            </May>
          </>
        )}
      </Section>
      {openDialog && (
        <Suspense>
          {'edit' in openDialog ? (
            <RowEditDialog
              kind={kind}
              row={openDialog.edit === 'new' ? undefined : openDialog.edit}
              rows={all}
              onClose={close}
            />
          ) : (
            <RowMoveDialog kind={kind} row={openDialog.move} remove={openDialog.remove} rows={all} onClose={close} />
          )}
        </Suspense>
      )}
    </Page>
  )
}

function Loading() {
  return (
    <div aria-label={t('Loading…')} role="status">
      {Array.from({ length: 8 }, (_, index) => (
        <Row key={index} className={styles.skeleton}>
          <Skeleton height={14} width={`${24 + ((index * 17) % 30)}%`} />
        </Row>
      ))}
    </div>
  )
}
