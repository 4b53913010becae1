// A part of a form that unfolds: its name, what is in it, and its fields, which stay what they were while it is folded.
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './field-group.module.css'

interface FieldGroupProps {
  title: string
  /** What waits inside, said while it is folded. */
  text: string
  /** To begin with: something is filled in. */
  isOpen?: boolean
  /** A field inside has an error: it has to be seen. */
  isRefused?: boolean
  children: ReactNode
}

export function FieldGroup({ title, text, isOpen: initial = false, isRefused = false, children }: FieldGroupProps) {
  const [isUnfolded, setUnfolded] = useState(initial)
  const isOpen = isUnfolded || isRefused
  const id = useId()
  return (
    <div className={styles.group}>
      <UnstyledButton
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setUnfolded(!isOpen)}
      >
        <span>
          <span className={styles.title}>{title}</span>
          {!isOpen && <span className={styles.text}>{text}</span>}
        </span>
        <IconChevronDown size={18} aria-hidden data-open={isOpen || undefined} />
      </UnstyledButton>
      <div id={id} className={styles.fields} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
