// Page frame: heading, back link, actions, content.
import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { Row, Text } from './box.tsx'
import styles from './page.module.css'

interface PageProps {
  title: ReactNode
  /** Shows the heading to screen readers only, on a phone, where the top bar has the title already. */
  quietTitle?: boolean
  subtitle?: ReactNode
  /** Beside the heading: which view of a list is open. */
  beside?: ReactNode
  /** The parent page: the list of a record. */
  back?: { to: string; label: string }
  /** Next to the back link: a `RecordPager`. */
  steps?: ReactNode
  actions?: ReactNode
  /** `form` limits the line length; `wide` uses the whole screen, for tables. */
  width?: 'full' | 'form' | 'wide'
  children: ReactNode
}

export function Page({
  title,
  quietTitle,
  subtitle,
  beside,
  back,
  steps,
  actions,
  width = 'full',
  children,
}: PageProps) {
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
          {beside ? (
            <Row gap={12} rowGap={4} wrap>
              <Title order={1}>{title}</Title>
              {beside}
            </Row>
          ) : (
            <Title order={1}>{title}</Title>
          )}
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

interface ToolbarProps {
  children: ReactNode
  /** Buttons at the end of the toolbar. */
  actions?: ReactNode
  /** The button that adds a record: last in the toolbar, or at the bottom of a phone's screen. */
  add?: ReactNode
  /** Keeps the toolbar below the top bar while the list scrolls. */
  sticky?: boolean
}

/** Above a list: search and filters first, actions at the end. */
export function Toolbar({ children, actions, add, sticky }: ToolbarProps) {
  const ref = useHeightOfSticky(sticky === true)
  return (
    <Row
      ref={ref}
      gap={12}
      align="start"
      justify="between"
      mb={sticky ? undefined : 16}
      className={styles.toolbar}
      data-sticky={sticky || undefined}
    >
      <Row gap={8} align="start" className={styles.filters}>
        {children}
      </Row>
      {(actions || add) && (
        <Row gap={8} fixed className={styles.actions}>
          {actions}
          {add && <div className={styles.add}>{add}</div>}
        </Row>
      )}
    </Row>
  )
}

/** Publishes the toolbar's height, so that the table's sticky header can stay below it. */
function useHeightOfSticky(isSticky: boolean) {
  const [element, ref] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const page = element?.parentElement
    if (!isSticky || !page) return
    const measure = () => page.style.setProperty('--toolbar-height', `${element.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isSticky])
  return ref
}
