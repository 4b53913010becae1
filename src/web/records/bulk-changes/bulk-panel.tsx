// The bar for the selected records of a list: actions that change all of them at once, and their progress.
import { Button, CloseButton, Progress } from '@mantine/core'
import { IconDots, IconPencil, IconSend, IconTag } from '@tabler/icons-react'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState } from 'react'
import { type BulkKind, maxBulk } from '../../../contract/bulk-changes.ts'
import { maxMerged } from '../../../contract/merges.ts'
import { number } from '../../platform/lib/format.ts'
import type { BulkPanelProps } from '../../platform/lib/page-parts.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import type { BulkDialogProps, DialogName } from './bulk-dialog.ts'
import styles from './bulk-panel.module.css'
import { MoreItems } from './more-panel.tsx'
import { useBulk } from './use-bulk.ts'
import { useOnward } from './use-onward.ts'
import { countText } from './words.ts'

const dialogs: Record<DialogName, LazyExoticComponent<ComponentType<BulkDialogProps>>> = {
  values: lazy(() => import('./value-edit-dialog.tsx')),
  tags: lazy(() => import('./tag-edit-dialog.tsx')),
  group: lazy(() => import('./group-add-dialog.tsx')),
  delete: lazy(() => import('./record-delete-dialog.tsx')),
}
const RefusalShowDialog = lazy(() => import('./refusal-show-dialog.tsx'))

export default function BulkPanel({ kind, ...props }: BulkPanelProps & { kind: BulkKind }) {
  const { count, total, isAll, request, clear } = props
  const [open, setOpen] = useState<DialogName>()
  const bulk = useBulk(kind, request, clear)
  const onward = useOnward(kind, props, bulk.make)
  const Dialog = open && dialogs[open]
  const isPhone = useIsPhone()
  const canMerge = kind !== 'investments' && count > 1 && count <= maxMerged
  return (
    <>
      {!(bulk.report && count === 0) && (
        <Row
          as="section"
          gap={8}
          rowGap={8}
          wrap
          outlined
          px={12}
          py={8}
          className={styles.bar}
          aria-label={t('Selected records')}
        >
          {bulk.progress ? (
            <Running bulk={bulk} />
          ) : (
            <>
              <Row gap={8} rowGap={0} wrap grow>
                <CloseButton aria-label={t('Cancel selection')} title={t('Cancel selection')} onClick={clear} />
                <Text as="span" weight={600} figures nowrap aria-live="polite">
                  {count === 0 ? t('Tap to select') : t('{records} selected', { records: countText(kind, count) })}
                </Text>
                {!isAll && count < total && total <= maxBulk && (
                  <Button variant="subtle" size="compact-sm" onClick={props.selectAll}>
                    {t('Select all {count}', { count: number(total) })}
                  </Button>
                )}
              </Row>
              <Row gap={8} rowGap={8} wrap fillOnPhone className={styles.actions}>
                <Button
                  variant="default"
                  leftSection={isPhone ? undefined : <IconPencil size={16} aria-hidden />}
                  disabled={count === 0}
                  onClick={() => setOpen('values')}
                >
                  {t('Change')}
                </Button>
                <Button
                  variant="default"
                  leftSection={isPhone ? undefined : <IconTag size={16} aria-hidden />}
                  disabled={count === 0}
                  onClick={() => setOpen('tags')}
                >
                  {t('Tags')}
                </Button>
                <Button
                  variant="default"
                  leftSection={isPhone ? undefined : <IconSend size={16} aria-hidden />}
                  disabled={count === 0}
                  loading={onward.busy}
                  onClick={onward.broadcast}
                >
                  {t('Broadcast')}
                </Button>
                <ActionMenu
                  position="top-end"
                  button={
                    <Button variant="default" px="xs" aria-label={t('More')} title={t('More')} disabled={count === 0}>
                      <IconDots size={18} aria-hidden />
                    </Button>
                  }
                >
                  {(Menu) => (
                    <MoreItems
                      Menu={Menu}
                      kind={kind}
                      onMerge={canMerge ? onward.merge : undefined}
                      onOpen={setOpen}
                      onArchive={bulk.make}
                      onSave={onward.save}
                    />
                  )}
                </ActionMenu>
              </Row>
            </>
          )}
        </Row>
      )}
      <Suspense>
        {Dialog && <Dialog kind={kind} count={count} make={bulk.make} onClose={() => setOpen(undefined)} />}
        {bulk.report && <RefusalShowDialog made={bulk.report} undo={bulk.undo} onClose={bulk.closeReport} />}
      </Suspense>
    </>
  )
}

function Running({ bulk: { progress, undo } }: { bulk: ReturnType<typeof useBulk> }) {
  const { status, total, done, changed, undone, not_undone } = progress!
  const isUndo = status === 'undoing'
  const [now, all] = isUndo ? [undone + not_undone, changed] : [done, total]
  const text = isUndo
    ? t('Undoing: {now} of {all}', { now: number(now), all: number(all) })
    : t('Changing: {now} of {all}', { now: number(now), all: number(all) })
  return (
    <Row gap={12} rowGap={8} wrap grow>
      <Text as="span" weight={600} figures nowrap role="status">
        {text}
      </Text>
      <Progress className={styles.progress} value={all === 0 ? 0 : (now / all) * 100} aria-label={text} />
      {!isUndo && (
        <Button variant="default" onClick={() => undo(progress!)}>
          {t('Stop and undo')}
        </Button>
      )}
    </Row>
  )
}
