// Renders the notices (lazy-loaded).
import { Row } from './box.tsx'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { t } from '../lib/text.ts'
import type { Notice } from './notice.ts'
import styles from './notice-host.module.css'

export default function NoticeHost() {
  return <Notifications className={styles.host} position="bottom-left" limit={4} zIndex={1000} />
}

const looks = {
  good: { icon: <IconCheck size={18} aria-hidden />, color: 'green' },
  bad: { icon: <IconAlertTriangle size={18} aria-hidden />, color: 'red' },
  neutral: { icon: <IconInfoCircle size={18} aria-hidden />, color: 'petrol' },
}

export function show({ title, text, tone = 'good', undo, onward, stays }: Notice) {
  const id = notifications.show({
    ...looks[tone],
    title,
    withBorder: true,
    className: styles.notice,
    // Long enough to read the notice and reach its button.
    autoClose: stays ? 60_000 : undo || tone === 'bad' ? 10_000 : 5_000,
    closeButtonProps: { 'aria-label': t('Close') },
    role: tone === 'bad' ? 'alert' : 'status',
    message: (text || undo || onward) && (
      <Row gap={12} rowGap={4} justify="between" wrap>
        {text && <span>{text}</span>}
        {(undo || onward) && (
          <Row gap={8} rowGap={4} wrap>
            {undo && (
              <Button
                size="compact-sm"
                variant="light"
                onClick={() => {
                  notifications.hide(id)
                  void undo()
                }}
              >
                {t('Undo')}
              </Button>
            )}
            {onward && (
              <Button size="compact-sm" variant="subtle" onClick={onward.go}>
                {onward.label}
              </Button>
            )}
          </Row>
        )}
      </Row>
    ),
  })
}
