// Layout of the signed-out pages: the form, and on a wide window a preview of what Kabar does.
import { Outlet } from 'react-router'
import { timeOfDay } from '../platform/lib/format.ts'
import { t } from '../platform/lib/text.ts'
import { Row, Stack } from '../platform/ui/box.tsx'
import { Logo } from './logo.tsx'
import styles from './public-layout.module.css'

export default function PublicLayout() {
  return (
    <div className={styles.layout}>
      <Stack as="main" py={24} px={24} className={styles.main}>
        <div>
          <Logo size={32} />
        </div>
        <div className={styles.form}>
          <Outlet />
        </div>
      </Stack>
      <aside className={styles.side}>
        <div className={styles.pitch}>
          <p className={styles.claim}>{t('Updates for every investor, right in WhatsApp.')}</p>
          <p className={styles.detail}>
            {t(
              'People, positions and updates in one place. Message three hundred investors at once, and see who received it, read it and replied.',
            )}
          </p>
          <Sample />
        </div>
      </aside>
    </div>
  )
}

/** A sample message, and the status of the others. */
function Sample() {
  return (
    <Stack gap={12} aria-hidden="true">
      <div className={styles.bubble}>
        {t('Pak Budi, the roof of Villa Canggu is on. Photos and the March figures are below.')}
        <Row as="span" gap={6} justify="end" mt={4} size={12} className={styles.ticks}>
          {timeOfDay('09:14')}
          <svg
            aria-hidden="true"
            viewBox="0 0 18 10"
            width="18"
            height="10"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
          >
            <path d="m1 5.5 3.5 3.5L11 1.5M8 8l1 1 7.5-7.5" />
          </svg>
        </Row>
      </div>
      <Stack gap={8} size={13} figures py={16} px={16} className={styles.counts}>
        {[
          { label: t('Sent'), value: '312', part: 1 },
          { label: t('Delivered'), value: '309', part: 0.99 },
          { label: t('Read'), value: '274', part: 0.88 },
          { label: t('Answered'), value: '61', part: 0.2 },
        ].map(({ label, value, part }) => (
          <div key={label} className={styles.count}>
            <span>{label}</span>
            <span className={styles.line} style={{ '--part': part } as React.CSSProperties} />
            <strong>{value}</strong>
          </div>
        ))}
      </Stack>
    </Stack>
  )
}
