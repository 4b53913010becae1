// The sums broken down by status, stage, type, currency and country, and the top investors.
import type { Dashboard, DashboardGroup, filterOfGroup } from '../../../contract/dashboard.ts'
import { countryName } from '../../platform/lib/countries.ts'
import { money } from '../../platform/lib/money.ts'
import { language, t } from '../../platform/lib/text.ts'
import { ChartSection } from '../../platform/ui/chart-section.tsx'
import { AmountBadge } from './amount-badge.tsx'
import { amountText, cellText, isKnown, partText } from './amounts.ts'
import { BarList } from './bar-list.tsx'
import styles from './group-list.module.css'
import { Legend } from './legend-badge.tsx'
import { groupLink } from './links.ts'
import { biggestOf, partOf, shareText } from './scale.ts'
import { asked, type DashboardSearch } from './search.ts'

type GroupPart = Exclude<keyof typeof filterOfGroup, 'offerings'>

interface GroupListsProps {
  data: Dashboard | undefined
  search: DashboardSearch
}

/** The first list is as wide as the page, the others are in two columns. */
export function GroupLists({ parts, data, search }: GroupListsProps & { parts: readonly GroupPart[] }) {
  const listOf = (part: GroupPart) => {
    const kind = kinds().find((each) => each.part === part)!
    return <GroupList key={part} {...kind} data={data} search={search} />
  }
  return (
    <>
      {listOf(parts[0]!)}
      {parts.length > 1 && <div className={styles.groups}>{parts.slice(1).map(listOf)}</div>}
    </>
  )
}

interface GroupKind {
  part: GroupPart
  title: string
  /** Label of the group without a value. */
  none: string
  name?: (group: DashboardGroup) => string | null
}

const kinds = (): GroupKind[] => [
  { part: 'by_status', title: t('By status'), none: '' },
  { part: 'top_investors', title: t('Top investors'), none: '' },
  { part: 'by_type', title: t('By investor type'), none: '' },
  { part: 'by_stage', title: t('By stage'), none: t('No stage') },
  { part: 'by_currency', title: t('By currency'), none: '', name: ({ id }) => id },
  {
    part: 'by_country',
    title: t('By country'),
    none: t('No country'),
    name: ({ id }) => id && countryName(id, language()),
  },
]

/** Number of placeholder rows while loading: the number in the master data of a new organization. */
const expected: Record<GroupPart, number> = {
  ...{ by_status: 12, top_investors: 10, by_type: 10, by_stage: 5, by_currency: 5, by_country: 10 },
}

/** A status is either expected or committed; other groups show the commitment if there is any. */
const amountOf = (group: DashboardGroup, part: GroupKind['part'], hasCommitted: boolean) =>
  part === 'by_status'
    ? isSome(group.committed)
      ? group.committed
      : group.pipeline
    : hasCommitted
      ? group.committed
      : group.pipeline
const isSome = (amount: string) => /[1-9]/.test(amount)

function GroupList({ part, title, none, name = ({ name: own }) => own, data, search }: GroupKind & GroupListsProps) {
  const currency = data?.totals.base.currency ?? ''
  const groups = data?.[part] as (DashboardGroup & { share?: string | null })[] | undefined
  const hasCommitted = groups?.some(({ committed }) => isSome(committed)) ?? true
  const named = (group: DashboardGroup) => name(group) ?? none
  const percent = (share: string | null | undefined) => (share ? shareText(share) : undefined)
  const biggest = biggestOf(groups?.map((group) => amountOf(group, part, hasCommitted)) ?? [])
  const noteOf = (group: DashboardGroup) => partText(amountOf(group, part, hasCommitted), group)
  const amountsOf = (group: DashboardGroup & { share?: string | null }) => {
    const amount = amountOf(group, part, hasCommitted)
    if (!isKnown(amount, group)) return { value: amountText(amount, group, currency) }
    const exact =
      part === 'by_status' || !hasCommitted
        ? money(amount, currency)
        : `${t('Committed')} ${money(amount, currency)} · ${t('Funded')} ${money(group.funded, currency)}`
    const value = (
      <>
        <AmountBadge amount={amount} currency={currency} />
        {group.share && ` · ${percent(group.share)}`}
      </>
    )
    return { value, exact }
  }
  const isInvestors = part === 'top_investors'
  return (
    <ChartSection
      title={title}
      text={
        part === 'by_status' ? (
          t('Committed amount, or the expected amount if nothing is committed yet')
        ) : hasCommitted ? (
          <Legend />
        ) : (
          t('Expected amount: nothing is committed yet')
        )
      }
      chart={
        <BarList
          label={title}
          expected={expected[part]}
          most={part === 'by_status' || part === 'by_stage' ? 30 : 10}
          bars={groups
            ?.filter((group) => part !== 'by_status' || group.count > 0)
            .map((group) => ({
              key: group.id ?? '',
              name: named(group),
              color: group.color,
              part: partOf(amountOf(group, part, hasCommitted), biggest),
              inner: part !== 'by_status' && hasCommitted ? partOf(group.funded, biggest) : undefined,
              ...amountsOf(group),
              note: noteOf(group),
              to: groupLink(part, group.id, asked(search)),
            }))}
        />
      }
      table={
        groups && {
          heads: [
            title,
            t('Investments'),
            t('Pipeline'),
            t('Committed'),
            ...(isInvestors ? [t('Share of all committed')] : []),
            t('Funded'),
            t('Not converted'),
          ],
          rows: groups.map((group) => ({
            key: group.id ?? '',
            name: named(group),
            cells: [
              group.count,
              cellText(group.pipeline, group, currency),
              cellText(group.committed, group, currency),
              ...(isInvestors ? [percent(group.share) ?? '–'] : []),
              cellText(group.funded, group, currency),
              group.not_converted || '–',
            ],
          })),
        }
      }
    />
  )
}
