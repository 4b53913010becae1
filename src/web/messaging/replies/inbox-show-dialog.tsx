// Drawer with all unhandled replies.
import { Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import styles from './inbox-show-dialog.module.css'
import { ReplyList } from './reply-panel.tsx'

export default function InboxShowDialog({ onClose }: { onClose: () => void }) {
  // First rendered closed: the drawer saves the focus only when it changes to open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return (
    <Drawer.Root
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      position="right"
      size="lg"
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Not the library's header: inside a dialog it would be a second banner landmark. */}
        <Row gap={16} justify="between" className={styles.bar}>
          <Drawer.Title>{t('Waiting for an answer')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('Close')} />
        </Row>
        <Drawer.Body className={styles.body}>
          <ReplyList about={{ unanswered: 'true' }} empty={t('All answered. New messages appear here.')} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
