// The sums broken down by status, stage, type, currency and country, and the top investors.
import type { Dashboard, DashboardGroup, DashboardQuery, filterOfGroup } from '../../../contract/dashboard.ts'
import { countryName } from '../../platform/lib/countries.ts'
import { decimal } from '../../platform/lib/money.ts'
import { language, t } from '../../platform/lib/text.ts'
import { ChartSection } from '../../platform/ui/chart-section.tsx'
import { amountText, cellText, partText } from './amounts.ts'
import { BarList } from './bar-list.tsx'
import styles from './group-list.module.css'
import { groupLink } from './links.ts'
import { ReachShow } from './reach-show.tsx'
import { biggestOf, partOf } from './scale.ts'

interface GroupListsProps {
  data: Dashboard | undefined
  search: DashboardQuery
}

export function GroupLists({ data, search }: GroupListsProps) {
  return (
    <div className={styles.groups}>
      {kinds().map((kind) => (
        <GroupList key={kind.part} {...kind} data={data} search={search} />
      ))}
      <ReachShow reach={data?.reach} search={search} />
    </div>
  )
}

interface GroupKind {
  part: Exclude<keyof typeof filterOfGroup, 'offerings'>
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
  const percent = (share: string | null | undefined) => (share ? `${decimal(share)} %` : undefined)
  const biggest = biggestOf(groups?.map((group) => amountOf(group, part, hasCommitted)) ?? [])
  const noteOf = (group: DashboardGroup & { share?: string | null }) =>
    [percent(group.share), partText(amountOf(group, part, hasCommitted), group)].filter(Boolean).join(' · ') ||
    undefined
  const isInvestors = part === 'top_investors'
  return (
    <ChartSection
      title={title}
      text={
        part === 'by_status'
          ? t('Committed amount, or the expected amount if nothing is committed yet')
          : hasCommitted
            ? t('Committed, with funded share')
            : t('Expected amount: nothing is committed yet')
      }
      chart={
        <BarList
          label={title}
          most={part === 'by_status' || part === 'by_stage' ? 30 : 10}
          bars={groups
            ?.filter((group) => part !== 'by_status' || group.count > 0)
            .map((group) => ({
              key: group.id ?? '',
              name: named(group),
              color: group.color,
              part: partOf(amountOf(group, part, hasCommitted), biggest),
              inner: part !== 'by_status' && hasCommitted ? partOf(group.funded, biggest) : undefined,
              value: amountText(amountOf(group, part, hasCommitted), group, currency),
              note: noteOf(group),
              to: groupLink(part, group.id, search),
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
