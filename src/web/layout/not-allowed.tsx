// Shown instead of a page that the user's role does not allow.
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { message } from '../../contract/messages/message.ts'
import { users } from '../../contract/users.ts'
import { invalidate } from '../api.ts'
import { sentenceOf } from '../platform/lib/messages.ts'
import { PagePermissions, useAllows } from '../platform/lib/permissions.ts'
import { t } from '../platform/lib/text.ts'
import { Row, Stack } from '../platform/ui/box.tsx'
import styles from './message.module.css'
import { hasBefore } from './not-found.tsx'

export default function NotAllowed() {
  const needed = useContext(PagePermissions)(useLocation().pathname)
  const allows = useAllows()
  const permission = needed.find((each) => !allows(each)) ?? needed[0]
  const navigate = useNavigate()
  const client = useQueryClient()
  // The permission may have been given after the profile was loaded.
  useEffect(() => void invalidate(client, users.profile.path), [client])
  return (
    <Stack align="center" textAlign="center" className={styles.message} data-inside>
      <span className={styles.icon}>
        <IconLock size={26} stroke={1.6} aria-hidden />
      </span>
      <h1>{t('Your role does not allow this')}</h1>
      <p>
        {permission && sentenceOf(message('forbidden.permission', { permission: message(`permission.${permission}`) }))}
      </p>
      <Row gap={8} wrap justify="center">
        <Button component={Link} to="/home">
          {t('Go to Home')}
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
