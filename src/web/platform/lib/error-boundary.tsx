// Error boundary: shows a fallback until `resetKey` changes.
import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  fallback: ReactNode
  /** A new key renders the children again. */
  resetKey: string
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failedAt?: string }> {
  override state: { failedAt?: string } = {}

  static getDerivedStateFromError() {
    return { failedAt: '' }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, { failedAt }: { failedAt?: string }) {
    if (failedAt === undefined) return null
    if (failedAt === '') return { failedAt: resetKey }
    return failedAt === resetKey ? null : { failedAt: undefined }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.failedAt === undefined ? this.props.children : this.props.fallback
  }
}
