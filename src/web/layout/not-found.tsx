// The 404 page.
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../platform/lib/text.ts'
import { Stack } from '../platform/ui/box.tsx'
import { useSignedIn } from './guard.tsx'
import styles from './message.module.css'

export function NotFound() {
  const isSignedIn = useSignedIn()
  return (
    <Stack
      as={isSignedIn ? 'div' : 'main'}
      align="center"
      textAlign="center"
      className={styles.message}
      data-inside={isSignedIn || undefined}
    >
      <h1>{t('404 - Page Not Found')}</h1>
      <p>{t('This page does not exist. Check the address.')}</p>
      <Button component={Link} to={isSignedIn ? '/home' : '/login'}>
        {isSignedIn ? t('Go to Home') : t('Go to Login')}
      </Button>
    </Stack>
  )
}
