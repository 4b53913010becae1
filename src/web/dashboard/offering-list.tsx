// The offerings: how far each is towards its target.
import type { DashboardQuery, OfferingSums } from '../../contract/dashboard.ts'
import { money } from '../lib/money.ts'
import { t } from '../lib/text.ts'
import { ChartSection } from '../ui/chart-section.tsx'
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
  const named = ({ name }: OfferingSums) => name ?? t('In no offering')
  const biggest = biggestOf(offerings?.map(({ committed }) => committed) ?? [])
  return (
    <ChartSection
      title={t('Offerings')}
      text={t('Committed, and funded within')}
      chart={
        <BarList
          label={t('Offerings')}
          bars={offerings?.map((offering) => ({
            key: offering.id ?? '',
            name: named(offering),
            part: partOf(offering.committed, biggest),
            inner: partOf(offering.funded, biggest),
            value: amount(offering.committed),
            note:
              offering.target === null
                ? undefined
                : t('target {target}, {remaining} not funded', {
                    target: amount(offering.target),
                    remaining: amount(offering.remaining),
                  }),
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
              amount(offering.committed),
              amount(offering.funded),
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
