// Tasks that need attention today, each with a link, and one click to dismiss or snooze.
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconCalendarEvent,
  IconCheck,
  IconClock,
  IconCoins,
  IconMessage,
  IconPlayerPause,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Home, Task, TaskKind } from '../../contract/home.ts'
import { ago, calendarDay } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { Section } from '../ui/section.tsx'
import styles from './task-list.module.css'
import { moreText, taskText } from './task-text.ts'
import { useDismissals } from './use-dismissals.ts'

/** Number shown per kind; the others are one click away. */
const most = 5

export function TaskList({ home }: { home: Home | undefined }) {
  return (
    <Section title={t('Needs you today')} flush>
      {!home ? (
        <Waiting />
      ) : home.needs.length === 0 ? (
        <p className={styles.nothing}>
          <IconCheck size={18} stroke={2} aria-hidden />
          {t('Nothing needs your attention.')}
        </p>
      ) : (
        <ul className={styles.needs}>
          {(Object.keys(home.counts) as TaskKind[]).map((kind) => (
            <Fragment key={kind}>
              {home.needs
                .filter((need) => need.kind === kind)
                .slice(0, most)
                .map((need) => (
                  <TaskRow key={need.key} need={need} />
                ))}
              <More kind={kind} count={home.counts[kind]! - most} />
            </Fragment>
          ))}
        </ul>
      )}
    </Section>
  )
}

function More({ kind, count }: { kind: TaskKind; count: number }) {
  if (count <= 0) return null
  const { text, to } = moreText(kind, count)
  return (
    <li className={styles.more}>
      <Button component={Link} to={to} variant="subtle" size="compact-sm">
        {text}
      </Button>
    </li>
  )
}

function TaskRow({ need }: { need: Task }) {
  const { title, text, to } = taskText(need)
  const { done, putOff } = useDismissals(need, title)
  const { icon: Icon, tone } = looks[need.kind]
  return (
    <li className={styles.need}>
      <span className={styles.icon} data-tone={tone}>
        <Icon size={18} stroke={1.8} aria-hidden />
      </span>
      <div className={styles.words}>
        <Link to={to}>{title}</Link>
        <p>{[text, need.day && calendarDay(need.day), need.at && ago(need.at)].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.actions}>
        <ActionMenu
          button={
            <ActionIcon variant="subtle" color="gray" size="input-sm" aria-label={t('Snooze: {title}', { title })}>
              <IconClock size={18} aria-hidden />
            </ActionIcon>
          }
        >
          {(Menu) => (
            <>
              <Menu.Item onClick={() => putOff(1)}>{t('Tomorrow')}</Menu.Item>
              <Menu.Item onClick={() => putOff(3)}>{t('In three days')}</Menu.Item>
              <Menu.Item onClick={() => putOff(7)}>{t('In a week')}</Menu.Item>
            </>
          )}
        </ActionMenu>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="input-sm"
          aria-label={t('Hidden: {title}', { title })}
          title={t('Done')}
          onClick={done}
        >
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

const looks: Record<TaskKind, { icon: TablerIcon; tone: 'bad' | 'warning' | 'accent' | 'neutral' }> = {
  session_down: { icon: IconPlugConnectedX, tone: 'bad' },
  broadcast_paused: { icon: IconPlayerPause, tone: 'warning' },
  reply: { icon: IconMessage, tone: 'accent' },
  overdue: { icon: IconAlertTriangle, tone: 'bad' },
  due: { icon: IconCalendarDue, tone: 'neutral' },
  follow_up: { icon: IconCalendarEvent, tone: 'neutral' },
  rate_missing: { icon: IconCoins, tone: 'warning' },
}

function Waiting() {
  return (
    <div className={styles.needs} aria-hidden>
      {[46, 60, 38].map((width) => (
        <div key={width} className={styles.need}>
          <Skeleton circle height={32} />
          <div className={styles.words}>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} width="30%" mt={10} />
          </div>
        </div>
      ))}
    </div>
  )
}
