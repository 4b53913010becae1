// Appearance and link of found records by kind.
import {
  IconAddressBook,
  IconBriefcase2,
  IconBuildingSkyscraper,
  IconChecklist,
  IconFileText,
  IconSpeakerphone,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { FoundKind } from '../../../contract/search.ts'

interface SearchKind {
  title: string
  icon: TablerIcon
  pathOf: (id: string) => string
  /** List in which the search can continue. */
  list?: string
}

export const kinds: Record<FoundKind, SearchKind> = {
  contact: { title: 'Contacts', icon: IconAddressBook, pathOf: (id) => `/contacts/${id}`, list: '/contacts' },
  investor: { title: 'Investors', icon: IconUsers, pathOf: (id) => `/investors/${id}`, list: '/investors' },
  investment: {
    title: 'Investments',
    icon: IconBriefcase2,
    pathOf: (id) => `/investments/${id}`,
    list: '/investments',
  },
  // Offerings have no page: the list of their investments is opened.
  offering: { title: 'Offerings', icon: IconBuildingSkyscraper, pathOf: (id) => `/investments?offering_id=${id}` },
  template: { title: 'Templates', icon: IconFileText, pathOf: (id) => `/templates/${id}/edit`, list: '/templates' },
  task: { title: 'Tasks', icon: IconChecklist, pathOf: (id) => `/tasks/${id}`, list: '/tasks' },
  broadcast: { title: 'Broadcasts', icon: IconSpeakerphone, pathOf: (id) => `/broadcasts/${id}`, list: '/broadcasts' },
  broadcast_group: {
    title: 'Broadcast Groups',
    icon: IconUsersGroup,
    pathOf: (id) => `/broadcast-groups/${id}/edit`,
    list: '/broadcast-groups',
  },
}
