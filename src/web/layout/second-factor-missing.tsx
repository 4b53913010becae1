// Shown instead of the app to members who lack the second factor that their organization requires.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { users } from '../../contract/users.ts'
import { invalidate } from '../api.ts'
import { PasskeyAddPanel } from '../identity/account/passkey-add-panel.tsx'
import { SecondFactorPanel } from '../identity/account/second-factor-panel.tsx'
import { hasPasskeys } from '../platform/lib/passkeys.ts'
import { t } from '../platform/lib/text.ts'
import { Row, Stack, Text } from '../platform/ui/box.tsx'
import { logOut } from '../session.tsx'
import { Logo } from './logo.tsx'
import styles from './second-factor-missing.module.css'

export default function SecondFactorMissing() {
  const client = useQueryClient()
  const done = () => void invalidate(client, users.profile.path)
  return (
    <Stack as="main" gap={24} py={24} px={24} className={styles.page}>
      <Row justify="between" gap={16}>
        <Logo size={32} />
        <Button variant="subtle" color="gray" onClick={logOut}>
          {t('Logout')}
        </Button>
      </Row>
      <div>
        <h1 className={styles.title}>{t('Set up two-step login')}</h1>
        <Text dimmed>
          {t('Your organization requires it: after the password, Kabar asks for a code of an app on your phone.')}
        </Text>
      </div>
      <SecondFactorPanel onDone={done} />
      {hasPasskeys() && (
        <Row gap={12} wrap>
          <Text dimmed>{t('Or log in with your fingerprint, face or PIN:')}</Text>
          <PasskeyAddPanel onDone={done} />
        </Row>
      )}
    </Stack>
  )
}
