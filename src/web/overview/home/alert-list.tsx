// Alerts that need attention, in groups. Each row opens its record, and names the action.
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconCalendarEvent,
  IconCheck,
  IconCoins,
  IconDots,
  IconHourglass,
  IconMessage,
  IconPlayerPause,
  IconPlugConnectedX,
  IconRubberStamp,
  type TablerIcon,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Alert, AlertKind, Home } from '../../../contract/home.ts'
import { MessageButton } from '../../messaging/direct-messages/message-button-panel.tsx'
import { ReminderButton } from '../../messaging/direct-messages/reminder-panel.tsx'
import { number } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { useAllows } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { Section } from '../../platform/ui/section.tsx'
import styles from './alert-list.module.css'
import { alertText, groupText, moreText } from './alert-text.ts'
import { useDismissals } from './use-dismissals.ts'
import { useSettle } from './use-settle.ts'

const HiddenShowDialog = lazy(() => import('./hidden-show-dialog.tsx'))

/** Number shown per kind; the others are one click away. */
const most = 5

export function AlertList({ home }: { home: Home | undefined }) {
  return (
    <Section title={t('Needs attention')} actions={<HiddenButton isShown={home?.has_hidden === true} />} flush>
      {!home ? (
        <Waiting />
      ) : kindsOf(home).length === 0 ? (
        <Row as="p" gap={10} dimmed className={styles.nothing}>
          <IconCheck size={18} stroke={2} aria-hidden />
          {t('Nothing needs your attention.')}
        </Row>
      ) : (
        kindsOf(home).map((kind) => <AlertGroup key={kind} kind={kind} home={home} />)
      )}
    </Section>
  )
}

/** Follow-ups are left out, because they are shown with the tasks. */
const kindsOf = (home: Home) => (Object.keys(home.counts) as AlertKind[]).filter((kind) => kind !== 'follow_up')

export function AlertGroup({ kind, home }: { kind: AlertKind; home: Home }) {
  const count = home.counts[kind]!
  const sums = home.sums.filter((sum) => sum.kind === kind)
  const heading = `alerts-${kind}`
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <Row gap={8} rowGap={0} wrap align="baseline" justify="between" className={styles.heading}>
        <Text as="h3" size={13} weight={600} id={heading}>
          {t('{group} ({count})', { group: groupText(kind), count: number(count) })}
        </Text>
        {sums.length > 0 && (
          <Text as="span" size={13} figures dimmed>
            {sums.map(({ currency, amount }) => money(amount, currency)).join(' + ')}
          </Text>
        )}
      </Row>
      <PlainList>
        {home.alerts
          .filter((alert) => alert.kind === kind)
          .slice(0, most)
          .map((alert) => (
            <AlertRow key={alert.key} alert={alert} />
          ))}
        <More kind={kind} count={count - most} />
      </PlainList>
    </section>
  )
}

