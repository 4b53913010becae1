// Shown while a page's chunk loads.
import { t } from '../platform/lib/text.ts'
import styles from './loading.module.css'

export function Loading({ title }: { title: string }) {
  return (
    <p className={styles.loading} role="status" aria-live="polite">
      {t('Loading {title}...', { title: t(title) })}
    </p>
  )
}
