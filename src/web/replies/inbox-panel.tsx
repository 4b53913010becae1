// Who waits for an answer, strangers too: a button where there is somebody, and all of them in a drawer.
import { Button, Drawer } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../lib/text.ts'
import styles from './inbox-panel.module.css'
import { ReplyList } from './reply-panel.tsx'
import { unansweredText, useUnanswered } from './unanswered-badge.tsx'

export function InboxPanel() {
  const people = useUnanswered()
  const [opened, setOpened] = useState(false)
  if (people === 0 && !opened) return null
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconMessageCircle size={16} aria-hidden />}
        aria-label={unansweredText(people)}
        onClick={() => setOpened(true)}
      >
        {t('Replies ({count})', { count: people })}
      </Button>
      <Drawer.Root opened={opened} onClose={() => setOpened(false)} position="right" size="lg">
        <Drawer.Overlay />
        <Drawer.Content>
          {/* Not the library's own header: in a dialog that is a second banner of the page. */}
          <div className={styles.bar}>
            <Drawer.Title>{t('Waiting for an answer')}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('Close')} />
          </div>
          <Drawer.Body className={styles.body}>
            <ReplyList
              about={{ unanswered: 'true' }}
              empty={t('Everybody has been seen to. What people write next comes here.')}
            />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}
