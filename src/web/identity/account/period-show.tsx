// Closed periods: closing, reopening, and the history of both.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { organization, type Periods } from '../../../contract/organization.ts'
import { query } from '../../api.ts'
import { calendarDay, dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'

const PeriodCloseDialog = lazy(() => import('./period-close-dialog.tsx'))
const PeriodReopenDialog = lazy(() => import('./period-reopen-dialog.tsx'))

const shownAtFirst = 5

export function PeriodShow() {
  const { data: periods, error, refetch } = useQuery({ ...query(organization.periods), staleTime: 0 })
  const [dialog, setDialog] = useState<'close' | 'reopen'>()
  const [isWhole, setWhole] = useState(false)
  if (!periods) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines height={4} />
  const { closed_until, data: changes } = periods
  const close = () => setDialog(undefined)
  return (
    <>
      <Text weight={600}>
        {closed_until ? t('Period closed until {day}', { day: calendarDay(closed_until) }) : t('No period is closed.')}
      </Text>
      {changes.length > 0 && (
        <PlainList as="ol" gap={12} mt={16} aria-label={t('History of closed periods')}>
          {changes.slice(0, isWhole ? undefined : shownAtFirst).map(({ id, at, by, reason }, index) => (
            <li key={id}>
              {wording(changes, index)}
              <Text as="div" mt={2} size={13} dimmed breakWords>
                {[dateTime(at), by ?? t('former member'), reason].filter(Boolean).join(' · ')}
              </Text>
            </li>
          ))}
        </PlainList>
      )}
      <Row gap={8} wrap mt={16}>
        <May permission="manage_settings" otherwise={<Lacking permission="manage_settings" />}>
          <Button variant="default" onClick={() => setDialog('close')}>
            {t('Close a period')}
          </Button>
          {closed_until && (
            <Button variant="subtle" onClick={() => setDialog('reopen')}>
              {t('Reopen')}
            </Button>
          )}
        </May>
        {!isWhole && changes.length > shownAtFirst && (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {t('Show whole history')}
          </Button>
        )}
      </Row>
      <Suspense>
        {dialog === 'close' && <PeriodCloseDialog closedUntil={closed_until} onClose={close} />}
        {dialog === 'reopen' && closed_until && <PeriodReopenDialog closedUntil={closed_until} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Closing moves to a later day than before, reopening to an earlier one. */
function wording(changes: Periods['data'], index: number) {
  const until = changes[index]!.closed_until
  if (until === null) return t('Reopened')
  const before = changes[index + 1]?.closed_until ?? ''
  const day = calendarDay(until)
  return until > before ? t('Closed until {day}', { day }) : t('Reopened, closed until {day}', { day })
}
