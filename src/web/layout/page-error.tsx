// Error page, shown when a page throws instead of a blank screen.
import { Button } from '@mantine/core'
import { t } from '../lib/text.ts'
import styles from './message.module.css'

export function PageError() {
  // The page's chunk was not loaded before the connection was lost.
  if (!navigator.onLine)
    return (
      <main className={styles.message} role="alert">
        <h1>{t('This could not be loaded')}</h1>
        <p>{t('Kabar cannot be reached. Check your connection and try again.')}</p>
        <Button onClick={() => location.reload()}>{t('Try again')}</Button>
      </main>
    )
  return (
    <main className={styles.message} role="alert">
      <h1>{t('This page stopped working')}</h1>
      <p>
        {t('Nothing that was saved is lost. Load the page again; if it happens once more, tell whoever runs Kabar.')}
      </p>
      <Button onClick={() => location.reload()}>{t('Load again')}</Button>
    </main>
  )
}
