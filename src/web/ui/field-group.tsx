// Collapsible group of form fields. The fields keep their values while it is collapsed.
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './field-group.module.css'

interface FieldGroupProps {
  title: string
  /** Summary of the fields, shown while collapsed. */
  text: string
  /** Initially open: a field has a value. */
  isOpen?: boolean
  /** A field inside has an error and must be visible. */
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
