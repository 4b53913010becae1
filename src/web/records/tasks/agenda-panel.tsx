// Follow-ups and tasks on Home: overdue, due today and in the next seven days, mine or the team’s.
import { Button, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Agenda, tasks } from '../../../contract/tasks.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useSavedHeight } from '../../platform/ui/use-saved-height.ts'
import styles from './agenda-panel.module.css'
import { dueText } from './labels.ts'
import { RowShow } from './row-show.tsx'

type Whose = 'mine' | 'team'
type Group = keyof Agenda['counts']

/** Number of tasks shown per group; a link leads to the rest. */
const most = 5

/** `children`: the follow-ups. */
export function AgendaPanel({ children }: { children: ReactNode }) {
  const [whose, setWhose] = useState<Whose>('mine')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(tasks.agenda, { query: { whose } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const height = useSavedHeight<HTMLDivElement>('home:agenda', data !== undefined)
  const groups = data ? (Object.keys(data.counts) as Group[]).filter((group) => data.counts[group] > 0) : []
  const choice = (value: Whose, label: string) => (
    <Button
      variant={value === whose ? 'light' : 'default'}
      size="compact-sm"
      aria-pressed={value === whose}
      onClick={() => setWhose(value)}
    >
      {label}
    </Button>
  )
  return (
    <div {...height}>
      <Section
        flush
        title={t('Follow-ups and tasks')}
        actions={
          <>
            {/* Buttons, because a select would load 50 KB more. */}
            <Button.Group aria-label={t('Whose tasks')}>
              {choice('mine', t('Mine'))}
              {choice('team', t('Team'))}
            </Button.Group>
            <Button component={Link} to="/tasks" variant="subtle" size="compact-sm">
              {t('All tasks')}
            </Button>
          </>
        }
      >
        {children}
        {!data && error ? <ErrorState error={error} onRetry={() => refetch()} /> : null}
        {!data && !error ? <Waiting /> : null}
        {data && (
          <div aria-busy={isPlaceholderData}>
            {groups.map((group) => (
              <GroupShow key={group} agenda={data} group={group} whose={whose} />
            ))}
          </div>
        )}
        {data && groups.length === 0 && (
          <Row as="p" gap={10} dimmed className={styles.nothing}>
            <IconCheck size={18} stroke={2} aria-hidden />
            {t('No task is due in the next 7 days.')}
          </Row>
        )}
      </Section>
    </div>
  )
}

function GroupShow({ agenda, group, whose }: { agenda: Agenda; group: Group; whose: Whose }) {
  const count = agenda.counts[group]
  const heading = `agenda-${group}`
  const list = new URLSearchParams({ due: group, ...(whose === 'mine' && { assignee: 'me' }) })
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <Text as="h3" size={13} weight={600} id={heading} className={styles.heading}>
        {t('{group} ({count})', { group: dueText(group), count: number(count) })}
      </Text>
      <PlainList>
        {agenda.data
          .filter((task) => task.group === group)
          .slice(0, most)
          .map((task) => (
            <RowShow key={task.id} task={task} withRecord withAssignee={whose === 'team'} />
          ))}
        {count > most && (
          <Text as="li" py={4} px={16}>
            <Button component={Link} to={`/tasks?${list}`} variant="subtle" size="compact-sm">
              {t.plural(count - most, 'One more task', '{count} more tasks')}
            </Button>
          </Text>
        )}
      </PlainList>
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-hidden>
      <Skeleton height={32} />
    </div>
  )
}
