// Hides its content behind a title until the user opens it.
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Text } from './box.tsx'
import styles from './fold.module.css'

interface FoldProps {
  title: ReactNode
  /** Accessible name, where several folds on a page have the same title. */
  label?: string
  children: ReactNode
}

export function Fold({ title, label, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary className={styles.title} aria-label={label}>
        <IconChevronRight size={16} aria-hidden className={styles.arrow} />
        <Text as="span" weight={500} grow>
          {title}
        </Text>
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
