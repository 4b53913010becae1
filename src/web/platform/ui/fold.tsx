// A part that is folded behind its title until it is needed.
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Text } from './box.tsx'
import styles from './fold.module.css'

interface FoldProps {
  title: ReactNode
  /** Tells folds with the same title apart, for screen readers. */
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
