// Page frame: heading, back link, actions, content.
import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Row, Text } from './box.tsx'
import styles from './page.module.css'

interface PageProps {
  title: ReactNode
  /** On a phone the top bar already shows the title: the heading is for screen readers only. */
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
        <Row gap={16} justify="between" mb={12} className={styles.way}>
          <Row as={Link} to={back.to} inline gap={6} shrink weight={500} dimmed py={2} px={4} className={styles.back}>
            <IconArrowLeft size={16} aria-hidden />
            <Text as="span" truncate>
              {back.label}
            </Text>
          </Row>
          {steps}
        </Row>
      )}
      <Row
        as="header"
        gap={24}
        rowGap={12}
        align="start"
        justify="between"
        wrap
        mb={24}
        className={styles.header}
        data-quiet={quietTitle || undefined}
      >
        <Text as="div" shrink breakWords className={styles.heading}>
          <Title order={1}>{title}</Title>
          {subtitle && (
            <Text mt={4} dimmed className={styles.subtitle}>
              {subtitle}
            </Text>
          )}
        </Text>
        {actions && (
          <Row gap={8} wrap className={styles.actions}>
            {actions}
          </Row>
        )}
      </Row>
      {children}
    </div>
  )
}

/** Above a list: search and filters first, actions at the end. */
export function Toolbar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Row gap={12} align="start" justify="between" wrap mb={16} className={styles.toolbar}>
      <Row gap={8} align="start" wrap className={styles.filters}>
        {children}
      </Row>
      {actions && (
        <Row gap={8} wrap className={styles.actions}>
          {actions}
        </Row>
      )}
    </Row>
  )
}
