// A bar above all pages that says what is special about the open organization, with buttons for it.
import type { ReactNode } from 'react'
import styles from './bar.module.css'

interface BarProps {
  label: string
  tone: 'accent' | 'warning'
  icon: ReactNode
  text: string
  /** Buttons. */
  children?: ReactNode
}

export function Bar({ label, tone, icon, text, children }: BarProps) {
  return (
    <aside className={styles.bar} data-tone={tone} aria-label={label}>
      {icon}
      <span className={styles.text}>{text}</span>
      {children}
    </aside>
  )
}
