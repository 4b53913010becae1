// Reach: investors that can be messaged, and the funnel of the last broadcasts.
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '../../../contract/dashboard.ts'
import { dashboard } from '../../../contract/dashboard.ts'
import { query } from '../../api.ts'
import { number, percent } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ChartSection } from '../../platform/ui/chart-section.tsx'
import { BarList } from './bar-list.tsx'
import { reachLink } from './links.ts'
import { asked, type DashboardSearch } from './search.ts'

interface ReachShowProps {
  reach: Dashboard['reach'] | undefined
  search: DashboardSearch
}

export function ReachShow({ reach, search }: ReachShowProps) {
  return (
    <>
      <Reach reach={reach} search={search} />
      <Funnel />
    </>
  )
}

function Reach({ reach, search }: ReachShowProps) {
  const rows = reach && [
    { key: 'yes', name: t('Reachable'), count: reach.reachable, to: reachLink(asked(search), true) },
    {
      key: 'no',
      name: t('Not reachable'),
      count: reach.investors - reach.reachable,
      to: reachLink(asked(search), false),
    },
  ]
  const all = reach?.investors ?? 0
  return (
    <ChartSection
      title={t('Reachable on WhatsApp')}
      text={t('Investors with a contact who can be messaged')}
      chart={
        <BarList
          expected={2}
          label={t('Reachable on WhatsApp')}
          bars={rows?.map(({ key, name, count, to }) => ({
            key,
            name,
            to,
            part: all > 0 ? count / all : 0,
            value: all > 0 ? `${number(count)} · ${percent(count, all)}` : number(count),
          }))}
        />
      }
      table={
        rows && {
          heads: [t('Reachable on WhatsApp'), t('Investors'), t('Share')],
          rows: rows.map(({ key, name, count }) => ({ key, name, cells: [number(count), percent(count, all)] })),
        }
      }
    />
  )
}

function Funnel() {
  const { data } = useQuery({ ...query(dashboard.broadcasts), staleTime: 0 })
  const rows = data && [
    { key: 'sent', name: t('Sent'), count: data.sent },
    { key: 'delivered', name: t('Delivered'), count: data.delivered },
    { key: 'read', name: t('Read'), count: data.read },
    { key: 'replied', name: t('Replied'), count: data.replied },
  ]
  const all = data?.sent ?? 0
  return (
    <ChartSection
      title={t('Broadcasts')}
      text={
        // The hidden sentence keeps its height while loading; it has two lines on a phone.
        <span style={{ visibility: data ? undefined : 'hidden' }}>
          {t.plural(
            data?.broadcasts ?? 2,
            'Messages of the one broadcast of the last {days} days',
            'Messages of the {count} broadcasts of the last {days} days',
            { days: data?.days ?? 90 },
          )}
        </span>
      }
      chart={
        <BarList
          label={t('Broadcasts')}
          bars={rows?.map(({ key, name, count }) => ({
            key,
            name,
            part: all > 0 ? count / all : 0,
            value: all > 0 ? `${number(count)} · ${percent(count, all)}` : number(count),
          }))}
        />
      }
      table={
        rows && {
          heads: [t('Step'), t('Messages'), t('Share of sent')],
          rows: rows.map(({ key, name, count }) => ({ key, name, cells: [number(count), percent(count, all)] })),
        }
      }
    />
  )
}
