// Section of a page: a surface with an optional heading.
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Row, Text } from './box.tsx'
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
        <Row as="header" gap={16} rowGap={8} align="start" justify="between" wrap className={styles.header}>
          <div>
            <Title order={2} id={heading}>
              {title}
            </Title>
            {text && (
              <Text mt={2} dimmed className={styles.text}>
                {text}
              </Text>
            )}
          </div>
          {actions && (
            <Row gap={8} wrap>
              {actions}
            </Row>
          )}
        </Row>
      )}
      <div className={flush ? undefined : styles.body}>{children}</div>
    </section>
  )
}
