// Profile area: the signed-in user, with links to the account and to log out.
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { isDemo } from '../api.ts'
import { t } from '../platform/lib/text.ts'
import { Row, Stack, Text } from '../platform/ui/box.tsx'
import { ActionMenu } from '../platform/ui/menu.tsx'
import { Tooltip } from '../platform/ui/tooltip.tsx'
import { logOut, useDeviceToken, useProfile } from '../session.tsx'
import { initials } from './initials.ts'
import styles from './profile-area.module.css'

export function ProfileArea() {
  const { data: profile, isError, isFetching, refetch } = useProfile()
  useDeviceToken()
  const organization = isDemo() ? t('Sample data') : profile?.organization
  if (profile) return <ProfileMenu name={profile.name} organization={organization} />
  if (isError && !isFetching) {
    return (
      <Row gap={8} size={13} nowrap className={styles.failed} role="alert">
        <span>{t('Failed to load')}</span>
        <Button size="compact-sm" variant="default" onClick={() => refetch()}>
          {t('Retry')}
        </Button>
        <Tooltip label={t('Logout')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Logout')} onClick={logOut}>
            <IconLogout size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Row>
    )
  }
  return (
    <div className={styles.area} role="status">
      <Text as="span" fixed size={13} weight={600} className={styles.avatar} data-loading aria-hidden />
      <Stack as="span" className={styles.names}>
        <Text as="span" size={13} weight={600} truncate>
          {t('Loading...')}
        </Text>
        <Text as="span" size={12} dimmed truncate>
          {t('Please wait')}
        </Text>
      </Stack>
    </div>
  )
}

function ProfileMenu({ name, organization }: { name: string; organization: string | undefined }) {
  return (
    <ActionMenu
      width={220}
      withinPortal
      button={
        <UnstyledButton className={styles.area} data-opens>
          <Text as="span" fixed size={13} weight={600} className={styles.avatar} aria-hidden>
            {initials(name)}
          </Text>
          <Stack as="span" className={styles.names}>
            <Text as="span" size={13} weight={600} truncate>
              {name}
            </Text>
            <Text as="span" size={12} dimmed truncate>
              {organization || t('No organization')}
            </Text>
          </Stack>
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
