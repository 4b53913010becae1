// Type of a notice.
import type { ReactNode } from 'react'

export interface Notice {
  title: string
  text?: ReactNode
  tone?: 'good' | 'bad' | 'neutral'
  undo?: () => unknown
  /** A second button, beside *Undo*, that leads to more. */
  onward?: { label: string; go: () => unknown }
  /** Shows the notice for a minute, because its Undo reverts more than anybody could revert by hand. */
  stays?: boolean
}
