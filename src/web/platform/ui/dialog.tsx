// The text and the buttons of a dialog.
import type { ReactNode } from 'react'
import { Row, Text } from './box.tsx'

export function DialogText({ children }: { children: ReactNode }) {
  return (
    <Text mt={12} mb={12} dimmed>
      {children}
    </Text>
  )
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Row gap={8} justify="end" wrap fillOnPhone mt={24}>
      {children}
    </Row>
  )
}
