// Tabs as links: the address names the open tab, so that users can share it and go back to it.
import { Link, useLocation } from 'react-router'
import { Row } from './box.tsx'
import styles from './tab-list.module.css'

interface TabListProps<Tab extends string> {
  label: string
  /** The first tab is open if the address names none. */
  tabs: readonly { tab: Tab; label: string; count?: number | undefined }[]
  current: Tab
}

export function TabList<Tab extends string>({ label, tabs, current }: TabListProps<Tab>) {
  const { search } = useLocation()
  const at = (tab: Tab) => {
    const params = new URLSearchParams(search)
    if (tab === tabs[0]!.tab) params.delete('tab')
    else params.set('tab', tab)
    return `?${params}`.replaceAll('%2C', ',')
  }
  return (
    <Row as="nav" gap={24} mb={16} aria-label={label} className={styles.tabs}>
      {tabs.map(({ tab, label: name, count }) => (
        <Link
          key={tab}
          to={at(tab)}
          preventScrollReset
          className={styles.tab}
          aria-current={tab === current ? 'page' : undefined}
        >
          {name}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </Link>
      ))}
    </Row>
  )
}
