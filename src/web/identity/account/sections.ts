// The sections of the account page, each with an address of its own: `/account#whatsapp`. Pure.
import {
  IconBrandWhatsapp,
  IconBuilding,
  IconDatabase,
  IconLock,
  IconSunMoon,
  IconUserCircle,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'

export type SectionId =
  | 'profile'
  | 'whatsapp'
  | 'security'
  | 'organization'
  | 'team'
  | 'webhooks'
  | 'appearance'
  | 'data'

interface AccountSection {
  id: SectionId
  title: string
  /** What the section contains. Only the list on a phone shows it. */
  text: string
  icon: TablerIcon
  /** Ids of parts of the section that links may point to. */
  parts?: readonly string[]
}

export const sections: readonly AccountSection[] = [
  {
    id: 'profile',
    title: 'Profile',
    text: 'Name, email, language, time zone, notifications',
    icon: IconUserCircle,
    parts: ['notifications'],
  },
  { id: 'whatsapp', title: 'WhatsApp', text: 'Connected phones and sending speed', icon: IconBrandWhatsapp },
  {
    id: 'security',
    title: 'Password and devices',
    text: 'Password, two-step login, passkeys, devices, API tokens, audit log',
    icon: IconLock,
    parts: ['password', 'second-factor', 'passkeys', 'login-provider', 'sign-ins', 'api-tokens', 'audit'],
  },
  {
    id: 'organization',
    title: 'Organization',
    text: 'Name, country, currency, closed periods',
    icon: IconBuilding,
    parts: ['periods', 'retention'],
  },
  { id: 'team', title: 'Team', text: 'Members and invitations', icon: IconUsersGroup },
  { id: 'webhooks', title: 'Webhooks', text: 'Telling other programs of changes', icon: IconWebhook },
  { id: 'appearance', title: 'Appearance', text: 'Light or dark', icon: IconSunMoon },
  {
    id: 'data',
    title: 'Data',
    text: 'Export, trash, sample data, status, usage, deletion',
    icon: IconDatabase,
    parts: ['export', 'trash', 'duplicates', 'erasures', 'sample-data', 'status', 'usage', 'delete'],
  },
]

/** The section with this hash (`#whatsapp`), or the one with a part of this id (`#periods`). */
export function sectionOf(hash: string): SectionId | undefined {
  const id = hash.slice(1)
  return sections.find((section) => section.id === id || section.parts?.includes(id))?.id
}
