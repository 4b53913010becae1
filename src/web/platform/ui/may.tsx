// Shows a part of a page only to users whose role allows it; may say why it is missing.
import type { ReactNode } from 'react'
import { message } from '../../../contract/messages/message.ts'
import { sentenceOf } from '../lib/messages.ts'
import { type PermissionKey, useMay } from '../lib/permissions.ts'
import { Text } from './box.tsx'

interface MayProps {
  permission: PermissionKey
  /** Shown without the permission: nothing, or `Lacking` where users would wonder why the part is missing. */
  otherwise?: ReactNode
  children: ReactNode
}

export function May({ permission, otherwise, children }: MayProps) {
  return useMay(permission) ? children : otherwise
}

/** Says “Your role does not include: Send broadcasts.”, or nothing if the user has the permission. */
export function Lacking({ permission }: { permission: PermissionKey }) {
  if (useMay(permission)) return null
  return (
    <Text as="span" block size={13} dimmed>
      {sentenceOf(message('role.does_not_include', { permission: message(`permission.${permission}`) }))}
    </Text>
  )
}
