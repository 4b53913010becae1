// Page frame: heading, back link, actions, content.
import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './page.module.css'

interface PageProps {
  title: ReactNode
  /** Lists have their title in the top bar: the heading is for screen readers only. */
  quietTitle?: boolean
  subtitle?: ReactNode
  /** The parent page: the list of a record. */
  back?: { to: string; label: string }
  /** Next to the back link: a `RecordPager`. */
  steps?: ReactNode
  actions?: ReactNode
  /** `form` limits the line length. */
  width?: 'full' | 'form'
  children: ReactNode
}

export function Page({ title, quietTitle, subtitle, back, steps, actions, width = 'full', children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      {back && (
        <div className={styles.way}>
          <Link to={back.to} className={styles.back}>
            <IconArrowLeft size={16} aria-hidden />
            <span className={styles.where}>{back.label}</span>
          </Link>
          {steps}
        </div>
      )}
      <header className={styles.header} data-quiet={quietTitle || undefined}>
        <div className={styles.heading}>
          <Title order={1}>{title}</Title>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Above a list: search and filters first, actions at the end. */
export function Toolbar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
