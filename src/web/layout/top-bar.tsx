// Top bar: page title, search, WhatsApp status, premium badge, profile.
import { ActionIcon } from '@mantine/core'
import { IconKeyboard, IconMenu2 } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import { SearchPanel } from '../overview/search/search-panel.tsx'
import { t } from '../platform/lib/text.ts'
import { Row, Text } from '../platform/ui/box.tsx'
import { itemOf, items } from './menu.ts'
import { PremiumBadge } from './premium-badge.tsx'
import { ProfileArea } from './profile-area.tsx'
import styles from './top-bar.module.css'
import { WhatsappIndicator } from './whatsapp-indicator.tsx'

interface TopBarProps {
  menuButton: RefObject<HTMLButtonElement | null>
  menuOpen: boolean
  onMenu: () => void
  onShortcuts: () => void
}

export function TopBar({ menuButton, menuOpen, onMenu, onShortcuts }: TopBarProps) {
  const { pathname } = useLocation()
  const commands = [{ title: 'Keyboard shortcuts', icon: IconKeyboard, keys: ['?'], run: onShortcuts }]
  return (
    <Row as="header" gap={12} className={styles.bar}>
      <ActionIcon
        ref={menuButton}
        className={styles.menu}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('Open menu')}
        aria-expanded={menuOpen}
        aria-controls="sidebar"
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <Text as="div" size={16} weight={600} lines={2} className={styles.title}>
        {t(itemOf(pathname)?.title ?? 'Page not found')}
      </Text>
      <SearchPanel pages={items} commands={commands} />
      <WhatsappIndicator />
      <PremiumBadge />
      <ProfileArea />
    </Row>
  )
}
