// Error page, shown when a page throws instead of a blank screen.
import { Button } from '@mantine/core'
import { t } from '../platform/lib/text.ts'
import { Stack } from '../platform/ui/box.tsx'
import styles from './message.module.css'

export function PageError() {
  // The page's chunk was not loaded before the connection was lost.
  if (!navigator.onLine)
    return (
      <Stack as="main" align="center" textAlign="center" className={styles.message} role="alert">
        <h1>{t('Could not be loaded')}</h1>
        <p>{t('Kabar cannot be reached. Check your connection and try again.')}</p>
        <Button onClick={() => location.reload()}>{t('Try again')}</Button>
      </Stack>
    )
  return (
    <Stack as="main" align="center" textAlign="center" className={styles.message} role="alert">
      <h1>{t('Something went wrong on this page')}</h1>
      <p>{t('Your saved data is safe. Reload the page; if this happens again, contact your administrator.')}</p>
      <Button onClick={() => location.reload()}>{t('Reload')}</Button>
    </Stack>
  )
}
