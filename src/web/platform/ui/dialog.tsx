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
  /** The main button last, *Cancel* before it. */
  children: ReactNode
  /** At the other end: a note, or what is not the next step. */
  start?: ReactNode
  /** In a long dialog: they stay visible at its end. */
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
