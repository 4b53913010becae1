// Which records a bulk change, or its undo, left as they were, and why.
import { Anchor, Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type BulkChange, bulkChanges } from '../../../contract/bulk-changes.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import styles from './refusal-show-dialog.module.css'
import { doneText, restText } from './words.ts'

interface RefusalShowDialogProps {
  made: BulkChange
  /** Undefined if the change can no longer be undone. */
  undo: ((made: BulkChange) => Promise<void>) | undefined
  onClose: () => void
}

/** How many records are listed at most. */
const most = 200

export default function RefusalShowDialog({ made, undo, onClose }: RefusalShowDialogProps) {
  useFocusRestore()
  const { data } = useQuery(query(bulkChanges.refusals, { params: { id: made.id }, query: { per_page: most } }))
  const total = data?.pagination.total ?? 0
  return (
    <Modal opened onClose={onClose} title={doneText(made)} size="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <Text figures>{restText(made)}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the list */}
      <section className={styles.list} tabIndex={0} aria-label={t('Left as they are')}>
        <PlainList divided>
          {data ? (
            data.data.map(({ id, name, reason }) => (
              <Text as="li" key={id} py={8} breakWords>
                {reason.code === 'record.deleted' ? (
                  name || t('Deleted record')
                ) : (
                  <Anchor component={Link} to={`/${made.kind}/${id}`} onClick={onClose}>
                    {name}
                  </Anchor>
                )}
                <Text as="span" block size={13} dimmed>
                  {sentenceOf(reason, reason.text ?? '')}
                </Text>
              </Text>
            ))
          ) : (
            <Skeleton height={44} />
          )}
        </PlainList>
      </section>
      {total > most && (
        <Text size={13} dimmed figures>
          {t('The first {most} of {total}.', { most: number(most), total: number(total) })}
        </Text>
      )}
      <DialogButtons
        start={
          undo &&
          made.status !== 'undone' &&
          made.changed > 0 && (
            <Button
              variant="default"
              onClick={() => {
                onClose()
                void undo(made)
              }}
            >
              {t('Undo')}
            </Button>
          )
        }
      >
        <Button onClick={onClose} data-autofocus>
          {t('Close')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
