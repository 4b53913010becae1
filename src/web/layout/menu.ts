// The menu: its items, their groups, and which item a path belongs to.
import {
  IconAddressBook,
  IconBrandWhatsapp,
  IconBriefcase2,
  IconChartBar,
  IconCoins,
  IconFileText,
  IconHome,
  IconListDetails,
  IconProgress,
  IconSpeakerphone,
  IconStairsUp,
  IconTags,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'

export interface MenuItem {
  title: string
  path: string
  icon: TablerIcon
}
export interface MenuGroup {
  title: string
  items: MenuItem[]
}

export const topItems: MenuItem[] = [
  { title: 'Home', path: '/home', icon: IconHome },
  { title: 'Dashboard', path: '/dashboard', icon: IconChartBar },
  { title: 'Investors', path: '/investors', icon: IconUsers },
  { title: 'Investments', path: '/investments', icon: IconBriefcase2 },
]

export const groups: MenuGroup[] = [
  {
    title: 'WA Broadcast',
    items: [
      { title: 'Contacts', path: '/contacts', icon: IconAddressBook },
      { title: 'WA Groups', path: '/wa-groups', icon: IconBrandWhatsapp },
      { title: 'Templates', path: '/templates', icon: IconFileText },
      { title: 'Broadcast Groups', path: '/broadcast-groups', icon: IconUsersGroup },
      { title: 'Broadcasts', path: '/broadcasts', icon: IconSpeakerphone },
    ],
  },
  {
    title: 'Master Data',
    items: [
      { title: 'Investment Status', path: '/master-data/investment-status', icon: IconProgress },
      { title: 'Investment Stages', path: '/master-data/investment-stages', icon: IconStairsUp },
      { title: 'Investor Types', path: '/master-data/investor-types', icon: IconTags },
      { title: 'Currencies', path: '/master-data/currencies', icon: IconCoins },
    ],
  },
]

const account: MenuItem = { title: 'Account', path: '/account', icon: IconListDetails }

export const items: readonly MenuItem[] = [...topItems, ...groups.flatMap(({ items }) => items), account]

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
