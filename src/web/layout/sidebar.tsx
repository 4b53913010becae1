// Sidebar menu: fixed on a wide window, an overlay on a narrow one.
import { CloseButton, FocusTrap, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { UnansweredBadge, useUnanswered } from '../messaging/replies/unanswered-badge.tsx'
import { choiceOf, choose } from '../platform/lib/device-choice.ts'
import { useMayOpen } from '../platform/lib/permissions.ts'
import { t } from '../platform/lib/text.ts'
import { Row, Text } from '../platform/ui/box.tsx'
import { Logo } from './logo.tsx'
import { groupOf, groups, itemOf, type MenuGroup, type MenuItem, topItems } from './menu.ts'
import styles from './sidebar.module.css'

export function Sidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { pathname } = useLocation()
  const current = itemOf(pathname)
  const mayOpen = useMayOpen()
  return (
    <>
      {open && <div className={styles.backdrop} onClick={onClose} aria-hidden />}
      <FocusTrap active={open}>
        <aside
          id="sidebar"
          className={styles.sidebar}
          data-open={open || undefined}
          {...(open && { role: 'dialog', 'aria-modal': true, 'aria-label': t('Menu') })}
        >
          <Row justify="between" fixed className={styles.head}>
            <Link to="/home" className={styles.home} aria-label={t('Kabar, home')}>
              <Logo />
            </Link>
            <CloseButton className={styles.close} aria-label={t('Close menu')} onClick={onClose} size="lg" />
          </Row>
          <nav aria-label={t('Main')} className={styles.nav}>
            <ul>
              {topItems
                .filter(({ path }) => mayOpen(path))
                .map((item) => (
                  <Item key={item.path} item={item} current={item === current} />
                ))}
            </ul>
            {groups.map((group) => (
              <Group
                key={group.title}
                group={group}
                current={current}
                isWithin={group === groupOf(pathname)}
                path={pathname}
              />
            ))}
          </nav>
        </aside>
      </FocusTrap>
    </>
  )
}

function Group({
  group,
  current,
  isWithin,
  path,
}: {
  group: MenuGroup
  current?: MenuItem
  isWithin: boolean
  path: string
}) {
  const [open, setOpen] = useOpenGroup(group.title, isWithin)
  const list = useId()
  // Opens on each navigation within the group, even if the user collapsed it before.
  useEffect(() => {
    if (isWithin) setOpen(true)
  }, [isWithin, path, setOpen])
  return (
    <Text as="div" mt={16} className={styles.group}>
      <UnstyledButton
        className={styles.groupHead}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        {t(group.title)}
        <IconChevronDown size={14} aria-hidden />
      </UnstyledButton>
      {!open && group.items.some(({ path }) => path === inboxOf) && <InboxLink />}
      <ul id={list} hidden={!open}>
        {group.items.map((item) => (
          <Item key={item.path} item={item} current={item === current} />
        ))}
      </ul>
    </Text>
  )
}

function Item({ item: { title, path, icon: Icon }, current }: { item: MenuItem; current: boolean }) {
  return (
    <li>
      <Row
        as={Link}
        to={path}
        gap={10}
        weight={500}
        px={10}
        className={styles.item}
        aria-current={current ? 'page' : undefined}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
        {t(title)}
      </Row>
      {path === inboxOf && <InboxLink />}
    </li>
  )
}

/** The menu item that shows how many people wait for an answer. */
const inboxOf = '/contacts'

/** A link of its own beside the item, so that the number is not part of the item's accessible name. */
function InboxLink() {
  if (!useUnanswered()) return null
  return (
    <Link to="/contacts/inbox#answer" className={styles.count}>
      <UnansweredBadge />
    </Link>
  )
}

/** This device remembers which groups are open. */
function useOpenGroup(title: string, isWithin: boolean) {
  const name = `menu:${title}`
  const [open, show] = useState(() => isWithin || choiceOf(name) === 'open')
  const setOpen = useCallback(
    (next: boolean) => {
      show(next)
      choose(name, next ? 'open' : 'closed')
    },
    [name],
  )
  return [open, setOpen] as const
}
