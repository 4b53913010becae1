// In-place change of an investment's status; asks for what the new status requires.
import { Button } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense } from 'react'
import type { Investment } from '../../../contract/investments.ts'
import { investmentStatuses, StatusCategory } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { day, percent } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { StatusBadge } from '../master-data/status-badge.tsx'
import styles from './status-edit.module.css'
import { suggestedStatus } from './status-suggestion.ts'
import { useStatusChange } from './use-status-change.ts'

const StatusChangeDialog = lazy(() => import('./status-change-dialog.tsx'))

export function StatusEdit({ investment }: { investment: Investment }) {
  const { status, status_since, probability, lost_reason } = investment
  const changing = useStatusChange(investment)
  const statuses = useQuery(query(investmentStatuses.list)).data?.data ?? []
  const offered = statuses.filter(({ id, is_active }) => is_active || id === status.id)
  const mayEdit = useMay('edit')
  const suggested = mayEdit && suggestedStatus(investment, offered)
  const groups = StatusCategory.options
    .map((category) => offered.filter((row) => row.category === category))
    .filter((rows) => rows.length > 0)
  return (
    <Row gap={12} rowGap={8} wrap mb={20}>
      <May permission="edit" otherwise={<StatusBadge status={status} />}>
        <ActionMenu
          position="bottom-start"
          className={styles.menu}
          button={
            <Button
              variant="default"
              leftSection={<ColorDot color={status.color} />}
              rightSection={<IconChevronDown size={15} aria-hidden />}
              aria-label={t('Status: {status}. Change', { status: status.name })}
              loading={changing.busy}
            >
              {status.name}
            </Button>
          }
        >
          {(Menu) => (
            <>
              {groups.map((rows, index) => (
                <Fragment key={rows[0]!.category}>
                  {index > 0 && <Menu.Divider />}
                  {rows.map((row) => (
                    <Menu.Item
                      key={row.id}
                      leftSection={<ColorDot color={row.color} />}
                      rightSection={row.id === status.id && <IconCheck size={15} aria-label={t('as it is now')} />}
                      onClick={() => changing.change(row)}
                    >
                      {row.name}
                    </Menu.Item>
                  ))}
                </Fragment>
              ))}
            </>
          )}
        </ActionMenu>
      </May>
      <Text as="span" dimmed>
        {t('since {day}', { day: day(status_since) })}
        {probability !== null && ` · ${t('{percent} probability', { percent: percent(probability, 100) })}`}
        {status.category === 'lost' && lost_reason && ` · ${lost_reason}`}
      </Text>
      {suggested && (
        <Button variant="light" size="compact-sm" loading={changing.busy} onClick={() => changing.change(suggested)}>
          {t('Set to “{status}”', { status: suggested.name })}
        </Button>
      )}
      {changing.pendingStatus && (
        <Suspense>
          <StatusChangeDialog
            investment={investment}
            to={changing.pendingStatus}
            onSave={changing.save}
            onClose={changing.close}
          />
        </Suspense>
      )}
    </Row>
  )
}
