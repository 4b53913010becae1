// Actions and pages that the search can open by name.
import {
  IconAddressBook,
  IconBriefcase2,
  IconFileImport,
  IconFileText,
  IconPlus,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { PermissionKey } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { fold } from './highlight.ts'

/** An entry of the search that opens `path` or calls `run`. */
export interface Action {
  title: string
  icon: TablerIcon
  path?: string
  run?: () => void
  /** Permissions that the action needs in addition to those of the page at `path`. */
  permission?: PermissionKey | readonly PermissionKey[]
  /** Synonyms. */
  also?: string
  /** The keyboard shortcut for the same action: keys pressed one after the other. */
  keys?: readonly string[]
}

/** Offered before anything is typed. */
export const firstActions: Action[] = [
  { title: 'Add contact', path: '/contacts/add', icon: IconAddressBook, also: 'new create person' },
  { title: 'Add investor', path: '/investors/add', icon: IconUsers, also: 'new create' },
  { title: 'Add investment', path: '/investments/add', icon: IconBriefcase2, also: 'new create deal' },
  { title: 'Send a broadcast', path: '/broadcasts/add', icon: IconSpeakerphone, also: 'new create message news' },
]

const others: Action[] = [
  { title: 'Add template', path: '/templates/add', icon: IconFileText, also: 'new create message' },
  {
    title: 'Add broadcast group',
    path: '/broadcast-groups/new',
    icon: IconUsersGroup,
    also: 'new create audience segment',
  },
  {
    title: 'Import contacts',
    path: '/contacts?import=new',
    icon: IconFileImport,
    permission: ['edit', 'see_amounts'],
    also: 'upload csv xlsx vcard file',
  },
  {
    title: 'Import investors',
    path: '/investors?import=new',
    icon: IconFileImport,
    permission: ['edit', 'see_amounts'],
    also: 'upload csv xlsx file',
  },
  {
    title: 'Import investments',
    path: '/investments?import=new',
    icon: IconFileImport,
    permission: ['edit', 'see_amounts'],
    also: 'upload csv xlsx file',
  },
  { title: 'Import WhatsApp groups', path: '/wa-groups/import', icon: IconPlus, also: 'wa' },
  { title: 'WhatsApp sessions', path: '/account#whatsapp', icon: IconSettings, also: 'connect phone qr settings' },
  {
    title: 'Profile',
    path: '/account#profile',
    icon: IconSettings,
    also: 'settings name language time zone notifications push',
  },
  { title: 'Password', path: '/account#password', icon: IconSettings, also: 'settings' },
  {
    title: 'Logged-in devices',
    path: '/account#sign-ins',
    icon: IconSettings,
    also: 'settings sessions log out everywhere',
  },
  { title: 'Organization', path: '/account#organization', icon: IconSettings, also: 'settings country base currency' },
  { title: 'Team', path: '/account#team', icon: IconSettings, also: 'settings invite members' },
  { title: 'Appearance', path: '/account#appearance', icon: IconSettings, also: 'settings dark light theme' },
  { title: 'Export everything', path: '/account#data', icon: IconSettings, also: 'settings backup download' },
]

/** Actions that have every word at a word start, in the user's language or in English. */
export function matchingActions(pages: readonly Action[], commands: readonly Action[], q: string): Action[] {
  const wanted = q.split(/\s+/).map(fold).filter(Boolean)
  return [...firstActions, ...pages, ...others, ...commands].filter(({ title, also = '' }) => {
    const text = ` ${fold(`${t(title)} ${title} ${also && t(also)} ${also}`)}`
    return wanted.every((word) => text.includes(` ${word}`))
  })
}
