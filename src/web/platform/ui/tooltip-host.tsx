// The lazy-loaded part of `Tooltip`.
import { Tooltip } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'

interface TipHostProps {
  label: ReactNode
  target: RefObject<HTMLElement | null>
  opened: boolean
}

export default function TipHost(tip: TipHostProps) {
  return <Tooltip {...tip} />
}
