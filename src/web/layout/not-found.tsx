// The 404 page.
import { Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { t } from '../platform/lib/text.ts'
import { Row, Stack } from '../platform/ui/box.tsx'
import { useSignedIn } from './guard.tsx'
import styles from './message.module.css'

export function NotFound() {
  const isSignedIn = useSignedIn()
  const navigate = useNavigate()
  return (
    <Stack
      as={isSignedIn ? 'div' : 'main'}
      align="center"
      textAlign="center"
      className={styles.message}
      data-inside={isSignedIn || undefined}
    >
      <span className={styles.icon}>
        <IconMapPinOff size={26} stroke={1.6} aria-hidden />
      </span>
      <h1>{t('404 - Page Not Found')}</h1>
      <p>{t('This page does not exist. Check the address.')}</p>
      <Row gap={8} wrap justify="center">
        <Button component={Link} to={isSignedIn ? '/home' : '/login'}>
          {isSignedIn ? t('Go to Home') : t('Go to Login')}
        </Button>
        {hasBefore() && (
          <Button variant="default" onClick={() => navigate(-1)}>
            {t('Go back')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** Whether a page of Kabar was open before this one: the router numbers its pages. */
export const hasBefore = () => ((history.state as { idx?: number } | null)?.idx ?? 0) > 0
