// Offerings and their progress toward the target.
import type { DashboardQuery, OfferingSums } from '../../../contract/dashboard.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { ChartSection } from '../../platform/ui/chart-section.tsx'
import { amountText, cellText, partText } from './amounts.ts'
import { BarList } from './bar-list.tsx'
import { groupLink } from './links.ts'
import { biggestOf, partOf } from './scale.ts'

interface OfferingListProps {
  offerings: OfferingSums[] | undefined
  currency: string | undefined
  search: DashboardQuery
}

export function OfferingList({ offerings, currency = '', search }: OfferingListProps) {
  const amount = (value: string | null) => (value === null ? '–' : money(value, currency))
  const named = ({ name }: OfferingSums) => name ?? t('No offering')
  const noteOf = (offering: OfferingSums) => {
    const target = amount(offering.target)
    const goal = t('target {target}, {remaining} not funded', { target, remaining: amount(offering.remaining) })
    return (
      [offering.target !== null && goal, partText(offering.committed, offering)].filter(Boolean).join(' · ') ||
      undefined
    )
  }
  const biggest = biggestOf(offerings?.map(({ committed }) => committed) ?? [])
  return (
    <ChartSection
      title={t('Offerings')}
      text={t('Committed, with funded share')}
      chart={
        <BarList
          label={t('Offerings')}
          bars={offerings?.map((offering) => ({
            key: offering.id ?? '',
            name: named(offering),
            part: partOf(offering.committed, biggest),
            inner: partOf(offering.funded, biggest),
            value: amountText(offering.committed, offering, currency),
            note: noteOf(offering),
            to: groupLink('offerings', offering.id, search),
          }))}
        />
      }
      table={
        offerings && {
          heads: [
            t('Offering'),
            t('Target'),
            t('Committed'),
            t('Funded'),
            t('Remaining to target'),
            t('Investments'),
            t('Not converted'),
          ],
          rows: offerings.map((offering) => ({
            key: offering.id ?? '',
            name: named(offering),
            cells: [
              amount(offering.target),
              cellText(offering.committed, offering, currency),
              cellText(offering.funded, offering, currency),
              amount(offering.remaining),
              offering.count,
              offering.not_converted || '–',
            ],
          })),
        }
      }
    />
  )
}
