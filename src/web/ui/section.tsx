// Section of a page: a surface with an optional heading.
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  id?: string
  /** Without padding: for a table or a list of rows. */
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
