// Explains that registration is closed or by invitation only.
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import styles from './auth.module.css'

export function NoRegistrationShow({ registration }: { registration: 'invite' | 'closed' }) {
  return (
    <>
      <h1 className={styles.title}>
        {registration === 'invite' ? t('By invitation only') : t('Registration is closed')}
      </h1>
      <p className={styles.text}>
        {registration === 'invite'
          ? t('Ask a colleague who uses Kabar to invite you. The link in the invitation email opens this page.')
          : t('New accounts cannot be created at the moment. Contact your administrator.')}
      </p>
      <Button component={Link} to="/login" fullWidth>
        {t('Back to login')}
      </Button>
    </>
  )
}