function More({ kind, count }: { kind: AlertKind; count: number }) {
  if (count <= 0) return null
  const { text, to } = moreText(kind, count)
  return (
    <Text as="li" py={4} px={16}>
      <Button component={Link} to={to} variant="subtle" size="compact-sm">
        {text}
      </Button>
    </Text>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const { title, text, when, since, to, action } = alertText(alert)
  const { icon: Icon, tone } = looks[alert.kind]
  const allows = useAllows()
  const amount = alert.amount !== null && alert.currency !== null && money(alert.amount, alert.currency)
  return (
    <Row as="li" gap={12} py={8} lineAbove className={styles.alert}>
      <Text as="span" disc fill={tone}>
        <Icon size={18} stroke={1.8} aria-hidden />
      </Text>
      <Text as="div" grow className={styles.words}>
        <Link to={to} className={styles.link}>
          {title}
        </Link>
        <Text size={13} dimmed truncate className={styles.text}>
          {text}
          {/* The dot stays with the day when the line breaks. */}
          {text && (when || since) && ' ·\u00a0'}
          <Text as="span" nowrap tone={tone === 'bad' ? 'bad' : undefined}>
            {since ? <Ago time={since} /> : when}
          </Text>
        </Text>
      </Text>
      {amount && (
        <Text as="span" figures weight={500} className={styles.amount}>
          {amount}
        </Text>
      )}
      <Row gap={6} justify="end" wrap className={styles.action}>
        <WriteButton alert={alert} title={title} />
        {alert.payment && allows('edit') ? (
          <SettleButton alert={alert} label={`${title}: ${amount}`} />
        ) : (
          action &&
          allows(action.permission) && (
            <Button component={Link} to={action.to} variant="light" size="compact-sm">
              {action.label}
            </Button>
          )
        )}
      </Row>
      <DismissMenu alert={alert} title={title} />
    </Row>
  )
}

/** Opens a message to the investor: a payment reminder, or an empty message for a follow-up. */
function WriteButton({ alert, title }: { alert: Alert; title: string }) {
  const { kind, key, amount, currency, day, payment } = alert
  if (kind === 'follow_up')
    return (
      <MessageButton
        to={{ investor_id: key }}
        variant="light"
        size="compact-sm"
        leftSection={null}
        aria-label={t('Message to {name}', { name: title })}
      />
    )
  if ((kind !== 'overdue' && kind !== 'due') || amount === null || currency === null) return null
  return (
    <ReminderButton
      investmentId={key}
      payment={{ amount, currency, investment: alert.title, due_on: payment && day, isOverdue: kind === 'overdue' }}
      what={`${title}: ${money(amount, currency)}`}
      variant="default"
      size="compact-sm"
      leftSection={null}
    />
  )
}

function SettleButton({ alert, label }: { alert: Alert; label: string }) {
  const { settle, busy } = useSettle(alert, label)
  return (
    <Button
      variant="light"
      size="compact-sm"
      loading={busy}
      aria-label={t('Mark as settled: {what}', { what: label })}
      onClick={settle}
    >
      {t('Mark as settled')}
    </Button>
  )
}

function DismissMenu({ alert, title }: { alert: Alert; title: string }) {
  const { hide, snooze } = useDismissals(alert, title)
  return (
    <ActionMenu
      button={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="input-sm"
          className={styles.menu}
          aria-label={t('Snooze or hide: {title}', { title })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>{t('Snooze')}</Menu.Label>
          <Menu.Item onClick={() => snooze(1)}>{t('Until tomorrow')}</Menu.Item>
          <Menu.Item onClick={() => snooze(3)}>{t('For three days')}</Menu.Item>
          <Menu.Item onClick={() => snooze(7)}>{t('For a week')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={hide}>{t('Hide')}</Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}

function HiddenButton({ isShown }: { isShown: boolean }) {
  const [opened, setOpened] = useState(false)
  // Without alerts left, an open dialog must not close.
  if (!isShown && !opened) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        {t('Hidden and snoozed')}
      </Button>
      {opened && (
        <Suspense>
          <HiddenShowDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

const looks: Record<AlertKind, { icon: TablerIcon; tone: 'bad' | 'warning' | 'accent' | 'neutral' }> = {
  session_down: { icon: IconPlugConnectedX, tone: 'bad' },
  approval: { icon: IconRubberStamp, tone: 'accent' },
  broadcast_paused: { icon: IconPlayerPause, tone: 'warning' },
  answers_waiting: { icon: IconHourglass, tone: 'warning' },
  reply: { icon: IconMessage, tone: 'accent' },
  overdue: { icon: IconAlertTriangle, tone: 'bad' },
  due: { icon: IconCalendarDue, tone: 'neutral' },
  follow_up: { icon: IconCalendarEvent, tone: 'neutral' },
  rate_missing: { icon: IconCoins, tone: 'warning' },
}

function Waiting() {
  return (
    <div className={styles.group} aria-hidden>
      {[46, 60, 38].map((width) => (
        <Row key={width} gap={12} py={8} lineAbove className={styles.alert}>
          <Skeleton circle height={32} />
          <Text as="div" grow className={styles.words}>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} width="30%" mt={10} />
          </Text>
        </Row>
      ))}
    </div>
  )
}
