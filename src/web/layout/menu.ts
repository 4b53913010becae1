// The menu: its items, their groups, and which item a path belongs to.
import {
  IconAddressBook,
  IconBrandWhatsapp,
  IconBriefcase2,
  IconChartBar,
  IconChecklist,
  IconCoins,
  IconCopyCheck,
  IconFileText,
  IconForms,
  IconHistory,
  IconHome,
  IconListDetails,
  IconProgress,
  IconSpeakerphone,
  IconStack2,
  IconStairsUp,
  IconTags,
  IconTrash,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'

export interface MenuItem {
  title: string
  path: string
  icon: TablerIcon
  /** Keyboard shortcut that opens the page: two keys pressed one after the other. */
  keys?: readonly string[]
  /** Path of the form that adds a record of this kind. */
  add?: string
  /** Synonyms for the search. */
  also?: string
}
export interface MenuGroup {
  title: string
  items: MenuItem[]
}

export const topItems: MenuItem[] = [
  { title: 'Home', path: '/home', icon: IconHome, keys: ['g', 'h'] },
  { title: 'Dashboard', path: '/dashboard', icon: IconChartBar, keys: ['g', 'd'] },
  { title: 'Tasks', path: '/tasks', icon: IconChecklist, keys: ['g', 'k'], add: '/tasks/add', also: 'to do reminder' },
  { title: 'Investors', path: '/investors', icon: IconUsers, keys: ['g', 'i'], add: '/investors/add' },
  { title: 'Investments', path: '/investments', icon: IconBriefcase2, keys: ['g', 'v'], add: '/investments/add' },
]

export const groups: MenuGroup[] = [
  {
    title: 'WA Broadcast',
    items: [
      { title: 'Contacts', path: '/contacts', icon: IconAddressBook, keys: ['g', 'c'], add: '/contacts/add' },
      { title: 'WA Groups', path: '/wa-groups', icon: IconBrandWhatsapp, keys: ['g', 'w'], add: '/wa-groups/import' },
      { title: 'Templates', path: '/templates', icon: IconFileText, keys: ['g', 't'], add: '/templates/add' },
      {
        title: 'Broadcast Groups',
        path: '/broadcast-groups',
        icon: IconUsersGroup,
        keys: ['g', 'g'],
        add: '/broadcast-groups/new',
      },
      { title: 'Broadcasts', path: '/broadcasts', icon: IconSpeakerphone, keys: ['g', 'b'], add: '/broadcasts/add' },
    ],
  },
  {
    title: 'Master Data',
    items: [
      { title: 'Investment Status', path: '/master-data/investment-status', icon: IconProgress },
      { title: 'Investment Stages', path: '/master-data/investment-stages', icon: IconStairsUp },
      { title: 'Investor Types', path: '/master-data/investor-types', icon: IconTags },
      { title: 'Currencies', path: '/master-data/currencies', icon: IconCoins, keys: ['g', 'x'] },
      {
        title: 'Custom Fields',
        path: '/master-data/custom-fields',
        icon: IconForms,
        also: 'own fields properties columns attributes',
      },
    ],
  },
]

const account: MenuItem = { title: 'Account', path: '/account', icon: IconListDetails, keys: ['g', 'a'] }
const duplicates: MenuItem = {
  title: 'Duplicates',
  path: '/duplicates',
  icon: IconCopyCheck,
  also: 'merge twice same double',
}
const trash: MenuItem = { title: 'Trash', path: '/trash', icon: IconTrash, also: 'deleted restore recycle bin' }
const bulkChanges: MenuItem = {
  title: 'Bulk changes',
  path: '/bulk-changes',
  icon: IconStack2,
  also: 'undo many records at once',
}
const audit: MenuItem = { title: 'Audit log', path: '/audit', icon: IconHistory, also: 'history who changed' }

/** All pages with a title in the top bar that the search offers, including those that are not in the menu. */
export const items: readonly MenuItem[] = [
  ...topItems,
  ...groups.flatMap(({ items }) => items),
  account,
  duplicates,
  bulkChanges,
  trash,
  audit,
]

/** Subpages belong to their item: `/contacts/add` to Contacts, but `/contacts-x` to none. */
export function itemOf(path: string): MenuItem | undefined {
  return items.find((item) => isWithin(path, item))
}

export function groupOf(path: string): MenuGroup | undefined {
  return groups.find(({ items }) => items.some((item) => isWithin(path, item)))
}

function isWithin(path: string, item: MenuItem) {
  return path === item.path || path.startsWith(`${item.path}/`)
}
