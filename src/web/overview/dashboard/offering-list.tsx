// Offerings and their progress toward the target.
import type { OfferingSums } from '../../../contract/dashboard.ts'
import { compactMoney, money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { ChartSection } from '../../platform/ui/chart-section.tsx'
import { AmountBadge } from './amount-badge.tsx'
import { amountText, cellText, isKnown, partText } from './amounts.ts'
import { type Bar, BarList } from './bar-list.tsx'
import { Legend } from './legend-badge.tsx'
import { groupLink } from './links.ts'
import { biggestOf, partOf, percentOf, shareText } from './scale.ts'
import { asked, type DashboardSearch } from './search.ts'

interface OfferingListProps {
  offerings: OfferingSums[] | undefined
  currency: string | undefined
  search: DashboardSearch
}

export function OfferingList({ offerings, currency = '', search }: OfferingListProps) {
  const amount = (value: string | null) => (value === null ? '–' : money(value, currency))
  // Offerings without a target share one scale, so that their bars can be compared.
  const biggest = biggestOf(offerings?.map(({ committed }) => committed) ?? [])
  return (
    <ChartSection
      title={t('Offerings')}
      text={<Legend target={offerings?.some(({ target }) => target !== null)} />}
      chart={
        <BarList
          tall
          expected={6}
          label={t('Offerings')}
          bars={offerings?.map((offering) => ({
            ...barOf(offering, currency, biggest),
            to: groupLink('offerings', offering.id, asked(search)),
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

const named = ({ name }: OfferingSums) => name ?? t('No offering')

/** The full width is the target, or the committed amount if that is more. */
function barOf(offering: OfferingSums, currency: string, biggest: number): Bar {
  const { target, committed, funded, remaining } = offering
  const scale = target === null ? biggest : biggestOf([target, committed, funded])
  const known = isKnown(committed, offering)
  const share = target === null ? undefined : percentOf(committed, target)
  return {
    key: offering.id ?? '',
    name: named(offering),
    part: partOf(committed, scale),
    inner: partOf(funded, scale),
    mark: target === null ? undefined : partOf(target, scale),
    value: known ? (
      <>
        <strong>
          <AmountBadge amount={committed} currency={currency} />
        </strong>
        {target !== null && ` ${t('of {target}', { target: compactMoney(target, currency) })}`}
        {share !== undefined && ` · ${shareText(share)}`}
      </>
    ) : (
      amountText(committed, offering, currency)
    ),
    exact: known
      ? [
          `${t('Committed')} ${money(committed, currency)}`,
          `${t('Funded')} ${money(funded, currency)}`,
          ...(target === null ? [] : [`${t('Target')} ${money(target, currency)}`]),
        ].join(' · ')
      : undefined,
    note:
      [
        isKnown(funded, offering) && t('{amount} funded', { amount: compactMoney(funded, currency) }),
        remaining !== null && restText(remaining, currency),
        partText(committed, offering),
      ]
        .filter(Boolean)
        .join(' · ') || undefined,
  }
}

const restText = (remaining: string, currency: string) =>
  /[1-9]/.test(remaining)
    ? t('{amount} left to fund', { amount: compactMoney(remaining, currency) })
    : t('target reached')
