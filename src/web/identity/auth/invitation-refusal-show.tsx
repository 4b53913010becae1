// An invalid invitation: the reason, and how to continue.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import styles from './auth.module.css'
import { NewOrganizationEdit } from './new-organization-edit.tsx'
import type { Registration } from './registration.ts'

interface InvitationRefusalShowProps {
  reason: string
  retry?: () => void
  registration: Registration
}

export function InvitationRefusalShow({ reason, retry, registration }: InvitationRefusalShowProps) {
  const [isOwn, setOwn] = useState(false)
  if (isOwn) return <NewOrganizationEdit />
  return (
    <div role="alert">
      <h1 className={styles.title}>
        {retry ? t('The invitation could not be loaded') : t('This invitation is no longer valid')}
      </h1>
      <p className={styles.text}>{reason}</p>
      {retry ? (
        <Button fullWidth onClick={retry}>
          {t('Try again')}
        </Button>
      ) : (
        <Button fullWidth component={Link} to="/login">
          {t('Log in')}
        </Button>
      )}
      {registration === 'open' && (
        <Row as="p" gap={16} rowGap={8} align="stretch" justify="between" wrap mt={24} dimmed className={styles.links}>
          <button type="button" className={styles.again} onClick={() => setOwn(true)}>
            {t('Create your own account instead')}
          </button>
        </Row>
      )}
    </div>
  )
}
