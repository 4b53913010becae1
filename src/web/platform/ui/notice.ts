// Type of a notice.
import type { ReactNode } from 'react'

export interface Notice {
  title: string
  text?: ReactNode
  tone?: 'good' | 'bad' | 'neutral'
  undo?: () => unknown
  /** Stays for a minute: what it undoes is too much to do again. */
  stays?: boolean
}
