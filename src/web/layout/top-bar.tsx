// Top bar: page title, search, WhatsApp status, premium badge, profile.
import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import { t } from '../lib/text.ts'
import { SearchPanel } from '../search/search-panel.tsx'
import { itemOf, items } from './menu.ts'
import { PremiumBadge } from './premium-badge.tsx'
import { ProfileArea } from './profile-area.tsx'
import styles from './top-bar.module.css'
import { WhatsappIndicator } from './whatsapp-indicator.tsx'

interface TopBarProps {
  menuButton: RefObject<HTMLButtonElement | null>
  menuOpen: boolean
  onMenu: () => void
}

export function TopBar({ menuButton, menuOpen, onMenu }: TopBarProps) {
  const { pathname } = useLocation()
  return (
    <header className={styles.bar}>
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
      <div className={styles.title}>{t(itemOf(pathname)?.title ?? '')}</div>
      <SearchPanel pages={items} />
      <WhatsappIndicator />
      <PremiumBadge />
      <ProfileArea />
    </header>
  )
}
