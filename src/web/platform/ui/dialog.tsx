// The text and the buttons of a dialog.
import type { ReactNode } from 'react'
import { Row, Text } from './box.tsx'
import styles from './dialog.module.css'

export function DialogText({ children }: { children: ReactNode }) {
  return (
    <Text mt={12} mb={12} dimmed>
      {children}
    </Text>
  )
}

interface DialogButtonsProps {
  /** *Cancel* first, the main button last. */
  children: ReactNode
  /** A note or a secondary action at the opposite end of the row. */
  start?: ReactNode
  /** Keeps the buttons visible at the bottom of a long dialog. */
  sticky?: boolean
}

export function DialogButtons({ children, start, sticky }: DialogButtonsProps) {
  return (
    <Row
      gap={8}
      justify="end"
      wrap
      fillOnPhone
      mt={24}
      lineAbove={sticky === true}
      className={sticky ? styles.sticky : undefined}
      data-dialog-buttons
    >
      {start && (
        <Row as="span" gap={8} wrap grow className={styles.start}>
          {start}
        </Row>
      )}
      {children}
    </Row>
  )
}
