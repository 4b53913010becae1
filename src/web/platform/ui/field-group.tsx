// Collapsible group of form fields. The fields keep their values while it is collapsed.
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Stack, Text } from './box.tsx'
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
    <Text as="div" lineAbove className={styles.group}>
      <UnstyledButton
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setUnfolded(!isOpen)}
      >
        <span>
          <Text as="span" weight={600} block className={styles.title}>
            {title}
          </Text>
          {!isOpen && (
            <Text as="span" size={13} dimmed block>
              {text}
            </Text>
          )}
        </span>
        <IconChevronDown size={18} aria-hidden data-open={isOpen || undefined} />
      </UnstyledButton>
      <Stack id={id} gap={16} className={styles.fields} hidden={!isOpen}>
        {children}
      </Stack>
    </Text>
  )
}
