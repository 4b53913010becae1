// Transactions of an investment: settled and scheduled ones, each edited or settled in place.
import { ActionIcon, Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBan, IconCheck, IconClock, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { organization } from '../../../contract/organization.ts'
import { type Transaction, transactions } from '../../../contract/transactions.ts'
import { query } from '../../api.ts'
import { ReminderButton } from '../../messaging/direct-messages/reminder-panel.tsx'
import { dayIn } from '../../platform/lib/calendar.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { Table } from '../../platform/ui/table.tsx'
import { TransactionBadge } from './transaction-badge.tsx'
import styles from './transaction-panel.module.css'
import { useChanges, useInvalidateTransactions } from './use-changes.ts'
import { kindText } from './words.ts'

const TransactionEditDialog = lazy(() => import('./transaction-edit-dialog.tsx'))

export function TransactionPanel({ investment }: { investment: { id: string; title: string; currency: string } }) {
  const { data, error, refetch } = useQuery({
    ...query(transactions.list, { params: { id: investment.id } }),
    // Polls like the sums: edits by colleagues, and payments that become overdue at midnight.
    refetchInterval: 60_000,
  })
  const { data: base } = useQuery(query(organization.get))
  // Width of five columns plus the menu and page margins.
  const isNarrow = useMediaQuery('(max-width: 1099.98px)', undefined, { getInitialValueInEffect: false })
  const [edited, setEdited] = useState<Transaction | 'new'>()
  const mayEdit = useMay('edit')
  const touched = useInvalidateTransactions()
  const today = dayIn(base?.time_zone)
  const rows = data?.data.map((transaction) => ({
    transaction,
    investment,
    today,
    onEdit: () => setEdited(transaction),
  }))
  return (
    <Section
      title={t('Transactions')}
      actions={
        <May permission="edit">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('Add transaction')}
          </Button>
        </May>
      }
    >
      {rows ? (
        rows.length === 0 ? (
          <Text dimmed className={styles.none}>
            {mayEdit
              ? t('No transactions yet. Add a contribution when you call or receive it.')
              : t('No transactions yet')}
          </Text>
        ) : isNarrow ? (
          <PlainList figures className={styles.cards} aria-label={t('Transactions')}>
            {rows.map((row) => (
              <Card key={row.transaction.id} {...row} />
            ))}
          </PlainList>
        ) : (
          <Rows rows={rows} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={96} />
      )}
      {edited && (
        <Suspense>
          <TransactionEditDialog
            investmentId={investment.id}
            currency={investment.currency}
            today={today}
            transaction={edited === 'new' ? undefined : edited}
            all={data?.data ?? []}
            onSaved={() => {
              setEdited(undefined)
              void touched()
              notify({ title: edited === 'new' ? t('The transaction was added') : t('The transaction was saved') })
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Section>
  )
}

interface RowProps {
  transaction: Transaction
  investment: { id: string; title: string }
  today: string
  onEdit: () => void
}

function Rows({ rows }: { rows: RowProps[] }) {
  return (
    <div className={styles.wide}>
      <Table className={styles.table} aria-label={t('Transactions')}>
        <thead>
          <tr>
            <th>{t('Date')}</th>
            <th>{t('Kind')}</th>
            <th>{t('State')}</th>
            <th data-align="end">{t('Amount')}</th>
            <th>
              <VisuallyHidden>{t('Actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.transaction.id} data-state={row.transaction.state}>
              <td>
                <Day {...row.transaction} />
              </td>
              <td>
                {kindText(row.transaction.kind)}
                <Remark {...row.transaction} />
              </td>
              <td>
                <TransactionBadge {...row.transaction} />
              </td>
              <td data-align="end" className={styles.amount}>
                {money(row.transaction.amount, row.transaction.currency)}
              </td>
              <td>
                <Actions {...row} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function Card(row: RowProps) {
  const { transaction } = row
  const changes = useChanges(transaction)
  return (
    <Text as="li" py={12} className={styles.card} data-state={transaction.state}>
      <Row gap={12} justify="between">
        <strong className={styles.amount}>{money(transaction.amount, transaction.currency)}</strong>
        <Row as="span" gap={4} justify="end">
          <TransactionBadge {...transaction} />
          <May permission="edit">
            <More {...row} {...changes} />
          </May>
        </Row>
      </Row>
      <div>
        {kindText(transaction.kind)} · <Day {...transaction} />
      </div>
      <Remark {...transaction} />
      <May permission="edit">
        <Row gap={8} wrap>
          <Remind {...row} />
          <Settle {...row} {...changes} />
        </Row>
      </May>
    </Text>
  )
}

function Day({ state, due_on, settled_on }: Transaction) {
  if (settled_on) return calendarDay(settled_on)
  if (!due_on)
    return (
      <Text as="span" dimmed>
        {t('No date yet')}
      </Text>
    )
  return state === 'scheduled' ? t('due {day}', { day: calendarDay(due_on) }) : calendarDay(due_on)
}

function Remark({ reference, note }: Transaction) {
  const remark = [reference, note].filter(Boolean).join(' · ')
  return (
    remark && (
      <Text as="div" size={13} dimmed breakWords>
        {remark}
      </Text>
    )
  )
}

function Actions(row: RowProps) {
  const changes = useChanges(row.transaction)
  return (
    <May permission="edit">
      <Row gap={4} justify="end">
        <Remind {...row} />
        <Settle {...row} {...changes} />
        <More {...row} {...changes} />
      </Row>
    </May>
  )
}

type ActionProps = RowProps & ReturnType<typeof useChanges>

const naming = ({ kind, amount, currency }: Transaction) => `${kindText(kind)} ${money(amount, currency)}`

/** Shown for an overdue contribution. */
function Remind({ transaction, investment, today }: RowProps) {
  const { kind, state, due_on, amount, currency } = transaction
  if (kind !== 'contribution' || state !== 'scheduled' || due_on === null || due_on >= today) return null
  return (
    <ReminderButton
      className={styles.settle}
      investmentId={investment.id}
      payment={{ amount, currency, investment: investment.title, due_on, isOverdue: true }}
      what={naming(transaction)}
      variant="default"
      size="compact-sm"
      leftSection={null}
    />
  )
}

function Settle({ transaction, today, change, busy }: ActionProps) {
  if (transaction.state !== 'scheduled') return null
  return (
    <Button
      className={styles.settle}
      size="compact-sm"
      variant="light"
      leftSection={<IconCheck size={15} aria-hidden />}
      loading={busy}
      aria-label={t('Mark as settled: {what}', { what: naming(transaction) })}
      onClick={() =>
        change({ state: 'settled', settled_on: today }, t('Settled on {day}', { day: calendarDay(today) }))
      }
    >
      {t('Mark as settled')}
    </Button>
  )
}

function More({ transaction, onEdit, change, remove }: ActionProps) {
  return (
    <ActionMenu
      button={
        <ActionIcon variant="subtle" color="gray" aria-label={t('Actions for: {what}', { what: naming(transaction) })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {t('Edit')}
          </Menu.Item>
          {transaction.state === 'scheduled' ? (
            <Menu.Item
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={() => change({ state: 'cancelled' }, t('The transaction was cancelled'))}
            >
              {t('Cancel transaction')}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconClock size={16} aria-hidden />}
              onClick={() => change({ state: 'scheduled', settled_on: null }, t('The transaction is scheduled again'))}
            >
              {t('Schedule again')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {t('Delete')}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}
