// Dialog with the alerts that the user has hidden or snoozed, with a button to show each again.
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type HiddenAlert, home } from '../../../contract/home.ts'
import { query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { DialogText } from '../../platform/ui/dialog.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { alertText, groupText } from './alert-text.ts'
import { useDismissals } from './use-dismissals.ts'

export default function HiddenShowDialog({ onClose }: { onClose: () => void }) {
  // First rendered closed: the dialog saves the focus only when it changes to open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const { data, error, refetch } = useQuery({ ...query(home.hidden), staleTime: 0 })
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title={t('Hidden and snoozed')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      centered
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines height={6} />
      ) : data.data.length === 0 ? (
        <DialogText>{t('Nothing is hidden.')}</DialogText>
      ) : (
        <PlainList divided>
          {data.data.map((alert) => (
            <HiddenRow key={`${alert.kind} ${alert.key}`} alert={alert} />
          ))}
        </PlainList>
      )}
    </Modal>
  )
}

function HiddenRow({ alert }: { alert: HiddenAlert }) {
  const { title, text } = alertText(alert)
  const { restore } = useDismissals(alert, title)
  const amount = alert.amount !== null && alert.currency !== null ? money(alert.amount, alert.currency) : ''
  return (
    <Row as="li" gap={12} justify="between" py={8}>
      <div>
        <Text weight={500}>{[title, amount].filter(Boolean).join(' · ')}</Text>
        <Text size={13} dimmed>
          {[groupText(alert.kind), text].filter(Boolean).join(' · ')}
        </Text>
        <Text size={13} dimmed>
          {alert.until ? t('Snoozed until {day}', { day: day(alert.until) }) : t('Hidden until it changes')}
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('Show again: {title}', { title })}
        onClick={() => void restore()}
      >
        {t('Show again')}
      </Button>
    </Row>
  )
}
