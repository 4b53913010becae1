// Shows a part of a page only to users whose role allows it, or says why it is not there.
import type { ReactNode } from 'react'
import { message } from '../../../contract/messages/message.ts'
import { sentenceOf } from '../lib/messages.ts'
import { type PermissionKey, useMay } from '../lib/permissions.ts'
import { Text } from './box.tsx'

interface MayProps {
  permission: PermissionKey
  /** Shown instead: nothing, or `Lacking` where users would look for the part and wonder. */
  otherwise?: ReactNode
  children: ReactNode
}

export function May({ permission, otherwise, children }: MayProps) {
  return useMay(permission) ? children : otherwise
}

/** “Your role does not include: Send broadcasts.” Nothing for a user who may. */
export function Lacking({ permission }: { permission: PermissionKey }) {
  if (useMay(permission)) return null
  return (
    <Text as="span" block size={13} dimmed>
      {sentenceOf(message('role.does_not_include', { permission: message(`permission.${permission}`) }))}
    </Text>
  )
}
