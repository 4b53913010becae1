// A surface on the page, with a heading of its own when it needs one.
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  id?: string
  /** Content that brings its own edges: a table, a list of rows. */
  flush?: boolean
  children: ReactNode
}

export function Section({ title, text, actions, id, flush, children }: SectionProps) {
  const heading = useId()
  return (
    <section className={styles.section} id={id} aria-labelledby={title ? heading : undefined}>
      {title && (
        <header className={styles.header}>
          <div>
            <Title order={2} id={heading}>
              {title}
            </Title>
            {text && <p className={styles.text}>{text}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : styles.body}>{children}</div>
    </section>
  )
}
