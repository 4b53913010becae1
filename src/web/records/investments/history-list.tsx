// Status history of an investment: each status, who set it, and its duration.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Investment, investments } from '../../../contract/investments.ts'
import { query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { StatusBadge } from '../master-data/status-badge.tsx'

export function HistoryList({ investment: { id } }: { investment: Investment }) {
  const { data, error, refetch } = useQuery({
    ...query(investments.statusChanges, { params: { id } }),
    refetchInterval: 60_000,
  })
  return (
    <Section title={t('Status history')}>
      {data ? (
        <PlainList as="ol" gap={12}>
          {data.data.map(({ id: key, to, at, by }, index) => (
            <li key={key}>
              <StatusBadge status={to} />
              <Text as="div" mt={2} size={13} dimmed>
                {[dateTime(at), by ?? t('former member'), stayed(at, data.data[index - 1]?.at)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </li>
          ))}
        </PlainList>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={64} />
      )}
    </Section>
  )
}

/** Until the next change, or until now. */
function stayed(from: string, to?: string) {
  const days = Math.floor(((to ? Date.parse(to) : Date.now()) - Date.parse(from)) / 86_400_000)
  return days > 0 ? t.plural(days, 'one day', '{count} days') : undefined
}
