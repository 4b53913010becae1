// Profile area: the signed-in user, with links to the account and to log out.
import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../lib/text.ts'
import { logOut, useDeviceToken, useProfile } from '../session.tsx'
import { ActionMenu } from '../ui/menu.tsx'
import { initials } from './initials.ts'
import styles from './profile-area.module.css'

export function ProfileArea() {
  const { data: profile, isError, isFetching, refetch } = useProfile()
  useDeviceToken()
  if (profile) return <ProfileMenu name={profile.name} organization={profile.organization} />
  if (isError && !isFetching) {
    return (
      <div className={styles.failed} role="alert">
        <span>{t('Failed to load')}</span>
        <Button size="compact-sm" variant="default" onClick={() => refetch()}>
          {t('Retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.area} role="status">
      <span className={styles.avatar} data-loading aria-hidden />
      <span className={styles.names}>
        <span className={styles.name}>{t('Loading...')}</span>
        <span className={styles.organization}>{t('Please wait')}</span>
      </span>
    </div>
  )
}

function ProfileMenu({ name, organization }: { name: string; organization: string }) {
  return (
    <ActionMenu
      width={220}
      withinPortal
      button={
        <UnstyledButton className={styles.area} data-opens>
          <span className={styles.avatar} aria-hidden>
            {initials(name)}
          </span>
          <span className={styles.names}>
            <span className={styles.name}>{name}</span>
            <span className={styles.organization}>{organization || t('No organization')}</span>
          </span>
          <IconChevronDown size={14} className={styles.chevron} aria-hidden />
        </UnstyledButton>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={17} aria-hidden />}>
            {t('Account')}
          </Menu.Item>
          <Menu.Item onClick={logOut} leftSection={<IconLogout size={17} aria-hidden />}>
            {t('Logout')}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}
