// Badge of a contact's role for an investor.
import type { ContactRole } from '../../../contract/contacts.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'

export function RoleBadge({ role }: { role: ContactRole }) {
  return <ToneBadge tone="neutral">{roleText(role)}</ToneBadge>
}

export function roleText(role: ContactRole) {
  return {
    self: t('The investor in person'),
    primary: t('General'),
    finance: t('Finance'),
    legal: t('Legal'),
    assistant: t('Assistant'),
    other: t('Other'),
  }[role]
}
